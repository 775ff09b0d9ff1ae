/** While an order is `placed` or `approved` it is open: it holds the animal. */
export const ORDER_STATUSES = ['placed', 'approved', 'delivered', 'cancelled', 'expired', 'returned'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders are counted up to this number. */
export const MOST_COUNTED_ORDERS = 1_000;

export const OPEN_STATUSES: readonly OrderStatus[] = ['placed', 'approved'];
export const isOpen = (status: OrderStatus): boolean => OPEN_STATUSES.includes(status);

export interface OrderTransition {
  /** The last part of the operation's path. */
  readonly name: string;
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  /** The animal's status afterwards; undefined leaves it unchanged. */
  readonly pet: 'available' | 'sold' | undefined;
  /** Who may do it: the organization or account of the animal (`shelter`), either side, or only the service itself (`clock`). */
  readonly by: 'shelter' | 'either' | 'clock';
  readonly description: string;
}

/** Every transition of an order. */
export const ORDER_TRANSITIONS = {
  approve: {
    name: 'approve',
    from: ['placed'],
    to: 'approved',
    pet: undefined,
    by: 'shelter',
    description: 'Promises the animal to the adopter: the order no longer expires.',
  },
  deliver: {
    name: 'deliver',
    from: ['approved'],
    to: 'delivered',
    pet: 'sold',
    by: 'shelter',
    description: 'Records that the adopter has taken the animal home; the animal becomes `sold`.',
  },
  cancel: {
    name: 'cancel',
    from: ['placed', 'approved'],
    to: 'cancelled',
    pet: 'available',
    by: 'either',
    description: 'Cancels the adoption; the animal becomes `available` again.',
  },
  return: {
    name: 'return',
    from: ['delivered'],
    to: 'returned',
    pet: 'available',
    by: 'shelter',
    description: 'Records that the adopter has brought the animal back; the animal becomes `available` again.',
  },
  expire: {
    name: 'expire',
    from: ['placed'],
    to: 'expired',
    pet: 'available',
    by: 'clock',
    description: 'Ends a hold that nobody approved in time; the animal becomes `available` again.',
  },
} as const satisfies Record<string, OrderTransition>;

/** What the animal's side notes about the money of an order, beside its status. */
export const ORDER_PAYMENT = {
  name: 'record the payment of',
  from: ['placed', 'approved', 'delivered'],
  by: 'shelter',
} as const satisfies Pick<OrderTransition, 'name' | 'from' | 'by'>;

/** Whether it can be marked as paid. */
export const isPayable = ({ status }: { readonly status: OrderStatus }): boolean =>
  (ORDER_PAYMENT.from as readonly OrderStatus[]).includes(status);
