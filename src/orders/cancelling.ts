import type { Queries } from '../database/database.ts';
import { chunks } from '../kit/chunks.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Owner } from '../vocabulary/owner.ts';
import type { StoredOrder } from './order-row.ts';
import type { OutstandingStore } from './outstanding-store.ts';
import type { TransitionParts } from './transition.ts';

/**
 * Cancels all open orders of somebody, in the caller's transaction: their animals are `available` again. An order whose hold has ended
 * is not open and expires instead. Every function returns the ids of the orders that it cancelled.
 */
export type Cancelling = ReturnType<typeof openCancelling>;

/** Orders per statement. */
const cancelledAtOnce = 1_000;

export function openCancelling({
  orders,
  pets,
  outstanding,
}: TransitionParts & { readonly outstanding: OutstandingStore }) {
  /** Like `transitions` for each, but with few statements: an account may have thousands of open orders. */
  async function cancelAll(tx: Queries, found: readonly StoredOrder[], by: Actor): Promise<number[]> {
    for (const some of chunks(found, cancelledAtOnce)) {
      const petIds = some.map(({ order }) => order.petId);
      await orders.cancelAll({ tx, by }, some);
      await pets.freeAll(tx, petIds, by);
    }
    return found.map(({ order }) => order.id);
  }

  return {
    /** The orders that the account placed for animals of others. With those for animals of its organization, its colleagues go on. */
    ofAccount: async (tx: Queries, accountId: number, by: Actor): Promise<number[]> =>
      cancelAll(tx, await outstanding.placedForOthers(tx, accountId, false), by),

    /** Those, and such orders with its publishable keys: their holder can pass for any number of visitors. */
    ofSuspended: async (tx: Queries, accountId: number, by: Actor): Promise<number[]> =>
      cancelAll(tx, await outstanding.placedForOthers(tx, accountId, true), by),

    /** The orders that accounts of the organization placed for animals of others. */
    ofOrganization: async (tx: Queries, organizationId: number, by: Actor): Promise<number[]> =>
      cancelAll(tx, await outstanding.placedByMembers(tx, organizationId), by),

    /** The adopter's orders for animals of the side, or for all animals if it is undefined: see `OutstandingStore.ofAdopter`. */
    ofAdopter: async (tx: Queries, email: string, side: Owner | undefined, by: Actor): Promise<number[]> =>
      cancelAll(tx, await outstanding.ofAdopter(tx, email, side), by),
  };
}
