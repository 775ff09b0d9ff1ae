import type { Logger } from 'pino';
import type { EnvironmentMoment, Now } from '../../time/clock.ts';
import { accountBucket, applyLimits, newBucket, type Bucket } from '../buckets.ts';
import type { Caller, Decision, Limiter } from '../limiter.ts';
import { openMemoryLimiter } from '../memory.ts';
import type { LimitStore } from '../store.ts';
import { afterVisitor, decision, type Window } from '../windows.ts';
import { type Client, openConnection } from './connection.ts';
import {
  type Answer,
  answersOf,
  type BucketCall,
  type BucketState,
  type KnownWindow,
  takeCall,
} from './take-script.ts';

/** The first request on a connection. It always writes, because the limiter needs a Redis that accepts writes. */
const probe: Caller = { bucket: 'greeting', limits: { perMinute: 1e12 } };

/** Requests of one caller that wait for the end of their turn, in the order of their arrival. */
interface Takes {
  readonly caller: Caller;
  readonly cost: number;
  readonly decided: ((decision: Decision) => void)[];
}

/**
 * The limiter of several processes: Redis decides on its own clock. The requests of one turn of the event loop are one message, and those
 * of the same caller one call.
 *
 * The process stores a copy of each answer. While Redis is unavailable, the process decides from that copy; afterwards, the next
 * request of each account reports the requests admitted meanwhile. So each process exceeds the limit by at most one window's limit.
 * No call fails because of Redis.
 *
 * Each process adds its usage to the database within half a second.
 *
 * @param options.prefix The prefix of all keys in Redis. Every service that shares the Redis needs its own.
 * @param options.now Replaces Redis's clock and this process's, for tests. Unix milliseconds.
 * @param options.clock This process's clock.
 * @param options.aheadMs How far the limits are ahead of Redis's clock, without `now`: staging's clock can be advanced.
 * @param options.onFallback Receives true when this process starts to decide without Redis, and false when Redis decides again.
 * @param options.onError Receives the error of a failed write of usage. The next write includes the same usage.
 */
