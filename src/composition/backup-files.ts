import { fileURLToPath } from 'node:url';
import type { BackupFiles } from '../backups/storage/backup-files.ts';
import { backupFolder } from '../backups/storage/folder.ts';
import { s3LocationOf } from '../storage/s3-location.ts';
import type { Environment } from '../vocabulary/environments.ts';

/** The storage of the backups of an environment. @param url as in BACKUP_URL */
export async function buildBackupFiles(environment: Environment, url: string): Promise<BackupFiles> {
  const location = s3LocationOf(url);
  if (location === undefined) return backupFolder(fileURLToPath(url), environment);
  const { backupBucket } = await import('../backups/storage/bucket.ts');
  return backupBucket(location, environment);
}
