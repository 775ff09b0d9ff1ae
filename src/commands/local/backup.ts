import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buildPhotoFiles } from '../../composition/photo-files.ts';
import {
  BadDatabaseFile,
  copyDatabase,
  inspectDatabase,
  removeFiles,
  mergeLog,
  noteBackup,
  type DatabaseContents,
  syncToDisk,
} from '../../database/sqlite/copy.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import { Failure, reasonOf } from '../../failure.ts';
import { databaseFile, type Settings } from '../../settings/settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { exists, sizeOf } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { addPhotos, takeOwnership, takePhotos } from './backup-photos.ts';
import { type EnvironmentOptions, requireDatabaseFile, requireEmbedded } from './environment.ts';

interface BackupOptions extends EnvironmentOptions {
  readonly allowMissingPhotos?: boolean;
  /** The time in Unix milliseconds, by default the machine's. */
  readonly now?: () => number;
}

interface RestoreOptions extends EnvironmentOptions {
  readonly force?: boolean;
  readonly replacesOwner?: boolean;
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

/** Replaces an environment's database with a backup, atomically: a crash leaves either the old database or the new one. */
export async function restore(
  terminal: Terminal,
  settings: Settings,
  file: string,
  { environment, force = false, replacesOwner: isReplacing = false, json = false }: RestoreOptions,
): Promise<void> {
  requireEmbedded(environment, settings, (url) => `pg_restore --clean --if-exists --dbname="$${url}" ${file}`);
  const database = databaseFile(environment, settings);
  const partial = `${database}.partial`;
  if (!(await exists(file))) throw new Failure(`There is no file ${file}.`);
  if (resolve(file) === resolve(partial)) throw new Failure(`Restoring would overwrite ${file}. Rename it first.`);
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const unlock = await takeLock(database);
  if (unlock === undefined)
    throw new Failure(`A service is using the database ${database}. Stop it first, and start it again afterwards.`);
  try {
    await requireReplaceable(database, force);
    const copied = await copyDatabase(file, partial).catch(cannotBeCopied(file));
    let missing: string | undefined;
    try {
      requireFit(file, copied, environment);
      const takeMark = await takeOwnership(partial, await buildPhotoFiles(environment, settings), {
        database,
        isReplacing,
      }).catch(storageFails);
      missing = await takePhotos(partial, environment, settings);
      await syncToDisk(partial);
      await mergeLog(database).catch(cannotBeCopied(database));
      await rename(partial, database);
      await takeMark();
    } finally {
      await removeFiles(partial);
    }
    await syncToDisk(dirname(database));
    if (json)
      return terminal.printJson({ environment, file: database, bytes: copied.bytes, rows: copied.rows, missing });
    terminal.print(`${terminal.paint('green', '✓')} Restored ${database} from ${file}`);
    terminal.print(terminal.paint('dim', `  ${environment}: ${summary(copied)}. You can start the service now.`));
    if (missing !== undefined) terminal.note(missing);
  } finally {
    unlock();
  }
}

async function requireReplaceable(database: string, force: boolean): Promise<void> {
  if (force || !(await exists(database))) return;
  let held: string;
  try {
    const contents = inspectDatabase(database);
    if (contents.rows['accounts'] === 0) return;
    held = `holds ${summary(contents)}`;
  } catch (error) {
    if (!(error instanceof BadDatabaseFile)) throw error;
    held = error.message;
  }
  throw new Failure(`The database ${database} ${held}. Use --force to replace it.`);
}

/** @throws Failure if the backup is of a newer version, or of the other environment, whose API keys would not work here */
function requireFit(file: string, { unknown, keyPrefixes }: DatabaseContents, environment: Environment): void {
  if (unknown.length > 0)
    throw new Failure(
      `${file} is from a newer version of Petstore (${unknown.join(', ')}). Install that version first.`,
    );
  const other = environment === 'production' ? 'staging' : 'production';
  const foreign = other === 'production' ? /_live_$/ : /_test_$/;
  if (keyPrefixes.some((prefix) => foreign.test(prefix)))
    throw new Failure(
      `${file} is a backup of ${other}; its API keys would not work in ${environment}. Use --environment ${other}.`,
    );
}

const storageFails = (cause: unknown): never => {
  if (cause instanceof Failure) throw cause;
  throw new Failure(`The storage of the photos does not answer: ${reasonOf(cause)}. Nothing was changed.`, { cause });
};

const cannotBeCopied = (file: string) => (cause: unknown) => {
  if (cause instanceof BadDatabaseFile) throw new Failure(`${file} ${cause.message}.`, { cause });
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (/^(E[A-Z]+|SQLITE_\w+)$/.test(code)) throw new Failure(`${file} cannot be copied: ${message}.`, { cause });
  throw cause;
};

/** A summary such as `2 accounts, 14 pets, 3 orders, 40 events`. */
export const summary = ({ rows }: DatabaseContents): string =>
  ['accounts', 'pets', 'orders', 'events'].map((table) => counted(rows[table] ?? 0, table)).join(', ');

const counted = (count: number, things: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? things.slice(0, -1) : things}`;
