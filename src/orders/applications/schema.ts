import { type Static, Type } from 'typebox';
import {
  AssignedId,
  Cursor,
  Int64,
  Limit,
  Nullable,
  PathId,
  SearchText,
  Timestamp,
  Flag,
  Text,
} from '../../http/shapes.ts';
import { Organization } from '../../organizations/schema.ts';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus as ApplicationStatusName,
  MOST_CLOSED_AT_ONCE,
  MOST_COUNTED_APPLICATIONS,
} from '../../vocabulary/application-lifecycle.ts';
import { ReservationOrganization, ReservedPet } from '../reservations/schema.ts';
import { Adopter, NewOrder, Order, OrderApproval } from '../schema.ts';

const ApplicationStatus = Type.Enum([...APPLICATION_STATUSES], {
  type: 'string',
  title: 'ApplicationStatus',
  description:
    'Status of the application. Somebody waits for an answer while it is `submitted` or `in_review`. `accepted`: an order was made of it. `declined` and `closed`: the animal goes to somebody else, or nowhere. `withdrawn`: by the applicant.',
});

const { adopter, note, answers, locale, messageToAdopter } = Order.properties;
const assignee = 'Identifier of the account that takes care of the application';
const assigneeId = AssignedId(`${assignee}.`);
const staffNote = Type.String({
  minLength: 1,
  maxLength: 10_000,
  format: 'multiline-text',
  'x-trim': true,
  description: "What the animal's side notes. Only that side sees it, and it is in no event.",
});

