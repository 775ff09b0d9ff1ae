import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type Network, NoAddress } from './network.ts';

/** A request to a URL that somebody else has written. */
export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The number of the attempt, from 1 on. It is not sent: the test endpoints of staging use it. */
  readonly attempt?: number;
  /** Called with the address and port once a connection is made. */
  readonly onConnected?: (address: string) => void;
}

const maxHeaderBytes = 16_384;

/** All headers of the request, in the order sent. */
export const sentHeaders = ({ url, headers, body }: Outgoing): Readonly<Record<string, string>> => ({
  ...headers,
  host: url.host,
  connection: 'close',
  ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
});

/**
 * Sends a request on a connection of its own, to an address that was checked. Follows no redirects and uses no proxies from the environment.
 *
 * @returns the response, whose body is not read yet
 */
export async function exchange(network: Network, outgoing: Outgoing, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, url, body, attempt, onConnected } = outgoing;
  // Its event has been before.
  signal.throwIfAborted();
  const addresses = await abortable(network.addressesOf(url), signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = requestHttp({
    method,
    path: url.pathname + url.search,
    headers: sentHeaders(outgoing),
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => {
      const socket = network.connect(url, addresses, attempt);
      socket.once('connect', () => {
        const { remoteAddress = '', remotePort } = socket;
        onConnected?.(`${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`);
      });
      return socket;
    },
    signal,
  });
  request.once('response', resolve).on('error', reject);
  // Some servers close the connection without an error and without a response.
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

/** Why an exchange failed, as a sentence. Only the code: the system's message may name internal addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof NoAddress) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code !== '' ? `The request failed: ${code}.` : 'The request failed.';
}
