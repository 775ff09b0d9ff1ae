import type { Database } from '../database/database.ts';
import { photoFolder } from '../pets/photos/storage/folder.ts';
import type { PhotoFiles } from '../pets/photos/storage/photo-files.ts';
import { photoTable } from '../pets/photos/storage/table.ts';
import { photoFolderOf, type Settings, settingsOf } from '../settings/settings.ts';
import { s3LocationOf } from '../storage/s3-location.ts';
import type { RealNow } from '../time/clock.ts';
import type { Environment } from '../vocabulary/environments.ts';

/**
 * The storage of the photos of an environment: a bucket, its PostgreSQL database, or a folder beside the embedded database.
 *
 * @param table what photos in PostgreSQL need; without it they are in a bucket or in the folder
 */
export async function buildPhotoFiles(
  environment: Environment,
  settings: Settings,
  table?: { readonly database: Database; readonly now: RealNow },
): Promise<PhotoFiles> {
  const bucket = s3LocationOf(settings.photosUrl);
  if (bucket === undefined) {
    const isEmbedded = settingsOf(environment, settings).databaseUrl === '';
    return isEmbedded || table === undefined
      ? photoFolder(photoFolderOf(environment, settings))
      : photoTable(table.database, table.now);
  }
  // Loaded only where it is needed, as the driver of PostgreSQL is.
  const { photoBucket } = await import('../pets/photos/storage/s3.ts');
  return photoBucket(bucket, environment);
}
