import { effect, signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { type Photo, PetstoreError } from '../../../../../client/src/petstore.ts';
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '../../../../../src/vocabulary/photos.ts';
import { openPetstore } from '../../../api.ts';
import { uploadingFetch } from '../../../data/uploading-fetch.ts';
import { adviceOn } from '../../../design/feedback/advice.ts';
import { tell } from '../../../design/feedback/toast.tsx';
import { session } from '../../../session.ts';

/** A file on its way. */
export interface Upload {
  readonly id: number;
  readonly petId: number;
  readonly file: File;
  /** How much is sent, from 0 to 1. */
  readonly sent: number;
  /** Why there is no photo of it. */
  readonly mistake?: string;
  /** Whether it may succeed if it is sent again. */
  readonly isToRepeat?: boolean;
}

/** A phone in a shelter's yard is slow, and loses its connection. */
const limits = { timeoutMs: 300_000, deadlineMs: 600_000, maxAttempts: Infinity } as const;

/** Those of all animals: they go on when somebody leaves the page. */
const uploads = signal<readonly Upload[]>([]);
/** By the ids of the animals whose page is open. */
const open = new Map<number, (photo: Photo) => void>();
let queue = Promise.resolve();
let lastId = 0;

let signedOut = new AbortController();

// The next user of this window sends no file of the one before.
effect(() => {
  if (session.value !== null) return;
  uploads.value = [];
  signedOut.abort();
  signedOut = new AbortController();
});

addEventListener('beforeunload', (event) => {
  if (uploads.value.some(({ mistake }) => mistake === undefined)) event.preventDefault();
});

const change = (id: number, changes: Partial<Upload>): void => {
  uploads.value = uploads.value.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload));
};

/** Takes a file off the list. */
export const dismiss = (id: number): void => {
  uploads.value = uploads.value.filter((upload) => upload.id !== id);
};

async function send({ id, petId, file }: Upload): Promise<void> {
  if (uploads.peek().every((upload) => upload.id !== id)) return;
  const { signal } = signedOut;
  const client = openPetstore(uploadingFetch((sent) => change(id, { sent })));
  // The type that a browser gives is a guess from the file's name. The first bytes decide, so any accepted type will do.
  const image = file.slice(0, file.size, PHOTO_TYPES[0]);
  try {
    const photo = await client.photos.add(petId, image, { ...limits, signal });
    dismiss(id);
    const show = open.get(petId);
    if (show === undefined) tell(`${file.name} was added.`);
    else show(photo);
  } catch (failure) {
    if (!(failure instanceof PetstoreError)) throw failure;
    if (signal.aborted) return;
    const { title, advice } = adviceOn(failure);
    const isToRepeat = failure.code !== 'invalid_body';
    const mistake = isToRepeat ? `${title}. ${advice}` : failure.message;
    change(id, { mistake, isToRepeat });
    if (!open.has(petId)) tell(`${file.name}: ${mistake}`, 'danger');
  }
}

const enqueue = (upload: Upload): void => {
  uploads.value = [...uploads.value.filter(({ id }) => id !== upload.id), upload];
  if (upload.mistake === undefined) queue = queue.then(() => send(upload));
};

export const sendAgain = ({ id, petId, file }: Upload): void => enqueue({ id, petId, file, sent: 0 });

/** Sends files one after the other, in their order. */
export function addPhotos(petId: number, files: readonly File[]): void {
  const mistake = `The file is larger than ${MAX_PHOTO_BYTES / 1_024 / 1_024} MiB. Choose a smaller one.`;
  for (const file of files)
    enqueue({ id: (lastId += 1), petId, file, sent: 0, ...(file.size > MAX_PHOTO_BYTES && { mistake }) });
}

/** The files of an animal that are on their way. `onAdded` receives the photos while its page is open. */
export function useUploads(petId: number, onAdded: (photo: Photo) => void): readonly Upload[] {
  useLayoutEffect(() => {
    open.set(petId, onAdded);
    return () => void open.delete(petId);
  });
  return uploads.value.filter((upload) => upload.petId === petId);
}
