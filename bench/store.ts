import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { petstore, petstoreEnv } from './processes.ts';

/** A folder of data with a key that no limit stops. */
export interface Store {
  readonly dataDir: string;
  readonly key: string;
}

/** A folder beside the code, thus on a real disk, that is gone when this process ends. */
export function temporaryFolder(): string {
  const parent = join(import.meta.dirname, '../data');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return folder;
}

/** A new store of so many pets. */
export function makeStore(folder: string, pets: number): Store {
  const dataDir = mkdtempSync(join(folder, 'store-'));
  const key = makeKey(petstoreEnv(dataDir));
  if (pets > 0) fill(dataDir, pets);
  return { dataDir, key };
}

/**
 * A new key that no limit stops.
 *
 * @param env settings that say where the store is
 * @param whose options that name the account; a new one where there are none
 */
export function makeKey(env: Readonly<Record<string, string | undefined>>, whose: readonly string[] = []): string {
  const limits = ['--per-minute', '1000000000', '--per-day', '1000000000000'];
  const args = ['keys', 'create', '--plan', 'enterprise', ...limits, '--json', ...whose];
  return (JSON.parse(execFileSync(petstore, args, { env, encoding: 'utf8' })) as { key: string }).key;
}

export function openFile(dataDir: string): SqliteDatabase.Database {
  return new SqliteDatabase(join(dataDir, 'production.sqlite'));
}

/** Straight into the table: over HTTP ten million pets would take minutes. */
function fill(dataDir: string, pets: number): void {
  const file = openFile(dataDir);
  file
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < @pets)
       insert into pets (account_id, name, name_folded, category_id, status, version, created_at, updated_at)
       select (select max(id) from accounts), 'Rex ' || i, 'rex ' || i, i % 7 + 1,
              case i % 3 when 0 then 'sold' when 1 then 'pending' else 'available' end, 1, @now, @now
       from n`,
    )
    .run({ pets, now: Date.now() });
  file.pragma('optimize');
  file.close();
}