export async function openRedisLimiter(options: {
  readonly url: string;
  readonly prefix: string;
  readonly store: LimitStore;
  readonly now?: Now | undefined;
  readonly clock?: { readonly now: () => number };
  readonly aheadMs?: () => number;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly onFallback: (on: boolean) => void;
  readonly onError: (error: unknown) => void;
}): Promise<Limiter> {
  const { url, prefix, now, clock = Date, aheadMs = () => 0, log, onFallback, onError } = options;
  /** Redis's clock minus this process's. */
  let clockOffsetMs = 0;
  const local = await openMemoryLimiter({
    store: onlyUsage(options.store),
    now: now ?? (() => (clock.now() + clockOffsetMs) as EnvironmentMoment),
    onError,
  });
  const unsynced = openUnsynced();

  /** A Redis cluster keeps names with the same text in braces on one node. */
  const keyName = (bucket: string, keyId: number) => `${prefix}{${bucket}}:key:${keyId}`;

  function callOf(caller: Caller, cost: number, times: number): (string | number)[] {
    const { bucket, keyId, visitor } = caller;
    const name = `${prefix}{${bucket}}`;
    const own = partOf(caller, name, cost);
    return takeCall({
      times,
      // A call that takes nothing asks for the caller's own state.
      buckets: visitor === undefined || cost === 0 ? [own] : [partOf(visitor, `${name}:${visitor.bucket}`, 1), own],
      key: keyId === undefined ? undefined : keyName(bucket, keyId),
      nowMs: now?.(),
      aheadMs: aheadMs(),
      ban: keyId !== undefined && unsynced.bans.has(keyId) ? local.keys.get(keyId) : undefined,
    });
  }

  function partOf({ bucket, limits }: Caller, name: string, cost: number): BucketCall {
    const { minute, day } = local.bucket(bucket);
    return { name, cost, limits, minute: knownOf(minute), day: knownOf(day) };
  }

  function knownOf(window: Window | undefined): KnownWindow {
    if (window === undefined) return { unsynced: 0, used: 0, resetMs: 0 };
    return { unsynced: unsynced.admitted(window), used: window.used, resetMs: Math.max(0, window.resetMs) };
  }

  function forgetSent({ bucket: name, keyId, visitor }: Caller): void {
    if (visitor !== undefined) forgetSent(visitor);
    const { minute, day } = local.bucket(name);
    unsynced.forget(minute);
    if (day !== undefined) unsynced.forget(day);
    if (keyId !== undefined) unsynced.bans.delete(keyId);
  }

  /** The requests of this turn of the event loop, grouped by caller and cost. */
  const waiting = new Map<string, Takes>();

  function takeInRedis(caller: Caller, cost: number): Promise<Decision> {
    if (waiting.size === 0) process.nextTick(sendWaiting);
    const { bucket, keyId, limits, visitor } = caller;
    const same = `${bucket} ${keyId} ${cost} ${limits.perMinute} ${limits.perDay} ${visitor?.bucket}`;
    let takes = waiting.get(same);
    if (takes === undefined) waiting.set(same, (takes = { caller, cost, decided: [] }));
    const { decided } = takes;
    return new Promise((resolve) => decided.push(resolve));
  }

  async function sendWaiting(): Promise<void> {
    const all = [...waiting.values()];
    waiting.clear();
    const client = connection.client();
    const answers = client && (await askRedis(client, all));
    for (const [index, { caller, cost, decided }] of all.entries()) {
      const ofTakes = answersOf(answers?.[index] ?? [], { cost, hasVisitor: caller.visitor !== undefined });
      for (const [place, decide] of decided.entries()) {
        const answer = ofTakes[place];
        decide(
          answer === undefined
            ? takeLocally(caller, cost, { wasSent: client !== undefined })
            : decisionFrom(caller, cost, answer),
        );
      }
    }
  }

  /** Returns undefined if Redis did not answer. A failed call may have been counted, or a frozen Redis may count it later: it is never sent again. */
  async function askRedis(client: Client, all: readonly Takes[]): Promise<number[][] | undefined> {
    const calls = all.map(({ caller, cost, decided }) => {
      const call = callOf(caller, cost, decided.length);
      // Another call of this turn may carry the same bucket, and must not count the same requests again.
      forgetSent(caller);
      return call;
    });
    const answers = await client.run(calls).catch((error: unknown) => connection.fail(client, error));
    return connection.client() === client ? (answers ?? undefined) : undefined;
  }

  /** Copies Redis's answer about a request, and counts the usage. */
  function decisionFrom(caller: Caller, cost: number, answer: Answer): Decision {
    const { nowMs, outcome, key } = answer;
    if (now === undefined) clockOffsetMs = nowMs - clock.now();
    if (caller.keyId !== undefined) {
      if (key.strikes === 0 && key.banLevel === 0) local.keys.delete(caller.keyId);
      else local.keys.set(caller.keyId, key);
    }
    const bucket = local.bucket(caller.bucket);
    const own = decisionOf(bucket, caller, answer, answer.own);
    const ofVisitor =
      caller.visitor &&
      answer.visitor &&
      decisionOf(local.bucket(caller.visitor.bucket), caller.visitor, answer, answer.visitor);
    if (ofVisitor !== undefined && answer.isDecidedByVisitor) return ofVisitor;
    local.countUsage(bucket, cost, outcome, nowMs);
    return afterVisitor(own, ofVisitor);
  }

  async function peekInRedis(client: Client, caller: Caller): Promise<Decision> {
    const answers = await client.run([callOf(caller, 0, 1)]).catch((error: unknown) => connection.fail(client, error));
    const [answer] = answersOf(answers?.[0] ?? [], { cost: 0, hasVisitor: false });
    return answer === undefined ? local.peek(caller) : decisionOf(newBucket(caller.bucket), caller, answer, answer.own);
  }

  function takeLocally(caller: Caller, cost: number, { wasSent }: { readonly wasSent: boolean }): Decision {
    const { visitor, ...own } = caller;
    const ofVisitor = visitor && takeLocally(visitor, 1, { wasSent });
    if (ofVisitor?.refusedBy !== undefined) return ofVisitor;
    const decided = local.take(own, cost);
    const { minute, day } = local.bucket(caller.bucket);
    if (decided.refusedBy === undefined && !wasSent) {
      unsynced.admit(minute, cost);
      if (day !== undefined) unsynced.admit(day, cost);
    }
    if (decided.banned && caller.keyId !== undefined) unsynced.bans.add(caller.keyId);
    return afterVisitor(decided, ofVisitor);
  }

  async function sendLifts(client: Client): Promise<void> {
    const names = [...unsynced.lifts];
    await Promise.all(names.map((name) => client.delete(name)));
    for (const name of names) unsynced.lifts.delete(name);
  }

  const connection = await openConnection({
    url,
    async prepare(client) {
      await client.run([callOf(probe, 1, 1)]);
      while (unsynced.lifts.size > 0) await sendLifts(client);
    },
    onLost(reason) {
      onFallback(true);
      log.warn({ reason }, 'Redis is unavailable: this process applies the limits alone until Redis recovers');
    },
    onRestored() {
      onFallback(false);
      log.info('Redis is available again and applies the limits');
    },
  });

  return {
    take(caller, cost) {
      return connection.client() === undefined
        ? takeLocally(caller, cost, { wasSent: false })
        : takeInRedis(caller, cost);
    },

    peek(caller) {
      const client = connection.client();
      return client === undefined ? local.peek(caller) : peekInRedis(client, caller);
    },

    async liftBans(accountId, keyIds) {
      local.liftBans(accountId, keyIds);
      for (const keyId of keyIds) {
        unsynced.bans.delete(keyId);
        unsynced.lifts.add(keyName(accountBucket(accountId), keyId));
      }
      const client = connection.client();
      if (client !== undefined) await sendLifts(client).catch((error: unknown) => connection.fail(client, error));
    },

    usage: (accountId, sinceDay) => local.usage(accountId, sinceDay),

    async close() {
      // The usage is saved even if the connection cannot be closed.
      try {
        await connection.close();
      } finally {
        await local.close();
      }
    },
  };
}

