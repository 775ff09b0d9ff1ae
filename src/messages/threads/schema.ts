import { type Static, Type } from 'typebox';
import { AssignedId, MultilineText, PageQuery, SearchText, Timestamp, Text } from '../../http/shapes.ts';
import { THREAD_STATES, type ThreadState } from '../../vocabulary/thread-states.ts';
import { Message, MessageLocale, MessageParams, MessageSender } from '../schema.ts';

const ThreadStateShape = Type.Unsafe<ThreadState>({
  type: 'string',
  enum: [...THREAD_STATES],
  title: 'ThreadState',
  description:
    'What the message still needs. `open`: an answer. `answered`: nothing for now; an answer in the inbox makes it so. `closed`: nothing any more.',
});
const caretaker = 'Identifier of the account that takes care of the message';
const assigneeId = AssignedId(`${caretaker}.`);

const example = {
  id: 'msg_01kap6q0v8d5m9r2t4w7x1y3z6',
  message: 'Is Rex still looking for a home?',
  status: 'delivered',
  createdAt: '2026-11-21T09:30:00.000Z',
  accountId: 7,
  sentBy: 'visitor',
  from: { name: 'Ann Lee', email: 'ann@example.org' },
  petId: 42,
  organizationId: 1,
  state: 'open',
  assigneeId: 3,
  deliveredAt: '2026-11-21T09:30:00.012Z',
};

/** A message as its receiver reads it. */
export const InboxMessage = Type.Object(
  {
    ...Message.properties,
    accountId: AssignedId(
      'Identifier of the account that sent the message, or with whose publishable key a visitor did.',
    ),
    sentBy: Type.Enum(['account', 'visitor'], {
      type: 'string',
      description: '`visitor`: somebody on a web page, with a publishable key. `account`: the account itself.',
    }),
    from: Type.Optional(MessageSender),
    locale: Type.Optional(MessageLocale),
    petId: Type.Optional(AssignedId('Identifier of the animal that the message is about.')),
    orderId: Type.Optional(
      AssignedId('Identifier of the order whose adopter wrote it through the secret link: what became of an adoption.'),
    ),
    organizationId: Type.Optional(
      AssignedId('Identifier of the organization that received the message; absent for the operators.'),
    ),
    state: ThreadStateShape,
    assigneeId: Type.Optional(assigneeId),
    deliveredAt: Timestamp('When the message was delivered to the inbox.'),
  },
  { title: 'InboxMessage', examples: [example] },
);
export type InboxMessage = Static<typeof InboxMessage>;

export const Inbox = Type.Array(InboxMessage, { title: 'Inbox', examples: [[example]] });

const answerText = MultilineText(10_000, 'Text of the answer.');
const answerExample = {
  id: 12,
  message: 'Dear Ann, yes, he is. Would you like to meet him on Saturday?',
  accountId: 3,
  createdAt: '2026-11-21T10:05:00.000Z',
  mail: 'sent',
};

export const Answer = Type.Object(
  {
    id: AssignedId('Identifier of the answer.'),
    message: Text('Text of the answer.'),
    accountId: AssignedId('Identifier of the account that wrote it.'),
    createdAt: Timestamp('When it was written.'),
    mail: Type.Optional(
      Type.Enum(['waiting', 'sent', 'failed'], {
        type: 'string',
        description:
          'Whether it was mailed to `from`. Absent if it was not to be: the message names no address, or the service sends no mail.',
      }),
    ),
  },
  { title: 'MessageAnswer', examples: [answerExample] },
);
export type Answer = Static<typeof Answer>;

/** A message with its answers. */
export const Thread = Type.Object(
  {
    ...InboxMessage.properties,
    answers: Type.Array(Answer, { description: 'The answers, oldest first.' }),
  },
  { title: 'Thread', examples: [{ ...example, state: 'answered', answers: [answerExample] }] },
);
export type Thread = Static<typeof Thread>;

export const NewAnswer = Type.Object(
  { message: answerText },
  { title: 'NewMessageAnswer', examples: [{ message: answerExample.message }] },
);

export const ThreadPatch = Type.Object(
  {
    state: Type.Optional(ThreadStateShape),
    assigneeId: Type.Optional(
      Type.Unsafe<number | null>({
        ...assigneeId,
        type: ['integer', 'null'],
        description: `${caretaker}: a member of the organization that received it, or an operator; null for nobody.`,
      }),
    ),
  },
  { title: 'ThreadPatch', examples: [{ state: 'closed' }, { assigneeId: 3 }, { assigneeId: null }] },
);
export type ThreadPatch = Static<typeof ThreadPatch>;

export const InboxQuery = Type.Object({
  state: Type.Optional(ThreadStateShape),
  assignee: Type.Optional(
    Type.String({
      pattern: '^(none|[1-9][0-9]{0,14})$',
      description: 'Only messages that this account takes care of, or `none`: nobody does.',
    }),
  ),
  q: Type.Optional(
    SearchText(
      'Only messages with this text in the message, in the name or email address of the sender, or in the name of the animal. Upper and lower case, marks and apostrophes make no difference.',
    ),
  ),
  ...PageQuery.properties,
});
export type InboxQuery = Static<typeof InboxQuery>;

const count = (state: ThreadState) => Type.Integer({ minimum: 0, description: `How many are \`${state}\`.` });

export const InboxCounts = Type.Object(
  { open: count('open'), answered: count('answered'), closed: count('closed') },
  { title: 'InboxCounts', examples: [{ open: 3, answered: 12, closed: 80 }] },
);
export type InboxCounts = Static<typeof InboxCounts>;

export const ThreadParams = MessageParams;
