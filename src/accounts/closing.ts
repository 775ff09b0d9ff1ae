import type { Queries } from '../database/database.ts';
import type { Now } from '../time/clock.ts';
import { type Actor, SERVICE } from '../vocabulary/actors.ts';
import type { LinkStore } from './links/store.ts';
import type { Account } from './schema.ts';
import { endSessions } from './sessions/store.ts';
import type { AccountStore } from './store.ts';

export interface ClosingParts {
  readonly accounts: AccountStore;
  readonly links: LinkStore;
  readonly now: Now;
  /** Removes the webhooks of the account. */
  readonly removeWebhooks: (tx: Queries, accountId: number, by: Actor) => Promise<unknown>;
  /** Forgets what the account has requested. */
  readonly removeRequests: (tx: Queries, accountId: number) => Promise<unknown>;
  /** Cancels the open orders that the account placed for animals of others. */
  readonly cancelOrders: (tx: Queries, accountId: number, by: Actor) => Promise<unknown>;
}

/** A link that confirms an address works as long: see `LinkStore`. */
const unconfirmedMs = 7 * 24 * 3_600_000;
const closedAtOnce = 50;

/** Closes accounts for good, in the caller's transaction. What they did stays, and names nobody any more. */
export type Closing = ReturnType<typeof openClosing>;

export function openClosing(parts: ClosingParts) {
  const { accounts, links, now, removeWebhooks, removeRequests, cancelOrders } = parts;

  /**
   * Ends every way into the account, its webhooks and its open orders. The animals that it owns alone are removed later, in transactions of
   * their own: they may be very many.
   *
   * @throws ChangeRefused
   */
  async function close(tx: Queries, accountId: number, by: Actor): Promise<Account> {
    await cancelOrders(tx, accountId, by);
    await removeWebhooks(tx, accountId, by);
    await accounts.keys.revokeAll(tx, accountId, by);
    await endSessions(tx, accountId);
    await links.removeAll(tx, accountId);
    await removeRequests(tx, accountId);
    return accounts.close(tx, accountId, by);
  }

  return {
    close,

    /** Closes a bounded number of accounts whose address was not confirmed in time. Returns whether there may be more. */
    async closeUnconfirmed(tx: Queries, nowMs = now()): Promise<boolean> {
      const ids = await accounts.unconfirmed(tx, nowMs - unconfirmedMs, closedAtOnce);
      for (const id of ids) await close(tx, id, SERVICE);
      return ids.length === closedAtOnce;
    },
  };
}
