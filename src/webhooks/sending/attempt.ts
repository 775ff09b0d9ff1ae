import type { IncomingMessage } from 'node:http';
import { exchange, type Outgoing, reasonOf, sentHeaders } from '../../network/exchange.ts';
import type { Network } from '../../network/network.ts';

/** The outcome of one attempt: a success if there is no `error` and the status is 2xx. */
export interface Outcome {
  readonly durationMs: number;
  /** The address and port to which a connection was made. */
  readonly address?: string;
  /** Names and values in turns, as they were sent. */
  readonly requestHeaders: readonly string[];
  readonly responseStatus?: number;
  /** Names and values in turns, as they were received. */
  readonly responseHeaders?: readonly string[];
  /** The first 16 KiB of the response, as text. */
  readonly responseBody?: string;
  /** The response was longer. */
  readonly isCut?: boolean;
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

const keptBytes = 16_384;

/**
 * Sends each request on a connection of its own. Follows no redirects and uses no proxies from the environment. Reads only the part of
 * a response that is kept, so that large and slow responses cost nothing.
 *
 * @param timeoutMs for DNS, connection, request and response together
 */
export function attemptOver(network: Network, timeoutMs: number): MakeAttempt {
  return async ({ url, headers, body }, stop) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, stop]);
    const startMs = performance.now();
    let address: string | undefined;
    let response: IncomingMessage | undefined;
    const outgoing: Outgoing = {
      method: 'POST',
      url: new URL(url),
      headers,
      body,
      onConnected: (connected) => (address = connected),
    };
    const ended = (rest: Pick<Outcome, 'responseBody' | 'isCut' | 'error'>): Outcome => ({
      durationMs: Math.round(performance.now() - startMs),
      ...(address === undefined ? {} : { address }),
      requestHeaders: Object.entries(sentHeaders(outgoing)).flat(),
      ...(response === undefined
        ? {}
        : { responseStatus: response.statusCode ?? 0, responseHeaders: response.rawHeaders }),
      ...rest,
    });
    try {
      response = await exchange(network, outgoing, signal);
      return ended({ ...(await firstBytes(response)), ...redirectError(response) });
    } catch (error) {
      stop.throwIfAborted();
      return ended({
        error: timeout.aborted ? `There was no whole answer within ${timeoutMs / 1_000} seconds.` : reasonOf(error),
      });
    }
  };
}

async function firstBytes(response: IncomingMessage): Promise<Pick<Outcome, 'responseBody' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > keptBytes) break;
  }
  // With `stream` a character that the limit cuts in two is dropped. PostgreSQL cannot store NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keptBytes), { stream: true });
  return { responseBody: text.replaceAll('\0', '\ufffd'), isCut: size > keptBytes };
}

function redirectError({ statusCode = 0 }: IncomingMessage): { error?: string } {
  return statusCode >= 300 && statusCode < 400
    ? { error: 'Redirects are not followed: give the webhook its final URL.' }
    : {};
}
