import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { type Server, startProgram } from './processes.ts';

/** A program that others would write instead, and its API key. */
export interface Peer {
  readonly label: string;
  readonly server: Server;
  readonly key: string;
}

const folder = join(import.meta.dirname, 'peers');
const key = 'key-of-a-peer';
const sha256 = createHash('sha256').update(key).digest('hex');

/** Installs what the peers need, with the versions of their lock file. */
export function installPeers(): void {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Express, pg, and express-rate-limit on Redis. */
export async function startExpress(
  postgres: PostgresServer,
  redis: { readonly url: string },
  pets: number,
): Promise<Peer> {
  await postgres.run('create database peer');
  await postgres.run(tables({ id: 'bigint generated always as identity primary key', bytes: 'bytea' }), 'peer');
  await postgres.run(`insert into keys values ('\\x${sha256}', 1)`, 'peer');
  await postgres.run(petsFrom(`generate_series(1, ${pets}) as n(i)`), 'peer');
  await postgres.run('vacuum analyze', 'peer');
  const settings = { DATABASE_URL: postgres.url('peer'), REDIS_URL: redis.url, NODE_ENV: 'production' };
  const server = await startProgram(join(folder, 'express.mjs'), { pinned: false, settings });
  return { label: 'Express, pg and Redis, 1 process', server, key };
}

/** Fastify and better-sqlite3. */
export async function startFastify(dataDir: string, pets: number): Promise<Peer> {
  const file = join(dataDir, 'peer.sqlite');
  const database = new SqliteDatabase(file);
  database.exec(tables({ id: 'integer primary key', bytes: 'blob' }));
  database.exec(`insert into keys values (x'${sha256}', 1)`);
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${pets}) ${petsFrom('n')}`);
  database.close();
  const settings = { DATABASE_FILE: file, NODE_ENV: 'production' };
  const server = await startProgram(join(folder, 'fastify.mjs'), { pinned: false, settings });
  return { label: 'Fastify and better-sqlite3, 1 process', server, key };
}

const tables = (types: { readonly id: string; readonly bytes: string }) => `
  create table keys (sha256 ${types.bytes} primary key, account_id bigint not null);
  create table pets (
    id ${types.id}, account_id bigint not null, name text not null, category_id bigint not null, status text not null,
    created_at timestamp not null default current_timestamp
  );
  create index pets_by_account on pets (account_id, id)`;

/** The same animals as in the service. */
const petsFrom = (numbers: string) => `
  insert into pets (account_id, name, category_id, status)
  select 1, 'Rex ' || i, i % 7 + 1, case i % 3 when 0 then 'sold' when 1 then 'pending' else 'available' end
  from ${numbers}`;
