import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError } from '../../http/errors.ts';
import { bytesOf, spooled, type SpooledBody } from '../../http/pipeline/spool.ts';
import { openTurns } from '../../http/turns.ts';
import { exchange, reasonOf } from '../../network/exchange.ts';
import type { Network } from '../../network/network.ts';
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
const mostRedirects = 5;
/** An import tries a server no further that failed so often in a row, so that a dead one does not cost half a minute for each photo. */
const mostFailures = 3;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const headers = { 'user-agent': 'Petstore-Import/1.0', accept: 'image/*', 'accept-encoding': 'identity' };

/** Why an address gives no photo: a sentence. */
class NoPhoto extends Error {}

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
            ? await kept(Readable.from([dataImage(text)]))
            : await fetched(network, new URL(text), AbortSignal.any([timeout, signal]));
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

async function fetched(network: Network, first: URL, signal: AbortSignal): Promise<SpooledBody> {
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await exchange(network, { method: 'GET', url, headers }, signal);
    try {
      const { statusCode = 0 } = response;
      if (!REDIRECTS.has(statusCode)) return await imageIn(response);
      url = redirected(response, url);
    } finally {
      response.destroy();
    }
  }
  throw new NoPhoto(`The server redirects more than ${mostRedirects} times.`);
}

function redirected({ headers: { location = '' } }: IncomingMessage, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new NoPhoto('The server redirects to no web address.');
  return url;
}

async function imageIn(response: IncomingMessage): Promise<SpooledBody> {
  const { statusCode = 0, headers: answered } = response;
  if (statusCode !== 200) throw new NoPhoto(`The server answered ${statusCode}.`);
  const [type] = TEXT.exec(answered['content-type'] ?? '') ?? [];
  if (type !== undefined) throw new NoPhoto(`The server sent ${type}, and no image.`);
  if (Number(answered['content-length'] ?? 0) > MAX_PHOTO_BYTES) throw new NoPhoto(TOO_LARGE);
  return kept(bytesOf(response));
}

const kept = (image: AsyncIterable<Buffer>): Promise<SpooledBody> =>
  spooled(image, MAX_PHOTO_BYTES).catch((error: unknown) => {
    if (error instanceof ApiError) throw new NoPhoto(error.code === 'payload_too_large' ? TOO_LARGE : NO_ROOM);
    throw error;
  });

/** As much of a type as is shown: the server may have written anything behind it. */
const TEXT = /^(?:text\/|application\/(?:json|xhtml|xml))[\w.+-]{0,50}/i;

const TOO_LARGE = `A photo has at most ${MAX_PHOTO_BYTES / 1_048_576} MiB.`;

const NO_ROOM = 'The photo could not be written to the folder for temporary files.';
