import { setImmediate } from 'node:timers/promises';
import type { Position } from '../vocabulary/int64.ts';
import type { Part } from './pace.ts';

interface Search<Row> {
  /** Reads the rows behind a position, in order. */
  readonly page: (part: Part) => Promise<Row[]>;
  readonly isMatch: (row: Row) => boolean;
  readonly positionOf: (row: Row) => Position;
  /** How many rows are read at a time. */
  readonly step: number;
}

/** The rows that match, in order. Reads a bounded number of rows at a time, so that other requests come between. */
export async function matching<Row>(
  { page, isMatch, positionOf, step }: Search<Row>,
  { count, after, pace = () => setImmediate() }: Part,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let position = after; ;) {
    const rows = await page({ count: step, after: position });
    for (const row of rows) {
      if (!isMatch(row)) continue;
      found.push(row);
      if (found.length === count) return found;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < step) return found;
    position = positionOf(last);
    await pace(rows.length);
  }
}
