import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Pace } from '../../database/pace.ts';
import { estimates } from './plan.ts';
import { HIGHEST_ID, type Postings } from './postings.ts';

/** The highest id below another one; 0 if there is none. */
export async function highestBelow(read: Queries, id = HIGHEST_ID): Promise<number> {
  const ids = read.selectFrom('pets').select(({ fn }) => fn.max('id').as('id'));
  return (await ids.where('id', '<', id).executeTakeFirst())?.id ?? 0;
}

export const isBetween = (bottom: number, top: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`pets.id >= ${bottom} and pets.id < ${top}`;

/** Repeats an id up to a power of two: there are few texts of the statement, so that they stay prepared. */
export function isOneOf(ids: readonly number[]): RawBuilder<SqlBool> {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return sql<SqlBool>`pets.id in (${sql.join(Array.from({ length }, (_, i) => ids[i] ?? ids[0]))})`;
}

/**
 * Divides the pets with ids below `before` into ranges, from the newest down.
 *
 * @param own the pets of some organizations; undefined for all pets
 * @param rows about how many the first range has, and any at most
 */
export async function* ranges(
  read: Queries,
  own: Postings | undefined,
  { first, most }: { readonly first: number; readonly most: number },
  before: number,
  pace: Pace,
): AsyncGenerator<RawBuilder<SqlBool>> {
  if (own === undefined) {
    let top = Math.min(before, (await highestBelow(read)) + 1);
    for (; top > 1; top -= most) {
      const bottom = Math.max(top - most, 1);
      yield isBetween(bottom, top);
      await pace(top - bottom);
    }
    return;
  }
  let top = before;
  for (let rows = first; top > 1; rows = Math.min(4 * rows, most)) {
    const [{ bottom } = { bottom: 1 }] = await estimates(read, [own], rows, top);
    yield sql<SqlBool>`pets.id in (${own.ids(bottom, top)})`;
    await pace(rows);
    top = bottom;
  }
}

/** A search among this many pets does not ask the index of names. */
const few = 2_000;

export async function areFew(read: Queries, own: Postings): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select id from (${own.ids(1, HIGHEST_ID)}) as own limit ${few + 1}) as counted`.execute(
    read,
  );
  return Number(rows[0]?.count) <= few;
}
