import { dayOf } from '../../../src/vocabulary/animal-profile.ts';
import { clockAt } from '../../../src/vocabulary/text/moment.ts';
import { dayWords } from '../board/animal/profile-facts.ts';
import { listed } from '../board/filters/wish-words.ts';
import type { Offerer } from '../board/organization/organizations.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { say, words } from '../words.ts';

interface Dated {
  readonly name: string;
  /** The last day. */
  readonly until?: string | undefined;
}

/**
 * The day (ISO 8601) in the time zone of the organization, or of this device if it has none.
 *
 * @param aheadMs how far the day is from now
 */
export const dayAt = (offerer: Offerer | undefined, aheadMs = 0): string =>
  dayOf(clockAt(environmentNow(), offerer?.timeZone) + aheadMs);

export const isOver = ({ until }: Dated, today: string): boolean => until !== undefined && until < today;

/** What is going on, such as `Antibiotic, until 3 May`. */
export const untilWords = ({ name, until }: Dated): string =>
  until === undefined ? name : say(words().papers.until, { what: name, day: dayWords(until) });

/** Undefined if there is none. */
export const recordWords = (records: readonly Dated[]): string | undefined =>
  records.length === 0 ? undefined : listed(records.map(untilWords));
