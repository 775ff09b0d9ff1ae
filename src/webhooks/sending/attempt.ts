import type { IncomingMessage } from 'node:http';
import { exchange, type Outgoing, reasonOf, sentHeaders } from '../../network/exchange.ts';
import type { Network } from '../../network/network.ts';

/** The outcome of one attempt: a success if there is no `error` and the status is 2xx. */
export interface Outcome {
  readonly durationMs: number;
  /** The remote address and port of the connection. */
  readonly address?: string;
  /** Names and values in turns, as they were sent. */
  readonly requestHeaders: readonly string[];
  readonly responseStatus?: number;
  /** Names and values in turns, as they were received. */
  readonly responseHeaders?: readonly string[];
  /** The first 16 KiB of the response, as text; of a response that broke off, what came of it. */
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
  /** From 1 on. */
  readonly number: number;
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
  return async ({ url, headers, body, number }, stop) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, stop]);
    const startMs = performance.now();
    let address: string | undefined;
    let response: IncomingMessage | undefined;
    const received: Buffer[] = [];
    const outgoing: Outgoing = {
      method: 'POST',
      url: new URL(url),
      headers,
      body,
      attempt: number,
      onConnected: (connected) => (address = connected),
    };
    const ended = (reason: Pick<Outcome, 'error'>): Outcome => ({
      durationMs: Math.round(performance.now() - startMs),
      ...(address === undefined ? {} : { address }),
      requestHeaders: Object.entries(sentHeaders(outgoing)).flat(),
      ...(response === undefined
        ? {}
        : {
            responseStatus: response.statusCode ?? 0,
            responseHeaders: response.rawHeaders,
            ...textOf(Buffer.concat(received)),
          }),
      ...reason,
    });
    try {
      response = await exchange(network, outgoing, signal);
      await receive(response, received);
      return ended(redirectError(response));
    } catch (error) {
      stop.throwIfAborted();
      return ended({
        error: timeout.aborted ? `There was no whole answer within ${timeoutMs / 1_000} seconds.` : reasonOf(error),
      });
    }
  };
}

/** Adds the chunks of the response, up to the first that exceeds what is kept. */
async function receive(response: IncomingMessage, received: Buffer[]): Promise<void> {
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received.push(chunk);
    size += chunk.length;
    if (size > keptBytes) break;
  }
}

function textOf(bytes: Buffer): Pick<Outcome, 'responseBody' | 'isCut'> {
  const isCut = bytes.length > keptBytes;
  // With `stream` a character that the limit cuts in two is dropped. PostgreSQL cannot store NUL.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, keptBytes), { stream: isCut });
  return { responseBody: text.replaceAll('\0', '\ufffd'), isCut };
}

function redirectError({ statusCode = 0, headers }: IncomingMessage): { error?: string } {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined
    ? { error: 'Redirects are not followed: give the webhook its final URL.' }
    : {};
}
