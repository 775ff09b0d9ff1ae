import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { migrationNames } from '../migrate.ts';
import { isBusy } from './errors.ts';
import { makePrivateFile } from './lock.ts';

type Connection = SqliteDatabase.Database;

/** What a store of the embedded engine holds. */
export interface StoreContents {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Migrations that this version knows and the store has not had, and those that the store has had and this version does not know. */
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  /** When its newest event happened; 0 where there is none. Unix milliseconds. */
  readonly newestMs: number;
  /** How the keys in it begin, such as `psk_live_`. */
  readonly keyPrefixes: readonly string[];
}

/** The file is no store of ours, or a damaged one; the message ends a sentence that begins with the file. */
export class BadStore extends Error {
  override readonly name = 'BadStore';
}

/**
 * Makes `to` a copy of the store as it stands at one moment, while others may go on writing. When it resolves the copy has been verified, is on the
 * disk, and is one file that needs no other beside it. When it rejects there is none.
 *
 * @param to a file of this name is replaced
 * @throws BadStore
 */
export async function copyStore(from: string, to: string): Promise<StoreContents & { readonly bytes: number }> {
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

async function copyAtOneMoment(from: string, to: string): Promise<StoreContents> {
  const source = openToRead(from);
  try {
    // The snapshot lasts as long as the transaction: what is written meanwhile neither gets into the copy nor makes it begin anew.
    source.exec('begin');
    const contents = contentsOf(source);
    await source.backup(to, { progress: () => 1_000 });
    return contents;
  } finally {
    source.close();
  }
}

function verify(file: string, expected: StoreContents): void {
  const copy = new SqliteDatabase(file);
  try {
    copy.pragma('journal_mode = delete');
    const problem = problemOf(copy, 'integrity_check');
    if (problem !== undefined) throw new BadStore(`is damaged: ${problem}`);
    const { rows } = contentsOf(copy);
    for (const [table, count] of Object.entries(expected.rows)) {
      if (rows[table] !== count)
        throw new BadStore(`has ${rows[table]} rows of ${table} where its source had ${count}`);
    }
  } finally {
    copy.close();
  }
}

/**
 * Looks through a store without changing it.
 *
 * @returns what it holds, and what is wrong with it: a sentence, or undefined when nothing is
 * @throws BadStore
 */
export function inspectStore(file: string): StoreContents & { readonly problem: string | undefined } {
  const connection = openToRead(file);
  try {
    return { ...contentsOf(connection), problem: problemOf(connection, 'quick_check') };
  } finally {
    connection.close();
  }
}

const openToRead = (file: string): Connection => new SqliteDatabase(file, { readonly: true, timeout: 5_000 });

function contentsOf(connection: Connection): StoreContents {
  const column = (sql: string): string[] => connection.prepare<[], string>(sql).pluck().all();
  try {
    const tables = column(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    );
    if (!tables.includes('kysely_migration') || !tables.includes('pets')) throw new BadStore('is no store of Petstore');
    const had = new Set(column('select name from kysely_migration'));
    const known = new Set(migrationNames());
    return {
      rows: Object.fromEntries(tables.map((table) => [table, Number(column(`select count(*) from "${table}"`)[0])])),
      pending: [...known.difference(had)],
      unknown: [...had.difference(known)],
      newestMs: tables.includes('events') ? Number(column('select coalesce(max(at), 0) from events')[0]) : 0,
      keyPrefixes: column('select distinct prefix from api_keys'),
    };
  } catch (cause) {
    if (!(cause instanceof SqliteDatabase.SqliteError)) throw cause;
    throw new BadStore(`cannot be read: ${cause.message}`, { cause });
  }
}

function problemOf(connection: Connection, check: 'integrity_check' | 'quick_check'): string | undefined {
  try {
    const found = connection.pragma(check, { simple: true }) as string;
    if (found !== 'ok') return found;
    const [orphan] = connection.pragma('foreign_key_check') as { readonly table: string; readonly parent: string }[];
    return orphan && `a row of ${orphan.table} has none in ${orphan.parent}`;
  } catch (cause) {
    if (!(cause instanceof SqliteDatabase.SqliteError)) throw cause;
    return cause.message;
  }
}

/**
 * Brings all that a store has beside it into the store itself, so that it can be replaced by one rename. A damaged one is left as it is.
 *
 * @throws BadStore when somebody has it open who does not take its lock, such as a person with `sqlite3`
 */
export async function settleStore(file: string): Promise<void> {
  const connection = new SqliteDatabase(file);
  try {
    connection.pragma('journal_mode = delete');
  } catch (error) {
    if (isBusy(error)) throw new BadStore('is open in another program; end that first', { cause: error });
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
  } finally {
    connection.close();
  }
  // The journal of a store must not meet the store that comes in its place.
  for (const beside of ['-wal', '-shm', '-journal']) await rm(`${file}${beside}`, { force: true });
  await syncToDisk(dirname(file));
}

/** A file with what SQLite may have left beside it. */
export async function removeFiles(file: string): Promise<void> {
  for (const beside of ['', '-wal', '-shm', '-journal']) await rm(`${file}${beside}`, { force: true });
}

/** A file's contents, or which files a folder has. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