const example = {
  id: 3,
  petId: 42,
  status: 'submitted',
  adopter: { name: 'Ann Lee', email: 'ann@example.org' },
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

/** What a placer and an event know of an application; it holds nothing. docs/decisions/0100-applications.md */
export const Application = Type.Object(
  {
    id: AssignedId('Identifier of the application, assigned by the service.'),
    petId: AssignedId('Identifier of the animal.'),
    status: ApplicationStatus,
    adopter,
    note,
    answers,
    locale,
    messageToAdopter,
    orderId: Type.Optional(AssignedId('Identifier of the order that was made of it.')),
    assigneeId: Type.Optional(assigneeId),
    staffNote: Type.Optional(staffNote),
    approvedUntil: Type.Optional(
      Timestamp(
        'Until when the organization keeps its approval of this adopter, from this application or another one with the same address. Only the side of the animal sees it.',
      ),
    ),
    adopterWithheld: Type.Optional(
      Flag(
        'Present and true if the application has `adopter`, `note`, `answers`, `messageToAdopter` or `locale` that are left out here: when it was submitted, the account of the animal was not approved.',
      ),
    ),
    adopterHasLink: Type.Optional(Flag('Present and true if the applicant has a secret link to the application.')),
    createdAt: Timestamp('When the application was submitted.'),
    updatedAt: Timestamp('When the status, or what the applicant says, last changed.'),
  },
  { title: 'Application', examples: [example] },
);
export type Application = Static<typeof Application>;

export const SubmittedApplication = Type.Object(
  {
    ...Application.properties,
    applicationUrl: Type.Optional(
      Text(
        'Only with a publishable key: the secret link with which the applicant sees, changes and withdraws the application, until 30 days after it has ended. Anyone with the link can do that.',
      ),
    ),
  },
  {
    title: 'SubmittedApplication',
    examples: [{ ...example, applicationUrl: 'https://pets.shelter.example/application#pap_k3v9q1…' }],
  },
);
export type SubmittedApplication = Static<typeof SubmittedApplication>;

export const Applications = Type.Array(Application, { title: 'Applications', examples: [[example]] });

export const NewApplication = Type.Object(
  {
    petId: Int64('Identifier of the animal, which must be `available`.'),
    adopter: Adopter,
    note: NewOrder.properties.note,
    answers: NewOrder.properties.answers,
    locale: NewOrder.properties.locale,
  },
  { title: 'NewApplication', examples: [{ petId: 42, adopter: example.adopter, note: 'We have a garden.' }] },
);
export type NewApplication = Static<typeof NewApplication>;

/** What the applicant may change until the review begins. The address stays: its owner was told. */
export const ApplicationChange = Type.Object(
  {
    name: Type.Optional(Adopter.properties.name),
    phone: Type.Optional(Nullable(Adopter.properties.phone)),
    note: Type.Optional(Nullable(NewOrder.properties.note)),
    answers: NewOrder.properties.answers,
  },
  { title: 'ApplicationChange', examples: [{ note: 'We have a garden now.' }] },
);
export type ApplicationChange = Static<typeof ApplicationChange>;

/** What the animal's side keeps about an application. */
export const ApplicationPatch = Type.Object(
  {
    assigneeId: Type.Optional(
      Type.Unsafe<number | null>({
        ...assigneeId,
        type: ['integer', 'null'],
        description: `${assignee}: a member of the organization, or an operator; null for nobody.`,
      }),
    ),
    staffNote: Type.Optional(Nullable(staffNote)),
    approved: Type.Optional(
      Flag(
        'Whether the organization keeps its approval of this adopter for a year, so that the next application with this address shows it. False ends every approval of the address.',
      ),
    ),
  },
  { title: 'ApplicationPatch', examples: [{ staffNote: 'Visited on Saturday: a good home.', approved: true }] },
);
export type ApplicationPatch = Static<typeof ApplicationPatch>;

const ApplicationDecision = Type.Object(
  { messageToAdopter },
  { title: 'ApplicationDecision', examples: [{ messageToAdopter: 'Thank you for your patience.' }] },
);

/** The body of each transition that a client asks for; undefined where there is nothing to say. */
export const APPLICATION_DECISIONS = {
  review: undefined,
  accept: OrderApproval,
  decline: ApplicationDecision,
  withdraw: undefined,
} as const;

export const CloseApplications = Type.Object(
  {
    applicationIds: Type.Array(Int64(), {
      minItems: 1,
      maxItems: MOST_CLOSED_AT_ONCE,
      description: 'The applications to close.',
    }),
    messageToAdopter,
  },
  {
    title: 'CloseApplications',
    examples: [{ applicationIds: [4, 5], messageToAdopter: 'Rex has found a home. Thank you for your interest.' }],
  },
);

export const ClosedApplications = Type.Object(
  {
    applicationIds: Type.Array(AssignedId(), { description: 'The applications that were closed.' }),
    refused: Type.Array(
      Type.Object(
        {
          applicationId: Int64('Identifier of the application.'),
          code: Text('The code of the error.'),
          message: Text('Why the application was not closed.'),
        },
        { title: 'RefusedApplication' },
      ),
      { description: 'The applications that were not closed.' },
    ),
  },
  { title: 'ClosedApplications', examples: [{ applicationIds: [4, 5], refused: [] }] },
);
export type ClosedApplications = Static<typeof ClosedApplications>;

export const ApplicationParams = Type.Object({
  applicationId: PathId('application_not_found', 'Identifier of the application.'),
});

const ApplicationScope = Type.Object({
  petId: Type.Optional(Int64('Only applications for the animal with this id.')),
  organizationId: Type.Optional(Int64('Only applications for animals of this organization.')),
});

const ApplicationFilters = Type.Object({
  status: Type.Optional(
    Type.Array(ApplicationStatus, {
      minItems: 1,
      maxItems: APPLICATION_STATUSES.length,
      description: 'Only applications with this status. Several, separated by commas: any may match.',
    }),
  ),
  ...ApplicationScope.properties,
  assignee: Type.Optional(
    Type.String({
      pattern: '^(none|[1-9][0-9]{0,14})$',
      description: 'Only applications that this account takes care of, or `none`: nobody does.',
    }),
  ),
  q: Type.Optional(
    SearchText(
      'Only applications with this text in the name, the email address, the note or the answers of the adopter or in the name of the animal, or with this number as the id of the application or the animal. Upper and lower case, marks and apostrophes make no difference. Adopters that the caller may not read are not found.',
    ),
  ),
  sort: Type.Optional(
    Type.Enum(['newest', 'oldest'], {
      type: 'string',
      description: 'The order: `newest` first, as by default, or `oldest` first.',
    }),
  ),
});
export type ApplicationFilters = Static<typeof ApplicationFilters>;

export const ListApplicationsQuery = Type.Object({
  limit: Limit,
  cursor: Type.Optional(Cursor),
  ...ApplicationFilters.properties,
});

export const CountApplicationsQuery = ApplicationScope;

const countOf = (status: ApplicationStatusName) =>
  Type.Integer({
    minimum: 0,
    maximum: MOST_COUNTED_APPLICATIONS,
    description: `Number of applications that are \`${status}\`. 1,000 stands for any larger number.`,
  });

export const ApplicationCounts = Type.Object(
  {
    submitted: countOf('submitted'),
    in_review: countOf('in_review'),
    accepted: countOf('accepted'),
    declined: countOf('declined'),
    withdrawn: countOf('withdrawn'),
    closed: countOf('closed'),
  },
  {
    title: 'ApplicationCounts',
    examples: [{ submitted: 12, in_review: 3, accepted: 54, declined: 31, withdrawn: 9, closed: 80 }],
  },
);

/** An application as its applicant sees it: what was sent, and what became of it. */
export const OwnApplication = Type.Object(
  {
    status: ApplicationStatus,
    pet: Type.Optional(ReservedPet),
    organization: Type.Optional(ReservationOrganization),
    adopter,
    note,
    answers,
    questions: Organization.properties.application,
    locale,
    messageToAdopter,
    reservationUrl: Type.Optional(Text('The secret link to the order that was made of the application.')),
    createdAt: Application.properties.createdAt,
    updatedAt: Application.properties.updatedAt,
    endsAt: Type.Optional(Timestamp('When the link ends: 30 days after the application has ended.')),
  },
  {
    title: 'OwnApplication',
    examples: [
      {
        status: 'in_review',
        pet: { id: 42, name: 'Rex' },
        organization: { id: 1, name: 'Riverside Shelter', phone: '+1 555 0100' },
        adopter: example.adopter,
        createdAt: example.createdAt,
        updatedAt: example.updatedAt,
      },
    ],
  },
);
export type OwnApplication = Static<typeof OwnApplication>;
