import { sweepSpooled } from '../../http/pipeline/spool.ts';
import type { PhotoFiles } from './storage/photo-files.ts';
import type { PhotoStore } from './store.ts';

/** Far longer than from the files of a photo to the commit of its row. */
const leastAgeMs = 3_600_000;
/** How many names one query asks for. */
const batch = 500;

interface Sweep {
  readonly photos: Pick<PhotoStore, 'named' | 'count'>;
  readonly files: Pick<PhotoFiles, 'list' | 'remove'>;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** False: nothing is removed. */
  readonly removes: boolean;
}

/**
 * Removes the files that no photo names: of removed animals and photos, and of requests that ended between the files and
 * the commit. Storages list names in any order.
 *
 * @returns how many photos have no files; undefined if it was stopped. A photo that is removed meanwhile may hide one until the next sweep.
 */
export async function sweepPhotos(
  { photos, files, nowMs, removes }: Sweep,
  stop?: AbortSignal,
): Promise<number | undefined> {
  if (removes) await sweepSpooled();
  let found = 0;
  let listed: { readonly name: string; readonly putMs: number }[] = [];
  const compare = async () => {
    const named = await photos.named(listed.map(({ name }) => name));
    for (const { name, putMs } of listed) {
      const addedMs = named.get(name);
      if (addedMs !== undefined) found += addedMs < nowMs ? 1 : 0;
      else if (removes && putMs < nowMs - leastAgeMs) await files.remove(name);
    }
    listed = [];
  };
  for await (const file of files.list()) {
    if (stop?.aborted === true) return undefined;
    listed.push(file);
    if (listed.length >= batch) await compare();
  }
  if (listed.length > 0) await compare();
  return Math.max(0, (await photos.count(nowMs)) - found);
}
