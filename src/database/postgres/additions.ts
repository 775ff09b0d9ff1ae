import type { PoolClient, QueryResult } from 'pg';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { gathering } from '../gathering.ts';
import type { Sink } from '../sink.ts';
import { insertMany, type Row } from './insert-many.ts';
import type { Connections } from './pool.ts';
import { run } from './queries.ts';
import { commit, type Serialize } from './transactions.ts';

/** More in one transaction would hold up the event loop. */
const mostPieces = 200;

/** Work that waits for its group. */
interface Piece {
  /** The deadline of its request. */
  readonly untilMs: number;
  readonly work: (sink: Sink) => Promise<unknown>;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** The outcome of a piece in its group. Without one, the group failed, and the piece must run alone. */
type Outcome = { readonly value: unknown } | { readonly error: unknown } | undefined;

/**
 * Commits work that only adds rows in common transactions: work that arrives during a commit is committed together, with one statement for
 * each table and one sync of the disk. If a group fails, each of its pieces runs alone, so that none fails another.
 *
 * @param untilMs the deadline of the request that is handled
 * @param alone runs work alone
 * @param onCommit receives the number of pieces of work in each commit
 */
export function openAdditions(
  serialize: Serialize,
  untilMs: Connections['untilMs'],
  alone: Database['addition'],
  onCommit: (size: number) => void,
): Database['addition'] {
  const insertsOf = insertMany();
  const pieces = gathering<Piece>(mostPieces, (take) => commitGroup(take(mostPieces)));

  async function commitGroup(group: readonly Piece[]): Promise<void> {
    let outcomes: Outcome[];
    try {
      const untilMs = Math.min(...group.map((piece) => piece.untilMs));
      outcomes = await serialize((client, begin) => addTogether(client, begin, group), untilMs);
    } catch (error) {
      // Whether the engine has committed may be unknown: then no piece may run again.
      const mayBeCommitted = error instanceof DatabaseUnavailable;
      for (const piece of group) {
        if (mayBeCommitted || group.length === 1) piece.reject(error);
        else piece.resolve(undefined);
      }
      return;
    }
    const size = outcomes.filter((outcome) => outcome !== undefined && 'value' in outcome).length;
    if (size > 0) onCommit(size);
    for (const [place, piece] of group.entries()) piece.resolve(outcomes[place]);
  }

  /** One attempt, in two round trips. */
  async function addTogether(client: PoolClient, begin: string, group: readonly Piece[]): Promise<Outcome[]> {
    const ids = await beginWithIds(client, begin, group.length);
    const rows = new Map<string, Row[]>();
    const outcomes: Outcome[] = [];
    for (const [place, { work }] of group.entries()) {
      const { sink, added } = recorder(ids[place] ?? Number.NaN);
      try {
        outcomes.push({ value: await work(sink) });
        for (const [table, row] of added) {
          const others = rows.get(table);
          if (others === undefined) rows.set(table, [row]);
          else others.push(row);
        }
      } catch (error) {
        outcomes.push({ error });
      }
    }
    const inserts = await insertsOf(client, rows);
    await commit(
      client,
      inserts.map((insert) => run(client, insert)),
    );
    return outcomes;
  }

  return async <T>(work: (sink: Sink) => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    pieces.join({ untilMs: untilMs(), work, resolve, reject });
    const outcome = await promise;
    if (outcome === undefined) return alone(work);
    if ('error' in outcome) throw outcome.error;
    return outcome.value as T;
  };
}

/** Keeps the rows of a piece instead of writing them. @param id the id of the animal that it may add */
function recorder(id: number) {
  const added: (readonly [table: string, Row])[] = [];
  let isIdFree = true;
  const sink: Sink = {
    insertPet(row) {
      if (!isIdFree) throw new Error('An addition adds one animal at most.');
      isIdFree = false;
      added.push(['pets', { id, ...row }]);
      return id;
    },
    appendEvent: (row) => void added.push(['pending_events', row]),
    storeAnswer: (row) => void added.push(['idempotency_keys', row]),
  };
  return { sink, added };
}

/**
 * Takes the ids under the same lock that an insert takes: a wait for the writers of the table (`Database.settled`) waits for the
 * rows of these ids, too.
 */
async function beginWithIds(client: PoolClient, begin: string, count: number): Promise<number[]> {
  const results = await run(
    client,
    `${begin};
    lock table pets in row exclusive mode;
    select nextval(sequence) as id
    from (select pg_get_serial_sequence('pets', 'id')::regclass as sequence offset 0) as owned, generate_series(1, ${count})`,
  );
  // One result for each statement of the text.
  const { rows } = (results as unknown as QueryResult<{ id: number }>[]).at(-1) ?? { rows: [] };
  return rows.map(({ id }) => id);
}
