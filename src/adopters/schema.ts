import { type Static, Type } from 'typebox';
import { Alert } from '../alerts/schema.ts';
import { Int64, Text } from '../http/shapes.ts';
import { InboxMessage } from '../messages/threads/schema.ts';
import { Application } from '../orders/applications/schema.ts';
import { Order } from '../orders/schema.ts';

/** How many orders, applications and messages are returned, of each. */
export const MOST_RETURNED = 20;
/** How far they are counted. */
export const MOST_COUNTED = 1_000;

export const AdopterQuery = Type.Object({
  email: Type.String({
    format: 'email',
    maxLength: 254,
    'x-trim': true,
    description: 'Email address of the person. Upper and lower case are the same.',
  }),
  organizationId: Type.Optional(
    Int64('Only what concerns the organization with this id. By default the account’s, or everything for operators.'),
  ),
});
export type AdopterQuery = Static<typeof AdopterQuery>;

const email = Text('The address that was asked for.');
const counted = (what: string) =>
  Type.Integer({ minimum: 0, maximum: MOST_COUNTED, description: `Number of ${what}, counted up to 1,000.` });

/** What an organization knows of a person. */
export const KnownAdopter = Type.Object(
  {
    email,
    name: Type.Optional(Text('The name in the newest order, or else in the newest application or message.')),
    phone: Type.Optional(
      Text('The telephone number in the newest order that has one, or else in such an application.'),
    ),
    orders: Type.Array(Order, { description: `The newest orders, up to ${MOST_RETURNED}.` }),
    orderCount: counted('orders'),
    applications: Type.Array(Application, { description: `The newest applications, up to ${MOST_RETURNED}.` }),
    applicationCount: counted('applications'),
    messages: Type.Array(InboxMessage, { description: `The newest messages, up to ${MOST_RETURNED}.` }),
    messageCount: counted('messages'),
    alerts: Type.Array(Alert, {
      description:
        'The confirmed alerts for animals of the organization, if the person has orders, applications or messages there.',
    }),
  },
  {
    title: 'KnownAdopter',
    examples: [
      {
        email: 'ann@example.org',
        name: 'Ann Lee',
        orders: [
          {
            id: 7,
            petId: 42,
            status: 'placed',
            adopter: { name: 'Ann Lee', email: 'ann@example.org' },
            expiresAt: '2026-11-23T09:30:00.000Z',
            createdAt: '2026-11-21T09:30:00.000Z',
            updatedAt: '2026-11-21T09:30:00.000Z',
          },
        ],
        orderCount: 1,
        applications: [],
        applicationCount: 0,
        messages: [],
        messageCount: 0,
        alerts: [],
      },
    ],
  },
);
export type KnownAdopter = Static<typeof KnownAdopter>;
