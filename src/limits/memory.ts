import type { Now } from '../time/clock.ts';
import { accountBucket, applyLimits, type Bucket, isEvictable, newBucket, usageOn } from './buckets.ts';
import type { Caller, Decision, Limiter } from './limiter.ts';
import type { LimitStore } from './store.ts';
import { banMemoryMs, banMs, cleanRecord, countStrike, isBanned, isClean, type KeyRecord } from './strikes.ts';
import {
  afterVisitor,
  closedWindow,
  dayMs,
  decision,
  isStrike,
  type Outcome,
  takeFrom,
  type Window,
} from './windows.ts';
import { openWriteBehind } from './write-behind.ts';

const evictionPassMs = 60_000;
const admitted: Outcome = { refusedBy: undefined, strike: false, banned: false, banEndsMs: 0 };

/** A limiter that decides synchronously and whose counters can be overwritten with Redis's. */
export interface MemoryLimiter extends Limiter {
  readonly take: (caller: Caller, cost: number) => Decision;
  readonly peek: (caller: Caller) => Decision;
  readonly liftBans: (accountId: number, keyIds: readonly number[]) => void;
  /** The bucket of this name, which is created if it does not exist. */
  readonly bucket: (name: string) => Bucket;
  /** Only keys with strikes or bans. */
  readonly keys: Map<number, KeyRecord>;
  /** Adds a request that Redis decided to its account's usage. */
  readonly countUsage: (bucket: Bucket, cost: number, outcome: Outcome, nowMs: number) => void;
}

/**
 * The limiter of a single process, in memory. It writes the day windows of accounts, bans and usage to the database within
 * `flushEveryMs` of a change, and reads day windows and bans when it opens.
 *
 * @param options.now Unix milliseconds.
 * @param options.onError Receives the error of the first of several failed flushes. The next flush includes the same changes.
 */
