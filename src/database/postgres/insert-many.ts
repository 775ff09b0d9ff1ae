import type { PoolClient, QueryConfig } from 'pg';
import { named, run } from './queries.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Makes one statement for each table, however many rows there are: its values are one array for each column. */
export function insertMany() {
  const statements = new Map<string, string>();

  async function statementOf(client: PoolClient, table: string, columns: readonly string[]): Promise<string> {
    const known = statements.get(table);
    if (known !== undefined) return known;
    const { rows } = await run(client, {
      text: `select attname as name, format_type(atttypid, atttypmod) as type
             from pg_attribute where attrelid = $1::regclass and attnum > 0`,
      values: [table],
    });
    const types = new Map(rows.map(({ name, type }: { name: string; type: string }) => [name, type]));
    const names = columns.map((column) => `"${column}"`);
    const arrays = columns.map((column, at) => `$${at + 1}::${types.get(column)}[]`);
    const statement = `insert into "${table}" (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`;
    statements.set(table, statement);
    return statement;
  }

  /** @param rowsByTable all rows of a table have the same columns */
  return async (client: PoolClient, rowsByTable: ReadonlyMap<string, readonly Row[]>): Promise<QueryConfig[]> => {
    const inserts: QueryConfig[] = [];
    for (const [table, rows] of rowsByTable) {
      const columns = Object.keys(rows[0] ?? {});
      const arrays = columns.map((column) => rows.map((row) => row[column]));
      inserts.push(named(await statementOf(client, table, columns), arrays));
    }
    return inserts;
  };
}
