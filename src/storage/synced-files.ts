import { open } from 'node:fs/promises';

/** Writes a new file that only this user can read. Resolves when it has reached the disk. */
export async function writeSynced(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes, { signal });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a file's contents, or a folder's entries. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Undefined for what is not there. */
export const ifThere = async <Found>(reading: Promise<Found>): Promise<Found | undefined> =>
  reading.catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  });
