import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { DatabaseUnavailable } from '../database.ts';
import { translated } from './errors.ts';
import { shareLock } from './lock.ts';

/** How long to wait for other processes, which read and write meanwhile. */
const patienceMs = 30_000;
const retryMs = 100;

/**
 * Rebuilds the database file without the deleted data that SQLite leaves in it, and empties the write-ahead log. Others may use the
 * database; their writes wait.
 *
 * @returns the size of the file before and after, in bytes
 * @throws DatabaseUnavailable if others use the database all the time, or the disk is full
 */
export async function vacuum(file: string): Promise<{ readonly before: number; readonly after: number }> {
  const unlock = await shareLock(file);
  const connection = new SqliteDatabase(file, { timeout: patienceMs });
  try {
    const before = (await stat(file)).size;
    translated(() => connection.exec('vacuum'));
    await emptyLog(connection);
    return { before, after: (await stat(file)).size };
  } finally {
    connection.close();
    unlock();
  }
}

/** A reader that is in the middle of a transaction still needs the log. */
async function emptyLog(connection: SqliteDatabase.Database): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const [result] = connection.pragma('wal_checkpoint(truncate)') as { readonly busy: number }[];
    if (result?.busy === 0) return;
    if (performance.now() > deadline) throw new DatabaseUnavailable(new Error('the write-ahead log is in use'));
    await setTimeout(retryMs);
  }
}
