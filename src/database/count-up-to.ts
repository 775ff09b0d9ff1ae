import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** How many rows the query finds, which selects nothing yet. */
export async function counted<All, Table extends keyof All>(
  query: SelectQueryBuilder<All, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** How many rows the query finds, counted up to `most`. */
export const countUpTo = <Table extends keyof Tables, Row>(
  db: Queries,
  query: SelectQueryBuilder<Tables, Table, Row>,
  most: number,
): Promise<number> => counted(db.selectFrom(query.limit(most).as('some')));
