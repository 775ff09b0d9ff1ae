import type { PoolClient, QueryConfig } from 'pg';
import { named, run } from './queries.ts';
import type { Rows } from './recorder.ts';

const statements = new Map<string, string>();

/** One statement for each kind of row, however many there are: its values are one array for each column. */
export async function insertsOf(client: PoolClient, rowsByInsert: Rows): Promise<QueryConfig[]> {
  const inserts: QueryConfig[] = [];
  for (const [insert, rows] of rowsByInsert) {
    let statement = statements.get(insert);
    if (statement === undefined) {
      statement = await statementOf(client, insert);
      statements.set(insert, statement);
    }
    const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
    inserts.push(named(statement, columns));
  }
  return inserts;
}

async function statementOf(client: PoolClient, insert: string): Promise<string> {
  const [, head = '', table = '', columns = ''] = /^(insert into "(\w+)" \(([^()]+)\)) values /.exec(insert) ?? [];
  const { rows } = await run(client, {
    text: `select attname as name, format_type(atttypid, atttypmod) as type
           from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    values: [table],
  });
  const types = new Map(rows.map(({ name, type }: { name: string; type: string }) => [`"${name}"`, type]));
  const arrays = columns.split(', ').map((column, at) => `$${at + 1}::${types.get(column)}[]`);
  return `${head} select * from unnest(${arrays.join(', ')})`;
}
