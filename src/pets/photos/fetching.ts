import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../http/errors.ts';
import { bytesOf, spooled, type SpooledBody } from '../../http/pipeline/spool.ts';
import { exchange } from '../../network/exchange.ts';
import type { Network } from '../../network/network.ts';

/** What an image is asked for with. */
export interface ImageRequest {
  readonly url: URL;
  readonly userAgent: string;
  readonly mostRedirects: number;
  readonly mostBytes: number;
}

/** Why an address gives no photo: a sentence. */
export class NoPhoto extends Error {
  override readonly name = 'NoPhoto';
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an image, which is not decoded yet, from a public address: each redirect is checked like the first address. The caller removes the
 * file.
 *
 * @throws NoPhoto; what `reasonOf` explains; the reason of the signal
 */
export async function fetchImage(
  network: Network,
  { url: first, userAgent, mostRedirects, mostBytes }: ImageRequest,
  signal: AbortSignal,
): Promise<SpooledBody> {
  const headers = { 'user-agent': userAgent, accept: 'image/*', 'accept-encoding': 'identity' };
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await exchange(network, { method: 'GET', url, headers }, signal);
    try {
      const isRedirect = mostRedirects > 0 && REDIRECTS.has(response.statusCode ?? 0);
      if (!isRedirect) return await imageIn(response, mostBytes);
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

async function imageIn(response: IncomingMessage, mostBytes: number): Promise<SpooledBody> {
  const { statusCode = 0, headers: answered } = response;
  if (statusCode !== 200) throw new NoPhoto(`The server answered ${statusCode}.`);
  const [type] = TEXT.exec(answered['content-type'] ?? '') ?? [];
  if (type !== undefined) throw new NoPhoto(`The server sent ${type}, and no image.`);
  if (Number(answered['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  return keepImage(bytesOf(response), mostBytes);
}

/** Writes an image to a file, which the caller removes. @throws NoPhoto */
export const keepImage = (image: AsyncIterable<Buffer>, mostBytes: number): Promise<SpooledBody> =>
  spooled(image, mostBytes).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw error.code === 'payload_too_large' ? tooLarge(mostBytes) : new NoPhoto(NO_ROOM);
  });

/** As much of a type as is shown: the server may have written anything behind it. */
const TEXT = /^(?:text\/|application\/(?:json|xhtml|xml))[\w.+-]{0,50}/i;

const tooLarge = (mostBytes: number) => new NoPhoto(`A photo has at most ${mostBytes / 1_048_576} MiB.`);

const NO_ROOM = 'The photo could not be written to the folder for temporary files.';
