import { type SelectQueryBuilder, sql } from 'kysely';
import type { Int64 } from '../vocabulary/int64.ts';
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
