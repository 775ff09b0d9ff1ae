import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type Network, NoAddress } from './network.ts';

/** What came of one attempt. It was a success when there is no `error` and the status is 2xx. */
export interface Outcome {
  readonly durationMs: number;
  readonly responseStatus?: number;
  /** The first bytes of the answer, as text. */
  readonly responseBody?: string;
  /** A sentence for the webhook's owner. */
  readonly error?: string;
}

export interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves with what came of it, whatever it was; rejects only when `stop` ends it. */
export type Attempter = (attempt: Attempt, stop: AbortSignal) => Promise<Outcome>;

const keptBytes = 1_024;
const maxHeaderBytes = 16_384;

/**
 * Sends one request on a connection of its own. Redirects are not followed, the environment's proxies are not used, and of the answer no more is
 * read than is kept: neither its size nor its pace costs us anything.
 *
 * @param timeoutMs for all of it: name, connection, request and answer
 */
export function openAttempter(network: Network, timeoutMs: number): Attempter {
  return async (attempt, stop) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, stop]);
    const startMs = performance.now();
    let responseStatus: number | undefined;
    const ended = (rest: Omit<Outcome, 'durationMs'>): Outcome => ({
      durationMs: Math.round(performance.now() - startMs),
      ...(responseStatus === undefined ? {} : { responseStatus }),
      ...rest,
    });
    try {
      const response = await exchange(network, attempt, signal);
      responseStatus = response.statusCode ?? 0;
      return ended({ responseBody: await firstBytes(response), ...redirectError(responseStatus) });
    } catch (error) {
      stop.throwIfAborted();
      return ended({
        error: timeout.aborted ? `There was no whole answer within ${timeoutMs / 1_000} seconds.` : reasonOf(error),
      });
    }
  };
}

async function exchange(
  network: Network,
  { url: text, headers, body }: Attempt,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(text);
  const addresses = await abortable(network.addressesOf(url), signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = requestHttp({
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, connection: 'close', 'content-length': Buffer.byteLength(body) },
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => network.connect(url, addresses),
    signal,
  });
  request.once('response', resolve).on('error', reject);
  // Some end a connection without an error and without an answer.
  request.once('close', () => reject(new Error('No answer.')));
  request.end(body);
  return promise;
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

async function firstBytes(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= keptBytes) break;
  }
  // A character may be cut in two by the limit, and not every engine stores NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keptBytes), { stream: true });
  return text.replaceAll('\0', '\ufffd');
}

function redirectError(status: number): { error?: string } {
  return status >= 300 && status < 400 ? { error: 'Redirects are not followed: give the webhook its final URL.' } : {};
}

/** The code alone: a message of the system may name addresses of the inside. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAddress) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code !== '' ? `The request failed: ${code}.` : 'The request failed.';
}
