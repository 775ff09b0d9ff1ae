import { join } from 'node:path';
import { openBackups } from '../backups/backups.ts';
import { databaseFile, type Settings, settingsOf, shownSettings } from '../settings/settings.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { buildBackupFiles } from './backup-files.ts';
import type { OpenEnvironment } from './environment.ts';
import { buildPhotoFiles } from './photo-files.ts';

/** The backups of an environment at BACKUP_URL. */
export async function buildBackups(
  { database, realClock }: Pick<OpenEnvironment, 'database' | 'realClock'>,
  environment: Environment,
  settings: Settings,
) {
  const { now } = realClock;
  return openBackups({
    environment,
    database,
    file: settingsOf(environment, settings).databaseUrl === '' ? databaseFile(environment, settings) : undefined,
    workshop: join(settings.dataDir, `${environment}.backup`),
    photos: await buildPhotoFiles(environment, settings, { database, now }),
    files: await buildBackupFiles(environment, settings.backupUrl),
    settings: shownSettings(settings),
    now,
  });
}
