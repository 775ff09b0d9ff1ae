import type { KeyType } from '../database/keys.ts';
import type { Int64 } from '../vocabulary/int64.ts';

export type Value = string | Int64 | null;
export type Row = Readonly<Record<string, Value>>;
export type Statement = readonly [text: string, ...values: Value[]];

/** How many rows are read at a time, and written in one transaction. */
export const batchRows = 2_000;

/** The source or the target of a transfer. It covers what differs between the engines; SQL that both understand is passed to `query`. */
export interface TransferDatabase {
  /** For people: without a password. */
  readonly shown: string;
  /**
   * Until `close`, nobody else can change the source or write to the target.
   *
   * @throws Failure when the database is in use
   */
  hold(as: 'source' | 'target'): Promise<void>;
  tables(): Promise<string[]>;
  columns(table: string): Promise<string[]>;
  query(...statement: Statement): Promise<Row[]>;
  /** The rows of a query, `batchRows` at a time. */
  batches(...statement: Statement): AsyncIterable<Row[]>;
  /** Runs the statements in one transaction. */
  write(statements: readonly Statement[]): Promise<void>;
  /**
   * Inserts all rows or none.
   *
   * @param rows a JSON array of objects with these members
   */
  insert(table: string, columns: readonly string[], rows: string): Promise<void>;
  /** The last id that the database assigned, even if its row was deleted; 0 if it assigned none. */
  lastId(table: string, column: string): Promise<Int64>;
  setLastId(table: string, column: string, id: Int64): Promise<void>;
  /** The placeholder of the n-th value of a statement, counted from 1. */
  placeholder(n: number): string;
  /** A key column as an ORDER BY term that sorts text by its bytes. */
  ordered(column: string, type: KeyType): string;
  /** Prepares a filled database for queries. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}
