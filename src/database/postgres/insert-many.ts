import { CompiledQuery, sql } from 'kysely';
import type { Queries } from '../database.ts';

/** Rows by the statement that inserts one of them, of the form `insert into "table" ("column", …) values ($1, …)`. */
export type Rows = ReadonlyMap<string, readonly (readonly unknown[])[]>;

/** `Rows` that grow. */
export type RecordedRows = Map<string, (readonly unknown[])[]>;

/** Appends rows of a statement to those that are recorded. */
export function record(recorded: RecordedRows, insert: string, rows: readonly (readonly unknown[])[]): void {
  const known = recorded.get(insert);
  if (known === undefined) recorded.set(insert, [...rows]);
  else known.push(...rows);
}

const statements = new Map<string, Promise<string>>();

/** Inserts any number of rows with one statement, whose values are one array for each column. */
export async function insertMany(tx: Queries, insert: string, rows: readonly (readonly unknown[])[]): Promise<void> {
  let statement = statements.get(insert);
  if (statement === undefined) statements.set(insert, (statement = statementOf(tx, insert)));
  const text = await statement.catch((error: unknown) => {
    statements.delete(insert);
    throw error;
  });
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
  await tx.executeQuery(CompiledQuery.raw(text, columns));
}

async function statementOf(tx: Queries, insert: string): Promise<string> {
  const [, head = '', table = '', columns = ''] = /^(insert into "(\w+)" \(([^()]+)\)) values /.exec(insert) ?? [];
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0`.execute(tx);
  const types = new Map(rows.map(({ name, type }) => [`"${name}"`, type]));
  const arrays = columns.split(', ').map((column, at) => `$${at + 1}::${types.get(column)}[]`);
  return `${head} select * from unnest(${arrays.join(', ')})`;
}
