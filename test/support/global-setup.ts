import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer/pgbouncer.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the template database in the private PostgreSQL of this run; with `npm run test:pgbouncer`, through PgBouncer. */
    postgresUrl: string;
    /** The URL of the maintenance database, never through PgBouncer. */
    administrationUrl: string;
    /** The file of a migrated embedded database without data, which tests copy. */
    sqliteTemplate: string;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const template = 'petstore_template';
let server: PostgresServer;
let bouncer: PgBouncer | undefined;
let folder: string;

/** Before all tests: installs what is missing, and starts the one PostgreSQL server that all tests share. */
export async function setup({ provide }: TestProject): Promise<void> {
  execFileSync('sh', [fileURLToPath(new URL('setup.sh', import.meta.url))], { stdio: 'inherit' });
  build();
  folder = await mkdtemp(join((await roomInMemory()) ?? tmpdir(), 'petstore-tests-'));
  // PostgreSQL's user passes through it.
  await chmod(folder, 0o711);
  // All temporary folders of the tests, and of the processes that they start.
  process.env['TMPDIR'] = folder;
  // What these processes print is compared: they color nothing, wherever the tests run.
  for (const name of ['CI', 'FORCE_COLOR', 'CLICOLOR_FORCE']) Reflect.deleteProperty(process.env, name);
  // No test on this server simulates a power failure. mmap: its shared memory is removed with its folder when it is killed.
  const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', dynamic_shared_memory_type: 'mmap' };
  server = await startPostgres(settings);
  await server.run(`create database ${template}`);
  const database = await openPostgres({ url: server.url(template), environment: 'production' });
  await database.close();
  // A copy may belong to either environment.
  await server.run(`delete from meta where name = 'environment'`, template);
  if (process.env['THROUGH_PGBOUNCER'] !== undefined) bouncer = await startPgBouncer(server);
  provide('postgresUrl', (bouncer ?? server).url(template));
  provide('administrationUrl', server.url('postgres'));
  const file = join(folder, 'template.sqlite');
  await (await openSqlite({ file })).close();
  provide('sqliteTemplate', file);
}

/**
 * Builds the service, unless it is newer than its sources: `bin/petstore` would run them, and each of some hundred starts of the tests would
 * then take more than twice as long. Builds the site, which the tests of pages open, likewise.
 */
function build(): void {
  buildUnlessNew('build', 'dist/main.js', ['src', 'client/src', 'package-lock.json']);
  // The last of its files.
  const site = 'web/dist/embed.js';
  buildUnlessNew('pages', site, [
    'web',
    'client/src',
    'src/vocabulary',
    'src/words',
    'docs',
    'openapi.json',
    'package-lock.json',
  ]);
}

/** Runs a script of package.json, which writes `file` last, if one of its sources is newer. */
function buildUnlessNew(script: string, file: string, sources: readonly string[]): void {
  const newer = () => {
    const search = [...sources, '-path', 'web/dist', '-prune', '-o', '-newer', file, '-print', '-quit'];
    return execFileSync('find', search, { cwd: root });
  };
  if (existsSync(join(root, file)) && newer().length === 0) return;
  // Vite builds for development if the test runner's NODE_ENV says so.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npm', ['run', '--silent', script], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * A folder in memory, if it is large enough; a container may have very little. Each PostgreSQL database of a test is 300 new files, which take
 * up to ten times as long on a disk, and each commit of an embedded database waits for the disk.
 */
async function roomInMemory(): Promise<string | undefined> {
  const memory = '/dev/shm';
  const room = await statfs(memory).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize > 2 ** 31 ? memory : undefined;
}

export async function teardown(): Promise<void> {
  await bouncer?.close();
  await server.close();
  await rm(folder, { recursive: true });
}
