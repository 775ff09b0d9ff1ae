import SqliteDatabase from 'better-sqlite3';
import { databaseFile } from '../../src/settings/settings.ts';
import { sqlOn } from '../support/postgres.ts';
import type { TestService } from '../support/service.ts';

/** Every column of every table in which a text stands, in lower case, as `table.column`: asked of the database itself. */
export async function columnsWith(service: TestService, text: string): Promise<string[]> {
  const found: string[] = [];
  const url = service.settings.databaseUrl;
  if (url === '') {
    const database = new SqliteDatabase(databaseFile('production', service.settings), { readonly: true });
    const columns = database
      .prepare<[], { table: string; column: string }>(
        `select t.name as "table", c.name as "column" from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
      )
      .all();
    for (const { table, column } of columns) {
      const count = database.prepare<[string], number>(
        `select count(*) from "${table}" where instr(lower(cast("${column}" as text)), ?) > 0`,
      );
      if (count.pluck().get(text) !== 0) found.push(`${table}.${column}`);
    }
    database.close();
    return found.toSorted();
  }
  await sqlOn(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables) {
      // A row as JSON says which of its columns it is.
      const { rows } = await client.query<{ column: string }>(
        `select distinct field.name as "column" from "${name}" as t, json_each_text(row_to_json(t)) as field(name, text)
         where position($1 in lower(field.text)) > 0`,
        [text],
      );
      found.push(...rows.map(({ column }) => `${name}.${column}`));
    }
  });
  return found.toSorted();
}
