import type { Limits } from '../vocabulary/plans.ts';

/** Whose limits a request counts against. */
export interface Caller {
  /** The name of the windows that the request uses: `account:7`, or `address:203.0.113.9` for a request without a valid key. */
  readonly bucket: string;
  /** The key that receives strikes and bans. Addresses receive none. */
  readonly keyId?: number;
  /** Whose limits the request counts against first, with a cost of 1: if they refuse it, the caller's own are not touched. */
  readonly visitor?: Caller;
  /** Addresses have no day window: `perDay` is then absent. */
  readonly limits: Pick<Limits, 'perMinute'> & Partial<Pick<Limits, 'perDay'>>;
}

/** A fixed window after the decision. A window that no request has opened yet has everything remaining. */
export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, or would end if it opened now. Unix milliseconds. */
  readonly resetMs: number;
}

/**
 * The limiter's decision about one request. `shown` is the window for the `X-RateLimit-*` headers: the one with fewer requests
 * remaining (tie: the later reset); for a refused request, the one that refused (both: the later reset); for a ban,
 * `{ limit: the shown window's, remaining: 0, resetMs: the ban's end }`. Of a visitor's request, the visitor's windows are among them.
 */
export interface Decision {
  readonly refusedBy: 'minute' | 'day' | 'ban' | undefined;
  readonly shown: WindowState;
  readonly minute: WindowState;
  readonly day: WindowState | undefined;
  /** Whether the request was a strike: sent while a 429 was in force. */
  readonly strike: boolean;
  /** Whether this request caused a ban. It is itself refused with `refusedBy: 'ban'`. */
  readonly banned: boolean;
  /** The time of the decision on the limiter's own clock, like all its times. Unix milliseconds. */
  readonly nowMs: number;
}

/** An account's usage on one UTC day, in requests as its windows count them: a call of cost 3 is 3 requests. */
export interface UsageDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly admitted: number;
  readonly refused: number;
  /** Counted in calls. */
  readonly strikes: number;
}

/**
 * Decides which requests are within their account's limits (specification, part 8).
 *
 * - Two fixed windows per bucket, minute (60 s) and day (24 h). An admitted request opens a window that is not open.
 * - A refused request uses nothing of either window. One that the caller's windows refuse has used one request of its visitor's.
 * - A strike is a refused request sent 1 s or more after the first refusal of the window that refuses it. More strikes within
 *   60 s (counted from the first of them) than `perMinute` ban the key: 1 min, 5 min, 30 min, 2 h, 24 h, one step up for each
 *   further ban, one step down for each whole day (24 h) since the end of the last ban. A ban clears the strikes.
 *   Requests during a ban are refused and do not prolong it.
 *
 * Each call is one atomic step. An implementation that does not wait returns the decision without a promise.
 */
export interface Limiter {
  /** Takes `cost` requests, at least 1, out of both windows, or refuses and takes nothing. */
  take(caller: Caller, cost: number): Decision | Promise<Decision>;
  /** Returns the windows without taking anything or counting strikes. Only a ban sets `refusedBy`. */
  peek(caller: Caller): Decision | Promise<Decision>;
  /** Ends the bans of these keys of an account, and clears their levels and strikes. */
  liftBans(accountId: number, keyIds: readonly number[]): void | Promise<void>;
  /**
   * An account's usage on each UTC day from `sinceDay` on, the oldest first. It is exact for this process; usage of other processes
   * appears within half a second. Days without requests are absent. Rejects if the database is unavailable.
   */
  usage(accountId: number, sinceDay: number): Promise<UsageDay[]>;
  /**
   * Writes what must survive a restart, and stops the timers. If it rejects, nothing is lost until the process ends, and it can be
   * called again.
   */
  close(): Promise<void>;
}
