import { type ClosingParts, openClosing } from './accounts/closing.ts';
import type { CachedPrincipals } from './accounts/keys/principals.ts';
import { type Background, inBatches } from './background.ts';
import type { Database, Queries } from './database/database.ts';
import type { Cancelling } from './orders/cancelling.ts';

interface Parts extends Pick<ClosingParts, 'accounts' | 'links' | 'now' | 'removeWebhooks'> {
  readonly database: Database;
  readonly background: Background;
  readonly principals: Pick<CachedPrincipals, 'clear'>;
  readonly cancelling: Cancelling;
  /** Removes a bounded number of animals of closed accounts. Resolves with whether there may be more. */
  readonly removeAnimals: (tx: Queries) => Promise<boolean>;
}

/** Builds what closes accounts, and what follows in other transactions. */
export function openAccountClosing({ database, background, principals, cancelling, removeAnimals, ...parts }: Parts) {
  // Hourly too: the process that closed the account may have ended before.
  const removeSoon = background.every(3_600_000, 'the removal of animals', inBatches(database, removeAnimals));
  return {
    closing: openClosing({ ...parts, cancelOrders: cancelling.ofAccount }),
    /** To be called after the transaction that closed accounts. */
    onClosed: () => {
      principals.clear();
      removeSoon();
    },
  };
}
