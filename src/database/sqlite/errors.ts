import SqliteDatabase from 'better-sqlite3';
import { DatabaseUnavailable, UniqueViolation } from '../database.ts';

const unavailableCodes = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/;
const uniqueCodes = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/;

/** Runs `run` and translates SQLite's errors into those of `database.ts`. */
export function translated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const code = sqliteCode(error);
    if (unavailableCodes.test(code)) throw new DatabaseUnavailable(error);
    if (uniqueCodes.test(code)) throw new UniqueViolation(error);
    throw error;
  }
}

/** Whether the error says that another connection holds a lock on the file. */
export const isBusy = (error: unknown): boolean => sqliteCode(error).startsWith('SQLITE_BUSY');

/** SQLite's extended result code, such as `SQLITE_BUSY_SNAPSHOT`; empty for other errors. */
function sqliteCode(error: unknown): string {
  return error instanceof SqliteDatabase.SqliteError ? error.code : '';
}
