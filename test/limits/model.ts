import type { Caller, Decision, UsageDay, WindowState } from '../../src/limits/limiter.ts';
import { type TestNow, testNow } from '../support/service.ts';

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Noon UTC. */
const startMs = Date.UTC(2026, 0, 15, 12);

/** A clock that moves only with `advance`. */
export interface TestClock {
  readonly now: TestNow;
  readonly advance: (byMs: number) => void;
}

export function testClock(): TestClock {
  let nowMs = startMs;
  return {
    now: testNow(() => nowMs),
    advance: (byMs: number) => {
      nowMs += byMs;
    },
  };
}

type Kind = 'minute' | 'day';

interface Call {
  readonly atMs: number;
  readonly caller: Caller;
  readonly cost: number;
  /** Undefined for a request that a ban refused. */
  readonly refusing: readonly Kind[] | undefined;
  readonly strike: boolean;
}

interface Ban {
  readonly keyId: number;
  readonly level: number;
  readonly endsMs: number;
  /** The number of calls before the ban. */
  readonly after: number;
}

/** The one with the fewest requests remaining; of those, the one with the latest reset. */
const tightest = (...windows: [WindowState, ...WindowState[]]): WindowState =>
  windows.toSorted((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs)[0]!;

/**
 * The simplest correct limiter: it stores the history of all calls instead of counters, and derives every decision from the whole
 * history.
 */
export class ModelLimiter {
  readonly #now: () => number;
  readonly #calls: Call[] = [];
  #bans: Ban[] = [];
  /** The number of calls before the latest restart, and before the latest lift of each key. */
  #restart = 0;
  readonly #lifts = new Map<number, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  take(caller: Caller, cost: number): Decision {
    const ofVisitor = caller.visitor && this.take(caller.visitor, 1);
    if (ofVisitor?.refusedBy !== undefined) return ofVisitor;
    const own = this.#take(caller, cost);
    if (ofVisitor === undefined || own.refusedBy !== undefined) return own;
    return { ...own, shown: tightest(own.shown, ofVisitor.shown) };
  }

  #take(caller: Caller, cost: number): Decision {
    const atMs = this.#now();
    const ban = this.#banOf(caller);
    if (ban !== undefined) {
      this.#calls.push({ atMs, caller, cost, refusing: undefined, strike: false });
      return this.#picture(caller, { endsMs: ban.endsMs, banned: false });
    }
    const { minute, day } = this.#states(caller);
    const refusing: Kind[] = [];
    if (minute.remaining < cost) refusing.push('minute');
    if (day !== undefined && day.remaining < cost) refusing.push('day');
    if (refusing.length === 0) {
      this.#calls.push({ atMs, caller, cost, refusing, strike: false });
      return this.#picture(caller);
    }
    const refusedBy =
      refusing.length === 2 ? (day !== undefined && day.resetMs > minute.resetMs ? 'day' : 'minute') : refusing[0]!;
    const refusals = this.#window(caller.bucket, refusedBy)?.refusals ?? [];
    const strike = caller.keyId !== undefined && refusals.length > 0 && atMs - refusals[0]! >= second;
    this.#calls.push({ atMs, caller, cost, refusing, strike });
    if (strike && this.#strikes(caller.keyId) > caller.limits.perMinute) {
      return { ...this.#picture(caller, { endsMs: this.#ban(caller.keyId), banned: true }), strike };
    }
    const picture = this.#picture(caller);
    return { ...picture, refusedBy, strike, shown: refusedBy === 'day' ? picture.day! : picture.minute };
  }

  peek(caller: Caller): Decision {
    const ban = this.#banOf(caller);
    return this.#picture(caller, ban && { endsMs: ban.endsMs, banned: false });
  }

  liftBans(keyIds: readonly number[]): void {
    this.#bans = this.#bans.filter(({ keyId }) => !keyIds.includes(keyId));
    for (const keyId of keyIds) this.#lifts.set(keyId, this.#calls.length);
  }

  /** Drops the state that does not survive a restart: minute windows, strikes, and the refusals of day windows. */
  restart(): void {
    this.#restart = this.#calls.length;
  }

  usage(accountId: number, sinceDay: number): UsageDay[] {
    const calls = this.#calls.filter(({ caller }) => caller.bucket === `account:${accountId}`);
    const days = new Set(calls.map(({ atMs }) => Math.floor(atMs / day)));
    return [...days]
      .filter((number) => number >= sinceDay)
      .toSorted((a, b) => a - b)
      .map((number) => {
        const today = calls.filter(({ atMs }) => Math.floor(atMs / day) === number);
        const admitted = sum(today.filter(({ refusing }) => refusing?.length === 0).map(({ cost }) => cost));
        const all = sum(today.map(({ cost }) => cost));
        return { day: number, admitted, refused: all - admitted, strikes: today.filter(({ strike }) => strike).length };
      });
  }

  #picture(caller: Caller, ban?: { endsMs: number; banned: boolean }): Decision {
    const { minute, day } = this.#states(caller);
    const shown = tightest(minute, ...(day === undefined ? [] : [day]));
    return {
      refusedBy: ban && 'ban',
      shown: ban === undefined ? shown : { limit: shown.limit, remaining: 0, resetMs: ban.endsMs },
      minute,
      day,
      strike: false,
      banned: ban?.banned ?? false,
      nowMs: this.#now(),
    };
  }

  #states({ bucket, limits }: Caller): { minute: WindowState; day: WindowState | undefined } {
    const state = (kind: Kind, limit: number, lengthMs: number) => {
      const window = this.#window(bucket, kind);
      return {
        limit,
        remaining: Math.max(0, limit - (window?.used ?? 0)),
        resetMs: (window?.openedMs ?? this.#now()) + lengthMs,
      };
    };
    return {
      minute: state('minute', limits.perMinute, minute),
      day: limits.perDay === undefined ? undefined : state('day', limits.perDay, day),
    };
  }

  /** The bucket's open window. */
  #window(bucket: string, kind: Kind) {
    const lengthMs = kind === 'minute' ? minute : day;
    let window: { openedMs: number; used: number; refusals: number[] } | undefined;
    const isOver = (atMs: number) => window === undefined || atMs >= window.openedMs + lengthMs;
    for (const [index, call] of this.#calls.entries()) {
      const { atMs, refusing, cost } = call;
      if (call.caller.bucket !== bucket || refusing === undefined) continue;
      if (kind === 'minute' && index < this.#restart) continue;
      if (kind === 'day' && call.caller.limits.perDay === undefined) continue;
      if (refusing.length === 0) {
        if (isOver(atMs)) window = { openedMs: atMs, used: 0, refusals: [] };
        window!.used += cost;
      } else if (refusing.includes(kind) && !isOver(atMs) && index >= this.#restart) {
        window!.refusals.push(atMs);
      }
    }
    return isOver(this.#now()) ? undefined : window;
  }

  #banOf({ keyId }: Caller): Ban | undefined {
    const last = this.#bans.findLast((ban) => ban.keyId === keyId);
    return last !== undefined && this.#now() < last.endsMs ? last : undefined;
  }

  /** The number of strikes within 60 s of the first one, since the key's last ban or lift. */
  #strikes(keyId: number | undefined): number {
    const since = this.#bans.findLast((ban) => ban.keyId === keyId)?.after ?? 0;
    const lift = keyId === undefined ? 0 : (this.#lifts.get(keyId) ?? 0);
    const strikes = this.#calls
      .slice(Math.max(since, lift, this.#restart))
      .filter((call) => call.caller.keyId === keyId && call.strike);
    let group: number[] = [];
    for (const { atMs } of strikes) {
      if (group.length > 0 && atMs >= group[0]! + minute) group = [];
      group.push(atMs);
    }
    return group.length;
  }

  /** Bans the key. Returns the end of the ban. */
  #ban(keyId: number | undefined): number {
    const last = this.#bans.findLast((ban) => ban.keyId === keyId);
    let level = last?.level ?? 0;
    for (let end = (last?.endsMs ?? 0) + day; level > 0 && end <= this.#now(); end += day) level -= 1;
    level = Math.min(level + 1, 5);
    const endsMs = this.#now() + [1 * minute, 5 * minute, 30 * minute, 2 * hour, 24 * hour][level - 1]!;
    this.#bans.push({ keyId: keyId!, level, endsMs, after: this.#calls.length });
    return endsMs;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
