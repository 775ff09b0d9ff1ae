import { dayOf } from '../../../src/vocabulary/animal-profile.ts';
import { dayWords } from '../board/animal/profile-facts.ts';
import { listed } from '../board/filters/wish-words.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { say, words } from '../words.ts';

interface Dated {
  readonly name: string;
  /** The last day. */
  readonly until?: string | undefined;
}

/** Days are compared as text. */
export const today = (): string => dayOf(environmentNow());

export const isOver = ({ until }: Dated): boolean => until !== undefined && until < today();

/** What is going on, such as `Antibiotic, until 3 May`. */
export const untilWords = ({ name, until }: Dated): string =>
  until === undefined ? name : say(words().papers.until, { what: name, day: dayWords(until) });

/** Undefined if there is none. */
export const recordWords = (records: readonly Dated[]): string | undefined =>
  records.length === 0 ? undefined : listed(records.map(untilWords));
