import { type Static, Type } from 'typebox';
import { AssignedId, Limit, PageQuery, Timestamp, Text } from '../http/shapes.ts';
import { ACTOR_TYPES } from '../vocabulary/actors.ts';
import { EVENT_KINDS } from '../vocabulary/event-kinds.ts';

const EventKindShape = Type.Enum([...EVENT_KINDS], {
  type: 'string',
  title: 'EventType',
  description: 'What happened.',
});

const example = {
  id: 'evt_01kap6q0v8d5m9r2t4w7x1y3z6',
  type: 'pet.status_changed',
  timestamp: '2026-11-21T09:30:00.000Z',
  sequence: 1043,
  actor: { type: 'account', accountId: 7, keyId: 12 },
  data: { id: 42, name: 'Rex', categoryId: 1, status: 'pending' },
};

export const Actor = Type.Object(
  {
    type: Type.Enum([...ACTOR_TYPES], {
      type: 'string',
      description:
        '`account`: an account, by one of its keys or signed in. `visitor`: somebody on a web page, through a publishable key. `command_line`: an operator on the machine of the service. `service`: the service itself, such as when an order expires.',
    }),
    accountId: Type.Optional(AssignedId('The account.')),
    keyId: Type.Optional(AssignedId('The API key; absent for somebody who is signed in.')),
  },
  {
    title: 'Actor',
    description: 'Who caused the event. Absent from events of earlier versions, and for publishable keys.',
  },
);

/** A fact about a resource; also the body of a webhook request. */
const Event = Type.Object(
  {
    id: Text('The identifier of the event: the same each time the event is sent.'),
    type: EventKindShape,
    timestamp: Timestamp('When it happened.'),
    sequence: AssignedId('The number of the event, in commit order.'),
    actor: Type.Optional(Actor),
    data: Type.Object({}, { additionalProperties: true, description: 'The resource after the change.' }),
  },
  {
    title: 'Event',
    examples: [example],
  },
);

export const Events = Type.Array(Event, { title: 'Events', examples: [[example]] });

const types = Type.Optional(
  Type.Array(EventKindShape, {
    minItems: 1,
    maxItems: EVENT_KINDS.length,
    description: 'Only these types, separated by commas.',
  }),
);

export const ListEventsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events with a higher `sequence`.',
    }),
  ),
  position: Type.Optional(
    Type.String({
      pattern: String.raw`^(now|0|[1-9]\d{0,14}-[0-9a-z]{8})$`,
      description:
        'Only events after this position: `now`, or the one in the `Link` of an earlier response, which then names the next one. Unlike `after`, a position is refused (410) if an event after it may be missing. Lists only, without `after`.',
    }),
  ),
  types,
  limit: Limit,
});
export type ListEventsQuery = Static<typeof ListEventsQuery>;

export const AuditQuery = Type.Object({
  ...PageQuery.properties,
  organizationId: Type.Optional(AssignedId('Only events about what belongs to this organization.')),
  accountId: Type.Optional(AssignedId('Only what this account did: the `accountId` of the `actor`.')),
  petId: Type.Optional(AssignedId('Only events about this animal and its orders.')),
  orderId: Type.Optional(AssignedId('Only events about this order.')),
  types,
});
export type AuditQuery = Static<typeof AuditQuery>;
