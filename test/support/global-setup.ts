import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the private PostgreSQL of this run; its database is the one that others are made of. */
    postgresUrl: string;
    /** An embedded store with its tables and nothing else, of which others are copies. */
    sqliteTemplate: string;
  }
}

const template = 'petstore_template';
let server: PostgresServer;
let folder: string;

/** Before all tests: installs what is lacking, and starts the one PostgreSQL that all of them share. */
export async function setup({ provide }: TestProject): Promise<void> {
  execFileSync('sh', [fileURLToPath(new URL('setup.sh', import.meta.url))], { stdio: 'inherit' });
  // None of them looks at what a power failure leaves. It is killed at the end: what it shares goes with its folder.
  const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', dynamic_shared_memory_type: 'mmap' };
  server = await startPostgres(settings, await roomInMemory());
  await server.run(`create database ${template}`);
  const database = await openPostgres({ url: server.url(template), environment: 'production' });
  await database.close();
  // What is made of it may belong to either environment.
  await server.run(`delete from meta where name = 'environment'`, template);
  provide('postgresUrl', server.url(template));
  folder = await mkdtemp(join(tmpdir(), 'petstore-template-'));
  const file = join(folder, 'template.sqlite');
  await (await openSqlite({ file })).close();
  provide('sqliteTemplate', file);
}

/**
 * Linux's folder in memory, where it is large enough; a container may have very little. Each database of a test is 300 new files, which
 * take a disk up to ten times as long.
 */
async function roomInMemory(): Promise<string | undefined> {
  const memory = '/dev/shm';
  const room = await statfs(memory).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize > 2 ** 31 ? memory : undefined;
}

export async function teardown(): Promise<void> {
  await server.close();
  await rm(folder, { recursive: true });
}
