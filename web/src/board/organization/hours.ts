import type { Weekday } from '../../../../src/vocabulary/organizations.ts';

/** The day of the week at the organization; where it does not say its time zone, at the visitor. */
export const today = (timeZone: string | undefined): Weekday =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format().toLowerCase() as Weekday;
