import { dayNumber } from '../vocabulary/timestamp.ts';

const monthNumber = (ms: number): number => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth();

/** What is kept: the latest backup of each of the last seven days with one, and so on. Days are in UTC, and weeks begin on Monday. */
const KEPT = [
  { as: 'daily', most: 7, period: dayNumber },
  { as: 'weekly', most: 4, period: (ms: number) => Math.floor((dayNumber(ms) + 3) / 7) },
  { as: 'monthly', most: 12, period: monthNumber },
] as const;

export type KeptAs = (typeof KEPT)[number]['as'];

/**
 * Which backups are kept, and as what. It depends on the backups alone: a clock that jumps removes none.
 *
 * @param timesMs of all backups, in Unix milliseconds
 */
export function keptOf(timesMs: readonly number[]): ReadonlyMap<number, readonly KeptAs[]> {
  const newestFirst = timesMs.toSorted((a, b) => b - a);
  const kept = KEPT.flatMap(({ as, most, period }) => {
    const latest = [...Map.groupBy(newestFirst, period).values()].slice(0, most);
    return latest.map(([ms = 0]) => ({ ms, as }));
  });
  return new Map([...Map.groupBy(kept, ({ ms }) => ms)].map(([ms, reasons]) => [ms, reasons.map(({ as }) => as)]));
}
