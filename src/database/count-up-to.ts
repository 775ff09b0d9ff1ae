import type { SelectQueryBuilder } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** How many rows the query finds, counted up to `most`. */
export async function countUpTo<Table extends keyof Tables, Row>(
  db: Queries,
  query: SelectQueryBuilder<Tables, Table, Row>,
  most: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(query.limit(most).as('some'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
