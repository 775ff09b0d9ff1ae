import { type Static, Type } from 'typebox';
import { AssignedId, PlainText, Timestamp, Text } from '../http/shapes.ts';

/** The address that identifies a person. It need not be able to sign up, such as `operator@localhost`. */
const email = Type.String({
  minLength: 3,
  maxLength: 254,
  format: 'address',
  'x-trim': true,
  description: 'The email address of the person. Upper and lower case are the same.',
});

const count = (what: string) => Type.Integer({ minimum: 0, description: what });

const counts = {
  accounts: count('Accounts with the address.'),
  orders: count("Orders with the address as the adopter's, or in the note."),
  applications: count("Applications with the address as the adopter's, or in a note."),
  messages: count("Messages that name the address as the sender's, or contain it."),
  events: count('Events with a copy of these.'),
  deliveries: count('Deliveries of such events to webhooks, or with a response that contains the address.'),
  answers: count('Stored responses of an `Idempotency-Key`.'),
  others: count('Other rows: names of API keys and animals that contain the address, and notes on the orders.'),
};
const exampleCounts = {
  accounts: 1,
  orders: 2,
  applications: 0,
  messages: 1,
  events: 5,
  deliveries: 3,
  answers: 1,
  others: 0,
};

/** How much of a person is stored, or was changed. */
export const Counts = Type.Object(counts, { title: 'PersonCounts', examples: [exampleCounts] });
export type Counts = { -readonly [Name in keyof Static<typeof Counts>]: number };

export const PersonQuery = Type.Object({ email });

export const ErasePerson = Type.Object({ email }, { title: 'ErasePerson', examples: [{ email: 'ann@example.org' }] });

export const CorrectPerson = Type.Object(
  {
    email,
    newEmail: Type.Optional(
      Type.String({ maxLength: 254, format: 'email', 'x-trim': true, description: 'The right email address.' }),
    ),
    newName: Type.Optional(PlainText(1, 255, 'The right name.')),
  },
  { title: 'CorrectPerson', examples: [{ email: 'an@example.org', newEmail: 'ann@example.org' }] },
);

const createdAt = Timestamp();

const PersonAccount = Type.Object(
  {
    id: AssignedId('Identifier of the account.'),
    email: Text('The email of the account.'),
    name: Type.Optional(Text('The name of the account.')),
    createdAt,
  },
  { title: 'PersonAccount' },
);

const said = {
  adopter: Type.Optional(
    Type.Object(
      {
        name: Text('Name of the adopter.'),
        email: Text('Email address of the adopter.'),
        phone: Type.Optional(Text('Telephone number of the adopter.')),
      },
      { title: 'PersonAdopter', description: 'Who adopts the animal.' },
    ),
  ),
  note: Type.Optional(Text('The note of the adopter.')),
  answers: Type.Optional(
    Type.Array(
      Type.Object(
        {
          question: Text('The question.'),
          answer: Text('The answer.'),
        },
        { title: 'PersonAnswer' },
      ),
      { description: 'The answers to the questions of the organization.' },
    ),
  ),
  messageToAdopter: Type.Optional(Text('What the organization said to the adopter.')),
  locale: Type.Optional(Text('The language of the adopter (BCP 47).')),
};

const PersonOrder = Type.Object(
  {
    id: AssignedId('Identifier of the order.'),
    petId: AssignedId('Identifier of the animal.'),
    status: Text('The stored status of the order.'),
    ...said,
    visitAt: Type.Optional(Timestamp('When the adopter comes for a visit.')),
    paidAt: Type.Optional(Timestamp('When staff marked the order as paid.')),
    staffNotes: Type.Optional(
      Type.Array(Type.String(), { description: 'What the people of the animal have noted, oldest first.' }),
    ),
    createdAt,
  },
  { title: 'PersonOrder' },
);

const PersonApplication = Type.Object(
  {
    id: AssignedId('Identifier of the application.'),
    petId: AssignedId('Identifier of the animal.'),
    status: Text('The status of the application.'),
    ...said,
    staffNote: Type.Optional(Text('What the people of the animal have noted.')),
    approvedUntil: Type.Optional(Timestamp('Until when the organization keeps its approval of the adopter.')),
    createdAt,
  },
  { title: 'PersonApplication' },
);

const PersonSender = Type.Object(
  {
    name: Text('Name of the person who writes.'),
    email: Text('Email address for the answer.'),
  },
  { title: 'PersonSender', description: 'Who writes.' },
);

const PersonMessage = Type.Object(
  {
    id: Text('Identifier of the message.'),
    accountId: AssignedId('Identifier of the account that sent it.'),
    message: Text('Text of the message.'),
    from: Type.Optional(PersonSender),
    locale: Type.Optional(Text('The language of the sender (BCP 47).')),
    answers: Type.Array(Type.String(), { description: 'Texts of the answers, oldest first.' }),
    createdAt,
  },
  { title: 'PersonMessage' },
);

const Mention = Type.Object(
  {
    table: Text('The table of the database.'),
    key: Text('The primary key of the row.'),
  },
  { title: 'Mention' },
);

export const Person = Type.Object(
  {
    email: Text('The address that was searched, in lower case.'),
    accounts: Type.Array(PersonAccount, { description: 'The accounts with the address.' }),
    orders: Type.Array(PersonOrder, { description: 'The newest orders, up to 1,000.' }),
    applications: Type.Array(PersonApplication, { description: 'The newest applications, up to 1,000.' }),
    messages: Type.Array(PersonMessage, { description: 'The newest messages, up to 1,000.' }),
    others: Type.Array(Mention, { description: 'Other rows that contain the address, up to 1,000.' }),
    counts: Counts,
  },
  {
    title: 'Person',
    examples: [
      {
        email: 'ann@example.org',
        accounts: [],
        orders: [
          {
            id: 7,
            petId: 42,
            status: 'placed',
            adopter: { name: 'Ann Lee', email: 'ann@example.org' },
            createdAt: '2026-11-21T09:30:00.000Z',
          },
        ],
        applications: [],
        messages: [],
        others: [],
        counts: { ...exampleCounts, accounts: 0, orders: 1, messages: 0 },
      },
    ],
  },
);
export type Person = Static<typeof Person>;

/** The data of the events about people: how much changed, and nothing about whom. */
export const PersonNotice = Type.Object(
  {
    reason: Type.Enum(['request', 'retention'], {
      type: 'string',
      description: '`request`: somebody asked for it. `retention`: the data was as old as `RETENTION_DAYS` allows.',
    }),
    ...counts,
    // Events of earlier versions have none.
    applications: Type.Optional(counts.applications),
  },
  { title: 'PersonNotice', examples: [{ reason: 'request', ...exampleCounts }] },
);
export type PersonNotice = Static<typeof PersonNotice>;
