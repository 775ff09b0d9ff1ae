import { type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import type { Now } from '../../time/clock.ts';
import { ANSWERED_WITHIN_DAYS, FOLLOW_UP_NAMES, FOLLOW_UPS, type FollowUpName } from '../../vocabulary/follow-ups.ts';
import type { StoredOrder } from '../order-row.ts';
import { isOfAdopter } from '../outstanding-store.ts';
import type { Order } from '../schema.ts';
import type { FollowUps, FollowUpsPatch } from './schema.ts';

const dayMs = 24 * 3_600_000;
/** A mail that is this late, because the service did not run or sent no mail, is made no more. */
const latestMs = 7 * dayMs;

// SQLite uses the index only if the query repeats its condition.
const isToFollow = sql<SqlBool>`orders.status = 'delivered' and orders.reservation_hash is not null`;

/** The mails to adopters after an adoption: docs/decisions/0091-follow-ups.md. */
export type FollowUpStore = ReturnType<typeof followUpStore>;

/** @param everyMs how often the mails of an organization are made: each time its row is written */
export function followUpStore({ read }: Database, now: Now, everyMs: number) {
  const active = (db: Queries) => db.selectFrom('organizations').where('follow_ups_until', 'is not', null);

  const rowOf = (db: Queries, organizationId: number) =>
    db
      .selectFrom('organizations')
      .select(['follow_ups', 'follow_ups_until'])
      .where('id', '=', organizationId)
      .executeTakeFirst();

  const delivered = (db: Queries, organizationId: number) =>
    db
      .selectFrom('orders')
      .where('orders.organization_id', '=', organizationId)
      .where(isToFollow)
      .where('no_follow_ups', 'is', null);

  async function of(organizationId: number, db: Queries = read): Promise<FollowUps> {
    const row = await rowOf(db, organizationId);
    const own = storedTexts(row?.follow_ups);
    const textOf = (name: FollowUpName): string => own[name] ?? FOLLOW_UPS[name].text;
    return {
      active: row?.follow_ups_until != null,
      afterThreeDays: textOf('afterThreeDays'),
      afterThirtyDays: textOf('afterThirtyDays'),
    };
  }

  /** The mails that become due after `fromMs`, up to `toMs`, and are wanted then. The status of a closed order does not change its time. */
  async function due(organizationId: number, fromMs: number, toMs: number, db: Queries = read) {
    const found = FOLLOW_UP_NAMES.map(async (followUp) => {
      const afterMs = FOLLOW_UPS[followUp].days * dayMs;
      const rows = await delivered(db, organizationId)
        .leftJoin('pets', 'pets.id', 'pet_id')
        .select(['orders.id', 'pets.name', 'adopter_name', 'is_withheld'])
        .where('orders.updated_at', '>', fromMs - afterMs)
        .where('orders.updated_at', '<=', toMs - afterMs)
        .orderBy('orders.updated_at')
        .execute();
      return rows.map((row) => ({ ...row, followUp }));
    });
    return (await Promise.all(found)).flat();
  }

  return {
    of,
    due,

    /** Whether any mail is to be made now. */
    async hasDue(): Promise<boolean> {
      for (const { id, follow_ups_until: untilMs } of await active(read).select(['id', 'follow_ups_until']).execute())
        if (untilMs !== null && (await due(id, untilMs, now())).length > 0) return true;
      return false;
    },

    /** The texts that the organization has written itself. */
    ownTexts: async (organizationId: number) => storedTexts((await rowOf(read, organizationId))?.follow_ups),

    async change(tx: Queries, organizationId: number, { active: isActive, ...texts }: FollowUpsPatch) {
      const { follow_ups: stored, follow_ups_until: untilMs } = (await rowOf(tx, organizationId)) ?? {};
      // Members that are null are left out.
      const own = Object.entries({ ...storedTexts(stored), ...texts }).filter(([, text]) => text != null);
      await tx
        .updateTable('organizations')
        .set({
          follow_ups: own.length === 0 ? null : JSON.stringify(Object.fromEntries(own)),
          ...(isActive === undefined ? {} : { follow_ups_until: isActive ? (untilMs ?? now()) : null }),
        })
        .where('id', '=', organizationId)
        .execute();
      return of(organizationId, tx);
    },

    /** The organizations whose mails are to be made. */
    ready: (db: Queries = read) =>
      active(db)
        .select('id')
        .where('follow_ups_until', '<=', now() - everyMs)
        .orderBy('follow_ups_until')
        .limit(100)
        .execute(),

    /** The mails that have become due since the last time, once: another process that asks at the same time gets none. */
    async take(tx: Queries, organizationId: number) {
      const untilMs = (await rowOf(tx, organizationId))?.follow_ups_until;
      if (untilMs == null) return [];
      const nowMs = now();
      const moved = await tx
        .updateTable('organizations')
        .set({ follow_ups_until: nowMs })
        .where('id', '=', organizationId)
        .where('follow_ups_until', '=', untilMs)
        .executeTakeFirst();
      return moved.numUpdatedRows > 0n ? due(organizationId, Math.max(untilMs, nowMs - latestMs), nowMs, tx) : [];
    },

    /** When the next mail is made that is not due at `afterMs`. */
    async next(afterMs: number): Promise<number> {
      let nextMs = Infinity;
      for (const { id } of await active(read).select('id').execute())
        for (const { days } of Object.values(FOLLOW_UPS)) {
          const { at } = await delivered(read, id)
            .select(({ fn }) => fn.min('orders.updated_at').as('at'))
            .where('orders.updated_at', '>', afterMs - days * dayMs)
            .executeTakeFirstOrThrow();
          if (at !== null) nextMs = Math.min(nextMs, at + days * dayMs);
        }
      return nextMs;
    },

    /** Whether the adopter may still get these mails. No account that placed the order, or that has the address, may be suspended or closed. */
    async isWanted({ order, placerId, petOwner }: StoredOrder, db: Queries = read): Promise<boolean> {
      const { id, adopter, status } = order;
      const { organizationId } = petOwner;
      if (adopter === undefined || organizationId === undefined || status !== 'delivered') return false;
      const wanted = await delivered(db, organizationId)
        .select('orders.id')
        .where('orders.id', '=', id)
        .where((column) =>
          column.not(
            column.exists(
              column
                .selectFrom('accounts')
                .select('accounts.id')
                .where(({ eb }) =>
                  eb('accounts.id', '=', placerId ?? null).or('accounts.email', '=', adopter.email.toLowerCase()),
                )
                .where(({ eb }) => eb('suspended_at', 'is not', null).or('closed_at', 'is not', null)),
            ),
          ),
        )
        .executeTakeFirst();
      return wanted !== undefined && (await of(organizationId, db)).active;
    },

    /** Ends these mails of the organization to the adopter of the order, about all that the adopter has adopted so far. */
    async end(tx: Queries, { order: { adopter }, petOwner: { organizationId } }: StoredOrder): Promise<void> {
      await tx
        .updateTable('orders')
        .set({ no_follow_ups: 1 })
        .where(isOfAdopter(adopter?.email ?? ''))
        .where('organization_id', '=', organizationId ?? null)
        .execute();
    },

    /** How long the link to a delivered order works after the delivery if these mails are on; 0 otherwise. */
    async linkMs({ status }: Order, organizationId: number | undefined, db?: Queries): Promise<number> {
      if (status !== 'delivered' || organizationId === undefined || !(await of(organizationId, db)).active) return 0;
      return (FOLLOW_UPS.afterThirtyDays.days + ANSWERED_WITHIN_DAYS) * dayMs;
    },
  };
}

const storedTexts = (json: string | null | undefined): Partial<Record<FollowUpName, string>> =>
  json == null ? {} : (JSON.parse(json) as Partial<Record<FollowUpName, string>>);
