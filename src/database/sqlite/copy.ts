import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { syncToDisk } from '../../storage/synced-files.ts';
import { BACKED_UP_AT } from '../meta.ts';
import { migrationNames } from '../migrate.ts';
import { isBusy, isDiskError } from './errors.ts';
import { makePrivateFile, shareLock } from './lock.ts';

type Connection = SqliteDatabase.Database;

const sideFiles = ['-wal', '-shm', '-journal', '-reserve'];

/** The contents of an embedded database. */
export interface DatabaseContents {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** `pending` migrations are not applied yet; `unknown` ones were applied by a newer version. */
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  /** The time of the newest event in Unix milliseconds; 0 if there is none. */
  readonly newestMs: number;
  /** How far staging's clock is ahead of the real time, in milliseconds. */
  readonly clockAheadMs: number;
  /** The prefixes of the API keys, such as `psk_live_`. */
  readonly keyPrefixes: readonly string[];
}

/** The file is not a Petstore database, or is damaged. The message continues a sentence that begins with the file name. */
export class BadDatabaseFile extends Error {
  override readonly name = 'BadDatabaseFile';
}

/**
 * Copies a snapshot of the database while others may write. When it resolves, the copy is verified, on the disk, and complete in one file.
 * When it rejects, there is no copy.
 *
 * @param to replaced if it exists
 * @throws BadDatabaseFile
 */
export async function copyDatabase(from: string, to: string): Promise<DatabaseContents & { readonly bytes: number }> {
  await removeFiles(to);
  await makePrivateFile(to);
  try {
    const contents = await copyAtOneMoment(from, to);
    verify(to, contents);
    await syncToDisk(to);
    return { ...contents, bytes: (await stat(to)).size };
  } catch (error) {
    await removeFiles(to);
    throw error;
  }
}

/** Stores in the database when it was backed up. It is not opened as usual, because that would migrate it. */
export async function noteBackup(file: string, atMs: number): Promise<void> {
  const open = new AsyncDisposableStack();
  try {
    open.defer(await shareLock(file));
    const connection = new SqliteDatabase(file, { timeout: 5_000 });
    open.defer(() => void connection.close());
    const row = 'insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value';
    connection.prepare(row).run(BACKED_UP_AT, String(atMs));
  } finally {
    await open.disposeAsync();
  }
}

async function copyAtOneMoment(from: string, to: string): Promise<DatabaseContents> {
  const source = openToRead(from);
  try {
    // The transaction holds the snapshot: writes meanwhile neither enter the copy nor restart it.
    source.exec('begin');
    const contents = contentsOf(source);
    await source.backup(to, { progress: () => 1_000 });
    return contents;
  } finally {
    source.close();
  }
}

function verify(file: string, expected: DatabaseContents): void {
  const copy = new SqliteDatabase(file);
  try {
    copy.pragma('journal_mode = delete');
    const problem = problemOf(copy, 'integrity_check');
    if (problem !== undefined) throw new BadDatabaseFile(`is damaged: ${problem}`);
    const { rows } = contentsOf(copy);
    for (const [table, count] of Object.entries(expected.rows)) {
      if (rows[table] !== count)
        throw new BadDatabaseFile(`has ${rows[table]} rows of ${table} where its source had ${count}`);
    }
  } finally {
    copy.close();
  }
}

/**
 * Inspects a database without changing it.
 *
 * @returns its contents, and the first problem found; undefined if there is none
 * @throws BadDatabaseFile
 */
export function inspectDatabase(file: string): DatabaseContents & { readonly problem: string | undefined } {
  const connection = openToRead(file);
  try {
    return { ...contentsOf(connection), problem: problemOf(connection, 'quick_check') };
  } finally {
    connection.close();
  }
}

const openToRead = (file: string): Connection => new SqliteDatabase(file, { readonly: true, timeout: 5_000 });

function contentsOf(connection: Connection): DatabaseContents {
  const column = (sql: string): string[] => connection.prepare<[], string>(sql).pluck().all();
  try {
    const tables = column(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    );
    if (!tables.includes('kysely_migration') || !tables.includes('pets'))
      throw new BadDatabaseFile('is not a Petstore database');
    const applied = new Set(column('select name from kysely_migration'));
    const known = new Set(migrationNames());
    return {
      rows: Object.fromEntries(tables.map((table) => [table, Number(column(`select count(*) from "${table}"`)[0])])),
      pending: [...known.difference(applied)],
      unknown: [...applied.difference(known)],
      newestMs: tables.includes('events') ? Number(column('select coalesce(max(at), 0) from events')[0]) : 0,
      clockAheadMs: tables.includes('test_clock')
        ? Number(column('select coalesce(max(ahead_ms), 0) from test_clock')[0])
        : 0,
      keyPrefixes: column('select distinct prefix from api_keys'),
    };
  } catch (cause) {
    if (!(cause instanceof SqliteDatabase.SqliteError)) throw cause;
    throw new BadDatabaseFile(`cannot be read: ${cause.message}`, { cause });
  }
}

function problemOf(connection: Connection, check: 'integrity_check' | 'quick_check'): string | undefined {
  try {
    const found = connection.pragma(check, { simple: true }) as string;
    if (found !== 'ok') return found;
    const [orphan] = connection.pragma('foreign_key_check') as { readonly table: string; readonly parent: string }[];
    return orphan && `a row of ${orphan.table} refers to a missing row of ${orphan.parent}`;
  } catch (cause) {
    if (!(cause instanceof SqliteDatabase.SqliteError)) throw cause;
    if (isDiskError(cause)) throw new BadDatabaseFile(`cannot be read: ${cause.message}`, { cause });
    return cause.message;
  }
}

/**
 * Merges the write-ahead log into the database file, so that one rename can replace it. A damaged database stays as it is.
 *
 * @throws BadDatabaseFile if a program that does not take our lock, such as `sqlite3`, has the database open
 */
export async function mergeLog(file: string): Promise<void> {
  const connection = new SqliteDatabase(file);
  try {
    connection.pragma('journal_mode = delete');
  } catch (error) {
    if (isBusy(error)) throw new BadDatabaseFile('is open in another program; end that first', { cause: error });
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
  } finally {
    connection.close();
  }
  // The journal of the old database must not be applied to its replacement.
  for (const suffix of sideFiles) await rm(`${file}${suffix}`, { force: true });
  await syncToDisk(dirname(file));
}

/** Removes a database file and the files that may be left beside it. */
export async function removeFiles(file: string): Promise<void> {
  for (const suffix of ['', ...sideFiles]) await rm(`${file}${suffix}`, { force: true });
}
