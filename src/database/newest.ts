import type { Compilable, SelectQueryBuilder } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Selects the `count` rows with the highest ids of several queries, by one statement. Each query follows its own index, which one query with
 * `or` would not; and a row that moves from one query to another is not lost between two reads.
 *
 * @param queries each ordered by descending id and limited to `count`; no row belongs to two of them
 */
export function newestOf<Table extends keyof Tables, Row extends { id: number }>(
  db: Queries,
  queries: readonly SelectQueryBuilder<Tables, Table, Row>[],
  count: number,
): Compilable<Row> & { execute(): Promise<Row[]> } {
  const [first] = queries;
  if (first !== undefined && queries.length === 1) return first;
  const union = queries
    .map((query) => db.selectFrom(query.as('rows')).selectAll())
    .reduce((all, one) => all.unionAll(one))
    .orderBy('id', 'desc')
    .limit(count);
  // Kysely cannot tell that all columns of a generic row are the row.
  return union as object as SelectQueryBuilder<Tables, Table, Row>;
}
