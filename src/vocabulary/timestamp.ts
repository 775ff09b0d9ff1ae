/** A time in a response: RFC 3339, in UTC, with milliseconds. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
