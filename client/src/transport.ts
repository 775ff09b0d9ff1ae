import { type Clock, sleep } from './clock.ts';
import { aborted, PetstoreError } from './error.ts';
import { parseJson } from './json.ts';
import type { CallOptions, PetstoreOptions } from './options.ts';
import type { Pace } from './pace.ts';

/** A request. Every attempt sends it unchanged. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Blob | undefined;
  /** Whether sending it again after a lost response is safe. */
  readonly isRepeatable: boolean;
  /** Whether it does not count against the rate limits, and so need not wait for them. */
  readonly isFree: boolean;
}

/** Sends requests with retries, as the specification requires of clients (part 8). */
export interface Transport {
  /**
   * Sends the request until there is a final response, and returns what `read` makes of it: the body, or an open stream.
   *
   * @throws PetstoreError
   */
  send<Result>(
    request: Outgoing,
    options: CallOptions,
    read: (response: Response) => Result | Promise<Result>,
  ): Promise<Result>;
}

/** Without `Retry-After`, the maximum wait between attempts doubles from 0.5 s to 20 s, with full jitter. */
const firstBackoffMs = 500;
const maxBackoffMs = 20_000;

/** A failed attempt. */
interface Failure {
  readonly error: PetstoreError;
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;
}

export function openTransport(options: PetstoreOptions, pace: Pace, clock: Clock): Transport {
  const send = options.fetch ?? globalThis.fetch;
  const paceOf = ({ isFree }: Outgoing): Pace | undefined => (isFree ? undefined : pace);

  /** @param limitMs timeout of this attempt */
  async function attempt<Result>(
    request: Outgoing,
    signal: AbortSignal | undefined,
    limitMs: number,
    read: (response: Response) => Result | Promise<Result>,
  ): Promise<{ result: Result } | Failure> {
    const { method, url, headers, body, isRepeatable } = request;
    const ownPace = paceOf(request);
    const controller = new AbortController();
    const abort = () => controller.abort();
    let isLate = false;
    const stopTimer = clock.after(limitMs, () => {
      isLate = true;
      abort();
    });
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    let isAnswered = false;
    try {
      const response = await send(url, {
        method,
        headers,
        signal: controller.signal,
        ...(body !== undefined && { body }),
      });
      isAnswered = true;
      if (response.status === 429) ownPace?.pause(retryAfterMs(response.headers) ?? 0);
      ownPace?.answered(response.status, response.headers);
      return response.ok ? { result: await read(response) } : await refusal(response, isRepeatable);
    } catch (cause) {
      if (signal?.aborted === true) return { error: aborted(signal), isTransient: false };
      if (cause instanceof PetstoreError)
        return { error: cause, isTransient: isRepeatable && cause.cause !== undefined };
      const error = isLate
        ? new PetstoreError('timeout', `No response to ${method} ${url} within ${Math.round(limitMs)} ms.`, { cause })
        : new PetstoreError('network_error', `No response to ${method} ${url}: ${reasonOf(cause)}`, { cause });
      return { error, isTransient: isRepeatable };
    } finally {
      if (!isAnswered) ownPace?.lost();
      stopTimer();
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    async send(request, call, read) {
      const {
        timeoutMs = options.timeoutMs ?? 30_000,
        deadlineMs = options.deadlineMs ?? 120_000,
        maxAttempts = options.maxAttempts ?? 8,
      } = call;
      const { signal } = call;
      const ownPace = paceOf(request);
      const endMs = clock.now() + deadlineMs;
      let mayBeDone = false;
      let lastError: PetstoreError | undefined;
      for (let attempts = 1; ; attempts += 1) {
        await ownPace?.turn(signal, endMs).catch((error: unknown) => {
          // The error of the last attempt says more than that the next one would be too late.
          throw signal?.aborted === true ? error : (lastError ?? error);
        });
        const outcome = await attempt(request, signal, Math.min(timeoutMs, endMs - clock.now()), read);
        if ('result' in outcome) return outcome.result;
        const { error, isTransient } = outcome;
        if (mayBeDone && request.method === 'DELETE' && error.status === 404)
          return read(new Response(null, { status: 204 }));
        // The version may have changed by the attempt whose answer was lost.
        if (mayBeDone && error.status === 412 && request.headers['idempotency-key'] === undefined)
          throw lastError ?? error;
        mayBeDone ||= error.status !== 429;
        lastError = error;

        const backoffMs = Math.min(firstBackoffMs * 2 ** (attempts - 1), maxBackoffMs);
        const waitMs = (error.retryAfterMs ?? 0) + clock.random() * backoffMs;
        if (error.status === 429) ownPace?.pause(waitMs);
        if (!isTransient || attempts >= maxAttempts || clock.now() + waitMs >= endMs) throw error;
        await sleep(clock, waitMs, signal);
      }
    },
  };
}

/** Reads an error response. @throws the error of `fetch` if the body is incomplete */
async function refusal(response: Response, isRepeatable: boolean): Promise<Failure> {
  const { status, headers } = response;
  const details = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers),
  };
  const body = errorIn(await response.text());
  const error =
    body === undefined
      ? new PetstoreError(
          'unexpected_answer',
          `${response.url} responded with status ${status} and no error body.`,
          details,
        )
      : new PetstoreError(body.code, body.message, details);
  const isTransient =
    status === 429 ||
    error.code === 'idempotency_key_in_use' ||
    // 408: the request arrived too slowly. 502, 503 and 504: the service, or a gateway before it, may have lost the answer.
    (isRepeatable && [408, 502, 503, 504].includes(status));
  return { error, isTransient };
}

function errorIn(text: string): { code: string; message: string } | undefined {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After`, which is in seconds or a date on the server's clock. RFC 9110, section 10.2.3. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const serverMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - serverMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}

/**
 * Reads the body of a successful response.
 *
 * @throws PetstoreError `unexpected_answer`, with a `cause` if the body is incomplete
 */
export async function readBody(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const text = await response.text();
  if (status === 204) return undefined;
  const type = headers.get('content-type') ?? 'no content type';
  if (!/[/+]json\b/.test(type))
    throw new PetstoreError(
      'unexpected_answer',
      `${response.url} responded with ${type} instead of JSON. Is baseUrl correct?`,
      {
        status,
      },
    );
  try {
    return parseJson(text);
  } catch (cause) {
    throw new PetstoreError('unexpected_answer', `${response.url} responded with invalid JSON.`, { status, cause });
  }
}
