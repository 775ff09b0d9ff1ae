import type { Database, Queries } from '../database/database.ts';
import { deleteOldest } from '../database/delete-oldest.ts';
import { chunks } from '../kit/chunks.ts';
import { USAGE_DAYS } from '../vocabulary/retention.ts';
import { dayNumber } from '../vocabulary/timestamp.ts';
import type { UsageDay } from './limiter.ts';

/** Each list names an account or a key at most once. */
interface SavedLimits {
  /** Day windows that were open when they were saved. */
  readonly dayWindows: readonly { readonly accountId: number; readonly used: number; readonly resetMs: number }[];
  /** The last ban of each key. */
  readonly bans: readonly { readonly keyId: number; readonly level: number; readonly endsMs: number }[];
}

export interface LimitChanges extends SavedLimits {
  readonly liftedKeyIds: readonly number[];
  /** Added to the counts in the database. Names an account's day at most once. */
  readonly usage: readonly (UsageDay & { readonly accountId: number })[];
}

/** The part of the limiter's state that survives a restart. */
export interface LimitStore {
  /** Reads the day windows that end after `nowMs` and the bans that end after `bansAfterMs`. */
  load(nowMs: number, bansAfterMs: number): Promise<SavedLimits>;
  /** Saves all changes or none. */
  save(changes: LimitChanges): Promise<void>;
  /** The days with requests from `sinceDay` on, the oldest first. */
  usageOfDays(accountId: number, sinceDay: number): Promise<UsageDay[]>;
}

/** Bounded because databases limit the values of one statement: PostgreSQL to 65,535, SQLite to 32,766. */
const rowsPerStatement = 500;
const deletedRows = 1_000;

export function limitStore(database: Database): LimitStore {
  return {
    async load(nowMs, bansAfterMs) {
      const dayWindows = await database.read
        .selectFrom('quota_days')
        .select(['account_id as accountId', 'used', 'resets_at as resetMs'])
        .where('resets_at', '>', nowMs)
        .execute();
      const bans = await database.read
        .selectFrom('bans')
        .select(['key_id as keyId', 'level', 'until as endsMs'])
        .where('until', '>', bansAfterMs)
        .execute();
      return { dayWindows, bans };
    },

    save: (changes) =>
      database.transaction(async (tx) => {
        for (const rows of chunks(changes.dayWindows, rowsPerStatement)) await saveDayWindows(tx, rows);
        for (const rows of chunks(changes.bans, rowsPerStatement)) await saveBans(tx, rows);
        for (const keyIds of chunks(changes.liftedKeyIds, rowsPerStatement)) {
          await tx.deleteFrom('bans').where('key_id', 'in', keyIds).execute();
        }
        // Several processes update the same rows: a common order prevents deadlocks.
        const usage = changes.usage.toSorted((a, b) => a.accountId - b.accountId || a.day - b.day);
        for (const rows of chunks(usage, rowsPerStatement)) await addUsage(tx, rows);
      }),

    usageOfDays: (accountId, sinceDay) =>
      database.read
        .selectFrom('usage_days')
        .select(['day', 'admitted', 'refused', 'strikes'])
        .where('account_id', '=', accountId)
        .where('day', '>=', sinceDay)
        .orderBy('day')
        .execute(),
  };
}

/** Deletes usage older than `USAGE_DAYS`, a bounded number of rows at once, the oldest first. Returns whether there may be more. */
export const sweepUsage = (tx: Queries, nowMs: number): Promise<boolean> =>
  deleteOldest(tx, 'usage_days', {
    order: 'day',
    upTo: dayNumber(nowMs) - USAGE_DAYS - 1,
    key: ['account_id', 'day'],
    most: deletedRows,
  });

async function saveDayWindows(tx: Queries, rows: LimitChanges['dayWindows']): Promise<void> {
  await tx
    .insertInto('quota_days')
    .values(rows.map((row) => ({ account_id: row.accountId, used: row.used, resets_at: row.resetMs })))
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((row) => ({
        used: row.ref('excluded.used'),
        resets_at: row.ref('excluded.resets_at'),
      })),
    )
    .execute();
}

async function saveBans(tx: Queries, rows: LimitChanges['bans']): Promise<void> {
  await tx
    .insertInto('bans')
    .values(rows.map((row) => ({ key_id: row.keyId, level: row.level, until: row.endsMs })))
    .onConflict((conflict) =>
      conflict.column('key_id').doUpdateSet((row) => ({
        level: row.ref('excluded.level'),
        until: row.ref('excluded.until'),
      })),
    )
    .execute();
}

async function addUsage(tx: Queries, rows: LimitChanges['usage']): Promise<void> {
  await tx
    .insertInto('usage_days')
    .values(rows.map(({ accountId, ...usage }) => ({ account_id: accountId, ...usage })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day']).doUpdateSet((row) => ({
        admitted: row('usage_days.admitted', '+', row.ref('excluded.admitted')),
        refused: row('usage_days.refused', '+', row.ref('excluded.refused')),
        strikes: row('usage_days.strikes', '+', row.ref('excluded.strikes')),
      })),
    )
    .execute();
}
