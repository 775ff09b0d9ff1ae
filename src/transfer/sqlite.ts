import { access } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';
import { isBusy } from '../database/sqlite/errors.ts';
import { Failure } from '../failure.ts';
import { narrow } from '../vocabulary/int64.ts';
import { batchRows, type Row, type TransferDatabase, type Statement, type Value } from './transfer-database.ts';

/**
 * Opens an existing file, and changes nothing in it.
 *
 * @throws Failure when the file does not exist
 */
export async function openSqlite(file: string): Promise<TransferDatabase> {
  await access(file).catch(() => {
    throw new Failure(`There is no file ${file}.`);
  });
  const connection = new SqliteDatabase(file, { timeout: 1_000 });
  connection.defaultSafeIntegers(true);
  const prepare = (text: string) => connection.prepare<Value[], Record<string, Value>>(text);

  const query = async (...[text, ...values]: Statement): Promise<Row[]> =>
    prepare(text)
      .all(...values)
      .map(narrowed);
  const write = async (statements: readonly Statement[]): Promise<void> => {
    connection.transaction(() => {
      for (const [text, ...values] of statements) prepare(text).run(...values);
    })();
  };

  return {
    shown: file,
    async hold() {
      try {
        // The first lock excludes every other connection; it fails if there is one.
        connection.pragma('locking_mode = exclusive');
        connection.exec('begin exclusive; commit');
      } catch (error) {
        if (!isBusy(error)) throw new Failure(`${file} cannot be opened: ${String(error)}.`);
        throw new Failure(
          `${file} is in use. Stop the service first: the database must not change during the transfer.`,
        );
      }
      connection.pragma('synchronous = full');
    },
    tables: async () =>
      (await query(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)).map(nameOf),
    columns: async (table) => (await query('select name from pragma_table_info(?) order by cid', table)).map(nameOf),
    query,
    async *batches(...[text, ...values]) {
      let batch: Row[] = [];
      for (const row of prepare(text).iterate(...values)) {
        batch.push(narrowed(row));
        if (batch.length < batchRows) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    write,
    async insert(table, columns, rows) {
      const values = columns.map((column) => `value ->> '$.${column}'`);
      prepare(`insert into "${table}" (${columns.map(quoted).join()}) select ${values.join()} from json_each(?)`).run(
        rows,
      );
    },
    async lastId(table) {
      const [row] = await query('select seq as id from sqlite_sequence where name = ?', table);
      return (row?.['id'] as number | undefined) ?? 0;
    },
    setLastId: (table, _column, id) =>
      write([
        ['delete from sqlite_sequence where name = ?', table],
        // The column has no type: a JavaScript number would be stored as a float.
        ['insert into sqlite_sequence (name, seq) values (?, ?)', table, BigInt(id)],
      ]),
    placeholder: () => '?',
    ordered: quoted,
    analyze: async () => {},
    close: async () => {
      connection.close();
    },
  };
}

const nameOf = (row: Row): string => String(row['name']);
const quoted = (column: string): string => `"${column}"`;

function narrowed(row: Record<string, Value>): Row {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint') row[name] = narrow(value);
  }
  return row;
}
