import { sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import type { Outbox } from '../../database/outbox.ts';
import type { Actor } from '../../vocabulary/actors.ts';
import { durationOf } from '../../vocabulary/duration.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { ClockAdvance } from './schema.ts';

/** The clock of staging as it is stored. Each number says how far it is ahead of the real time, in milliseconds. */
export interface StoredClock {
  readonly aheadMs: number;
  /** Where the latest advance began. */
  readonly fromMs: number;
  /** Where it is going; undefined if the clock is not being advanced. */
  readonly targetMs: number | undefined;
  /** Who advances it, until it has arrived and `clock.advanced` is written. */
  readonly by: Actor | undefined;
  /** The time when the latest advance began, and the sequence of the last event before it. Undefined if there was none. */
  readonly begun: { readonly atMs: number; readonly afterSequence: number } | undefined;
}

export type TestClockStore = ReturnType<typeof testClockStore>;

/** The only row. */
const ID = 1;

export function testClockStore({ read }: Database) {
  const update = (tx: Queries) => tx.updateTable('test_clock').where('id', '=', ID);

  return {
    /** Reads in the transaction, or committed data without one. */
    async find(db: Queries = read): Promise<StoredClock> {
      const row = await db.selectFrom('test_clock').selectAll().where('id', '=', ID).executeTakeFirst();
      if (row === undefined) return { aheadMs: 0, fromMs: 0, targetMs: undefined, by: undefined, begun: undefined };
      const { from_at: atMs, after_sequence: afterSequence } = row;
      return {
        aheadMs: row.ahead_ms,
        fromMs: row.from_ms,
        targetMs: row.target_ms ?? undefined,
        by: row.actor === null ? undefined : (JSON.parse(row.actor) as Actor),
        begun: atMs === null || afterSequence === null ? undefined : { atMs, afterSequence },
      };
    },

    /** When the next thing of the account is due, not counting what is due at `afterMs`: the end of a hold or a key, or an attempt to deliver. */
    async nextOf(tx: Queries, accountId: number, afterMs: number): Promise<number | undefined> {
      const { rows } = await sql<{ at: number | null }>`select min(at) as at from (
        select expires_at as at from orders where status = 'placed' and ${accountId} in (account_id, pet_account_id)
        union all select expires_at from api_keys where account_id = ${accountId} and revoked_at is null
        union all select next_attempt_at from deliveries
          where webhook_id in (select id from webhooks where account_id = ${accountId})
        ) as own where at > ${afterMs}`.execute(tx);
      return rows[0]?.at ?? undefined;
    },

    /** Begins an advance of a clock that is not being advanced. */
    async begin(tx: Queries, { aheadMs, targetMs, by, begun }: StoredClock): Promise<void> {
      const row = {
        ahead_ms: aheadMs,
        from_ms: aheadMs,
        target_ms: targetMs ?? null,
        actor: JSON.stringify(by),
        from_at: begun?.atMs ?? null,
        after_sequence: begun?.afterSequence ?? null,
      };
      await tx
        .insertInto('test_clock')
        .values({ id: ID, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
    },

    /** Moves the clock on its way. False if another process has moved it. */
    async move(tx: Queries, { aheadMs }: StoredClock, toMs: number): Promise<boolean> {
      const { numUpdatedRows } = await update(tx)
        .set({ ahead_ms: toMs })
        .where('ahead_ms', '=', aheadMs)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Writes `clock.advanced`, once, for a clock that has arrived.
     *
     * @param wallMs the real time
     */
    async announce(tx: Queries, outbox: Outbox, { aheadMs, fromMs, by }: StoredClock, wallMs: number): Promise<void> {
      const { numUpdatedRows } = await update(tx)
        .set({ actor: null })
        .where('actor', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n || by === undefined) return;
      const data: ClockAdvance = {
        by: durationOf(aheadMs - fromMs),
        now: timestamp(wallMs + aheadMs),
        advancedBy: durationOf(aheadMs),
      };
      await outbox.append(tx, 'clock.advanced', data, { by });
    },

    /** Ends an advance that has arrived. */
    async finish(tx: Queries, { targetMs }: StoredClock): Promise<void> {
      if (targetMs !== undefined) await update(tx).set({ target_ms: null }).where('target_ms', '=', targetMs).execute();
    },
  };
}
