import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Backup } from '../../backups/backup.ts';
import { fetchDatabase } from '../../backups/fetching.ts';
import { cannotBeCopied } from '../../backups/packing.ts';
import type { BackupFiles } from '../../backups/storage/backup-files.ts';
import { buildBackupFiles } from '../../composition/backup-files.ts';
import { buildPhotoFiles } from '../../composition/photo-files.ts';
import {
  BadDatabaseFile,
  copyDatabase,
  type DatabaseContents,
  inspectDatabase,
  mergeLog,
  removeFiles,
} from '../../database/sqlite/copy.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import { Failure, misuse, reasonOf } from '../../failure.ts';
import type { OwnerMark } from '../../pets/photos/storage/photo-files.ts';
import { databaseFile, type Settings, settingName, settingsOf } from '../../settings/settings.ts';
import { syncToDisk } from '../../storage/synced-files.ts';
import { copyPhotos, missingFiles, namesOf } from '../../transfer/photos.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { exists } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { doubtListingSites, takeOwnership, takePhotos } from './backup-photos.ts';
import { summary } from './backup.ts';
import { storedIn } from './backups.ts';
import { type EnvironmentOptions, requireEmbedded, withExistingEnvironment } from './environment.ts';

interface RestoreOptions extends EnvironmentOptions {
  /** The place of backups that the service makes by itself. */
  readonly from?: string;
  /** The latest backup up to this time, in Unix milliseconds. */
  readonly at?: number;
  readonly force?: boolean;
  readonly replacesOwner?: boolean;
}

/** A backup, wherever it is. */
interface Source {
  /** For people. */
  readonly shown: string;
  /** Of the place of backups. */
  readonly mark?: OwnerMark | undefined;
  /** @returns the path of its database */
  fetch(): Promise<string>;
  /** Brings its photos to their storage. @returns which are missing */
  takePhotos(copy: string): Promise<string | undefined>;
  /** Removes what was fetched. */
  close(): Promise<void>;
}

/** Replaces an environment's database with a backup, atomically: a crash leaves either the old database or the new one. */
export async function restore(
  terminal: Terminal,
  settings: Settings,
  file: string | undefined,
  options: RestoreOptions,
): Promise<void> {
  const { environment, from, at, json = false } = options;
  if ((file === undefined) === (from === undefined) || (at !== undefined && from === undefined))
    throw misuse('Name the file of a backup, or with --from the place of backups.');
  if (from !== undefined && settings.photosUrl !== '' && settingsOf(environment, settings).databaseUrl !== '')
    return restorePhotos(terminal, settings, await buildBackupFiles(environment, from), options);
  const dump = file ?? 'petstore.dump';
  requireEmbedded(environment, settings, (url) => `pg_restore --clean --if-exists --dbname="$${url}" ${dump}`);
  const database = databaseFile(environment, settings);
  const partial = `${database}.partial`;
  if (file !== undefined && !(await exists(file))) throw new Failure(`There is no file ${file}.`);
  if (file !== undefined && resolve(file) === resolve(partial))
    throw new Failure(`Restoring would overwrite ${file}. Rename it first.`);
  const source =
    from === undefined
      ? inFile(file ?? '', environment, settings)
      : await inStorage(await buildBackupFiles(environment, from), settings, options);
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const unlock = await takeLock(database);
  if (unlock === undefined)
    throw new Failure(`A service is using the database ${database}. Stop it first, and start it again afterwards.`);
  try {
    await requireReplaceable(database, options.force ?? false);
    const fetched = await source.fetch();
    const copied = await copyDatabase(fetched, partial).catch(cannotBeCopied(source.shown));
    let missing: string | undefined;
    try {
      requireFit(source.shown, copied, environment);
      const takeMark = await takeOwnership(partial, await buildPhotoFiles(environment, settings), {
        database,
        isReplacing: options.replacesOwner ?? false,
        backups: source.mark,
      }).catch(storageFails);
      missing = await source.takePhotos(partial);
      await doubtListingSites(partial);
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
    terminal.print(`${terminal.paint('green', '✓')} Restored ${database} from ${source.shown}`);
    terminal.print(terminal.paint('dim', `  ${environment}: ${summary(copied)}. You can start the service now.`));
    if (missing !== undefined) terminal.note(missing);
  } finally {
    await source.close();
    unlock();
  }
}

/** What `petstore backup` made: one file with everything. */
const inFile = (file: string, environment: Environment, settings: Settings): Source => ({
  shown: file,
  fetch: async () => file,
  takePhotos: (copy) => takePhotos(copy, environment, settings),
  close: async () => {},
});

/** What the service made by itself. */
async function inStorage(files: BackupFiles, settings: Settings, options: RestoreOptions): Promise<Source> {
  const { environment } = options;
  const backup = await chosen(files, options.at);
  const folder = `${databaseFile(environment, settings)}.fetched`;
  const close = () => rm(folder, { recursive: true, force: true });
  return {
    shown: `${files.shown}, ${backup.at}`,
    mark: files.photos.mark,
    async fetch() {
      await close();
      await mkdir(folder, { mode: 0o700 });
      return fetchDatabase(files, backup, folder, new AbortController().signal).catch((cause: unknown) => {
        const advice = cause instanceof Failure ? 'Choose an earlier one with --at' : 'Nothing was changed';
        throw new Failure(`The backup of ${backup.at} cannot be restored: ${reasonOf(cause)}. ${advice}.`, { cause });
      });
    },
    async takePhotos() {
      const missing = await copyPhotos(backup.photos, files.photos, await buildPhotoFiles(environment, settings));
      const all = [...backup.missing, ...missing];
      return all.length === 0
        ? undefined
        : missingFiles(all, backup.photos.length + backup.missing.length, 'the backup');
    },
    close,
  };
}

/** The latest backup up to a time. */
async function chosen(files: BackupFiles, atMs = Infinity): Promise<Backup> {
  const { backups } = await storedIn(files);
  const found = backups.find(({ at, broken }) => broken === undefined && Date.parse(at) <= atMs);
  if (found !== undefined) return found;
  const oldest = backups.at(-1);
  throw new Failure(
    oldest === undefined
      ? `There is no backup in ${files.shown}.`
      : `There is no backup so old in ${files.shown}: the oldest is of ${oldest.at}.`,
  );
}

/** Brings back the photos that a database on PostgreSQL names, and their bucket lacks. */
async function restorePhotos(
  terminal: Terminal,
  settings: Settings,
  files: BackupFiles,
  { environment, json = false }: RestoreOptions,
): Promise<void> {
  await withExistingEnvironment(environment, settings, async ({ database }) => {
    const storage = await buildPhotoFiles(environment, settings);
    const rows = await database.read.selectFrom('pet_photos').select('name').execute();
    const there = await namesOf(storage);
    const lacking = rows.map(({ name }) => name).filter((name) => !there.has(name));
    const missing = await copyPhotos(lacking, files.photos, storage);
    const photos = lacking.length - missing.length;
    const says = missing.length === 0 ? undefined : missingFiles(missing, rows.length, files.shown);
    if (json) return terminal.printJson({ environment, photos, missing: says });
    terminal.print(
      `${terminal.paint('green', '✓')} Restored ${photos.toLocaleString('en')} photos from ${files.shown}`,
    );
    const setting = settingName('DATABASE_URL', environment);
    terminal.note(
      `The data itself is in PostgreSQL (${setting}): restore that first, with its own tools. See docs/backups.md.`,
    );
    if (says !== undefined) terminal.note(says);
  });
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
