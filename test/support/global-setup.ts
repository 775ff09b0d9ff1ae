import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/database/postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the private PostgreSQL of this run; its database is the one that others are made of. */
    postgresUrl: string;
  }
}

const template = 'petstore_template';
let server: PostgresServer;

/** Before all tests: installs what is lacking, and starts the one PostgreSQL that all of them share. */
export async function setup({ provide }: TestProject): Promise<void> {
  execFileSync('sh', [fileURLToPath(new URL('../setup.sh', import.meta.url))], { stdio: 'inherit' });
  // None of them looks at what a power failure leaves.
  server = await startPostgres({ fsync: 'off', full_page_writes: 'off', autovacuum: 'off' });
  await server.run(`create database ${template}`);
  const database = await openPostgres({ url: server.url(template), environment: 'production' });
  await database.close();
  // What is made of it may belong to either environment.
  await server.run(`delete from meta where name = 'environment'`, template);
  provide('postgresUrl', server.url(template));
}

export async function teardown(): Promise<void> {
  await server.close();
}
