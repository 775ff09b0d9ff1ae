import { type CellReader, DEFAULT_HINTS, type Hints, Members, Unread } from '../../../src/importing/profile/columns.ts';
import type { AnimalType } from '../../../src/vocabulary/animals/species.ts';

/** What a reader makes of a cell: a value, the members of a profile, or `unread`. */
export function read(
  reader: CellReader,
  cell: unknown,
  hints: Partial<Hints> = {},
  type: AnimalType | undefined = 'dog',
): unknown {
  const value = reader(cell, { type, hints: { ...DEFAULT_HINTS, ...hints }, text: () => '' });
  if (value instanceof Members) return value.profile;
  return value instanceof Unread ? 'unread' : value;
}

/** Why it cannot be read. */
export function reasonOf(reader: CellReader, cell: unknown, hints: Partial<Hints> = {}): string {
  const value = reader(cell, { type: 'dog', hints: { ...DEFAULT_HINTS, ...hints }, text: () => '' });
  return value instanceof Unread ? value.reason : '';
}

/** Each word of a table of words, in every case and between spaces. */
export const spellings = (words: string): readonly string[] =>
  words.split('; ').flatMap((word) => [word, word.toUpperCase(), ` ${word[0]?.toUpperCase()}${word.slice(1)} `]);
