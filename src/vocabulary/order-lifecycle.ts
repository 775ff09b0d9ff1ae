/** What an order can be. `placed` and `approved` are open: they hold the animal. */
export const ORDER_STATUSES = ['placed', 'approved', 'delivered', 'cancelled', 'expired', 'returned'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface Move {
  /** What is done to the order, as the last part of the path names it. */
  readonly name: string;
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  /** What the animal becomes by it; undefined where it stays as it is. */
  readonly pet: 'available' | 'sold' | undefined;
  /** Who may: the account that added the animal (`shelter`), either side, or the clock alone. */
  readonly by: 'shelter' | 'either' | 'clock';
  readonly says: string;
}

/** The life of an order: all moves that there are. */
export const MOVES = {
  approve: {
    name: 'approve',
    from: ['placed'],
    to: 'approved',
    pet: undefined,
    by: 'shelter',
    says: 'Promises the animal to the adopter: the order no longer expires.',
  },
  deliver: {
    name: 'deliver',
    from: ['approved'],
    to: 'delivered',
    pet: 'sold',
    by: 'shelter',
    says: 'The adopter has taken the animal home, which is now `sold`.',
  },
  cancel: {
    name: 'cancel',
    from: ['placed', 'approved'],
    to: 'cancelled',
    pet: 'available',
    by: 'either',
    says: 'Calls the adoption off; the animal is `available` again.',
  },
  return: {
    name: 'return',
    from: ['delivered'],
    to: 'returned',
    pet: 'available',
    by: 'shelter',
    says: 'The adopter has brought the animal back, which is `available` again.',
  },
  expire: {
    name: 'expire',
    from: ['placed'],
    to: 'expired',
    pet: 'available',
    by: 'clock',
    says: 'Nobody approved the order in time; the animal is `available` again.',
  },
} as const satisfies Record<string, Move>;

export const OPEN: readonly OrderStatus[] = ['placed', 'approved'];
export const isOpen = (status: OrderStatus): boolean => OPEN.includes(status);
