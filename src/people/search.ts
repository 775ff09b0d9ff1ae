import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Rewrite } from './rewriting.ts';
import { type Key, keyOf, type Rows } from './rows.ts';
import { type TextTable, textTables } from './text-tables.ts';

/** What a search found in one table. */
export interface Found {
  readonly source: TextTable;
  /** The rows that the rewriting changes; in a table whose keys grow, the oldest one first. */
  readonly keys: readonly Key[];
  /** The last row that was searched, in a table whose keys grow; undefined if the table was empty. */
  readonly last: Key | undefined;
}

export interface Findings {
  readonly found: readonly Found[];
  /** Whether every table was searched to its end. */
  readonly isWhole: boolean;
  readonly size: number;
}

/** A row of 1,250 bytes takes 5 µs to search, so that 250 of them delay other requests by about a millisecond. */
const stepsPerScan = 20;

/**
 * Searches all tables for the rows that the rewriting changes, on committed data and in steps of a bounded number of rows, between which
 * other requests run.
 *
 * @param most rows after which the search ends, at the end of a step
 */
export async function search(
  database: Database,
  rows: Rows,
  {
    patterns,
    lowerCase,
    rewrite,
    most,
  }: {
    readonly patterns: readonly string[];
    readonly lowerCase: string | undefined;
    readonly rewrite: Rewrite;
    readonly most: number;
  },
): Promise<Findings> {
  const { read } = database;
  const count = Math.ceil(database.scanRows / stepsPerScan);
  // Afterwards events without a number are recent ones.
  await database.events.assignNumbers();
  const found: Found[] = [];
  let size = 0;
  for (const source of await textTables(read)) {
    const last = await rows.last(read, source);
    const keys = new Map<string, Key>();
    for await (const step of rows.scan(read, source, { patterns, lowerCase, count, last })) {
      const matching = step.length === 0 ? [] : await rows.at(read, source, step);
      for (const row of matching)
        if (rewrite(source, row) !== undefined) keys.set(keyOf(source, row).join(' '), keyOf(source, row));
      await setImmediate();
      if (size + keys.size >= most) break;
    }
    size += keys.size;
    found.push({ source, keys: [...keys.values()].toSorted(([a], [b]) => Number(a) - Number(b)), last });
    if (size >= most) break;
  }
  return { found, isWhole: size < most, size };
}
