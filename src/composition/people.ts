import { ChangeRefused } from '../accounts/account-changes.ts';
import type { Closing } from '../accounts/closing.ts';
import { categoryStore } from '../categories/store.ts';
import { applicationStore } from '../orders/applications/store.ts';
import type { Cancelling } from '../orders/cancelling.ts';
import { accountCorrection } from '../people/account-correction.ts';
import { PersonRefused, type PersonStore, personStore } from '../people/store.ts';
import { petStore } from '../pets/store.ts';
import { announceChanged } from '../webhooks/webhook-row.ts';
import type { OpenEnvironment } from './environment.ts';

interface PeopleParts {
  readonly closing: Closing;
  readonly cancelling: Cancelling;
}

/** The operations on a person's data, for the service and for the command line. */
export function buildPeople(
  core: Pick<OpenEnvironment, 'database' | 'outbox' | 'now' | 'mails' | 'organizations' | 'accounts' | 'links'>,
  { closing, cancelling }: PeopleParts,
): PersonStore {
  const { database, outbox, now, mails, organizations, accounts, links } = core;
  const pets = petStore(database, outbox, now);
  const categories = categoryStore(database, outbox);
  const applications = applicationStore({ database, outbox, now, mails });
  const correctAccount = accountCorrection({ accounts, links });
  return personStore({
    database,
    outbox,
    now,
    cancelOrders: (tx, email, by) => cancelling.ofAdopter(tx, email, undefined, by),
    withdrawTwins: (tx, email, newEmail, by) => applications.withdrawTwins(tx, email, newEmail, by),
    closeAccount: (tx, accountId, by) => orRefusal(closing.close(tx, accountId, by)),
    correctAccount: (tx, accountId, correction, by) => orRefusal(correctAccount(tx, accountId, correction, by)),
    announce: {
      async pets(tx, id, by) {
        const found = await pets.find(id, { db: tx });
        if (found !== undefined)
          await outbox.append(tx, 'pet.updated', { ...found.pet, changed: ['name'] }, { by, ...found.owner });
      },
      async categories(tx, id, by) {
        const found = await categories.find(id, tx);
        if (found !== undefined) await outbox.append(tx, 'category.updated', found.category, { by, ...found.owner });
      },
      organizations: (tx, id, by) => organizations.announce(tx, id, by),
      webhooks: (tx, id, by) => announceChanged(tx, outbox, id, by),
    },
  });
}

async function orRefusal(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    throw error instanceof ChangeRefused ? new PersonRefused('forbidden', error.message, { cause: error }) : error;
  });
}
