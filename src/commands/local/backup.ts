import { rename, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { cannotBeCopied } from '../../backups/packing.ts';
import { copyDatabase, type DatabaseContents, noteBackup, removeFiles } from '../../database/sqlite/copy.ts';
import { Failure, reasonOf } from '../../failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { syncToDisk } from '../../storage/synced-files.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { exists, sizeOf } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { addPhotos } from './backup-photos.ts';
import { type EnvironmentOptions, requireDatabaseFile, requireEmbedded } from './environment.ts';

interface BackupOptions extends EnvironmentOptions {
  readonly allowMissingPhotos?: boolean;
  /** The time in Unix milliseconds, by default the machine's. */
  readonly now?: () => number;
}

/** Copies an environment's database to a new file, and verifies the copy. The file appears only once it is complete. */
export async function backup(
  terminal: Terminal,
  settings: Settings,
  file: string,
  { environment, allowMissingPhotos = false, json = false, now = Date.now }: BackupOptions,
): Promise<void> {
  requireEmbedded(environment, settings, (url) => `pg_dump --format=custom --file=${file} "$${url}"`);
  const database = await requireDatabaseFile(environment, settings);
  const target = resolve(file);
  if (await exists(target)) throw new Failure(`${file} already exists. Choose another name.`);
  if (!(await exists(dirname(target))))
    throw new Failure(`There is no folder ${dirname(target)}. Create it, or choose another.`);
  const startMs = performance.now();
  const partial = `${target}.partial`;
  const copied = await copyDatabase(database, partial).catch(cannotBeCopied(database));
  // In a bucket they have the backups of the bucket.
  const { photos, missing } =
    settings.photosUrl === ''
      ? await withPhotos(partial, environment, settings, allowMissingPhotos)
      : { photos: 0, missing: undefined };
  await rename(partial, target);
  await syncToDisk(dirname(target));
  await noteBackup(database, now()).catch((cause: unknown) => {
    terminal.note(`The backup is complete, but the database could not store its time: ${reasonOf(cause)}.`);
  });
  const { size } = await stat(target);
  const ms = Math.round(performance.now() - startMs);
  if (json)
    return terminal.printJson({ environment, file: target, bytes: size, rows: copied.rows, photos, missing, ms });
  terminal.print(`${terminal.paint('green', '✓')} ${target}`);
  terminal.print(terminal.paint('dim', `  ${environment}: ${summary(copied)}; ${sizeOf(size)}, verified.`));
  if (missing !== undefined) terminal.note(`The backup lacks photos: ${missing}`);
  if (settings.photosUrl !== '') terminal.note('The photos are in the bucket of PHOTOS_URL, and not in the backup.');
}

/** Adds the photos to a backup that is not complete yet. */
async function withPhotos(
  partial: string,
  ...options: readonly [Environment, Settings, boolean]
): ReturnType<typeof addPhotos> {
  try {
    const added = await addPhotos(partial, ...options);
    await syncToDisk(partial);
    return added;
  } catch (error) {
    await removeFiles(partial);
    throw error;
  }
}

/** A summary such as `2 accounts, 14 pets, 3 orders, 40 events`. */
export const summary = ({ rows }: Pick<DatabaseContents, 'rows'>): string =>
  ['accounts', 'pets', 'orders', 'events'].map((table) => counted(rows[table] ?? 0, table)).join(', ');

export const counted = (count: number, things: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? things.slice(0, -1) : things}`;
