import SqliteDatabase from 'better-sqlite3';
import { databaseFile, type Settings, settingsOf } from '../../settings/settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { exists } from '../files.ts';

const connectMs = 3_000;
const answerMs = 30_000;

/** Asks an environment's database, on either engine, and changes nothing. Without a file there are no rows. */
export async function query<Row extends object>(
  environment: Environment,
  settings: Settings,
  sql: string,
): Promise<readonly Row[]> {
  const { databaseUrl: url } = settingsOf(environment, settings);
  if (url !== '') {
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: url, connectionTimeoutMillis: connectMs, query_timeout: answerMs });
    // Without a listener, a connection that breaks would end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      client.connection.stream.destroy();
    }
  }
  const file = databaseFile(environment, settings);
  if (!(await exists(file))) return [];
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}
