import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../storage/make-folder.ts';
import { ifThere, syncToDisk, writeSynced } from '../../../storage/synced-files.ts';
import { MARK_NAME, newPhotoName, PHOTO_NAME, type PhotoFiles } from './photo-files.ts';

/** A photo is put here first; renaming its folder makes all of its files appear at once. */
const partial = '.partial';

/** Keeps photos below a folder: `ab/ab12…/300.webp`. */
export function photoFolder(folder: string): PhotoFiles {
  const shelfOf = (name: string) => join(folder, name.slice(0, 2));
  const folderOf = (name: string) => join(shelfOf(name), name);
  const markPath = join(folder, MARK_NAME);

  return {
    async put(name, files) {
      const target = folderOf(name);
      const made = `${target}${partial}`;
      await makeFolder(shelfOf(name));
      await mkdir(made, { mode: 0o700 });
      for (const [file, bytes] of Object.entries(files)) await writeSynced(join(made, file), bytes);
      await syncToDisk(made);
      await rename(made, target);
      await syncToDisk(shelfOf(name));
      await syncToDisk(folder);
    },

    get: (name, file, signal) => ifThere(readFile(join(folderOf(name), file), { signal })),

    async remove(name) {
      for (const path of [folderOf(name), `${folderOf(name)}${partial}`])
        await rm(path, { recursive: true, force: true });
    },

    async *list() {
      for (const shelf of (await ifThere(readdir(folder))) ?? []) {
        const entries = new Set(await ifThere(readdir(join(folder, shelf))));
        for (const entry of entries) {
          const name = entry.endsWith(partial) ? entry.slice(0, -partial.length) : entry;
          if (entry !== name && entries.has(name)) continue;
          const found = PHOTO_NAME.test(name) ? await ifThere(stat(join(folder, shelf, entry))) : undefined;
          if (found !== undefined) yield { name, putMs: found.mtimeMs };
        }
      }
    },

    mark: {
      shown: `the file ${markPath}`,
      read: async () => (await ifThere(readFile(markPath, 'utf8')))?.trim(),
      async write(id) {
        await makeFolder(folder);
        const made = `${markPath}-${newPhotoName()}${partial}`;
        await writeSynced(made, Buffer.from(`${id}\n`));
        await rename(made, markPath);
        await syncToDisk(folder);
      },
    },
  };
}
