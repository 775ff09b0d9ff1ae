import { buildPhotoFiles } from '../../composition/photo-files.ts';
import { reasonOf } from '../../failure.ts';
import { OWNER } from '../../pets/photos/owner.ts';
import { photoFolderOf, type Settings, settingsOf } from '../../settings/settings.ts';
import { missingFiles } from '../../transfer/photos.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { type Check, type Findings, findings } from './check.ts';
import { query } from './query.ts';

/** A large bucket is not read to its end. */
const listingMs = 60_000;

interface Named {
  readonly name: string;
}

/** Checks that the photo storage answers, that the photos belong to this database, and that each has its files. */
export const photosCheck: Check = async (settings) => {
  const found = await Promise.all(environmentsOf(settings).map((environment) => checkPhotos(environment, settings)));
  return found.flat();
};

async function checkPhotos(environment: Environment, settings: Settings): Promise<Findings> {
  const { well, warn, bad } = findings(`Photos, ${environment}`);
  const isInTable = settings.photosUrl === '' && settingsOf(environment, settings).databaseUrl !== '';
  const isInBucket = settings.photosUrl !== '';
  const place = isInBucket
    ? 'the bucket of PHOTOS_URL'
    : isInTable
      ? 'the database'
      : photoFolderOf(environment, settings);
  const names = async () =>
    new Set((await query<Named>(environment, settings, 'select name from pet_photos')).map(({ name }) => name));
  let photos: ReadonlySet<string>;
  let owner: string | undefined;
  try {
    photos = await names();
    [{ owner } = { owner: undefined }] = await query<{ owner: string }>(
      environment,
      settings,
      `select value as owner from meta where name = '${OWNER}'`,
    );
  } catch (error) {
    return warn(`The database could not be read: ${reasonOf(error)}.`, 'Run petstore doctor again once it can be.');
  }
  let missing: string[];
  try {
    if (isInTable) {
      const sql = 'select name from pet_photos where name not in (select name from photo_files)';
      missing = (await query<Named>(environment, settings, sql)).map(({ name }) => name);
    } else {
      const files = await buildPhotoFiles(environment, settings);
      const { mark } = files;
      const marked = await mark?.read();
      if (mark !== undefined && marked !== undefined && owner !== undefined && marked !== owner)
        return bad(
          `The photos belong to another database, says ${mark.shown}: the service does not start.`,
          'Set PHOTOS_URL or DATA_DIR to another place. If this database replaces the other one, end its service and remove that mark.',
        );
      const left = new Set(photos);
      const sinceMs = performance.now();
      for await (const { name } of files.list()) {
        left.delete(name);
        if (performance.now() - sinceMs > listingMs)
          return warn(
            `${place} has too many files: reading their names takes longer than a minute.`,
            'See petstore_photos_missing in /metrics: the service counts them once an hour.',
          );
      }
      missing = left.size === 0 ? [] : [...left.intersection(await names())];
    }
  } catch (error) {
    return bad(
      `${place} does not answer: ${reasonOf(error)}.`,
      isInBucket ? 'Check PHOTOS_URL, and the storage. Until then no photo is shown or added.' : 'Check the disk.',
    );
  }
  if (missing.length === 0) return well(`${photos.size.toLocaleString('en')} in ${place}, all with files`);
  return bad(
    missingFiles(missing, photos.size, place),
    'Mount the disk, or bring the files back from a backup. If they are lost, remove these photos.',
  );
}
