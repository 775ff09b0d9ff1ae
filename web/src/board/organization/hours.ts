import type { Weekday } from '../../../../src/vocabulary/organizations.ts';

/** The day of the week where the visitor is. */
export const today = (): Weekday =>
  new Intl.DateTimeFormat('en', { weekday: 'long' }).format().toLowerCase() as Weekday;
