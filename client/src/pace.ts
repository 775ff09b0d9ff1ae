import type { Clock } from './clock.ts';
import { aborted, PetstoreError } from './error.ts';

/**
 * Lets requests go no faster than the service has said: all calls of one client pass here. Specification, part 8.
 *
 * What the last answers left is shared out among the requests, also among those that are under way. When it is used up, all wait for the
 * reset. As long as nothing is known, at the beginning and after a reset, one request goes alone and its answer tells how many may follow.
 */
export interface Pace {
  /**
   * Resolves when a request may go, which must then be reported with `answered` or `lost`.
   *
   * @param deadlineMs by the clock
   * @throws PetstoreError `aborted`, or at once `rate_limit_exceeded` if the limits do not reset before the deadline
   */
  turn(signal: AbortSignal | undefined, deadlineMs: number): Promise<void>;
  /** Its answer has come, with these headers. */
  answered(status: number, headers: Headers): void;
  /** No answer has come; the service may have counted it. */
  lost(): void;
  /** The service has told to wait so long: nothing goes meanwhile. */
  pause(ms: number): void;
}

interface Waiting {
  readonly deadlineMs: number;
  readonly go: () => void;
  readonly refuse: (error: PetstoreError) => void;
}

/** Of what is left a fourth goes at once at most: other programs may draw on the same account, and each answer tells what they took. */
const shareOfLeft = 4;
/** Two resets that are no further apart are the same one, told by a fast and by a slow answer. */
const sameResetMs = 30_000;
/** Where a server tells no limits, it is taken to have none for so long. */
const unlimitedMs = 60_000;

export function openPace(clock: Clock): Pace {
  let queue: Waiting[] = [];
  let underWay = 0;
  /** How many requests are left, those under way included; undefined while that is not known. */
  let left: number | undefined;
  let resetMs = -Infinity;
  let pausedUntilMs = -Infinity;
  let stopTimer = () => {};

  function mayGo(nowMs: number): boolean {
    if (nowMs < pausedUntilMs) return false;
    if (nowMs >= resetMs) left = undefined;
    return left === undefined ? underWay === 0 : underWay * shareOfLeft < left;
  }

  /** When the next request may go, as far as only time decides that. */
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
        underWay += 1;
        first.go();
      }
    }
    const waitMs = opensMs() - nowMs;
    if (queue.length === 0 || waitMs <= 0) return;
    const isHopeless = ({ deadlineMs }: Waiting) => deadlineMs < nowMs + waitMs;
    const hopeless = queue.filter(isHopeless);
    queue = queue.filter((waiting) => !isHopeless(waiting));
    for (const { refuse } of hopeless) refuse(tooLate(waitMs));
    if (queue.length > 0) stopTimer = clock.after(waitMs, advance);
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
      underWay -= 1;
      const nowMs = clock.now();
      const told = toldBy(headers);
      if (told !== undefined) {
        const toldResetMs = nowMs + told.resetsInMs;
        const isSame = left !== undefined && Math.abs(toldResetMs - resetMs) < sameResetMs;
        // Answers overtake each other: within one window the lowest is the newest.
        left = isSame ? Math.min(left ?? Infinity, told.remaining) : told.remaining;
        resetMs = isSame ? Math.min(resetMs, toldResetMs) : toldResetMs;
      } else if (status < 429 && left === undefined) {
        left = Infinity;
        resetMs = nowMs + unlimitedMs;
      }
      advance();
    },

    lost() {
      underWay -= 1;
      if (left !== undefined) left -= 1;
      advance();
    },

    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, clock.now() + ms);
      // What is left then is not known: a ban or another window may have ended.
      left = undefined;
      advance();
    },
  };
}

/**
 * The requests left in the tighter window, and the time until it resets. `RateLimit` tells that time by itself; `X-RateLimit-Reset` is a
 * time of the server's clock, and `Date` tells what that clock shows, rounded down.
 */
function toldBy(headers: Headers): { remaining: number; resetsInMs: number } | undefined {
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
      ? `The requests of this limit are used up; there are new ones in ${Math.ceil(waitMs / 1_000)} s, which is later than the call may take. Nothing was sent.`
      : 'The call waited for its turn longer than it may take. Nothing was sent.';
  return new PetstoreError('rate_limit_exceeded', message, { retryAfterMs: waitMs });
}
