/** A time as answers give it: RFC 3339, in UTC, to the millisecond. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
