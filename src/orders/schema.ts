import { type Static, Type } from 'typebox';
import {
  AssignedId,
  Cursor,
  Int64,
  Limit,
  Locale,
  MultilineText,
  PathId,
  PlainText,
  SearchText,
  Timestamp,
  Text,
  Flag,
} from '../http/shapes.ts';
import { mostQuestions } from '../vocabulary/animals/application.ts';
import {
  MOST_COUNTED_ORDERS,
  ORDER_STATUSES,
  type OrderStatus as OrderStatusName,
} from '../vocabulary/order-lifecycle.ts';

const OrderStatus = Type.Enum([...ORDER_STATUSES], {
  type: 'string',
  title: 'OrderStatus',
  description:
    'Status of the order. `placed` and `approved` orders hold the animal. `delivered`, `cancelled`, `expired` and `returned` orders do not.',
});

/** The orders of a list of orders. */
const ORDER_SORTS = ['newest', 'expires'] as const;

export const Adopter = Type.Object(
  {
    name: PlainText(1, 255, 'Name of the adopter.'),
    email: Type.String({ format: 'email', maxLength: 254, description: 'Email address of the adopter.' }),
    phone: Type.Optional(PlainText(1, 50, 'Telephone number of the adopter.')),
  },
  { title: 'Adopter' },
);
const note = Type.String({
  minLength: 1,
  maxLength: 10_000,
  format: 'multiline-text',
  description: 'A note for the side of the animal, which can read it if it can read the adopter.',
});
const Answer = Type.Object(
  {
    question: Text('The question of the organization, as it was asked.'),
    answer: Text('What the adopter answered. `yes` or `no` if the question has no other answers.'),
  },
  { title: 'Answer' },
);
const NewAnswer = Type.Object(
  {
    questionId: AssignedId('Identifier of the question.'),
    answer: MultilineText(2_000, 'One of the choices, `yes` or `no`, or a text.'),
  },
  { title: 'NewAnswer' },
);
const locale = Locale('The language of the adopter (BCP 47), such as `es`: mails about the order are written in it.');
const visitAt = Timestamp('When the adopter comes for a visit.');
const messageToAdopter = MultilineText(
  2_000,
  'What the organization says to the adopter with the last change of the status.',
);
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

/** One adoption. The specification (part 1) names the operation; the design decides the fields. */
export const Order = Type.Object(
  {
    id: AssignedId('Identifier of the order, assigned by the service.'),
    petId: AssignedId('Identifier of the animal.'),
    status: OrderStatus,
    adopter: Type.Optional(Adopter),
    note: Type.Optional(note),
    answers: Type.Optional(Type.Array(Answer, { description: 'The answers to the questions of the organization.' })),
    visitAt: Type.Optional(visitAt),
    messageToAdopter: Type.Optional(messageToAdopter),
    locale: Type.Optional(locale),
    adopterWithheld: Type.Optional(
      Flag(
        'Present and true if the order has `adopter`, `note`, `answers`, `visitAt`, `messageToAdopter` or `locale` that are left out here: when it was placed, the organization of the animal was not listed, or the account of the animal not approved.',
      ),
    ),
    adopterHasLink: Type.Optional(
      Flag(
        'Present and true if the adopter has a secret link to the order. Where the service sends mail, each step, visit and message is mailed with it.',
      ),
    ),
    paidAt: Type.Optional(
      Timestamp(
        "When staff marked the order as paid. Only the animal's side and the adopter's reservation have it, and events that who placed the order does not receive.",
      ),
    ),
    expiresAt: Timestamp('When the hold ends, unless the order is approved before then.'),
    createdAt: Timestamp('When the order was placed.'),
    updatedAt: Timestamp('When the status last changed.'),
  },
  {
    title: 'Order',
    examples: [example],
  },
);
export type Order = Static<typeof Order>;

export const PlacedOrder = Type.Object(
  {
    ...Order.properties,
    reservationUrl: Type.Optional(
      Text(
        'Only with a publishable key: the secret link with which the adopter sees and cancels the order, until 30 days after it was closed. Anyone with the link can do that.',
      ),
    ),
  },
  {
    title: 'PlacedOrder',
    examples: [{ ...example, reservationUrl: 'https://pets.shelter.example/reservation#prs_k3v9q1…' }],
  },
);
export type PlacedOrder = Static<typeof PlacedOrder>;

export const Orders = Type.Array(Order, { title: 'Orders', examples: [[example]] });

export const NewOrder = Type.Object(
  {
    petId: Int64('Identifier of the animal, which must be `available`.'),
    adopter: Type.Optional(Adopter),
    note: Type.Optional(note),
    answers: Type.Optional(
      Type.Array(NewAnswer, {
        maxItems: mostQuestions,
        description:
          "Answers to the questions of the animal's organization, its `application`. With a publishable key, those that are `required` must be answered.",
      }),
    ),
    locale: Type.Optional(locale),
  },
  { title: 'NewOrder', examples: [{ petId: 42, adopter, note: 'We can come on Saturday at ten.' }] },
);
export type NewOrder = Static<typeof NewOrder>;

/** What the animal's side may say with a change of the status. Without it, an earlier one is removed. */
const OrderDecision = Type.Object(
  { messageToAdopter: Type.Optional(messageToAdopter) },
  { title: 'OrderDecision', examples: [{ messageToAdopter: 'We look forward to hearing how she settles in.' }] },
);

