/** A time in a response: RFC 3339, in UTC, with milliseconds. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();

/** Like `timestamp`, of a column that may be null. */
export const timestampOrNull = (ms: number | null): string | null => (ms === null ? null : timestamp(ms));

export const dayMs = 24 * 60 * 60 * 1_000;

/** The number of the UTC day of a time; 0 is 1 January 1970. */
export const dayNumber = (ms: number): number => Math.floor(ms / dayMs);

/** The date of a day's number, such as `2026-11-21`. */
export const dateOf = (day: number): string => timestamp(day * dayMs).slice(0, 10);
