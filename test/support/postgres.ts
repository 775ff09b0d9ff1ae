import { Client, escapeIdentifier } from 'pg';
import { inject, onTestFinished } from 'vitest';

/** `42P04`, duplicate_database. */
const isThere = (error: unknown): boolean => (error as { code?: string }).code === '42P04';

/** The URL of a database on the PostgreSQL server of this run. */
export function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}

/** The URL of a migrated database, which is created if it does not exist. */
export async function testDatabase(name: string): Promise<string> {
  const template = new URL(inject('postgresUrl')).pathname.slice(1);
  // Copying files takes half as long as writing each page to the log.
  await administrate(
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
  ).catch((error: unknown) => {
    if (!isThere(error)) throw error;
  });
  return urlOf(name);
}

/** Drops the database and cuts its connections. */
export async function dropTestDatabase(name: string): Promise<void> {
  await administrate(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}

/** Runs one statement in the maintenance database, over one connection for all tests of this process. */
export async function administrate<Row>(sql: string): Promise<Row[]> {
  const client = await (administration ??= administrationClient());
  return (await client.query(sql)).rows as Row[];
}

let administration: Promise<Client> | undefined;

async function administrationClient(): Promise<Client> {
  const client = await connect(inject('administrationUrl'));
  // It ends with the server.
  client.on('error', () => (administration = undefined));
  return client;
}

/** A client of its own, for what no caller of the service may see. */
export async function sqlOn(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = await connect(url);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The first value of the first row. */
export const valueOf = async (client: Client, text: string): Promise<unknown> =>
  Object.values((await client.query<Record<string, unknown>>(text)).rows[0] ?? {})[0];

/** Nobody else reads or writes the table until the function that it gives is called. */
export async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = await connect(url);
  await client.query(`begin; lock table ${escapeIdentifier(table)} in access exclusive mode`);
  // A test that fails must not keep those behind it waiting.
  onTestFinished(() => client.end());
  return () => client.end();
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
