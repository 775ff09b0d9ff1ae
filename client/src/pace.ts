import type { Clock } from './clock.ts';
import { aborted, PetstoreError } from './error.ts';

/**
 * Paces the requests of all calls of one client, so that they stay within the rate limits. Specification, part 8.
 *
 * The remaining requests, as reported by the latest responses, are shared among all requests, including those in flight. When none remain, all
 * requests wait for the reset. While the limits are unknown, at the start and after a reset, one request goes alone; its response reports
 * how many may follow.
 */
export interface Pace {
  /**
   * Resolves when a request may be sent. Its outcome must be reported with `answered` or `lost`.
   *
   * @param deadlineMs in the clock's time
   * @throws PetstoreError `aborted`; `rate_limit_exceeded` immediately if the limits do not reset before the deadline; `timeout` at the
   * deadline
   */
  turn(signal: AbortSignal | undefined, deadlineMs: number): Promise<void>;
  /** Reports the response to a request. */
  answered(status: number, headers: Headers): void;
  /** Reports a request without a response, which the service may have counted. */
  lost(): void;
  /** Holds back all requests for this time, as the service asked. */
  pause(ms: number): void;
}

interface Waiting {
  readonly deadlineMs: number;
  readonly go: () => void;
  readonly refuse: (error: PetstoreError) => void;
}

/** At most a quarter of the remaining requests are in flight: other programs may use the same account, and each response shows their use. */
const inFlightShare = 4;
/** Resets closer together than this are the same one, reported by a fast and by a slow response. */
const sameResetMs = 30_000;
/** If a server reports no limits, the client assumes none for this long. */
const unlimitedMs = 60_000;
/** Of `setTimeout`. */
const longestTimerMs = 2 ** 31 - 1;

export function openPace(clock: Clock): Pace {
  let queue: Waiting[] = [];
  let inFlight = 0;
  /** Remaining requests, including those in flight; undefined while unknown. */
  let left: number | undefined;
  let resetMs = -Infinity;
  let pausedUntilMs = -Infinity;
  let stopTimer = () => {};

  function mayGo(nowMs: number): boolean {
    if (nowMs < pausedUntilMs) return false;
    if (nowMs >= resetMs) left = undefined;
    return left === undefined ? inFlight === 0 : inFlight * inFlightShare < left;
  }

  /** The earliest time for the next request, apart from those in flight. */
  const opensMs = () => Math.max(pausedUntilMs, left === undefined || left > 0 ? -Infinity : resetMs);

  function advance(): void {
    stopTimer();
    const nowMs = clock.now();
    while (mayGo(nowMs)) {
      const [first] = queue.splice(0, 1);
      if (first === undefined) break;
      if (first.deadlineMs <= nowMs) {
        first.refuse(tooLate(0));
      } else {
        inFlight += 1;
        first.go();
      }
    }
    // Without a time, the next one goes when an answer has arrived.
    const waitMs = Math.max(0, opensMs() - nowMs);
    const isHopeless = ({ deadlineMs }: Waiting) => deadlineMs <= nowMs || deadlineMs < nowMs + waitMs;
    const hopeless = queue.filter(isHopeless);
    queue = queue.filter((waiting) => !isHopeless(waiting));
    for (const { refuse } of hopeless) refuse(tooLate(waitMs));
    if (queue.length === 0) return;
    const nextMs = waitMs > 0 ? waitMs : Math.min(...queue.map(({ deadlineMs }) => deadlineMs)) - nowMs;
    stopTimer = clock.after(Math.min(nextMs, longestTimerMs), advance);
  }

  return {
    turn: (signal, deadlineMs) =>
      new Promise((resolve, reject) => {
        const onAbort = () => {
          queue = queue.filter((other) => other !== waiting);
          if (signal !== undefined) reject(aborted(signal));
        };
        const settle = () => signal?.removeEventListener('abort', onAbort);
        const waiting: Waiting = {
          deadlineMs,
          go() {
            settle();
            resolve();
          },
          refuse(error) {
            settle();
            reject(error);
          },
        };
        if (signal?.aborted === true) {
          onAbort();
          return;
        }
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(waiting);
        advance();
      }),

    answered(status, headers) {
      inFlight -= 1;
      const nowMs = clock.now();
      const limits = limitsIn(headers);
      if (limits !== undefined) {
        const newResetMs = nowMs + limits.resetsInMs;
        const isSame = left !== undefined && Math.abs(newResetMs - resetMs) < sameResetMs;
        // Responses can arrive out of order: within a window, the lowest count is the newest.
        left = isSame ? Math.min(left ?? Infinity, limits.remaining) : limits.remaining;
        resetMs = isSame ? Math.min(resetMs, newResetMs) : newResetMs;
      } else if (status < 429 && left === undefined) {
        left = Infinity;
        resetMs = nowMs + unlimitedMs;
      }
      advance();
    },

    lost() {
      inFlight -= 1;
      if (left !== undefined) left -= 1;
      advance();
    },

    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, clock.now() + ms);
      // The count is unknown after the pause: a ban or another window may have ended.
      left = undefined;
      advance();
    },
  };
}

/**
 * The remaining requests of the tighter window, and the time until its reset. `RateLimit` has that time; `X-RateLimit-Reset` is a time on the
 * server's clock, whose current time is in `Date`, rounded down.
 */
function limitsIn(headers: Headers): { remaining: number; resetsInMs: number } | undefined {
  const remaining = headers.get('x-ratelimit-remaining');
  const reset = Number(headers.get('x-ratelimit-reset'));
  if (remaining === null || Number.isNaN(reset)) return undefined;
  const windows = [...(headers.get('ratelimit') ?? '').matchAll(/;r=(\d+);t=(\d+)/g)];
  const seconds = windows.flatMap(([, r, t]) => (r === remaining ? [Number(t)] : []));
  const serverMs = Date.parse(headers.get('date') ?? '') || Date.now();
  return {
    remaining: Number(remaining),
    resetsInMs: seconds.length > 0 ? Math.max(...seconds) * 1_000 : Math.max(0, reset * 1_000 - serverMs),
  };
}

function tooLate(waitMs: number): PetstoreError {
  const message =
    waitMs > 0
      ? `The rate limit is used up and resets in ${Math.ceil(waitMs / 1_000)} s, after the deadline of the call. Nothing was sent.`
      : 'The call reached its deadline while it waited for others. Nothing was sent.';
  return new PetstoreError(waitMs > 0 ? 'rate_limit_exceeded' : 'timeout', message, { retryAfterMs: waitMs });
}
