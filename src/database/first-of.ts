import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** The sort columns, such as `id desc`. */
type Order = readonly `${string} ${'asc' | 'desc'}`[];

type Selected<Row> = Compilable<Row> & { execute(): Promise<Row[]> };

/**
 * Selects the first `count` rows of several queries, by one statement. Each query follows its own index, which one query with `or` would not;
 * and a row that moves from one query to another is not lost between two reads.
 *
 * @param queries each in this order and limited to `count`
 * @param overlap whether a row may belong to two of them
 */
export function firstOf<Table extends keyof Tables, Row>(
  db: Queries,
  queries: readonly SelectQueryBuilder<Tables, Table, Row>[],
  order: Order,
  count: number,
  overlap = false,
): Selected<Row> {
  const [first] = queries;
  if (first !== undefined && queries.length === 1) return first;
  const union = queries
    .map((query) => db.selectFrom(query.as('rows')).selectAll())
    .reduce((all, one) => (overlap ? all.union(one) : all.unionAll(one)))
    .orderBy(sql.raw(order.join(', ')))
    .limit(count);
  // Kysely cannot tell that all columns of a generic row are the row.
  return union as object as SelectQueryBuilder<Tables, Table, Row>;
}
