import type { Queries } from '../database/database.ts';
import { type Actor, SERVICE } from '../vocabulary/actors.ts';
import { ORDER_TRANSITIONS } from '../vocabulary/order-lifecycle.ts';
import type { Expiry } from './expiry.ts';
import { type TransitionParts, transitions } from './transition.ts';

interface RemovalParts extends TransitionParts {
  readonly expiry: Pick<Expiry, 'writeExpiry'>;
}

/** Animals per transaction: more could exceed the database's deadline. */
const removedAtOnce = 50;

/** Removes animals, and cancels the open orders for them. */
export const removalOfAnimals =
  ({ expiry, ...parts }: RemovalParts) =>
  async (tx: Queries, ids: readonly number[], by: Actor): Promise<void> => {
    const { orders, pets } = parts;
    for (const id of ids) {
      const found = await pets.find(id, { db: tx });
      if (found !== undefined) await expiry.writeExpiry(tx, found);
      const open = await orders.openOf(tx, id);
      if (open !== undefined) await transitions(parts)({ tx, by }, open, ORDER_TRANSITIONS.cancel);
    }
    if (ids.length > 0) await pets.removeAll(tx, ids, by);
  };

/**
 * Removes a bounded number of animals that closed accounts owned alone, and cancels the open orders for them. Resolves with whether there
 * may be more.
 */
export const removalOfClosedAccounts =
  (parts: RemovalParts) =>
  async (tx: Queries): Promise<boolean> => {
    const ids = await parts.pets.idsOfClosedAccounts(tx, removedAtOnce);
    await removalOfAnimals(parts)(tx, ids, SERVICE);
    return ids.length === removedAtOnce;
  };
