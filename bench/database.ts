import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { petstore, petstoreEnv } from './processes.ts';

/** A data folder, and an API key with limits too high to reach. */
export interface BenchDatabase {
  readonly dataDir: string;
  readonly key: string;
}

/** Creates a folder beside the code, and thus on a real disk. It is removed when this process exits. */
export function temporaryFolder(): string {
  const parent = join(import.meta.dirname, '../data');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return folder;
}

/** Creates an embedded database with `pets` pets. */
export function makeDatabase(folder: string, pets: number): BenchDatabase {
  const dataDir = mkdtempSync(join(folder, 'database-'));
  const key = makeKey(petstoreEnv(dataDir));
  if (pets > 0) addPets(dataDir, pets);
  return { dataDir, key };
}

/**
 * Creates an API key with limits too high to reach.
 *
 * @param env the settings that locate the database
 * @param options of the command line: other limits, or the account; without that, a new account
 */
export function makeKey(env: Readonly<Record<string, string | undefined>>, options: readonly string[] = []): string {
  const limits = ['--per-minute', '1000000000', '--per-day', '1000000000000'];
  const args = ['keys', 'create', '--plan', 'enterprise', ...limits, '--json', ...options];
  return (JSON.parse(execFileSync(petstore, args, { env, encoding: 'utf8' })) as { key: string }).key;
}

export function openFile(dataDir: string): SqliteDatabase.Database {
  return new SqliteDatabase(join(dataDir, 'production.sqlite'));
}

/** Inserts the rows directly, of the newest account and the newest organization, if any: ten million pets over HTTP would take minutes. */
export function addPets(dataDir: string, pets: number): void {
  const file = openFile(dataDir);
  file
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < @pets)
       insert into pets (account_id, organization_id, name, name_folded, category_id, status, version, created_at, updated_at)
       select (select max(id) from accounts), (select max(id) from organizations), 'Rex ' || i, 'REX ' || i, i % 7 + 1,
              case i % 3 when 0 then 'sold' when 1 then 'pending' else 'available' end, 1, @now, @now
       from n`,
    )
    .run({ pets, now: Date.now() });
  file.pragma('optimize');
  file.close();
}
