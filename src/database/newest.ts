import type { SelectQueryBuilder } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * The `count` rows with the highest ids of several queries, read by one statement. Each query follows its own index, which one query with
 * `or` would not; and a row that moves from one query to another is not lost between two reads.
 *
 * @param queries each ordered by descending id and limited to `count`; no row belongs to two of them
 */
export async function newestOf<Table extends keyof Tables, Row extends { id: number }>(
  db: Queries,
  queries: readonly SelectQueryBuilder<Tables, Table, Row>[],
  count: number,
): Promise<Row[]> {
  const [first] = queries;
  if (first === undefined || queries.length === 1) return first?.execute() ?? [];
  const union = queries
    .map((query) => db.selectFrom(query.as('rows')).selectAll())
    .reduce((all, one) => all.unionAll(one))
    .orderBy('id', 'desc')
    .limit(count);
  // Kysely cannot tell that all columns of a generic row are the row.
  return (await union.execute()) as object[] as Row[];
}
