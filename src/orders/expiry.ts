import type { Database, Queries } from '../database/database.ts';
import type { StoredPet } from '../pets/store.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { ORDER_TRANSITIONS } from '../vocabulary/order-lifecycle.ts';
import { type TransitionParts, transitions } from './transition.ts';

/** Orders per transaction: more could exceed the database's deadline. */
const expiredAtOnce = 50;

/**
 * Writes the expiry of orders whose hold has ended, with its events. Reads show those orders as expired without waiting for that:
 * docs/decisions/0023-expiry-without-writing.md.
 */
export interface Expiry {
  /** If the pet's hold has ended and that is not written yet, writes the expiry. For the transaction that then changes the pet. */
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
  /** Writes every expiry that is due, including other processes' holds. */
  readonly writeDue: (stop: AbortSignal) => Promise<void>;
}

export function openExpiry({ database, ...parts }: TransitionParts & { readonly database: Database }): Expiry {
  const { orders } = parts;
  const apply = transitions(parts);
  return {
    async writeExpiry(tx, { pet, holdEnded }) {
      const order = holdEnded ? await orders.openOf(tx, pet.id) : undefined;
      if (order !== undefined) await apply({ tx, by: SERVICE }, order, ORDER_TRANSITIONS.expire);
    },

    async writeDue(stop) {
      // Looking first needs no write lock.
      while (!stop.aborted && (await orders.due(database.read, 1)).length > 0) {
        await database.transaction(async (tx) => {
          for (const order of await orders.due(tx, expiredAtOnce))
            await apply({ tx, by: SERVICE }, order, ORDER_TRANSITIONS.expire);
        });
      }
    },
  };
}
