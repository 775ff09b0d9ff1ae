import type { Environment } from '../vocabulary/environments.ts';
import type { BackupFiles } from './storage/backup-files.ts';

/** What the description of a backup says, `20261126T063000.000Z.json`. A backup without one does not count. */
export interface Backup {
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly environment: Environment;
  /** Of Petstore. */
  readonly version: string;
  /** The database, beside the description: `20261126T063000.000Z.sqlite.zst`. Absent on PostgreSQL, which has its own tools. */
  readonly database?: PackedDatabase;
  /** The names of its photos. */
  readonly photos: readonly string[];
  /** The names of photos whose files were gone already. */
  readonly missing: readonly string[];
  /** The settings that differ from their defaults, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Why the backup cannot be restored, found when that was tried. It is removed at the next time. */
  readonly broken?: string;
}

/** A file of SQLite, compressed by Zstandard. */
export interface PackedDatabase {
  readonly bytes: number;
  readonly sha256: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

const OWN_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)[.](json|sqlite[.]zst)(?:[.]partial)?$/;

const nameAt = (at: string): string => at.replaceAll(/[-:]/g, '');
export const descriptionName = (at: string): string => `${nameAt(at)}.json`;
export const databaseName = (at: string): string => `${nameAt(at)}.sqlite.zst`;

/** When the backup was made that has a file of this name; undefined for a name that is not ours. */
function timeIn(name: string): string | undefined {
  const [, year, month, day, hour, minute, second] = OWN_NAME.exec(name) ?? [];
  return year && `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** When the backups were made, newest first, by the names of their descriptions. */
export const timesOf = (names: readonly string[]): string[] =>
  names
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => timeIn(name) ?? [])
    .toSorted()
    .toReversed();

export interface Found {
  /** The newest first. */
  readonly backups: readonly Backup[];
  /** The names of descriptions that cannot be read. */
  readonly unreadable: readonly string[];
  /** The names of files of backups that never were complete, or were half removed. */
  readonly leftOver: readonly string[];
}

export async function findBackups(
  files: BackupFiles,
  stop: AbortSignal = new AbortController().signal,
): Promise<Found> {
  const names = await files.names();
  const backups: Backup[] = [];
  const unreadable: string[] = [];
  for (const name of timesOf(names).map(descriptionName)) {
    const text = await textOf(files, name, stop);
    // Another process may have removed it meanwhile.
    if (text === undefined) continue;
    const backup = backupIn(text);
    if (backup === undefined) unreadable.push(name);
    else backups.push(backup);
  }
  const described = new Set(names.filter((name) => name.endsWith('.json')));
  const leftOver = names.filter((name) => {
    const at = timeIn(name);
    return at !== undefined && (name.endsWith('.partial') || !described.has(descriptionName(at)));
  });
  return { backups, unreadable, leftOver };
}

async function textOf(files: BackupFiles, name: string, stop: AbortSignal): Promise<string | undefined> {
  const bytes = await files.get(name, stop);
  return bytes && Buffer.concat(await Array.fromAsync(bytes)).toString();
}

function backupIn(text: string): Backup | undefined {
  try {
    const backup = JSON.parse(text) as Backup;
    return Array.isArray(backup.photos) && !Number.isNaN(Date.parse(backup.at)) ? backup : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
