import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { type Place, placesIn } from './places.ts';
import type { Rewrite } from './rewriting.ts';
import { type Key, keyOf, type Rows } from './rows.ts';

/** What a search found in one table. */
export interface Found {
  readonly place: Place;
  /** The rows that the rewriting changes. */
  readonly keys: readonly Key[];
  /** The last row that was searched; undefined if the table was empty. */
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
 * @param most ends the search after a step that found so many rows
 */
export async function search(
  database: Database,
  rows: Rows,
  {
    patterns,
    rewrite,
    most,
  }: { readonly patterns: readonly string[]; readonly rewrite: Rewrite; readonly most: number },
): Promise<Findings> {
  const { read } = database;
  const count = Math.ceil(database.scanRows / stepsPerScan);
  // Afterwards events without a number are recent ones.
  await database.events.assignNumbers();
  const found: Found[] = [];
  let size = 0;
  for (const place of await placesIn(read)) {
    const keys: Key[] = [];
    let last: Key | undefined;
    for (let isEnd = false; !isEnd && size < most;) {
      const step = await rows.scan(read, place, patterns, count, last);
      const matching = step.matching.length === 0 ? [] : await rows.at(read, place, step.matching);
      const changing = matching.filter((row) => rewrite(place, row) !== undefined);
      keys.push(...changing.map((row) => keyOf(place, row)));
      size += changing.length;
      ({ last, isEnd } = step);
      await setImmediate();
    }
    found.push({ place, keys, last });
  }
  return { found, isWhole: size < most, size };
}
