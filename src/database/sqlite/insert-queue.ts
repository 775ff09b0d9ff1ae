import type SqliteDatabase from 'better-sqlite3';
import { narrow } from '../../vocabulary/int64.ts';

/** Rows that wait to be inserted by the transaction that is under way. */
export interface InsertQueue {
  /** A transaction begins: what an earlier one that failed has left is forgotten. */
  readonly begin: () => void;
  /**
   * Takes a row for a table that assigns the ids, and gives the id that it will have.
   *
   * @param sql inserts one row
   */
  add(table: string, sql: string, parameters: readonly unknown[]): number;
  /** Inserts what waits: before anything else is run, and before the commit. */
  readonly flush: () => void;
}

/** Greatest first. More than 16 rows at once gain nothing. */
const rowsAtOnce = [16, 4, 1];

/**
 * A commit carries mostly the same two inserts, of animals and of their events. Put off and made many at once they take 4.2 µs for both
 * instead of 6.8: each statement has to be called, and to look up the last id.
 *
 * Their ids are known beforehand, for nobody else writes during a transaction.
 *
 * @param onWrite is told of each row that is taken, and of each attempt to insert some: whose fault a failure is nobody knows then
 */
export function insertQueue(connection: SqliteDatabase.Database, onWrite: () => void): InsertQueue {
  const waiting = new Map<string, Rows>();
  let isEmpty = true;
  return {
    begin() {
      isEmpty = true;
      for (const rows of waiting.values()) rows.clear();
    },
    add(table, sql, parameters) {
      let rows = waiting.get(sql);
      if (rows === undefined) waiting.set(sql, (rows = new Rows(connection, table, sql)));
      isEmpty = false;
      onWrite();
      return rows.add(parameters);
    },
    flush() {
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
  /** Of all rows, one after the other. */
  #parameters: unknown[] = [];
  #count = 0;
  /** Of the row added last; unknown while there is none. */
  #lastId: bigint | undefined;

  constructor(connection: SqliteDatabase.Database, table: string, sql: string) {
    const [, head = '', row = ''] = /^(.* values )(\([^()]*\))$/.exec(sql) ?? [];
    this.#inserts = rowsAtOnce.map((rows) => ({
      rows,
      statement: connection.prepare(head + Array<string>(rows).fill(row).join(', ')).safeIntegers(true),
    }));
    // As SQLite itself finds it: https://sqlite.org/autoinc.html
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
    if (lastId !== this.#lastId) throw new Error(`The last row has the id ${lastId}, not ${this.#lastId} as was said.`);
    this.clear();
  }

  clear(): void {
    this.#parameters = [];
    this.#count = 0;
    this.#lastId = undefined;
  }
}
