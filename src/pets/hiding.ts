import type { Database, Queries } from '../database/database.ts';
import { isPublic } from '../database/listed.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Now } from '../time/clock.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { hiddenFrom } from '../vocabulary/animals/hiding.ts';
import type { PetStatus } from '../vocabulary/pet-lifecycle.ts';
import type { NewPetProfile } from './profile/schema.ts';
import type { ProfileChange } from './profile/store.ts';

/** The columns of `pets` that say whether a pet with this profile is hidden. */
export function hidingOf({ staff = {} }: NewPetProfile, status: PetStatus, nowMs: number) {
  const fromMs = hiddenFrom(staff, status);
  return {
    is_hidden: fromMs !== undefined && fromMs <= nowMs ? 1 : 0,
    hidden_from: fromMs !== undefined && fromMs > nowMs ? fromMs : null,
  };
}

/** Whether a change of its profile hides a pet with this status; undefined if that stays as it was. */
export function hides({ before, after }: ProfileChange, status: PetStatus): boolean | undefined {
  const [was, is] = [before.profile, after].map(({ staff = {} }) => hiddenFrom(staff, status));
  return was === is ? undefined : is !== undefined;
}

/** Pets per transaction. */
const hiddenAtOnce = 250;

/** Writes which pets are hidden from a day on that has come. Reads hide them without waiting for that. */
export function petsToHide(database: Database, outbox: Outbox, now: Now) {
  const { read } = database;
  const due = (db: Queries) => db.selectFrom('pets').where('hidden_from', '<=', now()).orderBy('hidden_from');
  const isBusy = async () => (await due(read).select('id').limit(1).executeTakeFirst()) !== undefined;
  return {
    isBusy,

    async next(afterMs: number): Promise<number> {
      const later = read.selectFrom('pets').select('hidden_from').where('hidden_from', '>', afterMs);
      return (await later.orderBy('hidden_from').limit(1).executeTakeFirst())?.hidden_from ?? Infinity;
    },

    async hideDue(stop: AbortSignal): Promise<void> {
      // Looking first needs no write lock.
      while (!stop.aborted && (await isBusy()))
        await database.transaction(async (tx) => {
          const rows = await due(tx).selectAll().select(isPublic('pets').as('was_seen')).limit(hiddenAtOnce).execute();
          const ids = rows.map(({ id }) => id);
          await tx.updateTable('pets').set({ is_hidden: 1, hidden_from: null }).where('id', 'in', ids).execute();
          const seen = rows.filter(({ was_seen: wasSeen }) => Boolean(wasSeen));
          await outbox.appendAll(
            tx,
            'pet.unlisted',
            seen.map(({ id, name, category_id: categoryId, status, account_id, organization_id }) => ({
              data: { id, name, categoryId, status },
              parties: { by: SERVICE, accountId: account_id, organizationId: organization_id ?? undefined },
            })),
          );
        });
    },
  };
}
