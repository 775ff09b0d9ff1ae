import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ownerOf, type PostgresServer } from '../postgres-server.ts';

/** A PgBouncer in transaction mode before a PostgreSQL server. */
export interface PgBouncer {
  /** The URL of a database of this name. */
  url(database: string): string;
  close(): Promise<void>;
}

const port = 6432;
/** So few that requests of one process must share them. */
const serverConnections = 5;

/** Starts PgBouncer as the guide configures it. */
export async function startPgBouncer(postgres: PostgresServer): Promise<PgBouncer> {
  const script = join(import.meta.dirname, 'install.sh');
  const program = execFileSync('sh', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  const folder = await mkdtemp(join(tmpdir(), 'petstore-pgbouncer-'));
  const owner = ownerOf();
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const socketFolder = new URL(postgres.url('postgres')).searchParams.get('host');
  await writeFile(
    file,
    `[databases]
* = host=${socketFolder} user=postgres
[pgbouncer]
${await guidesSettings()}
auth_type = any
unix_socket_dir = ${folder}
listen_port = ${port}
default_pool_size = ${serverConnections}
max_client_conn = 2000
# Each test has a database of its own, and PostgreSQL has 200 connections for all.
server_idle_timeout = 2
`,
  );
  const bouncer = spawn(program, ['--quiet', file], { stdio: ['ignore', 'ignore', 'inherit'], ...owner });
  const ended = once(bouncer, 'exit');
  const url = (database: string) =>
    `postgres://postgres@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`;
  process.once('exit', () => bouncer.kill('SIGKILL'));
  const socket = join(folder, `.s.PGSQL.${port}`);
  await Promise.race([
    eventually(() =>
      stat(socket).then(
        (found) => found.isSocket(),
        () => false,
      ),
    ),
    ended.then(([code]) => {
      throw new Error(`PgBouncer ended with ${code}.`);
    }),
  ]);
  return {
    url,
    async close() {
      bouncer.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The settings that the guide tells operators to use. */
async function guidesSettings(): Promise<string> {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/running.md'), 'utf8');
  const [, settings] = /```ini\n(pool_mode = transaction\n.*?)```/s.exec(guide) ?? [];
  if (settings === undefined) throw new Error('The guide has no settings for PgBouncer.');
  return settings;
}
