import SqliteDatabase from 'better-sqlite3';
import { DatabaseUnavailable, UniqueViolation } from '../database.ts';

const unavailableCodes = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/;
const damageCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR_READ|IOERR_SHORT_READ)/;
/** A restart reads the file again: the disk may have failed, not the file. */
export const DAMAGED =
  'A part of the database file cannot be read. Restart the service, and run petstore doctor; restore a backup only if it says that the file is damaged.';
/** For an operator: SQLite does not say more. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_FULL/, 'The database cannot be written: the disk is full.'],
  [/^SQLITE_READONLY/, 'The database cannot be written: the disk or the file is read-only.'],
  [/^SQLITE_(BUSY|LOCKED)/, 'The database cannot be written: another program has locked it.'],
  [/^SQLITE_(CORRUPT|NOTADB)/, DAMAGED],
  [/^SQLITE_(IOERR|CANTOPEN)/, 'The database cannot be read or written: the disk reports an error.'],
];
const uniqueCodes = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/;

/**
 * Runs `run` and translates SQLite's errors into the errors of `database.ts`.
 *
 * @param onError receives the error itself
 */
export function translated<T>(run: () => T, onError: (error: unknown) => void = () => {}): T {
  try {
    return run();
  } catch (error) {
    onError(error);
    const code = sqliteCode(error);
    if (unavailableCodes.test(code)) throw unavailable(error);
    if (uniqueCodes.test(code)) throw new UniqueViolation(error);
    throw error;
  }
}

const unavailable = (error: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable(error, reasons.find(([codes]) => codes.test(sqliteCode(error)))?.[1]);

/** Whether the error says that a part of the file cannot be read. */
export const isDamage = (error: unknown): boolean => damageCodes.test(sqliteCode(error));

/** Whether the error says that there is no space for the log's index. */
export const isNoSpace = (error: unknown): boolean => /^SQLITE_(FULL|IOERR_SHM|IOERR_WRITE)/.test(sqliteCode(error));

/** Whether the error says that the disk failed, and not why. */
export const isDiskError = (error: unknown): boolean => sqliteCode(error).startsWith('SQLITE_IOERR');

/** Whether the error says that another connection holds a lock on the file. */
export const isBusy = (error: unknown): boolean => sqliteCode(error).startsWith('SQLITE_BUSY');

/** SQLite's extended result code, such as `SQLITE_BUSY_SNAPSHOT`; empty for other errors. */
function sqliteCode(error: unknown): string {
  return error instanceof SqliteDatabase.SqliteError ? error.code : '';
}
