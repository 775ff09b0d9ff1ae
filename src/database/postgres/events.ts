import { type RawBuilder, sql } from 'kysely';
import type { QueryResult } from 'pg';
import type { EventOrder, Queries } from '../database.ts';
import type { Connections } from './pool.ts';
import { run } from './queries.ts';

/** Of the advisory lock that whoever numbers events holds to the end of its transaction. */
const lockKey = 7_023_991_554_871_001n;
const movedAtOnce = 1_000;

const lock: RawBuilder<unknown> = sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`;

/**
 * Transactions overlap here: had an event its number from the moment when it is written, one that commits late would appear behind the
 * back of a reader who has passed its number. So a change appends to `pending_events`, and whoever is about to read the events first moves
 * to `events` what has been committed. Only one at a time does that, and the numbers are taken under the lock, which goes after the
 * commit: numbers appear in their order. Each statement of the text sees what was committed before it begins, so the one that moves
 * sees what was committed by the time at which the lock was had.
 */
const move = `
  begin isolation level read committed read write;
  select pg_advisory_xact_lock(${lockKey});
  with moved as (
    delete from pending_events where place in (select place from pending_events order by place limit ${movedAtOnce})
    returning *
  )
  insert into events (id, kind, at, data, account_id, other_account_id)
  select id, kind, at, data, account_id, other_account_id from moved order by place;
  commit`;

export function postgresEvents(connections: Connections, read: Queries): EventOrder {
  const hasPending = async (): Promise<boolean> =>
    (await read.selectFrom('pending_events').select('place').limit(1).executeTakeFirst()) !== undefined;

  const moveSome = async (): Promise<number> => {
    const results = await connections.inTime((turn) => turn.connected((client) => run(client, move)));
    // One for each statement of the text.
    const [, , inserted] = results as unknown as QueryResult[];
    return inserted?.rowCount ?? 0;
  };

  async function numberAll(): Promise<void> {
    if (!(await hasPending())) return;
    while ((await moveSome()) === movedAtOnce);
  }

  /** The work that runs, and the one that begins after it, for all who have asked meanwhile. */
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function start(): Promise<void> {
    const work = numberAll().finally(() => {
      if (running === work) running = undefined;
    });
    running = work;
    return work;
  }

  return {
    appendTo: 'pending_events',
    number() {
      // What runs may have looked before the caller's change was committed. Both together must not take longer than one.
      return connections.inTime(() => {
        if (running === undefined) return start();
        next ??= running.then(begin, begin);
        return next;
      });
      function begin(): Promise<void> {
        next = undefined;
        return start();
      }
    },
    async hold(tx) {
      await lock.execute(tx);
    },
  };
}
