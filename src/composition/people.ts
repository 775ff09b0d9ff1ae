import { ChangeRefused } from '../accounts/account-changes.ts';
import { type Closing, type ClosingParts, openClosing } from '../accounts/closing.ts';
import type { CachedPrincipals } from '../accounts/keys/principals.ts';
import { categoryStore } from '../categories/store.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Cancelling } from '../orders/cancelling.ts';
import { PersonRefused } from '../people/refused.ts';
import type { Correction } from '../people/rewriting.ts';
import { type PersonStore, personStore } from '../people/store.ts';
import { petStore } from '../pets/store.ts';
import { removeRequests } from '../request-log/store.ts';
import { type Background, inBatches } from '../time/background.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { BOARD_EMAIL } from '../vocabulary/site.ts';
import { announce, storedOf, webhookColumns } from '../webhooks/webhook-row.ts';
import type { openEnvironment } from './environment.ts';

type Environment = Awaited<ReturnType<typeof openEnvironment>>;

interface PeopleParts extends Pick<
  Environment,
  'database' | 'outbox' | 'now' | 'organizations' | 'accounts' | 'links'
> {
  readonly closing: Closing;
  readonly cancelling: Cancelling;
}

/** Builds what the operations on a person's data need, for the service and for the command line. */
export function openPeople(parts: PeopleParts): PersonStore {
  const { database, outbox, now, organizations, accounts, links, closing, cancelling } = parts;
  const pets = petStore(database, outbox, now);
  const categories = categoryStore(database, outbox);

  async function correctAccount(tx: Queries, accountId: number, { email, name }: Correction, by: Actor) {
    const account = await accounts.find(accountId, tx);
    if (account?.email === BOARD_EMAIL)
      throw new PersonRefused('forbidden', `The account \`${BOARD_EMAIL}\` is that of the board, and of no person.`);
    if (email !== undefined) {
      const other = await accounts.findByEmail(email, tx);
      if (other !== undefined && other.id !== accountId)
        throw new PersonRefused('account_exists', `Another account has the email \`${other.email}\`.`);
      // They were mailed to the wrong address.
      await links.removeAll(tx, accountId);
    }
    await accounts.change(tx, accountId, { email, ...(name === undefined ? {} : { name }) }, by);
  }

  async function announceWebhook(tx: Queries, id: Int64, by: Actor): Promise<void> {
    const row = await tx
      .selectFrom('webhooks')
      .select(webhookColumns)
      .where('id', '=', id as number)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row !== undefined) await announce(tx, outbox, 'webhook.updated', storedOf(row).webhook, by);
  }

  return personStore({
    database,
    outbox,
    now,
    cancelOrders: (tx, email, by) => cancelling.ofAdopter(tx, email, undefined, by),
    closeAccount: (tx, accountId, by) => orRefusal(closing.close(tx, accountId, by)),
    correctAccount: (tx, accountId, correction, by) => orRefusal(correctAccount(tx, accountId, correction, by)),
    announce: {
      async pets(tx, id, by) {
        const found = await pets.find(id, tx);
        if (found !== undefined)
          await outbox.append(tx, 'pet.updated', { ...found.pet, changed: ['name'] }, { by, ...found.owner });
      },
      async categories(tx, id, by) {
        const found = await categories.find(id, tx);
        if (found !== undefined) await outbox.append(tx, 'category.updated', found.category, { by, ...found.owner });
      },
      organizations: (tx, id, by) => organizations.announce(tx, id, by),
      webhooks: announceWebhook,
    },
  });
}

async function orRefusal(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    throw error instanceof ChangeRefused ? new PersonRefused('forbidden', error.message, { cause: error }) : error;
  });
}

interface ClosingOfAccountsParts extends Pick<ClosingParts, 'accounts' | 'links' | 'now' | 'removeWebhooks'> {
  readonly database: Database;
  readonly background: Background;
  readonly principals: Pick<CachedPrincipals, 'clear'>;
  readonly cancelling: Cancelling;
  /** Removes a bounded number of animals of closed accounts. Resolves with whether there may be more. */
  readonly removeAnimals: (tx: Queries) => Promise<boolean>;
}

/** Builds what closes accounts, and what follows in other transactions. */
export function openAccountClosing({
  database,
  background,
  principals,
  cancelling,
  removeAnimals,
  ...parts
}: ClosingOfAccountsParts) {
  // Hourly too: the process that closed the account may have ended before.
  const removeSoon = background.every(3_600_000, 'the removal of animals', inBatches(database, removeAnimals));
  return {
    closing: openClosing({ ...parts, removeRequests, cancelOrders: cancelling.ofAccount }),
    /** To be called after the transaction that closed accounts. */
    onClosed: () => {
      principals.clear();
      removeSoon();
    },
  };
}
