import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Deletes a bounded number of the oldest rows whose column `at` is at most `upTo`. Returns whether there may be more.
 *
 * @param order an indexed column that sorts the oldest rows first
 * @param key the columns that identify a row
 */
export async function deleteOldest<Table extends keyof Tables>(
  tx: Queries,
  table: Table,
  {
    order,
    at = order,
    upTo,
    key,
    most = 500,
  }: {
    readonly order: keyof Tables[Table] & string;
    readonly at?: keyof Tables[Table] & string;
    readonly upTo: number;
    readonly key: readonly (keyof Tables[Table] & string)[];
    readonly most?: number;
  },
): Promise<boolean> {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${keys}) in (
      select ${keys} from (
        select ${keys}, ${sql.ref(at)} as at_ms from ${sql.table(table)} order by ${sql.ref(order)} limit ${most}
      ) as oldest where at_ms <= ${upTo}
    )`.execute(tx);
  return numAffectedRows === BigInt(most);
}
