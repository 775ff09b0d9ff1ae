import { type RawBuilder, sql } from 'kysely';
import { searchable } from '../vocabulary/text/searchable.ts';
import type { Database } from './database.ts';

/**
 * Whether the name of a row, folded in `name_folded`, contains the text. `like` would begin to compare at each letter of a name of equal
 * letters: there it takes two hundred times as long (docs/decisions/0036-search-by-index.md).
 */
export const nameContains = ({ position }: Pick<Database, 'position'>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(position)}(name_folded, ${searchable(text)}) > 0`;
