import { Readable } from 'node:stream';
import type { SpooledBody } from '../../http/pipeline/spool.ts';
import { openTurns } from '../../http/turns.ts';
import { reasonOf } from '../../network/exchange.ts';
import type { Network } from '../../network/network.ts';
import { fetchImage, keepImage, NoPhoto } from '../../pets/photos/fetching.ts';
import { MAX_PHOTO_BYTES } from '../../vocabulary/photos.ts';
import { dataImage, isDataImage } from './data-images.ts';

/** The image at an address, or why there is none. */
export type Fetched = SpooledBody | { readonly reason: string };

/** The caller removes the file. Rejects if the signal aborts. */
export type FetchPhoto = (url: string, signal: AbortSignal) => Promise<Fetched>;

/** How many photos a process fetches at the same time. */
export const PHOTOS_AT_ONCE = 8;
/** For DNS, connection, redirects and the whole image. */
const patienceMs = 30_000;
/** An import tries a server no further that failed so often in a row, so that a dead one does not cost half a minute for each photo. */
const mostFailures = 3;

const asked = { userAgent: 'Petstore-Import/1.0', mostRedirects: 5, mostBytes: MAX_PHOTO_BYTES };

/**
 * Fetches the photos that files name, from public addresses only: each redirect is checked like the first address. What it fetches is not decoded
 * yet.
 *
 * @returns what an import fetches its photos with
 */
export function photoFetching(
  network: Network,
  { timeoutMs = patienceMs }: { readonly timeoutMs?: number } = {},
): () => FetchPhoto {
  const inTurn = openTurns({ most: PHOTOS_AT_ONCE });
  return () => {
    /** Failures in a row, by host. */
    const failures = new Map<string, number>();
    return async (text, signal) => {
      const { host } = new URL(text);
      const failed = failures.get(host) ?? 0;
      if (failed >= mostFailures) return { reason: `${host} failed ${mostFailures} times, and was not asked again.` };
      return inTurn(async () => {
        const timeout = AbortSignal.timeout(timeoutMs);
        try {
          const image = isDataImage(text)
            ? await keepImage(Readable.from([dataImage(text)]), MAX_PHOTO_BYTES)
            : await fetchImage(network, { ...asked, url: new URL(text) }, AbortSignal.any([timeout, signal]));
          failures.delete(host);
          return image;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof NoPhoto) {
            failures.delete(host);
            return { reason: error.message };
          }
          failures.set(host, failed + 1);
          return {
            reason: timeout.aborted ? `The photo did not arrive within ${timeoutMs / 1_000} seconds.` : reasonOf(error),
          };
        }
      });
    };
  };
}
