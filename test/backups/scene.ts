import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Backup, findBackups } from '../../src/backups/backup.ts';
import { openBackups } from '../../src/backups/backups.ts';
import type { OnThread } from '../../src/backups/packing-thread.ts';
import { TASKS } from '../../src/backups/packing.ts';
import type { BackupFiles } from '../../src/backups/storage/backup-files.ts';
import { buildBackupFiles } from '../../src/composition/backup-files.ts';
import { buildBackups } from '../../src/composition/backups.ts';
import { buildPhotoFiles } from '../../src/composition/photo-files.ts';
import { databaseFile } from '../../src/settings/settings.ts';
import { eventually } from '../support/eventually.ts';
import { newFolder } from '../support/process.ts';
import type { TestService } from '../support/service.ts';

export const dayMs = 24 * 3_600_000;
export const never = new AbortController().signal;

/** A new folder for backups, as BACKUP_URL names it. */
export async function newBackupUrl(): Promise<string> {
  const folder = join(await newFolder(), 'backups');
  await mkdir(folder);
  return pathToFileURL(folder).href;
}

/** The backups of a service, made beside it. */
export async function backupsOf(service: TestService, backupUrl: string) {
  const open = await service.beside();
  const files = await buildBackupFiles('production', backupUrl);
  const backups = await buildBackups(open, 'production', { ...service.settings, backupUrl });
  // The service may be making one.
  const run = (): Promise<Backup> => eventually(() => backups.run(never));
  return { open, files, backups, run };
}

/** The same on this thread, for tests of many backups: the start of another takes longer than a backup. */
export async function quickBackupsOf(
  service: TestService,
  backupUrl: string,
  filesFrom = (files: BackupFiles) => files,
) {
  const { environment, dataDir } = { ...service.settings, environment: 'production' as const };
  const open = await service.beside();
  const files = await buildBackupFiles(environment, backupUrl);
  const backups = openBackups({
    environment,
    database: open.database,
    file: databaseFile(environment, service.settings),
    workshop: join(dataDir, 'production.backup'),
    photos: await buildPhotoFiles(environment, service.settings),
    files: filesFrom(files),
    settings: {},
    now: open.realClock.now,
    runTask: ((_signal, task, ...args: never[]) =>
      (TASKS[task] as (...all: never[]) => Promise<unknown>)(...args)) as OnThread,
  });
  return { open, files, backups };
}

/** What the storage holds: names of files, and of photos. */
export async function contentsOf(files: BackupFiles) {
  const photos = (await Array.fromAsync(files.photos.list())).map(({ name }) => name).toSorted();
  return { names: (await files.names()).toSorted(), photos };
}

/** The times of the backups, newest first. */
export const timesIn = async (files: BackupFiles): Promise<string[]> =>
  (await findBackups(files)).backups.map(({ at }) => at);
