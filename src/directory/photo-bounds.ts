import type { Database } from '../database/database.ts';
import type { RealNow } from '../time/clock.ts';
import { MOST_OF_SOURCE, MOST_PHOTO_BYTES } from '../vocabulary/directory.ts';

const measuredEveryMs = 60_000;

/** What copies of photos take, as it was measured a minute ago at most, together with what was added since. */
export function openPhotoBounds({ read }: Database, realNow: RealNow) {
  let used = Promise.resolve(new Map<number, number>());
  let measuredMs = -Infinity;

  /** Asks for one source after the other, so that other requests come between. */
  async function measure(): Promise<Map<number, number>> {
    const measured = new Map<number, number>();
    for (const { id } of await read.selectFrom('directory_sources').select('id').execute()) {
      const copies = read.selectFrom('directory_photos').where('source_id', '=', id);
      const { bytes } = await copies.select(({ fn }) => fn.sum('bytes').as('bytes')).executeTakeFirstOrThrow();
      measured.set(id, Number(bytes ?? 0));
    }
    return measured;
  }

  return {
    /** Whether nothing of the source may be copied at the moment. */
    async isFull(sourceId: number): Promise<boolean> {
      if (realNow() - measuredMs >= measuredEveryMs) {
        measuredMs = realNow();
        used = measure();
        // After a failure, the next one measures again.
        used.catch(() => (measuredMs = -Infinity));
      }
      const sums = await used;
      const own = sums.get(sourceId) ?? 0;
      const all = sums.values().reduce((sum, bytes) => sum + bytes, 0);
      return own >= MOST_OF_SOURCE.photoBytes || (all >= MOST_PHOTO_BYTES && own >= MOST_PHOTO_BYTES / sums.size);
    },

    async note(sourceId: number, bytes: number): Promise<void> {
      const sums = await used;
      sums.set(sourceId, (sums.get(sourceId) ?? 0) + bytes);
    },
  };
}
