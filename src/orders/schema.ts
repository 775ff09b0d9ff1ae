import { type Static, Type } from 'typebox';
import { AssignedId, Cursor, Int64, Limit, PathId, PlainText, Timestamp } from '../http/shapes.ts';
import { ORDER_STATUSES } from '../vocabulary/order-lifecycle.ts';

const OrderStatus = Type.Enum([...ORDER_STATUSES], {
  type: 'string',
  title: 'OrderStatus',
  description: 'An order that is `placed` or `approved` holds its animal; the others are over.',
});

const Adopter = Type.Object(
  {
    name: PlainText(1, 255, { description: 'Who adopts.' }),
    email: Type.String({ format: 'email', maxLength: 254, description: 'Where the adopter is reached.' }),
  },
  { title: 'Adopter' },
);
const note = Type.String({
  minLength: 1,
  maxLength: 10_000,
  format: 'multiline-text',
  description: 'Anything that the two sides should know.',
});
const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
const example = {
  id: 7,
  petId: 42,
  status: 'placed',
  adopter,
  expiresAt: '2026-11-23T09:30:00.000Z',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

/** An order is one adoption. Specification, part 1, names the operation; the design decides its fields. */
export const Order = Type.Object(
  {
    id: AssignedId({ description: 'Assigned by the service.' }),
    petId: AssignedId({ description: 'The animal.' }),
    status: OrderStatus,
    adopter: Type.Optional(Adopter),
    note: Type.Optional(note),
    expiresAt: Timestamp({ description: 'When the hold ends, unless the order is approved before.' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  {
    title: 'Order',
    examples: [example],
  },
);
export type Order = Static<typeof Order>;

export const Orders = Type.Array(Order, { title: 'Orders', examples: [[example]] });

export const NewOrder = Type.Object(
  {
    petId: Int64({ description: 'The animal, which must be `available`.' }),
    adopter: Type.Optional(Adopter),
    note: Type.Optional(note),
  },
  { title: 'NewOrder', examples: [{ petId: 42, adopter, note: 'Comes on Saturday at ten.' }] },
);
export type NewOrder = Static<typeof NewOrder>;

export const OrderParams = Type.Object({
  orderId: PathId('order_not_found', { description: 'The identifier of the order.' }),
});

export const OrderFilters = Type.Object({
  status: Type.Optional(OrderStatus),
  petId: Type.Optional(Int64({ description: 'Only orders of this animal.' })),
});
export type OrderFilters = Static<typeof OrderFilters>;

export const ListOrdersQuery = Type.Object({
  limit: Limit,
  cursor: Type.Optional(Cursor),
  ...OrderFilters.properties,
});

const count = (status: string) => Type.Integer({ minimum: 0, description: `How many animals are \`${status}\`.` });

export const Inventory = Type.Object(
  { available: count('available'), pending: count('pending'), sold: count('sold') },
  { title: 'Inventory', examples: [{ available: 120, pending: 8, sold: 540 }] },
);
export type Inventory = Static<typeof Inventory>;
