import type { Queries } from '../database.ts';
import { runDirectly } from '../prepared.ts';
import { record, type RecordedRows, type Rows } from './insert-many.ts';
import { queries } from './queries.ts';

/** A piece of work whose rows are recorded instead of written: see `openAdditions`. */
export interface Addition<T = unknown> {
  /** What the work returns. */
  readonly outcome: Promise<T>;
  /** When the work has ended: whether its rows are all that it does. */
  readonly ended: Promise<boolean>;
  readonly rows: Rows;
  /** Whether it must run again by itself. */
  isRefused(): boolean;
  /** The table of the id that it waits for. */
  needsIdOf(): string | undefined;
  giveId(id: number): void;
  /** Whether its rows are committed, on the disk. */
  readonly committed: Promise<boolean>;
  commit(): void;
  /** It must run again by itself. */
  release(): void;
  fail(error: unknown): void;
}

/**
 * Begins the work without a transaction. It may add rows, and ask for one id. Any other statement is refused: then it must run again, in a
 * transaction of its own.
 *
 * @param join makes the addition part of the next common transaction, which gives it the id that it asks for
 */
export function openAddition<T>(work: (tx: Queries) => Promise<T>, join: (addition: Addition) => void): Addition<T> {
  const rows: RecordedRows = new Map();
  const id = Promise.withResolvers<number>();
  const committed = Promise.withResolvers<boolean>();
  // The work may have ended for another reason, without waiting for these.
  for (const { promise } of [id, committed]) promise.catch(() => {});
  let needsIdOf: string | undefined;
  let isRefused = false;

  const refuse = (): never => {
    isRefused = true;
    throw new Error('This work needs a transaction of its own.');
  };
  const tx = queries(async () => refuse());
  runDirectly(tx, {
    run: refuse,
    insert: (_table, insert, row) => record(rows, insert, [row]),
    async insertWithId(table, insert, row) {
      if (needsIdOf !== undefined) return refuse();
      needsIdOf = table;
      join(addition);
      const assigned = await id.promise;
      // The id is the first column of the statement.
      record(rows, insert.replace(/^insert into "\w+" \(/, '$&"id", '), [[assigned, ...row]]);
      return assigned;
    },
  });
  // Later than this call, so that the addition exists when the work asks for an id.
  const outcome = Promise.resolve().then(() => work(tx));
  const addition: Addition<T> = {
    outcome,
    ended: outcome.then(
      () => !isRefused,
      () => false,
    ),
    rows,
    isRefused: () => isRefused,
    needsIdOf: () => needsIdOf,
    giveId: id.resolve,
    committed: committed.promise,
    commit: () => committed.resolve(true),
    release() {
      isRefused = true;
      id.reject(new Error('This work gets no id.'));
      committed.resolve(false);
    },
    fail(error) {
      id.reject(error);
      committed.reject(error);
    },
  };
  return addition;
}
