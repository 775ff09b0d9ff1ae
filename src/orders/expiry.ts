import type { preHandlerHookHandler } from 'fastify';
import type { Database, Queries } from '../database/database.ts';
import { MOVES } from './lifecycle.ts';
import { moveOrder, type OrderParts } from './moves.ts';
import type { StoredOrder } from './store.ts';

const expiredAtOnce = 200;

/** Ends the holds that nobody approved in time: in the background, and wherever one is met after its end. */
export interface Expiry {
  /** Expires what is due before the request goes on, so that it never meets a hold that has ended. */
  readonly beforeRequest: preHandlerHookHandler;
  /** The order as it is now: expired, in the caller's transaction, where its hold has ended. */
  current(tx: Queries, found: StoredOrder): Promise<StoredOrder>;
  /** A hold has been made that ends at this time. */
  note(expiresMs: number): void;
  /** Looks for holds that other processes have made, and expires what is due. */
  sweep(): Promise<void>;
}

export function openExpiry(options: OrderParts & { readonly database: Database; readonly now: () => number }): Expiry {
  const { database, orders, now } = options;
  /** No hold that this process knows of ends earlier. */
  let nextMs = 0;
  let settling: Promise<void> | undefined;

  async function expireAll(): Promise<void> {
    let expired: number;
    do {
      expired = await database.transaction(async (tx) => {
        const due = await orders.due(tx, expiredAtOnce);
        for (const found of due) await moveOrder(tx, options, found, MOVES.expire);
        return due.length;
      });
    } while (expired === expiredAtOnce);
    // What is noted while we look counts too.
    nextMs = Infinity;
    const foundMs = (await orders.nextExpiryMs()) ?? Infinity;
    nextMs = Math.min(nextMs, foundMs);
  }

  function settle(): Promise<void> | undefined {
    if (now() < nextMs) return undefined;
    settling ??= expireAll().finally(() => (settling = undefined));
    return settling;
  }

  return {
    beforeRequest: (_request, _reply, done) => {
      const settled = settle();
      if (settled === undefined) done();
      else settled.then(() => done(), done);
    },
    current: async (tx, found) => {
      const { status, expiresAt } = found.order;
      const isDue = status === 'placed' && Date.parse(expiresAt) <= now();
      return isDue ? moveOrder(tx, options, found, MOVES.expire) : found;
    },
    note: (expiresMs) => {
      nextMs = Math.min(nextMs, expiresMs);
    },
    async sweep() {
      const foundMs = (await orders.nextExpiryMs()) ?? Infinity;
      nextMs = Math.min(nextMs, foundMs);
      await settle();
    },
  };
}
