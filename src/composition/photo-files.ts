import type { Database } from '../database/database.ts';
import { photoFolder } from '../pets/photos/storage/folder.ts';
import type { PhotoFiles } from '../pets/photos/storage/photo-files.ts';
import { s3LocationOf } from '../pets/photos/storage/s3-location.ts';
import { photoTable } from '../pets/photos/storage/table.ts';
import { photoFolderOf, type Settings, settingsOf } from '../settings/settings.ts';
import type { Environment } from '../vocabulary/environments.ts';

/** Opens the storage of the photos of an environment: a bucket, its PostgreSQL database, or a folder beside the embedded database. */
export async function openPhotoFiles(
  environment: Environment,
  settings: Settings,
  { database, now }: { readonly database: Database; readonly now: () => number },
): Promise<PhotoFiles> {
  const isEmbedded = settingsOf(environment, settings).databaseUrl === '';
  return isEmbedded || settings.photosUrl !== ''
    ? openEmbeddedPhotos(environment, settings)
    : photoTable(database, now);
}

/** The same without a database: a bucket, or the folder. */
export async function openEmbeddedPhotos(environment: Environment, settings: Settings): Promise<PhotoFiles> {
  const bucket = s3LocationOf(settings.photosUrl);
  if (bucket === undefined) return photoFolder(photoFolderOf(environment, settings));
  // Loaded only where it is needed, as the driver of PostgreSQL is.
  const { photoBucket } = await import('../pets/photos/storage/s3.ts');
  return photoBucket(bucket, environment);
}
