import SqliteDatabase from 'better-sqlite3';
import { copyNamed, namesIn, removePhotos } from '../../backups/photos-of-copy.ts';
import { buildPhotoFiles } from '../../composition/photo-files.ts';
import { Failure } from '../../failure.ts';
import { OWNER, REPLACED } from '../../pets/photos/owner.ts';
import { newPhotoName, type OwnerMark, type PhotoFiles } from '../../pets/photos/storage/photo-files.ts';
import { databaseFile, photoFolderOf, type Settings } from '../../settings/settings.ts';
import { type CopiedFiles, copyPhotos, missingFiles } from '../../transfer/photos.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { exists } from '../files.ts';

type Connection = SqliteDatabase.Database;

/** A backup has the files of its photos in a table of its own. */
const TABLE = 'photo_files';

/**
 * Adds the files of the photos to the copy of a database. A photo that was removed since the copy was made is removed from it too.
 *
 * @returns how many photos the backup has; `missing` says which others have no files
 * @throws Failure if there are such, unless it is allowed
 */
export async function addPhotos(
  copy: string,
  environment: Environment,
  settings: Settings,
  isAllowed: boolean,
): Promise<{ photos: number; missing: string | undefined }> {
  return within(copy, async (connection) => {
    // A database that no service of this version has opened yet has no photos.
    const names = hasTable(connection, 'pet_photos') ? namesIn(connection) : [];
    connection.exec(`create table ${TABLE} (name text, file text, bytes blob, primary key (name, file)) without rowid`);
    const { missing, removed } = await copyNamed(names, {
      from: await buildPhotoFiles(environment, settings),
      to: filesIn(connection),
      still: () => within(databaseFile(environment, settings), async (database) => namesIn(database)),
    });
    removePhotos(connection, removed);
    const photos = names.length - missing.length - removed.length;
    if (missing.length === 0) return { photos, missing: undefined };
    const says = missingFiles(missing, names.length - removed.length, photoFolderOf(environment, settings));
    if (isAllowed) return { photos, missing: says };
    throw new Failure(
      `${says} There is no backup. Mount that folder or bring the files back; if they are lost, remove the photos or use --allow-missing-photos.`,
    );
  });
}

/**
 * Moves the files of the photos out of the copy of a backup. A backup of an earlier version has none.
 *
 * @returns which photos have no files in the backup
 */
export async function takePhotos(
  copy: string,
  environment: Environment,
  settings: Settings,
): Promise<string | undefined> {
  return within(copy, async (connection) => {
    if (!hasTable(connection, TABLE)) return undefined;
    const names = namesIn(connection);
    const missing = await copyPhotos(names, filesIn(connection), await buildPhotoFiles(environment, settings));
    connection.exec(`drop table ${TABLE}`);
    connection.exec('vacuum');
    return missing.length === 0 ? undefined : missingFiles(missing, names.length, 'the backup');
  });
}

/**
 * Gives the copy of a backup an id of its own as the owner of photos. The photos in the storage become its own once it has replaced the
 * database that has them.
 *
 * @param database what it replaces
 * @param isReplacing whether it replaces the owner of the photos, and of the backups, whatever database that is
 * @param backups the mark of the backups that it comes from
 * @returns makes the photos its own
 * @throws Failure if they belong to another database
 */
export async function takeOwnership(
  copy: string,
  { mark }: PhotoFiles,
  { database, isReplacing, backups }: { database: string; isReplacing: boolean; backups?: OwnerMark | undefined },
): Promise<() => Promise<void>> {
  const owner = await mark?.read();
  if (mark !== undefined && owner !== undefined && !isReplacing && !(await hasPhotos(database, owner)))
    throw new Failure(
      `The photos belong to another database, says ${mark.shown}. If the backup replaces that database, use --replaces-owner. Otherwise set PHOTOS_URL or DATA_DIR to another place.`,
    );
  const id = newPhotoName();
  const ofBackups = isReplacing ? await backups?.read() : undefined;
  const replaced = [...(await replacedOwners(copy, database, isReplacing)), ...(ofBackups ? [ofBackups] : [])];
  await within(copy, async (connection) => {
    const set = connection.prepare<[string, string]>('insert or replace into meta values (?, ?)');
    set.run(OWNER, id);
    set.run(REPLACED, replaced.join(' '));
  });
  return async () => {
    if (owner !== undefined) await mark?.write(id);
  };
}

/** A listing site may have taken lists that the copy of a backup does not know: its next run sends the list, even the same. */
export const doubtListingSites = (copy: string): Promise<void> =>
  within(copy, async (connection) => {
    // A backup of an earlier version has none.
    if (hasTable(connection, 'listing_sites'))
      connection.exec('update listing_sites set in_doubt = coalesce(in_doubt, 0) where taken_hash is not null');
  });

/** The owners whose backups become those of the copy, once it has replaced the database. */
async function replacedOwners(copy: string, database: string, isReplacing: boolean): Promise<string[]> {
  const ofCopy = await within(copy, ownersIn);
  if (!(await exists(database))) return isReplacing ? ofCopy : [];
  try {
    const ofDatabase = await within(database, ownersIn);
    return isReplacing ? [...new Set([...ofDatabase, ...ofCopy])] : ofDatabase;
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError) return ofCopy;
    throw error;
  }
}

const ownersIn = async (connection: Connection): Promise<string[]> =>
  connection
    .prepare<[string, string], string>('select value from meta where name in (?, ?)')
    .pluck()
    .all(OWNER, REPLACED)
    .flatMap((value) => value.split(' '))
    .filter((value) => value !== '');

/** Whether the photos with this owner belong to the database. A database that cannot be read any more keeps its photos. */
async function hasPhotos(database: string, owner: string): Promise<boolean> {
  if (!(await exists(database))) return false;
  try {
    return await within(database, async (connection) => {
      const id = connection.prepare<[string], string>('select value from meta where name = ?').pluck().get(OWNER);
      return id === owner;
    });
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError) return true;
    throw error;
  }
}

async function within<Result>(file: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = new SqliteDatabase(file);
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

const hasTable = (connection: Connection, name: string): boolean =>
  connection.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined;

function filesIn(connection: Connection): CopiedFiles {
  const insert = connection.prepare<[string, string, Buffer]>(`insert into ${TABLE} values (?, ?, ?)`);
  const select = connection
    .prepare<[string, string], Buffer>(`select bytes from ${TABLE} where name = ? and file = ?`)
    .pluck();
  return {
    put: async (name, files) => {
      connection.transaction(() => {
        for (const [file, bytes] of Object.entries(files)) insert.run(name, file, bytes);
      })();
    },
    get: async (name, file) => select.get(name, file),
    remove: async (name) => void connection.prepare<[string]>(`delete from ${TABLE} where name = ?`).run(name),
  };
}
