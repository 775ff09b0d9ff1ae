import type SqliteDatabase from 'better-sqlite3';
import { WITH_PHOTOS } from '../pets/query/facets.ts';
import { type CopiedFiles, copyPhotos } from '../transfer/photos.ts';

type Connection = SqliteDatabase.Database;

/** The names of all photos in a database. */
export const namesIn = (connection: Connection): string[] =>
  connection.prepare<[], string>('select name from pet_photos order by name').pluck().all();

/** Removes photos from the copy of a database: they were removed from the original since. */
export function removePhotos(copy: Connection, names: readonly string[]): void {
  for (const name of names) copy.prepare<[string]>('delete from pet_photos where name = ?').run(name);
  if (names.length > 0)
    copy.exec(
      `delete from pet_facets where facet = '${WITH_PHOTOS}' and pet_id not in (select pet_id from pet_photos)`,
    );
}

/**
 * Copies the files of photos that the copy of a database names.
 *
 * @param still returns the names of all photos in the original
 * @returns the names of those without files: `removed` from the original since, or `missing`
 */
export async function copyNamed(
  names: readonly string[],
  { from, to, still }: { from: CopiedFiles; to: CopiedFiles; still: () => Promise<readonly string[]> },
  signal?: AbortSignal,
): Promise<{ readonly missing: string[]; readonly removed: string[] }> {
  const without = new Set(await copyPhotos(names, from, to, signal));
  const present = new Set(without.size === 0 ? [] : await still());
  return { missing: [...without.intersection(present)], removed: [...without.difference(present)] };
}
