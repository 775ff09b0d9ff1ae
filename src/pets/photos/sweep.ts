import { sweepSpooled } from '../../http/pipeline/spool.ts';
import type { PhotoFiles } from './storage/photo-files.ts';
import type { PhotoStore } from './store.ts';

/** Far longer than from the files of a photo to the commit of its row. */
const leastAgeMs = 3_600_000;
/** How many names one query asks for. */
const batch = 500;

/**
 * Removes the files that no photo names: those of animals and photos that were removed, and those of requests that ended between the files and
 * the commit.
 *
 * @param nowMs Unix milliseconds
 */
export async function sweepPhotos(
  { photos, files }: { readonly photos: Pick<PhotoStore, 'named'>; readonly files: PhotoFiles },
  nowMs: number,
  stop?: AbortSignal,
): Promise<void> {
  const beforeMs = nowMs - leastAgeMs;
  await sweepSpooled();
  let names: string[] = [];
  const removeUnnamed = async () => {
    const named = await photos.named(names);
    for (const name of names) if (!named.has(name)) await files.remove(name);
    names = [];
  };
  for await (const { name, putMs } of files.list()) {
    if (stop?.aborted === true) return;
    if (putMs < beforeMs) names.push(name);
    if (names.length >= batch) await removeUnnamed();
  }
  if (names.length > 0) await removeUnnamed();
}
