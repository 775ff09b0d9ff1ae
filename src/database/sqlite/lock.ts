import { open } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';
import { isBusy } from './errors.ts';

/**
 * Takes a shared lock on a database file. Every process that opens the database holds one; a process that replaces the file holds the
 * lock exclusively. It is SQLite's own lock on an empty file beside the database, which is never replaced. The kernel releases it when
 * the process ends.
 *
 * @param file the database
 * @returns a function that releases the lock
 */
export async function shareLock(file: string): Promise<() => void> {
  const lock = await openLock(file, 5_000);
  try {
    lock.exec('begin');
    // The transaction takes the shared lock at its first read and holds it to its end.
    lock.prepare('select 1 from sqlite_schema').get();
  } catch (cause) {
    lock.close();
    throw isBusy(cause) ? new Error('it is being restored at this moment', { cause }) : cause;
  }
  return () => void lock.close();
}

/** A service before this one may be about to end. */
const ownPatienceMs = 1_000;

/**
 * Takes the lock that one service holds, beside the shared ones of commands. It is SQLite's lock of a writer who has not written yet.
 *
 * @returns a function that releases the lock
 */
export async function takeServiceLock(file: string): Promise<() => void> {
  const lock = await openLock(file, ownPatienceMs);
  try {
    // In an empty file a writer begins with the first page, and its journal would need room on the disk.
    lock.pragma('journal_mode = memory');
    lock.exec('begin immediate');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new Error('another service uses it. Stop that one, or set DATA_DIR to another folder', { cause });
  }
  return () => void lock.close();
}

/**
 * Takes the exclusive lock on a database file.
 *
 * @returns a function that releases the lock; undefined while a service or a command holds it
 */
export async function takeLock(file: string): Promise<(() => void) | undefined> {
  const lock = await openLock(file, 0);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return () => void lock.close();
}

async function openLock(file: string, timeout: number): Promise<SqliteDatabase.Database> {
  const path = `${file}.lock`;
  await makePrivateFile(path);
  return new SqliteDatabase(path, { timeout });
}

/**
 * Creates a file that only its owner can read and write. An existing file is not opened: closing it would release this process's POSIX
 * locks on it.
 */
export async function makePrivateFile(path: string): Promise<void> {
  try {
    const created = await open(path, 'ax', 0o600);
    await created.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
