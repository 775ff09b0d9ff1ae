import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type Network, NoAddress } from './network.ts';

/** The outcome of one attempt: a success if there is no `error` and the status is 2xx. */
export interface Outcome {
  readonly durationMs: number;
  readonly responseStatus?: number;
  /** The first 1,024 bytes of the response, as text. */
  readonly responseBody?: string;
  /** A sentence for the webhook's owner. */
  readonly error?: string;
}

export interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves with the outcome, failures included. Rejects only if `stop` aborts the attempt. */
export type MakeAttempt = (attempt: Attempt, stop: AbortSignal) => Promise<Outcome>;

const keptBytes = 1_024;
const maxHeaderBytes = 16_384;

/**
 * Sends each request on a connection of its own. Follows no redirects and uses no proxies from the environment. Reads only the part of
 * a response that is kept, so that large and slow responses cost nothing.
 *
 * @param timeoutMs for DNS, connection, request and response together
 */
export function attemptOver(network: Network, timeoutMs: number): MakeAttempt {
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
  // Some receivers close the connection without an error and without a response.
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
  // With `stream` a character that the limit cuts in two is dropped. PostgreSQL cannot store NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keptBytes), { stream: true });
  return text.replaceAll('\0', '\ufffd');
}

function redirectError(status: number): { error?: string } {
  return status >= 300 && status < 400 ? { error: 'Redirects are not followed: give the webhook its final URL.' } : {};
}

/** Only the code: the system's message may name internal addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAddress) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code !== '' ? `The request failed: ${code}.` : 'The request failed.';
}
