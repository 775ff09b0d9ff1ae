import { type RawBuilder, sql } from 'kysely';
import { searchable } from '../vocabulary/text/searchable.ts';
import type { Database } from './database.ts';

/** Whether nothing is left of a text when it is folded, such as of an apostrophe: no name is found by it. */
export const isNothing = (text: string): boolean => searchable(text) === '';

/**
 * Whether the name of a row, folded in `name_folded`, contains the text. `like` would begin to compare at each letter of a name of equal
 * letters: there it takes two hundred times as long (docs/decisions/0036-search-by-index.md).
 */
export const nameContains = ({ position }: Pick<Database, 'position'>, text: string): RawBuilder<boolean> =>
  isNothing(text) ? sql<boolean>`1 = 0` : sql<boolean>`${sql.raw(position)}(name_folded, ${searchable(text)}) > 0`;
