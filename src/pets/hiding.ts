import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { isHidden, isPublic } from '../database/listed.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Now } from '../time/clock.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { hiddenFrom, hiddenUntil, NO_END, showsPage } from '../vocabulary/animals/hiding.ts';
import type { PetStatus } from '../vocabulary/pet-lifecycle.ts';
import type { NewPetProfile } from './profile/schema.ts';
import type { ProfileChange } from './profile/store.ts';

/**
 * The columns of `pets` that say whether a pet with this profile is hidden.
 *
 * @param fromMs since when its outcome hides it; undefined if it does not
 * @param timeZone of its organization
 */
export function hidingOf(
  { staff = {} }: NewPetProfile,
  {
    fromMs,
    nowMs,
    timeZone,
  }: { readonly fromMs: number | undefined; readonly nowMs: number; readonly timeZone: string | undefined },
) {
  const hasLeft = fromMs !== undefined && fromMs <= nowMs;
  const untilMs = hiddenUntil(staff, timeZone) ?? 0;
  const isHeld = !hasLeft && untilMs > nowMs;
  return {
    is_hidden: Number(hasLeft || isHeld),
    hidden_from: hasLeft ? null : (fromMs ?? null),
    hidden_until: isHeld ? untilMs : null,
    shows_page: Number(isHeld && showsPage(staff)),
  };
}

/** Whether a change of its profile makes a pet with this status leave; undefined if that stays as it was. */
export function leaves({ before, after }: ProfileChange, status: PetStatus): boolean | undefined {
  const [was, is] = [before.profile, after].map(({ staff = {} }) => hiddenFrom(staff, status));
  return was === is ? undefined : is !== undefined;
}

/** Whether a change of its profile is one of its hold. */
export const isOfHold = ({ before, after }: ProfileChange): boolean =>
  !isDeepStrictEqual(before.profile.staff?.hold, after.staff?.hold);

/** The pets whose columns do not say yet what time has changed, or a migration has left open. Each part is one search of an index. */
export const outdatedIds = (nowMs: number): RawBuilder<{ id: number }> => sql`
  select id from pets where hidden_from <= ${nowMs}
  union all select id from pets where is_hidden = 1 and hidden_until <= ${nowMs}
  union all select id from pets where is_hidden = 0 and hidden_until is not null`;

/** Pets per transaction. */
const atOnce = 250;

/** Writes which pets are hidden since, and until, a day that has come. Reads know it without waiting for that. */
export function petsToHide(database: Database, outbox: Outbox, now: Now) {
  const { read } = database;
  const outdated = (db: Queries, count: number) =>
    sql<{ id: number }>`select id from (${outdatedIds(now())}) as outdated limit ${count}`.execute(db);
  const isBusy = async () => (await outdated(read, 1)).rows.length > 0;

  async function writeSome(tx: Queries): Promise<void> {
    const at = now();
    const ids = (await outdated(tx, atOnce)).rows.map(({ id }) => id);
    // Another process may have come first.
    if (ids.length === 0) return;
    const before = await tx
      .selectFrom('pets')
      .selectAll()
      .select([isPublic('pets').as('is_public'), isHidden(at).as('hidden')])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    const changed = before.filter(({ is_hidden: was, hidden }) => Boolean(was) !== Boolean(hidden));
    await tx
      .updateTable('pets')
      .set({
        is_hidden: sql<number>`case when ${isHidden(at)} then 1 else 0 end`,
        hidden_from: sql`case when hidden_from > ${at} then hidden_from end`,
        hidden_until: sql`case when hidden_from <= ${at} then null when hidden_until > ${at} then hidden_until end`,
        shown_at: sql`case when is_hidden = 0 or ${isHidden(at)} then shown_at else ${at} end`,
      })
      .where('id', 'in', ids)
      .execute();
    const told = (all: typeof changed, more: object) =>
      all.map(({ id, name, category_id: categoryId, status, account_id, organization_id }) => ({
        data: { id, name, categoryId, status, ...more },
        parties: { by: SERVICE, accountId: account_id, organizationId: organization_id ?? undefined },
      }));
    const unseen = changed.filter(({ hidden, is_public: isShown }) => Boolean(hidden) && Boolean(isShown));
    await outbox.appendAll(tx, 'pet.unlisted', told(unseen, {}));
    const visible = changed.filter(({ hidden }) => !hidden);
    await outbox.appendAll(tx, 'pet.updated', told(visible, { changed: ['visible'] }));
  }

  return {
    isBusy,

    /** Each half is one search of an index: in that of holds, `is_hidden` comes first. */
    async next(afterMs: number): Promise<number> {
      const { rows } = await sql<{ fromMs: number | null; untilMs: number | null }>`select (
          select hidden_from from pets where hidden_from > ${afterMs} order by hidden_from limit 1
        ) as "fromMs", (
          select hidden_until from pets where is_hidden = 1 and hidden_until > ${afterMs} and hidden_until < ${NO_END}
          order by hidden_until limit 1
        ) as "untilMs"`.execute(read);
      const { fromMs = null, untilMs = null } = rows[0] ?? {};
      return Math.min(fromMs ?? Infinity, untilMs ?? Infinity);
    },

    async writeDue(stop: AbortSignal): Promise<void> {
      // Looking first needs no write lock.
      while (!stop.aborted && (await isBusy())) await database.transaction(writeSome);
    },
  };
}
