import { openClosing } from '../accounts/closing.ts';
import type { CachedPrincipals } from '../accounts/keys/principals.ts';
import type { Queries } from '../database/database.ts';
import { inBatches } from '../jobs/background.ts';
import type { Cancelling } from '../orders/cancelling.ts';
import { removeRequests } from '../request-log/store.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Core } from './core.ts';

interface AccountClosingParts {
  readonly principals: Pick<CachedPrincipals, 'clear'>;
  readonly cancelling: Cancelling;
  /** Removes a bounded number of animals of closed accounts. Resolves with whether there may be more. */
  readonly removeAnimals: (tx: Queries) => Promise<boolean>;
  readonly removeWebhooks: (tx: Queries, accountId: number, by: Actor) => Promise<unknown>;
}

/** What closes accounts, and what follows in other transactions. */
export function buildAccountClosing(core: Core, parts: AccountClosingParts) {
  const { database, accounts, links, now, background } = core;
  const { principals, cancelling, removeAnimals, removeWebhooks } = parts;
  // Hourly too: the process that closed the account may have ended before.
  const removeSoon = background.every(3_600_000, 'the removal of animals', inBatches(database, removeAnimals));
  return {
    closing: openClosing({
      accounts,
      links,
      now,
      removeWebhooks,
      removeRequests,
      cancelOrders: cancelling.ofAccount,
    }),
    /** To be called after the transaction that closed accounts. */
    onClosed: () => {
      principals.clear();
      removeSoon();
    },
  };
}
