import type { MoveName } from './order-lists.ts';

interface MoveWords {
  readonly verb: string;
  readonly done: string;
  /** What follows from it. */
  readonly consequence: string;
}

export const MOVES: Readonly<Record<MoveName, MoveWords>> = {
  approve: {
    verb: 'Approve',
    done: 'approved',
    consequence: 'The animal is promised to the adopter: the order no longer expires.',
  },
  deliver: { verb: 'Deliver', done: 'delivered', consequence: 'The adopter has taken the animal home.' },
  cancel: { verb: 'Cancel', done: 'cancelled', consequence: 'The animal becomes available again.' },
  return: {
    verb: 'Return',
    done: 'returned',
    consequence: 'The animal is back at the shelter and becomes available again.',
  },
};
