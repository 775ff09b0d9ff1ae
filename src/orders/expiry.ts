import type { preHandlerHookHandler } from 'fastify';
import type { Database, Queries } from '../database/database.ts';
import { MOVES } from '../vocabulary/order-lifecycle.ts';
import { moveOrder, type OrderParts } from './moves.ts';
import type { StoredOrder } from './store.ts';

/** One transaction, which must be over in time on a database that is a network away. */
const expiredAtOnce = 50;

/** Ends the holds that nobody approved in time: in the background, and wherever one is met after its end. */
export interface Expiry {
  /** Expires what is due before the request goes on, so that it never meets a hold that has ended. */
  readonly beforeRequest: preHandlerHookHandler;
  /** The order as it is now: expired, in the caller's transaction, where its hold has ended. */
  current(tx: Queries, found: StoredOrder): Promise<StoredOrder>;
  /** A hold has been made, and committed, that ends at this time. */
  note(expiresMs: number): void;
  /** Looks for holds that other processes have made, and expires what is due. */
  sweep(): Promise<void>;
}

export function openExpiry(options: OrderParts & { readonly database: Database; readonly now: () => number }): Expiry {
  const { database, orders, now } = options;
  /** No hold that this process knows of ends earlier. */
  let nextMs = 0;
  let settling: Promise<void> | undefined;

  /** Writes only when a hold has ended: until then reads go on, even while nothing can be written. */
  async function expireDue(): Promise<void> {
    for (;;) {
      // What is noted while we look counts too.
      nextMs = Infinity;
      const foundMs = (await orders.nextExpiryMs()) ?? Infinity;
      nextMs = Math.min(nextMs, foundMs);
      if (now() < foundMs) return;
      await database.transaction(async (tx) => {
        for (const found of await orders.due(tx, expiredAtOnce)) await moveOrder(tx, options, found, MOVES.expire);
      });
    }
  }

  const settle = (): Promise<void> => (settling ??= expireDue().finally(() => (settling = undefined)));

  return {
    beforeRequest: (_request, _reply, done) => {
      if (settling === undefined && now() < nextMs) done();
      else settle().then(() => done(), done);
    },
    current: async (tx, found) => {
      const { status, expiresAt } = found.order;
      const isDue = status === 'placed' && Date.parse(expiresAt) <= now();
      return isDue ? moveOrder(tx, options, found, MOVES.expire) : found;
    },
    note: (expiresMs) => {
      nextMs = Math.min(nextMs, expiresMs);
    },
    sweep: settle,
  };
}
