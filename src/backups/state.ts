import type { Queries } from '../database/database.ts';
import { BACKED_UP_AT, storedUnder, storeUnder } from '../database/meta.ts';

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

export async function backupState(db: Queries): Promise<BackupState> {
  return JSON.parse((await storedUnder(db, STATE)) ?? '{}') as BackupState;
}

/** Changes the state. A member that is undefined is removed. */
export async function changeState(
  tx: Queries,
  change: { readonly [Name in keyof BackupState]: BackupState[Name] | undefined },
) {
  await storeUnder(tx, STATE, JSON.stringify({ ...(await backupState(tx)), ...change }));
}

/** Notes a backup of the database itself, of which `petstore backup` makes others. */
export const noteBackedUp = (tx: Queries, atMs: number): Promise<void> => storeUnder(tx, BACKED_UP_AT, String(atMs));