export async function openMemoryLimiter(options: {
  readonly store: LimitStore;
  readonly now: Now;
  readonly onError: (error: unknown) => void;
  readonly flushEveryMs?: number;
}): Promise<MemoryLimiter> {
  const { store, now, onError, flushEveryMs = 500 } = options;
  const { buckets, keys } = await load(store, now());
  const writeBehind = openWriteBehind({ store, now, keys });

  let isFailing = false;
  const noteFailure = (error: unknown) => {
    if (!isFailing) onError(error);
    isFailing = true;
  };

  const callsPerPass = Math.ceil(evictionPassMs / flushEveryMs);
  const evictBuckets = evictor(buckets, isEvictable, callsPerPass);
  const evictKeys = evictor(keys, isClean, callsPerPass);
  const timer = setInterval(() => {
    // A failed save marks its buckets again: they must not be evicted meanwhile.
    if (writeBehind.isSaving()) return;
    evictBuckets(now());
    evictKeys(now());
    writeBehind.flush().then(() => (isFailing = false), noteFailure);
  }, flushEveryMs).unref();

  function bucketOf(name: string): Bucket {
    let bucket = buckets.get(name);
    if (bucket === undefined) {
      bucket = newBucket(name);
      buckets.set(name, bucket);
    }
    return bucket;
  }

  function decide(
    minute: Window,
    day: Window | undefined,
    keyId: number | undefined,
    cost: number,
    nowMs: number,
  ): Outcome {
    const key = keyId === undefined ? undefined : keys.get(keyId);
    if (key !== undefined && isBanned(key, nowMs)) return refusedByBan(key);
    const refusing = takeFrom(minute, day, cost, nowMs);
    if (refusing === undefined) return admitted;
    const refusedBy = refusing === minute ? 'minute' : 'day';
    if (keyId === undefined || !isStrike(refusing, nowMs)) return { ...admitted, refusedBy };
    const striking = key ?? cleanRecord();
    keys.set(keyId, striking);
    if (!countStrike(striking, minute.limit, nowMs)) return { ...admitted, refusedBy, strike: true };
    writeBehind.markKey(keyId);
    return { ...refusedByBan(striking), strike: true, banned: true };
  }

  function countUsage(bucket: Bucket, cost: number, outcome: Outcome, nowMs: number): void {
    if (bucket.accountId === undefined) return;
    if (bucket.unsavedUsage.length === 0) writeBehind.markBucket(bucket);
    const usage = usageOn(bucket, Math.floor(nowMs / dayMs));
    if (outcome.refusedBy === undefined) usage.admitted += cost;
    else usage.refused += cost;
    if (outcome.strike) usage.strikes += 1;
  }

  function take(caller: Caller, cost: number): Decision {
    const ofVisitor = caller.visitor && take(caller.visitor, 1);
    if (ofVisitor?.refusedBy !== undefined) return ofVisitor;
    const nowMs = now();
    const bucket = bucketOf(caller.bucket);
    const day = applyLimits(bucket, caller.limits);
    const outcome = decide(bucket.minute, day, caller.keyId, cost, nowMs);
    countUsage(bucket, cost, outcome, nowMs);
    return afterVisitor(decision(bucket.minute, day, nowMs, outcome), ofVisitor);
  }

  return {
    bucket: bucketOf,
    keys,
    countUsage,

    take,

    peek(caller) {
      const nowMs = now();
      const bucket = buckets.get(caller.bucket) ?? newBucket(caller.bucket);
      const day = applyLimits(bucket, caller.limits);
      const key = caller.keyId === undefined ? undefined : keys.get(caller.keyId);
      const outcome = key !== undefined && isBanned(key, nowMs) ? refusedByBan(key) : admitted;
      return decision(bucket.minute, day, nowMs, outcome);
    },

    liftBans(_accountId, keyIds) {
      for (const keyId of keyIds) {
        if (keys.delete(keyId)) writeBehind.markKey(keyId);
      }
    },

    async usage(accountId, sinceDay) {
      await writeBehind.flush();
      return store.usageOfDays(accountId, sinceDay);
    },

    async close() {
      clearInterval(timer);
      await writeBehind.flush();
    },
  };
}

function refusedByBan(key: KeyRecord): Outcome {
  return { refusedBy: 'ban', strike: false, banned: false, banEndsMs: key.banEndsMs };
}

/** What would last longer than if it began now was stored before the clock was set back: it begins now. */
async function load(store: LimitStore, nowMs: number) {
  const saved = await store.load(nowMs, nowMs - banMemoryMs);
  const buckets = new Map<string, Bucket>();
  for (const { accountId, used, resetMs } of saved.dayWindows) {
    const name = accountBucket(accountId);
    buckets.set(name, {
      ...newBucket(name),
      day: { ...closedWindow(dayMs), used, resetMs: Math.min(resetMs, nowMs + dayMs) },
    });
  }
  const keys = new Map<number, KeyRecord>();
  for (const { keyId, level, endsMs } of saved.bans) {
    keys.set(keyId, { ...cleanRecord(), banLevel: level, banEndsMs: Math.min(endsMs, nowMs + banMs(level)) });
  }
  return { buckets, keys };
}

/**
 * Returns a function that evicts expired entries of a map. Each call examines a share of the entries, so that even millions do not block
 * the event loop; about `callsPerPass` calls examine every entry once.
 */
export function evictor<Key, Value>(
  map: Map<Key, Value>,
  isExpired: (value: Value, nowMs: number) => boolean,
  callsPerPass: number,
): (nowMs: number) => void {
  // An iterator of a map is live: it survives deletions and reaches entries added later.
  let entries = map.entries();
  return (nowMs) => {
    for (let left = Math.ceil(map.size / callsPerPass); left > 0; left -= 1) {
      const next = entries.next();
      if (next.done === true) {
        entries = map.entries();
        return;
      }
      const [key, value] = next.value;
      if (isExpired(value, nowMs)) map.delete(key);
    }
  };
}