/** Copies a bucket's part of Redis's answer into the bucket. */
function decisionOf(bucket: Bucket, { limits }: Caller, answer: Answer, state: BucketState): Decision {
  const day = applyLimits(bucket, limits);
  Object.assign(bucket.minute, state.minute);
  if (day !== undefined) Object.assign(day, state.day);
  return decision(bucket.minute, day, answer.nowMs, answer.outcome);
}

/** Redis keeps windows and bans itself. */
function onlyUsage(store: LimitStore): LimitStore {
  return {
    load: async () => ({ dayWindows: [], bans: [] }),
    save: async ({ usage }) => {
      if (usage.length > 0) await store.save({ usage, dayWindows: [], bans: [], liftedKeyIds: [] });
    },
    usageOfDays: (accountId, sinceDay) => store.usageOfDays(accountId, sinceDay),
  };
}

/** Decisions that this process made without Redis, and that Redis has not received yet. */
function openUnsynced() {
  const counts = new WeakMap<Window, { readonly resetMs: number; admitted: number }>();
  /** A count of a window's earlier period is void. */
  const countOf = (window: Window) => {
    const count = counts.get(window);
    return count?.resetMs === window.resetMs ? count : undefined;
  };
  return {
    /** Adds admitted requests. The window has counted them already. */
    admit(window: Window, cost: number): void {
      const count = countOf(window) ?? { resetMs: window.resetMs, admitted: 0 };
      count.admitted += cost;
      counts.set(window, count);
    },
    /** The number of requests admitted since this window opened. */
    admitted: (window: Window): number => countOf(window)?.admitted ?? 0,
    /**
     * Call this when a call to Redis carries the number, before the answer: a failed call may have taken effect, and no request may count
     * twice.
     */
    forget: (window: Window): void => void counts.delete(window),
    /** The keys that were banned. */
    bans: new Set<number>(),
    /** The names in Redis of the keys whose bans were lifted. */
    lifts: new Set<string>(),
  };
}
