import { useRef, useState } from 'preact/hooks';
import { type Photo, PetstoreError } from '../../../../../client/src/petstore.ts';
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '../../../../../src/vocabulary/photos.ts';
import { openPetstore } from '../../../api.ts';
import { uploadingFetch } from '../../../data/uploading-fetch.ts';
import { adviceOn } from '../../../design/feedback/advice.ts';

/** A file on its way. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** How much is sent, from 0 to 1. */
  readonly sent: number;
  /** Why there is no photo of it. */
  readonly mistake?: string;
}

/** A phone in a shelter's yard is slow. */
const limits = { timeoutMs: 300_000, deadlineMs: 600_000 } as const;

let lastId = 0;

/** Sends files one after the other, in their order. */
export function useUploads(petId: number, onAdded: (photo: Photo) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const dismiss = (id: number) => setUploads((now) => now.filter((upload) => upload.id !== id));

  async function send(id: number, file: File): Promise<void> {
    const client = openPetstore(uploadingFetch((sent) => change(id, { sent })));
    // The type that a browser gives is a guess from the file's name. The first bytes decide, so any accepted type will do.
    const image = file.slice(0, file.size, PHOTO_TYPES[0]);
    try {
      onAdded(await client.photos.add(petId, image, limits));
      dismiss(id);
    } catch (failure) {
      if (!(failure instanceof PetstoreError)) throw failure;
      const { title, advice } = adviceOn(failure);
      change(id, { mistake: failure.code === 'invalid_body' ? failure.message : `${title}. ${advice}` });
    }
  }

  function add(files: readonly File[]): void {
    for (const file of files) {
      const id = (lastId += 1);
      const isTooLarge = file.size > MAX_PHOTO_BYTES;
      const mistake = `The file is larger than ${MAX_PHOTO_BYTES / 1_024 / 1_024} MiB. Choose a smaller one.`;
      setUploads((now) => [...now, { id, name: file.name, sent: 0, ...(isTooLarge && { mistake }) }]);
      if (!isTooLarge) queue.current = queue.current.then(() => send(id, file));
    }
  }

  return { uploads, add, dismiss };
}
