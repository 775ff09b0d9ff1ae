import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Backup, findBackups } from '../../src/backups/backup.ts';
import type { BackupFiles } from '../../src/backups/storage/backup-files.ts';
import { buildBackupFiles } from '../../src/composition/backup-files.ts';
import { buildBackups } from '../../src/composition/backups.ts';
import { newFolder } from '../support/process.ts';
import type { TestService } from '../support/service.ts';

export const dayMs = 24 * 3_600_000;

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
  const run = async (): Promise<Backup> => (await backups.run(new AbortController().signal))!;
  return { open, files, backups, run };
}

/** What the storage holds: names of files, and of photos. */
export async function contentsOf(files: BackupFiles) {
  const photos = (await Array.fromAsync(files.photos.list())).map(({ name }) => name).toSorted();
  return { names: (await files.names()).toSorted(), photos };
}

/** The times of the backups, newest first. */
export const timesIn = async (files: BackupFiles): Promise<string[]> =>
  (await findBackups(files)).backups.map(({ at }) => at);
