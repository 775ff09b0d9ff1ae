import type { Queries } from '../database/database.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { ORDER_TRANSITIONS } from '../vocabulary/order-lifecycle.ts';
import type { Expiry } from './expiry.ts';
import { type TransitionParts, transitions } from './transition.ts';

/** Animals per transaction: more could exceed the database's deadline. */
const removedAtOnce = 50;

/**
 * Removes a bounded number of animals that closed accounts owned alone, and cancels the open orders for them. Resolves with whether there
 * may be more.
 */
export const removalOfClosedAccounts =
  ({ expiry, ...parts }: TransitionParts & { readonly expiry: Pick<Expiry, 'writeExpiry'> }) =>
  async (tx: Queries): Promise<boolean> => {
    const { orders, pets } = parts;
    const ids = await pets.idsOfClosedAccounts(tx, removedAtOnce);
    for (const id of ids) {
      const found = await pets.find(id, { db: tx });
      if (found !== undefined) await expiry.writeExpiry(tx, found);
      const open = await orders.openOf(tx, id);
      if (open !== undefined) await transitions(parts)({ tx, by: SERVICE }, open, ORDER_TRANSITIONS.cancel);
    }
    if (ids.length > 0) await pets.removeAll(tx, ids, SERVICE);
    return ids.length === removedAtOnce;
  };
