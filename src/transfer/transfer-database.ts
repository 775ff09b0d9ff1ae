import type { Int64 } from '../vocabulary/int64.ts';
import type { KeyType } from './tables.ts';

export type Value = string | Int64 | null;
export type Row = Readonly<Record<string, Value>>;
export type Statement = readonly [text: string, ...values: Value[]];

/** How many rows are read, and written in one transaction, at a time. */
export const batchRows = 2_000;

/** One of the two databases of a transfer. What is the same in both engines' SQL is said in it; the rest are methods. */
export interface Side {
  /** As people may see it: without a password. */
  readonly shown: string;
  /** Sees to it that until the end nobody changes what is read, or writes beside the transfer. Throws Failure if somebody is there. */
  hold(as: 'source' | 'target'): Promise<void>;
  /** The names of all tables. */
  tables(): Promise<string[]>;
  /** The names of a table's columns. */
  columns(table: string): Promise<string[]>;
  query(...statement: Statement): Promise<Row[]>;
  /** The rows of one query, by `batchRows`. */
  batches(...statement: Statement): AsyncIterable<Row[]>;
  /** All of them or none. */
  write(statements: readonly Statement[]): Promise<void>;
  /** @param rows a JSON array of objects with these members; all of them come in or none */
  insert(table: string, columns: readonly string[], rows: string): Promise<void>;
  /** The last id that the database has assigned, also where its row is gone; 0 where there was none. */
  lastId(table: string, column: string): Promise<Int64>;
  setLastId(table: string, column: string, id: Int64): Promise<void>;
  /** The place of the n-th value in a statement, from 1. */
  placeholder(n: number): string;
  /** A column of a key, such that text is ordered by its bytes. */
  ordered(column: string, type: KeyType): string;
  /** Makes a database that has been filled ready for queries. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
