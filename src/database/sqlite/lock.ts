import { open } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';

/**
 * Whoever has a store open holds a share of its lock, and whoever puts another file in its place holds it alone. It is SQLite's own lock, of an
 * empty file beside the store that is never replaced; it ends with its process, however that ends.
 *
 * @param file the store
 * @returns lets go of it
 */
export async function shareStoreLock(file: string): Promise<() => void> {
  const lock = await openLock(file, 5_000);
  try {
    lock.exec('begin');
    // Only reading takes the share, which lasts as long as the transaction.
    lock.prepare('select 1 from sqlite_schema').get();
  } catch (cause) {
    lock.close();
    throw isBusy(cause) ? new Error('it is being restored at this moment', { cause }) : cause;
  }
  return () => void lock.close();
}

/** Undefined while anybody else holds the lock, or a share of it: a service, or a command. */
export async function takeStoreLock(file: string): Promise<(() => void) | undefined> {
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

/** A file for its own user alone, where there is none. One that is there is not opened: closing it would end this process's locks on it. */
export async function makePrivateFile(path: string): Promise<void> {
  try {
    const made = await open(path, 'ax', 0o600);
    await made.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Whether somebody else has a lock on the file. */
export const isBusy = (error: unknown): boolean =>
  error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
