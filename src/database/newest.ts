import { type SelectQueryBuilder, sql } from 'kysely';
import type { Int64 } from '../vocabulary/int64.ts';
import { countUpTo } from './count-up-to.ts';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** Up to `count` rows of a query with an id below `before`, newest first. @param id the column with it */
export function newest<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  count: number,
  before: Int64 | undefined,
  id = 'id',
): Promise<Row[]> {
  const column = sql.ref<Int64>(id);
  const older = before === undefined ? query : query.where(column, '<', before);
  return older.orderBy(column, 'desc').limit(count).execute();
}

/**
 * The newest rows of somebody who has few, and how many there are, counted up to `most`.
 *
 * @param id as of `newest`
 */
export async function newestOfFew<Table extends keyof Tables, Row>(
  db: Queries,
  query: SelectQueryBuilder<Tables, Table, Row>,
  count: number,
  most: number,
  id = 'id',
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  // The sum keeps the engines from following the ids of everybody's rows.
  const rows = await query
    .orderBy(sql`${sql.ref(id)} + 0`, 'desc')
    .limit(count)
    .execute();
  return { rows, total: rows.length < count ? rows.length : await countUpTo(db, query, most) };
}
