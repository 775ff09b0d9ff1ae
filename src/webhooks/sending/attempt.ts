import type { IncomingMessage } from 'node:http';
import { exchange, reasonOf } from '../../network/exchange.ts';
import type { Network } from '../../network/network.ts';

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
    let responseStatus: number | undefined;
    const ended = (rest: Omit<Outcome, 'durationMs'>): Outcome => ({
      durationMs: Math.round(performance.now() - startMs),
      ...(responseStatus === undefined ? {} : { responseStatus }),
      ...rest,
    });
    try {
      const response = await exchange(network, { method: 'POST', url: new URL(url), headers, body }, signal);
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
