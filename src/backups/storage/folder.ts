import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../../failure.ts';
import { photoFolder } from '../../pets/photos/storage/folder.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import { ifThere, syncToDisk, writeSynced } from '../../storage/synced-files.ts';
import type { BackupFiles } from './backup-files.ts';

/** Keeps backups in a folder that only this user can read. @param name of the folder in `root` */
export function backupFolder(root: string, name: string): BackupFiles {
  const folder = join(root, name);
  return {
    shown: pathToFileURL(folder).href,
    photos: photoFolder(join(folder, 'photos')),

    async names() {
      // It is not made: without its disk, backups would fill another one.
      if ((await ifThere(stat(root))) === undefined)
        throw new Failure(`There is no folder ${root}. Make it, or mount its disk.`);
      const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },

    async put(file, content, stop) {
      const [path, made] = [join(folder, file), join(folder, `${file}.partial`)];
      await makeFolder(folder);
      await rm(made, { force: true });
      await writeSynced(made, content.stream(), stop);
      await rename(made, path);
      await syncToDisk(folder);
    },

    get: async (file, signal) => (await ifThere(open(join(folder, file))))?.createReadStream({ signal }),

    remove: (file) => rm(join(folder, file), { force: true }),
  };
}
