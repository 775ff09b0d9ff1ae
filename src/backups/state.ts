import type { Queries } from '../database/database.ts';
import { BACKED_UP_AT, mergeUnder, objectUnder, storeUnder } from '../database/meta.ts';

/** What the database knows of its backups at BACKUP_URL. Times are Unix milliseconds. */
export interface BackupState {
  /** When the last one was made. */
  readonly madeMs?: number;
  /** When one was last restored to try it. */
  readonly triedMs?: number;
  /** Since when they fail, and why. */
  readonly failing?: { readonly sinceMs: number; readonly reason: string };
}

/** The rows of `meta` with the state, as JSON, and with the claim of the process that makes a backup. */
export const [STATE, CLAIM] = ['backups', 'backups_claim'];

export const backupState = (db: Queries): Promise<BackupState> => objectUnder<BackupState>(db, STATE);

/** Changes the state. A member that is undefined is removed. */
export const changeState = (
  tx: Queries,
  change: { readonly [Name in keyof BackupState]: BackupState[Name] | undefined },
): Promise<void> => mergeUnder(tx, STATE, change);

/** Notes when the database itself was last backed up: `petstore backup` notes it, too. */
export const noteBackedUp = (tx: Queries, atMs: number): Promise<void> => storeUnder(tx, BACKED_UP_AT, String(atMs));
