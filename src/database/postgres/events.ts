import { type RawBuilder, sql } from 'kysely';
import type { QueryResult } from 'pg';
import type { EventOrder, Queries } from '../database.ts';
import type { Connections } from './pool.ts';
import { run } from './queries.ts';

/** The key of the advisory lock on numbering events, which is held to the end of the transaction. */
const lockKey = 7_023_991_554_871_001n;
const eventsPerMove = 1_000;

const takeLock: RawBuilder<unknown> = sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`;

/**
 * Transactions overlap here: if events received their numbers when they are written, one that commits late would appear behind a reader
 * that has passed its number. So a transaction appends to `pending_events`, and a reader first moves the committed events to `events`. The
 * lock, released after the commit, lets one process move at a time, so that numbers appear in order. At READ COMMITTED each statement sees
 * everything committed before it begins; the move therefore sees all events committed before it got the lock.
 */
const move = `
  begin isolation level read committed read write;
  select pg_advisory_xact_lock(${lockKey});
  with moved as (
    delete from pending_events where place in (select place from pending_events order by place limit ${eventsPerMove})
    returning *
  )
  insert into events (id, kind, at, data, account_id, other_account_id, organization_id, actor, pet_id, is_hidden)
  select id, kind, at, data, account_id, other_account_id, organization_id, actor, pet_id, is_hidden from moved order by place;
  commit`;

export function postgresEvents(connections: Connections, read: Queries): EventOrder {
  const hasPending = async (): Promise<boolean> =>
    (await read.selectFrom('pending_events').select('place').limit(1).executeTakeFirst()) !== undefined;

  const moveSome = async (): Promise<number> => {
    const results = await connections.inTime((deadline) => deadline.connected((client) => run(client, move)));
    // One result for each statement of the text.
    const [, , inserted] = results as unknown as QueryResult[];
    return inserted?.rowCount ?? 0;
  };

  async function numberAll(): Promise<void> {
    if (!(await hasPending())) return;
    while ((await moveSome()) === eventsPerMove);
  }

  /** The current run, and the next one, which all calls meanwhile share. */
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
    assignNumbers() {
      // The current run may have begun before the caller's commit. Both runs share one deadline.
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
    async lock(tx) {
      await takeLock.execute(tx);
    },
  };
}
