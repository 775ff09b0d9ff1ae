import { Client, type ClientConfig, DatabaseError } from 'pg';
import { TABLE_NAMES } from '../database/keys.ts';
import { exactTypes } from '../database/postgres/pool.ts';
import { Failure } from '../failure.ts';
import { batchRows, type Row, type TransferDatabase, type Statement } from './transfer-database.ts';

/** The advisory lock that a transfer holds on its target. */
const targetLock = 7_023_991_554_871_002n;
/** The server may still be finishing the last batch of a transfer that was killed. */
const lockWait = '15s';
const lockNotAvailable = '55P03';

/** Opens a database, and changes nothing in it. */
export async function openPostgres(url: string): Promise<TransferDatabase> {
  const shown = withoutSecrets(url);
  const open = async (): Promise<Client> => {
    const config: ClientConfig = {
      connectionString: url,
      fallback_application_name: 'petstore transfer',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      types: exactTypes(),
    };
    const client = new Client(config);
    // A broken connection fails its query; without a listener it would end the process.
    client.on('error', () => {});
    await client.connect();
    await client.query(`
      set statement_timeout = 0;
      set idle_in_transaction_session_timeout = 0;
      set default_transaction_isolation = 'read committed';
      set default_transaction_read_only = off;
      set lock_timeout = '${lockWait}'`);
    return client;
  };
  const client = await open();
  let holder: Client | undefined;
  const inUse = (): Failure =>
    new Failure(`${shown} is in use. Stop the service first: the database must not change during the transfer.`);

  const query = async (...[text, ...values]: Statement): Promise<Row[]> =>
    (await client.query<Record<string, Row[string]>>(text, values)).rows;
  return {
    shown,
    async hold(as) {
      try {
        if (as === 'target') {
          await client.query(`select pg_advisory_lock(${targetLock})`);
        } else {
          holder = await open();
          await holder.query(
            `begin; lock table ${[...TABLE_NAMES, 'pending_events'].map(quoted).join()} in share mode`,
          );
          // Events without a number are not copied: refuse if one was written since they were numbered.
          const { rows } = await holder.query('select place from pending_events limit 1');
          if (rows.length > 0) throw inUse();
        }
      } catch (error) {
        if (!(error instanceof DatabaseError && error.code === lockNotAvailable)) throw error;
        throw as === 'target' ? new Failure(`Another transfer is writing to ${shown}.`) : inUse();
      }
    },
    tables: async () =>
      (await query('select tablename as name from pg_tables where schemaname = current_schema()')).map(nameOf),
    columns: async (table) =>
      (
        await query(
          `select column_name as name from information_schema.columns
           where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
          table,
        )
      ).map(nameOf),
    query,
    async *batches(...[text, ...values]) {
      // No rollback: any failure ends the transfer, and with it the connection.
      await client.query('begin read only');
      await client.query(`declare batches no scroll cursor for ${text}`, values);
      while (true) {
        const rows = await query(`fetch ${batchRows} from batches`);
        if (rows.length > 0) yield rows;
        if (rows.length < batchRows) break;
      }
      await client.query('commit');
    },
    async write(statements) {
      await client.query('begin');
      for (const statement of statements) await query(...statement);
      await client.query('commit');
    },
    async insert(table, columns, rows) {
      const names = columns.map(quoted).join();
      await client.query({
        name: `insert ${table}`,
        text: `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1)`,
        values: [rows],
      });
    },
    async lastId(table, column) {
      const [row] = await query(
        'select coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0) as id',
        table,
        column,
      );
      return row?.['id'] as number;
    },
    async setLastId(table, column, id) {
      await query('select setval(pg_get_serial_sequence($1, $2), $3)', table, column, id);
    },
    placeholder: (n) => `$${n}`,
    ordered: (column, type) => (type === 'text' ? `"${column}" collate "C"` : quoted(column)),
    async analyze() {
      // Otherwise the first queries would be planned for empty tables.
      for (const table of TABLE_NAMES) await client.query(`analyze "${table}"`);
    },
    async close() {
      await holder?.end();
      await client.end();
    },
  };
}

const nameOf = (row: Row): string => String(row['name']);
const quoted = (name: string): string => `"${name}"`;

/** A URL for people: without its password and parameters. */
export function withoutSecrets(text: string): string {
  const url = new URL(text);
  url.password = '';
  url.search = '';
  return url.href;
}
