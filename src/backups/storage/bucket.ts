import { photoBucket } from '../../pets/photos/storage/s3.ts';
import type { S3Location } from '../../storage/s3-location.ts';
import { s3Objects } from '../../storage/s3.ts';
import type { BackupFiles } from './backup-files.ts';

/** How long a database may take to be sent, or fetched. */
const timeoutMs = 3_600_000;
const within = (stop: AbortSignal): AbortSignal => AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);

/** Keeps backups in S3-compatible storage. @param name of the folder in the location */
export function backupBucket(location: S3Location, name: string): BackupFiles {
  const objects = s3Objects(location, name);
  return {
    shown: `s3:/${new URL(location.bucket).pathname}/${objects.start.slice(0, -1)}`,
    photos: photoBucket(location, `${name}/photos`),
    names: async () => (await Array.fromAsync(objects.list(false))).map((listed) => listed.name),
    put: (file, content, stop) => objects.put(file, content, within(stop)),
    get: async (file, stop) => (await objects.get(file, within(stop)))?.body ?? undefined,
    remove: objects.remove,
  };
}
