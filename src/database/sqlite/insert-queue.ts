import type SqliteDatabase from 'better-sqlite3';
import { narrow } from '../../vocabulary/int64.ts';

export type InsertQueue = ReturnType<typeof insertQueue>;

/** The largest first. More than 16 rows per statement gain nothing. */
const rowsAtOnce = [16, 4, 1];

/**
 * Inserts many rows with one statement. Most commits repeat the same two inserts, of pets and of their events; together they take 4.2 µs
 * instead of 6.8, which saves 4 % of the CPU of `POST /v1/pets` (docs/decisions/0026-optimizations.md).
 *
 * The ids are known in advance because no other connection writes during the transaction.
 *
 * @param onWrite runs for each row that is added and for each attempt to insert: a failure of a deferred insert cannot be attributed
 */
export function insertQueue(connection: SqliteDatabase.Database, onWrite: () => void) {
  const waiting = new Map<string, Rows>();
  let isEmpty = true;
  return {
    /** Begins a transaction, and drops the rows of an earlier one that failed. */
    begin: (): void => {
      isEmpty = true;
      for (const rows of waiting.values()) rows.clear();
    },
    /**
     * Adds a row to a table that assigns ids. Returns the row's future id.
     *
     * @param sql an insert of one row
     */
    add(table: string, sql: string, parameters: readonly unknown[]): number {
      let rows = waiting.get(sql);
      if (rows === undefined) waiting.set(sql, (rows = new Rows(connection, table, sql)));
      isEmpty = false;
      onWrite();
      return rows.add(parameters);
    },
    /** Inserts the deferred rows. Call this before any other statement and before the commit. */
    flush: (): void => {
      if (isEmpty) return;
      isEmpty = true;
      onWrite();
      for (const rows of waiting.values()) rows.insert();
    },
  };
}

class Rows {
  readonly #inserts: readonly { readonly rows: number; readonly statement: SqliteDatabase.Statement }[];
  readonly #largestId: SqliteDatabase.Statement<[], bigint>;
  /** The parameters of all rows, in order. */
  #parameters: unknown[] = [];
  #count = 0;
  /** The id of the row added last; undefined if there is none. */
  #lastId: bigint | undefined;

  constructor(connection: SqliteDatabase.Database, table: string, sql: string) {
    const [, head = '', row = ''] = /^(.* values )(\([^()]*\))$/.exec(sql) ?? [];
    this.#inserts = rowsAtOnce.map((rows) => ({
      rows,
      statement: connection.prepare(head + Array<string>(rows).fill(row).join(', ')).safeIntegers(true),
    }));
    // SQLite chooses the id in the same way: https://sqlite.org/autoinc.html
    this.#largestId = connection
      .prepare<[], bigint>(
        `select max(ifnull((select seq from sqlite_sequence where name = '${table}'), 0), ifnull((select max(rowid) from ${table}), 0))`,
      )
      .pluck()
      .safeIntegers(true);
  }

  add(parameters: readonly unknown[]): number {
    this.#lastId = (this.#lastId ?? this.#largestId.get() ?? 0n) + 1n;
    this.#count += 1;
    for (const parameter of parameters) this.#parameters.push(parameter);
    return narrow(this.#lastId) as number;
  }

  insert(): void {
    const width = this.#parameters.length / this.#count;
    let from = 0;
    let lastId: number | bigint | undefined;
    for (const { rows, statement } of this.#inserts) {
      for (let to = from + rows * width; to <= this.#parameters.length; to += rows * width) {
        lastId = statement.run(this.#parameters.slice(from, to)).lastInsertRowid;
        from = to;
      }
    }
    if (lastId !== this.#lastId) throw new Error(`The last row has the id ${lastId} instead of ${this.#lastId}.`);
    this.clear();
  }

  clear(): void {
    this.#parameters = [];
    this.#count = 0;
    this.#lastId = undefined;
  }
}