export const OrderApproval = Type.Object(
  { visitAt: Type.Optional(visitAt), ...OrderDecision.properties },
  {
    title: 'OrderApproval',
    examples: [{ visitAt: '2026-11-24T10:00:00.000Z', messageToAdopter: 'Please bring a carrier.' }],
  },
);
export type OrderApproval = Static<typeof OrderApproval>;

/** The body of each transition that a client asks for. Only an approval can have `visitAt`: unknown members are removed. */
export const DECISIONS = {
  approve: OrderApproval,
  deliver: OrderDecision,
  cancel: OrderDecision,
  return: OrderDecision,
} as const;

/** Whose orders to cancel. */
export const AdopterOfOrders = Type.Object(
  { adopterEmail: Type.String({ format: 'email', maxLength: 254, description: 'Email address of the adopter.' }) },
  { title: 'AdopterOfOrders', examples: [{ adopterEmail: adopter.email }] },
);

export const CancelledOrders = Type.Object(
  {
    orderIds: Type.Array(AssignedId(), { description: 'The orders that were cancelled, the oldest first.' }),
  },
  { title: 'CancelledOrders', examples: [{ orderIds: [7, 9] }] },
);

/** More in one transaction could exceed the database's deadline. */
const mostAtOnce = 50;

export const ChangeOrders = Type.Object(
  {
    action: Type.Enum(Object.keys(DECISIONS) as (keyof typeof DECISIONS)[], {
      type: 'string',
      description: 'What to do with the orders: the last part of the path of the operation on one.',
    }),
    orderIds: Type.Array(Int64(), { minItems: 1, maxItems: mostAtOnce, description: 'The orders to change.' }),
  },
  { title: 'ChangeOrders', examples: [{ action: 'approve', orderIds: [7, 8] }] },
);

export const ChangedOrders = Type.Object(
  {
    orderIds: Type.Array(AssignedId(), { description: 'The orders that were changed.' }),
    refused: Type.Array(
      Type.Object(
        {
          orderId: Int64('Identifier of the order.'),
          code: Text('The code of the error.'),
          message: Text('Why the order was not changed.'),
        },
        { title: 'RefusedOrder' },
      ),
      { description: 'The orders that were not changed.' },
    ),
  },
  {
    title: 'ChangedOrders',
    examples: [
      {
        orderIds: [7],
        refused: [
          {
            orderId: 8,
            code: 'order_closed',
            message: 'The order is closed: it is `cancelled`; to approve an order, it must be `placed`.',
          },
        ],
      },
    ],
  },
);
export type ChangedOrders = Static<typeof ChangedOrders>;

export const OrderParams = Type.Object({
  orderId: PathId('order_not_found', 'Identifier of the order.'),
});

/** Which orders to list or to count. */
const OrderScope = Type.Object({
  petId: Type.Optional(Int64('Only orders for the animal with this id.')),
  organizationId: Type.Optional(Int64('Only orders for animals of this organization.')),
});

export const OrderFilters = Type.Object({
  status: Type.Optional(
    Type.Array(OrderStatus, {
      minItems: 1,
      maxItems: ORDER_STATUSES.length,
      description: 'Only orders with this status. Several, separated by commas: any may match.',
    }),
  ),
  ...OrderScope.properties,
  q: Type.Optional(
    SearchText(
      'Only orders with this text in the name, the email address, the note or an answer of the adopter or in the name of the animal, or with this number as the id of the order or the animal. Upper and lower case, marks and apostrophes make no difference. Adopters that the caller may not read are not found.',
    ),
  ),
  sort: Type.Optional(
    Type.Enum([...ORDER_SORTS], {
      type: 'string',
      description: 'The order: `newest` first, as by default, or `expires`: what has the earliest `expiresAt` first.',
    }),
  ),
});
export type OrderFilters = Static<typeof OrderFilters>;

export const ListOrdersQuery = Type.Object({
  limit: Limit,
  cursor: Type.Optional(Cursor),
  ...OrderFilters.properties,
});

const countOf = (status: OrderStatusName) =>
  Type.Integer({
    minimum: 0,
    maximum: MOST_COUNTED_ORDERS,
    description: `Number of orders that are \`${status}\`. 1,000 stands for any larger number.`,
  });

export const CountOrdersQuery = OrderScope;

export const OrderCounts = Type.Object(
  {
    placed: countOf('placed'),
    approved: countOf('approved'),
    delivered: countOf('delivered'),
    cancelled: countOf('cancelled'),
    expired: countOf('expired'),
    returned: countOf('returned'),
  },
  {
    title: 'OrderCounts',
    examples: [{ placed: 12, approved: 3, delivered: 540, cancelled: 31, expired: 9, returned: 8 }],
  },
);

const count = (status: string) =>
  Type.Integer({ minimum: 0, description: `Number of animals that are \`${status}\`.` });

export const InventoryQuery = Type.Object({
  organizationId: Type.Optional(Int64('Only animals of the organization with this id.')),
});

export const Inventory = Type.Object(
  { available: count('available'), pending: count('pending'), sold: count('sold') },
  { title: 'Inventory', examples: [{ available: 120, pending: 8, sold: 540 }] },
);
export type Inventory = Static<typeof Inventory>;
