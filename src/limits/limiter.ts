import type { Limits } from '../vocabulary/plans.ts';

/** Whose request it is, to the limiter. */
export interface Caller {
  /** Whose windows the request uses: `account:7`, or `address:203.0.113.9` for a request without a valid key. */
  readonly subject: string;
  /** Whose strikes and bans count. Addresses have none. */
  readonly keyId?: number;
  /** Addresses have no day window: `perDay` is then absent. */
  readonly limits: Pick<Limits, 'perMinute'> & Partial<Pick<Limits, 'perDay'>>;
}

/** One fixed window as it stands after the decision. A window that no request has opened yet has everything remaining. */
export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends; of a window not open yet, when it would end if it opened now. Unix milliseconds. */
  readonly resetMs: number;
}

/**
 * What the limiter says of one request. `shown` is the window for the `X-RateLimit-*` headers: the one with fewer requests
 * remaining (tie: the later reset); of a refused request the one that refused (both: the later reset); of a ban
 * `{ limit: the shown window's, remaining: 0, resetMs: the ban's end }`.
 */
export interface Decision {
  readonly refusedBy: 'minute' | 'day' | 'ban' | undefined;
  readonly shown: WindowState;
  readonly minute: WindowState;
  readonly day: WindowState | undefined;
  /** The request was a strike: sent while a 429 was in force. */
  readonly strike: boolean;
  /** This very request caused a ban. It is itself refused with `refusedBy: 'ban'`. */
  readonly banned: boolean;
  /** When it was decided, on the limiter's own clock, which all its times are of. Unix milliseconds. */
  readonly nowMs: number;
}

/** What an account sent on one UTC day, in requests as its windows count them: a call of cost 3 is 3 requests. */
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
 * - Two fixed windows per subject, minute (60 s) and day (24 h), each opened by the subject's first admitted request.
 * - A refused request uses nothing of either window.
 * - A strike is a refused request sent 1 s or more after the first refusal of the window that refuses it. More strikes within
 *   60 s (counted from the first of them) than `perMinute` ban the key: 1 min, 5 min, 30 min, 2 h, 24 h, one step up for each
 *   further ban, one step down for each whole day (24 h) since the end of the last ban. A ban clears the strikes.
 *   Requests during a ban are refused and do not prolong it.
 *
 * Each call is one atomic step. An implementation that needs no waiting answers at once, without a promise.
 */
export interface Limiter {
  /** Takes `cost` requests, at least 1, out of both windows, or refuses and takes nothing. */
  take(caller: Caller, cost: number): Decision | Promise<Decision>;
  /** The same picture without taking anything, and without strikes. `refusedBy` is set only by a ban. */
  peek(caller: Caller): Decision | Promise<Decision>;
  /** Ends the bans of these keys of an account, and forgets their levels and strikes. */
  liftBans(accountId: number, keyIds: readonly number[]): void | Promise<void>;
  /**
   * What an account has sent on each UTC day from `sinceDay` on, the oldest first: to this process up to this very moment, to
   * others up to half a second ago. Days without requests are absent. Rejects when the database is unavailable.
   */
  usage(accountId: number, sinceDay: number): Promise<UsageDay[]>;
  /**
   * Writes what must survive a restart, and stops the timers. Rejects when it could not write; nothing is lost by that
   * until the process ends, and it may be called again.
   */
  close(): Promise<void>;
}
