import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, DatabaseUnavailable, type Queries } from '../database.ts';
import { type Addition, openAddition } from './addition.ts';
import { insertMany, record, type RecordedRows, type Rows } from './insert-many.ts';

/** More transactions at once would carry fewer additions each. */
const maxGroups = 2;
const maxAdditions = 200;

/** The group's transaction overlapped with another one: its ids are void. */
class MustRunAlone extends Error {}

/**
 * Commits work that only adds rows in common transactions: what comes while others are committed goes together, with one statement for
 * each table and one sync of the disk. Work that also reads or changes rows runs by itself. So does each piece of a group that fails, so
 * that no piece fails another.
 *
 * @param serialize runs work as a transaction of its own
 * @param onCommit receives the number of pieces of work in each commit
 */
export function openAdditions(
  serialize: Database['transaction'],
  onCommit: (size: number) => void,
): Database['transaction'] {
  let waiting: Addition[] = [];
  /** Runs in the context, and with the deadline, of the work that has waited longest. */
  let inContext: (commit: () => Promise<void>) => Promise<void> = (commit) => commit();
  let groups = 0;
  let isGathering = false;

  async function runAlone<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const value = await serialize(work);
    onCommit(1);
    return value;
  }

  function join(addition: Addition): void {
    if (waiting.length === 0) inContext = AsyncLocalStorage.snapshot();
    waiting.push(addition);
    if (groups < maxGroups && !isGathering) void gather();
  }

  async function gather(): Promise<void> {
    isGathering = true;
    // All additions of this turn of the event loop join.
    await setImmediate();
    isGathering = false;
    groups += 1;
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxAdditions);
      waiting = waiting.slice(maxAdditions);
      await inContext(() => commitGroup(group));
    }
    groups -= 1;
  }

  async function commitGroup(group: readonly Addition[]): Promise<void> {
    let hasRun = false;
    try {
      const size = await serialize(async (tx) => {
        if (hasRun) throw new MustRunAlone();
        hasRun = true;
        return insertAll(tx, group);
      });
      if (size > 0) onCommit(size);
    } catch (error) {
      // Whether the engine has committed may be unknown: then no piece may run again.
      const mayBeCommitted = error instanceof DatabaseUnavailable;
      for (const addition of group) {
        if (mayBeCommitted) addition.fail(error);
        else addition.release();
      }
      return;
    }
    for (const addition of group) addition.commit();
  }

  return async (work) => {
    const addition = openAddition(work, join);
    let value: Awaited<ReturnType<typeof work>>;
    try {
      value = await addition.outcome;
    } catch (error) {
      if (!addition.isRefused()) throw error;
      return runAlone(work);
    }
    if (addition.isRefused()) return runAlone(work);
    if (addition.rows.size === 0) return value;
    if (addition.needsIdOf() === undefined) join(addition);
    return (await addition.committed) ? value : runAlone(work);
  };
}

/** Gives each addition the id that it waits for, and inserts the rows of those that then end well. Returns their number. */
async function insertAll(tx: Queries, group: readonly Addition[]): Promise<number> {
  const byTable = Map.groupBy(group, (addition) => addition.needsIdOf());
  for (const [table, additions] of byTable) {
    if (table === undefined) continue;
    const ids = await reserveIds(tx, table, additions.length);
    for (const [place, addition] of additions.entries()) addition.giveId(ids[place] ?? Number.NaN);
  }
  const isComplete = await Promise.all(group.map(({ ended }) => ended));
  const complete = group.filter((_, place) => isComplete[place]);
  for (const [insert, rows] of merged(complete)) await insertMany(tx, insert, rows);
  return complete.length;
}

/**
 * Under the same lock that an insert takes: whoever waits for the writers of the table (`Database.settled`) waits for the rows of these ids,
 * too.
 */
async function reserveIds(tx: Queries, table: string, count: number): Promise<number[]> {
  await sql`lock table ${sql.table(table)} in row exclusive mode`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The rows of all additions, in their order. */
function merged(additions: readonly Addition[]): Rows {
  const all: RecordedRows = new Map();
  for (const { rows } of additions) for (const [insert, some] of rows) record(all, insert, some);
  return all;
}
