import SqliteDatabase from 'better-sqlite3';
import { openEmbeddedPhotos } from '../../open-photo-files.ts';
import { WITH_PHOTOS } from '../../pets/photos/facet.ts';
import type { Settings } from '../../settings.ts';
import { type CopiedFiles, copyPhotos } from '../../transfer/photos.ts';
import type { Environment } from '../../vocabulary/environments.ts';

type Connection = SqliteDatabase.Database;

/** A backup has the files of its photos in a table of its own. */
const TABLE = 'photo_files';

/**
 * Adds the files of the photos to the copy of a database. A photo that was removed since the copy was made is removed from it too.
 *
 * @returns how many photos the backup has
 */
export async function addPhotos(copy: string, environment: Environment, settings: Settings): Promise<number> {
  return within(copy, async (connection) => {
    // A database that no service of this version has opened yet has no photos.
    const names = hasTable(connection, 'pet_photos') ? namesIn(connection) : [];
    connection.exec(`create table ${TABLE} (name text, file text, bytes blob, primary key (name, file)) without rowid`);
    const missing = await copyPhotos(names, await openEmbeddedPhotos(environment, settings), filesIn(connection));
    for (const name of missing) connection.prepare<[string]>('delete from pet_photos where name = ?').run(name);
    if (missing.length > 0)
      connection.exec(
        `delete from pet_facets where facet = '${WITH_PHOTOS}' and pet_id not in (select pet_id from pet_photos)`,
      );
    return names.length - missing.length;
  });
}

/** Moves the files of the photos out of the copy of a backup. A backup of an earlier version has none. */
export async function takePhotos(copy: string, environment: Environment, settings: Settings): Promise<void> {
  await within(copy, async (connection) => {
    if (!hasTable(connection, TABLE)) return;
    await copyPhotos(namesIn(connection), filesIn(connection), await openEmbeddedPhotos(environment, settings));
    connection.exec(`drop table ${TABLE}`);
    connection.exec('vacuum');
  });
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

const namesIn = (connection: Connection): string[] =>
  connection.prepare<[], string>('select name from pet_photos order by name').pluck().all();

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
  };
}
