import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { deleteOldest } from '../database/delete-oldest.ts';
import { chunks } from '../kit/chunks.ts';
import { USAGE_DAYS } from '../vocabulary/retention.ts';
import { dayNumber } from '../vocabulary/timestamp.ts';

/** Bounded because databases limit the values of one statement. */
const rowsPerStatement = 500;
const sweptRows = 1_000;

/** Requests of one key, or of the sessions of an account, to one operation on one day. */
export interface OperationCount {
  readonly accountId: number;
  readonly day: number;
  /** 0 for sessions. */
  readonly keyId: number;
  readonly operation: string;
  requests: number;
  /** How many of them got 400 or more. */
  errors: number;
  /** When the last of them was answered, in Unix milliseconds. */
  lastMs: number;
}

/** The counts of a day, of one key or one operation. */
export interface DayCount {
  readonly day: number;
  readonly requests: number;
  readonly errors: number;
}

/** A key of the account, whether it still works or not. */
export interface CountedKey {
  readonly id: number;
  readonly kind: string;
  readonly name: string | undefined;
  readonly prefix: string;
  readonly lastFour: string;
}

export type UsageStore = ReturnType<typeof usageStore>;

export function usageStore({ read }: Database) {
  return {
    /** Adds to the counts in the database, and notes when keys were used. */
    async add(tx: Queries, counts: readonly OperationCount[]): Promise<void> {
      // Several processes update the same rows: a common order prevents deadlocks.
      const sorted = counts.toSorted(
        (a, b) =>
          a.accountId - b.accountId || a.day - b.day || a.keyId - b.keyId || (a.operation < b.operation ? -1 : 1),
      );
      for (const rows of chunks(sorted, rowsPerStatement)) {
        await tx
          .insertInto('operation_days')
          .values(
            rows.map(({ accountId, day, keyId, operation, requests, errors }) => ({
              account_id: accountId,
              day,
              key_id: keyId,
              operation,
              requests,
              errors,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'day', 'key_id', 'operation']).doUpdateSet((row) => ({
              requests: row('operation_days.requests', '+', row.ref('excluded.requests')),
              errors: row('operation_days.errors', '+', row.ref('excluded.errors')),
            })),
          )
          .execute();
      }
      const byKey = [...Map.groupBy(counts, ({ keyId }) => keyId)].filter(([keyId]) => keyId > 0);
      for (const rows of chunks(
        byKey.toSorted(([a], [b]) => a - b),
        rowsPerStatement,
      )) {
        await tx
          .insertInto('key_uses')
          .values(
            rows.map(([keyId, ofKey]) => ({
              key_id: keyId,
              last_used_at: Math.max(...ofKey.map(({ lastMs }) => lastMs)),
            })),
          )
          .onConflict((conflict) =>
            conflict
              .column('key_id')
              .doUpdateSet((row) => ({ last_used_at: row.ref('excluded.last_used_at') }))
              .whereRef('key_uses.last_used_at', '<', 'excluded.last_used_at'),
          )
          .execute();
      }
    },

    /** The counts of the account from this day on, the oldest first, of one key or of all. */
    byKey: (accountId: number, sinceDay: number, keyId?: number) =>
      countsOf(accountId, sinceDay, keyId)
        .select('key_id as keyId')
        .groupBy(['day', 'key_id'])
        .orderBy('day')
        .execute(),

    byOperation(accountId: number, sinceDay: number, keyId?: number) {
      const counts = countsOf(accountId, sinceDay, keyId);
      return counts.select('operation').groupBy(['day', 'operation']).orderBy('day').execute();
    },

    /** These keys of the account. */
    async keys(accountId: number, keyIds: readonly number[]): Promise<ReadonlyMap<number, CountedKey>> {
      if (keyIds.length === 0) return new Map();
      const rows = await read
        .selectFrom('api_keys')
        .select(['id', 'kind', 'name', 'prefix', 'last_four as lastFour'])
        .where('account_id', '=', accountId)
        .where('id', 'in', keyIds)
        .execute();
      return new Map(rows.map((row) => [row.id, { ...row, name: row.name ?? undefined }]));
    },
  };

  function countsOf(accountId: number, sinceDay: number, keyId: number | undefined) {
    const query = read
      .selectFrom('operation_days')
      .select(['day', total('requests').as('requests'), total('errors').as('errors')])
      .where('account_id', '=', accountId)
      .where('day', '>=', sinceDay);
    return keyId === undefined ? query : query.where('key_id', '=', keyId);
  }
}

/** PostgreSQL sums `bigint` as `numeric`, which arrives as text. */
const total = (column: 'requests' | 'errors') => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;

/** Deletes counts older than `USAGE_DAYS`, a bounded number of rows at once, the oldest first. Returns whether there may be more. */
export const sweepOperationDays = (tx: Queries, nowMs: number): Promise<boolean> =>
  deleteOldest(tx, 'operation_days', {
    order: 'day',
    upTo: dayNumber(nowMs) - USAGE_DAYS - 1,
    key: ['account_id', 'day', 'key_id', 'operation'],
    most: sweptRows,
  });
