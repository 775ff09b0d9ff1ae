import type { S3Location } from '../../../storage/s3-location.ts';
import { s3Objects } from '../../../storage/s3.ts';
import { PHOTO_FILES } from '../../../vocabulary/photos.ts';
import { MARK_NAME, PHOTO_NAME, type PhotoFiles } from './photo-files.ts';

/** Keeps photos in S3-compatible storage. @param folder in the location */
export function photoBucket(location: S3Location, folder: string): PhotoFiles {
  const objects = s3Objects(location, folder);
  return {
    mark: {
      shown: `the object ${objects.start}${MARK_NAME} in the bucket`,
      read: async () => (await (await objects.get(MARK_NAME))?.text())?.trim(),
      write: (id) => objects.put(MARK_NAME, new Blob([`${id}\n`])),
    },

    async put(name, files) {
      await Promise.all(
        Object.entries(files).map(([file, bytes]) => objects.put(`${name}/${file}`, new Blob([new Uint8Array(bytes)]))),
      );
    },

    async get(name, file, signal) {
      const found = await objects.get(`${name}/${file}`, signal);
      return found && Buffer.from(await found.arrayBuffer());
    },

    async remove(name) {
      await Promise.all(PHOTO_FILES.map((file) => objects.remove(`${name}/${file}`)));
    },

    async *list() {
      let last = '';
      for await (const { name: path, putMs } of objects.list(true)) {
        const [name = ''] = path.split('/');
        // The objects of a photo follow each other.
        if (!PHOTO_NAME.test(name) || name === last) continue;
        last = name;
        yield { name, putMs };
      }
    },
  };
}
