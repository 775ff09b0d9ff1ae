import { Failure } from '../failure.ts';
import type { PhotoFiles } from '../pets/photos/storage/photo-files.ts';
import { PHOTO_FILES, type PhotoFile } from '../vocabulary/photos.ts';
import type { Statement, TransferDatabase } from './transfer-database.ts';

/** What copying needs of a storage of photos. */
export type CopiedFiles = Pick<PhotoFiles, 'get' | 'put' | 'remove'>;

/**
 * Copies the files of photos that the target lacks, or that cannot be shown there, and compares them.
 *
 * @param names of the photos
 * @param signal stops between two photos
 * @returns the names of those that have no files in the source
 * @throws Failure if a copy differs
 */
export async function copyPhotos(
  names: readonly string[],
  from: Pick<CopiedFiles, 'get'>,
  to: CopiedFiles,
  signal?: AbortSignal,
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    signal?.throwIfAborted();
    const files = await filesOf(from, name);
    if (files === undefined) {
      missing.push(name);
      continue;
    }
    const before = await filesOf(to, name);
    if (before !== undefined && sameFiles(before, files)) continue;
    // Of two that can be shown, nobody knows which is right.
    if (before === undefined || !(await areImages(before))) await putAnew(to, name, files);
    const copied = await filesOf(to, name);
    if (copied === undefined || !sameFiles(copied, files))
      throw new Failure(`The copy of the photo ${name} differs from the original.`);
  }
  return missing;
}

/** A run that was cut off may have left some of it, or a disk has damaged it. */
export async function putAnew(to: CopiedFiles, name: string, files: Files): Promise<void> {
  await to.remove(name);
  await to.put(name, files);
}

/** The names of the photos in a storage. */
export const namesOf = async (photos: Pick<PhotoFiles, 'list'>): Promise<ReadonlySet<string>> =>
  new Set((await Array.fromAsync(photos.list())).map(({ name }) => name));

/** Which photos have no files, as one sentence. @param place where they should be */
export const missingFiles = (missing: readonly string[], total: number, place: string): string =>
  `${missing.length} of ${total} photos have no files in ${place}: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}.`;

/** The table `photo_files` of a PostgreSQL database that is being transferred. */
export const filesInPostgres = (database: TransferDatabase): CopiedFiles => ({
  async get(name, file) {
    const text = `select encode(bytes, 'hex') as bytes from photo_files where name = $1 and file = $2`;
    const [row] = await database.query(text, name, file);
    return row && Buffer.from(String(row['bytes']), 'hex');
  },
  put: (name, files) =>
    database.write(
      Object.entries(files).map(([file, bytes]): Statement => [
        `insert into photo_files (name, file, put_at, bytes) values ($1, $2, $3, decode($4, 'hex'))`,
        name,
        file,
        Date.now(),
        bytes.toString('hex'),
      ]),
    ),
  remove: (name) => database.write([['delete from photo_files where name = $1', name]]),
});

type Files = Readonly<Record<PhotoFile, Buffer>>;

/** The files of a photo; undefined unless there are all of them. */
export async function filesOf(from: Pick<PhotoFiles, 'get'>, name: string): Promise<Files | undefined> {
  const read = await Promise.all(PHOTO_FILES.map(async (file) => [file, await from.get(name, file)] as const));
  if (read.some(([, bytes]) => bytes === undefined)) return undefined;
  return Object.fromEntries(read) as Files;
}

export const sameFiles = (a: Files, b: Files): boolean => PHOTO_FILES.every((file) => a[file].equals(b[file]));

/** Whether all of them can be shown. */
export async function areImages(files: Files): Promise<boolean> {
  // Only for a photo that differs from its copy.
  const { default: sharp } = await import('sharp');
  const read = Object.values(files).map((bytes) => sharp(bytes, { failOn: 'truncated' }).stats());
  return (await Promise.allSettled(read)).every(({ status }) => status === 'fulfilled');
}
