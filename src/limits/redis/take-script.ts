import type { Caller } from '../limiter.ts';
import { bansMs, type KeyRecord } from '../strikes.ts';
import { dayMs, minuteMs, type Outcome, strikeGraceMs, type Window } from '../windows.ts';

/**
 * Decides requests of the same caller, one after the other, in one atomic step: the rules of `windows.ts` and `strikes.ts` in Lua. Both
 * implementations pass the same tests.
 *
 * Redis keeps two hashes, which expire: a bucket's windows, and the API key's strikes and last ban.
 *
 * - `KEYS`: the buckets of the visitor, if there is one, and of the caller; then the API key, if there is one. They share a hash tag, so
 *   that one node of a cluster has all.
 * - `ARGV`: the arguments that `takeCall` lists. A cost of 0 takes nothing; an empty time means Redis's own clock.
 *
 * All numbers are integers, all times Unix milliseconds; 0 stands for none.
 */
export const takeScript = `
local times, bucketCount, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[6])
end

local function load(key, ...)
  local values = redis.call('HMGET', key, ...)
  for i = 1, #values do
    values[i] = tonumber(values[i]) or 0
  end
  return values
end

-- Windows. A window is open while now < reset; afterwards its counts are void.

-- The process sends its copy of the window: how many requests it admitted without Redis, and the whole count, in case Redis has
-- lost the window or its latest requests.
local function window(bucket, at, limit, length, known)
  local stored = bucket.stored
  local w = { used = stored[at], reset = stored[at + 1], refused = stored[at + 2], limit = limit, length = length }
  local unsynced, knownUsed, knownReset = tonumber(ARGV[known]), tonumber(ARGV[known + 1]), tonumber(ARGV[known + 2])
  if now < knownReset then
    if now >= w.reset then
      w.used, w.reset, w.refused = knownUsed, knownReset, 0
      bucket.changed = true
    else
      local used = w.used + unsynced
      if knownReset == w.reset then used = math.max(used, knownUsed) end
      bucket.changed = bucket.changed or used > w.used
      w.used = used
    end
  end
  return w
end

local buckets = {}
for i = 1, bucketCount do
  local at = 7 + (i - 1) * 9
  local bucket = { key = KEYS[i], cost = tonumber(ARGV[at]), changed = false }
  bucket.stored = load(bucket.key, 'minuteUsed', 'minuteReset', 'minuteRefused', 'dayUsed', 'dayReset', 'dayRefused')
  local perMinute, perDay = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  bucket.minute = window(bucket, 1, perMinute, ${minuteMs}, at + 3)
  bucket.day = perDay and window(bucket, 4, perDay, ${dayMs}, at + 6)
  buckets[i] = bucket
end

local function remaining(w)
  if now >= w.reset then return w.limit end
  return math.max(0, w.limit - w.used)
end

local function resetOf(w)
  if now >= w.reset then return now + w.length end
  return w.reset
end

local function use(w, cost)
  if now >= w.reset then
    w.used, w.reset, w.refused = 0, now + w.length, 0
  end
  w.used = w.used + cost
end

local function noteRefusal(bucket, w)
  if now < w.reset and w.refused == 0 then
    w.refused = now
    bucket.changed = true
  end
end

-- Takes the cost out of both windows, or returns the one that refuses; if both refuse, the one with the later reset.
local function takeFromBoth(bucket)
  local minute, day, cost = bucket.minute, bucket.day, bucket.cost
  local minuteRefuses, dayRefuses = remaining(minute) < cost, day and remaining(day) < cost
  if not minuteRefuses and not dayRefuses then
    use(minute, cost)
    if day then use(day, cost) end
    bucket.changed = true
    return nil
  end
  if minuteRefuses then noteRefusal(bucket, minute) end
  if not dayRefuses then return minute end
  noteRefusal(bucket, day)
  if minuteRefuses and resetOf(minute) >= resetOf(day) then return minute end
  return day
end

-- Strikes and bans, of the caller alone.

local banKey, perMinute = KEYS[bucketCount + 1], buckets[bucketCount].minute.limit
local key = { 0, 0, 0, 0 }
if banKey then
  key = load(banKey, 'strikes', 'since', 'level', 'ends')
end
local strikes, since, level, ends = key[1], key[2], key[3], key[4]
local keyChanged = false

-- A ban that the process imposed without Redis.
local localLevel, localEnds = tonumber(ARGV[4]), tonumber(ARGV[5])
if localEnds > ends then
  level, ends = localLevel, localEnds
  keyChanged = true
end

local bans = { ${bansMs.join(', ')} }

local function levelNow()
  return math.max(0, level - math.max(0, math.floor((now - ends) / ${dayMs})))
end

-- Returns whether the strike bans the key.
local function countStrike()
  if strikes == 0 or now >= since + ${minuteMs} then
    strikes, since = 0, now
  end
  strikes = strikes + 1
  keyChanged = true
  if strikes <= perMinute then return false end
  strikes = 0
  level = math.min(levelNow() + 1, #bans)
  ends = now + bans[level]
  return true
end

-- Returns who refuses (1: the minute, 2: the day, 3: a ban, 0: nobody), and whether the request is a strike, and bans the key.
local function decide(bucket, banKey)
  if banKey and now < ends then return 3, 0, 0 end
  if bucket.cost == 0 then return 0, 0, 0 end
  local refusing = takeFromBoth(bucket)
  if not refusing then return 0, 0, 0 end
  local refusedBy = refusing == bucket.minute and 1 or 2
  local isStrike = banKey and now < refusing.reset and now - refusing.refused >= ${strikeGraceMs}
  if not isStrike then return refusedBy, 0, 0 end
  if countStrike() then return 3, 1, 1 end
  return refusedBy, 1, 0
end

-- As many of the requests as all windows admit are taken at once: their answers differ in the counts alone.
local admitted = banKey and now < ends and 0 or times
for _, bucket in ipairs(buckets) do
  if bucket.cost > 0 then
    admitted = math.min(admitted, math.floor(remaining(bucket.minute) / bucket.cost))
    if bucket.day then admitted = math.min(admitted, math.floor(remaining(bucket.day) / bucket.cost)) end
  end
end

local none = { used = 0, reset = 0, refused = 0 }
local answers = { now, admitted }
local function answer(...)
  for _, number in ipairs({ ... }) do
    answers[#answers + 1] = number
  end
  for _, number in ipairs({ strikes, since, level, ends }) do
    answers[#answers + 1] = number
  end
  for _, bucket in ipairs(buckets) do
    local minute, day = bucket.minute, bucket.day or none
    for _, number in ipairs({ minute.used, minute.reset, minute.refused, day.used, day.reset, day.refused }) do
      answers[#answers + 1] = number
    end
  end
end

if admitted > 0 then
  for _, bucket in ipairs(buckets) do
    if bucket.cost > 0 then
      use(bucket.minute, admitted * bucket.cost)
      if bucket.day then use(bucket.day, admitted * bucket.cost) end
      bucket.changed = true
    end
  end
  answer(bucketCount, 0, 0, 0)
end
for _ = admitted + 1, times do
  local at, refusedBy, strike, banned = 0, 0, 0, 0
  while at < bucketCount and refusedBy == 0 do
    at = at + 1
    refusedBy, strike, banned = decide(buckets[at], at == bucketCount and banKey)
  end
  answer(at, refusedBy, strike, banned)
end

-- A cost of 0 writes nothing. Expired state is kept for another minute, because a clock may be set back.
for _, bucket in ipairs(buckets) do
  if bucket.cost > 0 and bucket.changed then
    local minute, day = bucket.minute, bucket.day
    redis.call('HSET', bucket.key, 'minuteUsed', minute.used, 'minuteReset', minute.reset, 'minuteRefused', minute.refused)
    if day then
      redis.call('HSET', bucket.key, 'dayUsed', day.used, 'dayReset', day.reset, 'dayRefused', day.refused)
    end
    redis.call('PEXPIRE', bucket.key, math.max(minute.reset, day and day.reset or 0) - now + ${minuteMs})
  end
end
if buckets[bucketCount].cost > 0 and keyChanged then
  redis.call('HSET', banKey, 'strikes', strikes, 'since', since, 'level', level, 'ends', ends)
  redis.call('PEXPIRE', banKey, math.max(strikes > 0 and since + ${minuteMs} or 0, ends + level * ${dayMs}) - now + ${minuteMs})
end

return answers
`;

/** A process's copy of a window. */
export interface KnownWindow {
  /** The number of requests that the process admitted without Redis. */
  readonly unsynced: number;
  /** The whole count, unsynced requests included. */
  readonly used: number;
  readonly resetMs: number;
}

/** A bucket's part of a call. */
export interface BucketCall {
  readonly name: string;
  readonly cost: number;
  readonly limits: Caller['limits'];
  readonly minute: KnownWindow;
  readonly day: KnownWindow;
}

/** The arguments of a call: the number of `KEYS`, the `KEYS`, then `ARGV`. */
export function takeCall(options: {
  /** The number of requests to decide. */
  readonly times: number;
  /** The visitor's, if there is one, and the caller's. */
  readonly buckets: readonly BucketCall[];
  /** The name of the API key, if there is one. */
  readonly key: string | undefined;
  readonly nowMs: number | undefined;
  /** Added to Redis's own clock. */
  readonly aheadMs: number;
  /** A ban that the process imposed without Redis. */
  readonly ban: Pick<KeyRecord, 'banLevel' | 'banEndsMs'> | undefined;
}): (string | number)[] {
  const { times, buckets, key, nowMs, aheadMs, ban } = options;
  const names = [...buckets.map(({ name }) => name), ...(key === undefined ? [] : [key])];
  const ofWindow = ({ unsynced, used, resetMs }: KnownWindow) => [unsynced, used, resetMs];
  return [
    names.length,
    ...names,
    times,
    buckets.length,
    nowMs ?? '',
    ban?.banLevel ?? 0,
    ban?.banEndsMs ?? 0,
    aheadMs,
    ...buckets.flatMap(({ cost, limits, minute, day }) => [
      cost,
      limits.perMinute,
      limits.perDay ?? '',
      ...ofWindow(minute),
      ...ofWindow(day),
    ]),
  ];
}

/** The state of a bucket after a request. */
export interface BucketState {
  readonly minute: Pick<Window, 'used' | 'resetMs' | 'firstRefusalMs'>;
  /** Meaningless without a limit per day. */
  readonly day: Pick<Window, 'used' | 'resetMs' | 'firstRefusalMs'>;
}

/** The script's answer about one request. */
export interface Answer {
  readonly nowMs: number;
  readonly isDecidedByVisitor: boolean;
  readonly outcome: Outcome;
  /** Meaningless without an API key. */
  readonly key: KeyRecord;
  readonly visitor: BucketState | undefined;
  readonly own: BucketState;
}

const REFUSERS = [undefined, 'minute', 'day', 'ban'] as const;
const numbersPerBucket = 6;

/**
 * The answers of a call, in the order of its requests.
 *
 * @param cost of each request
 */
export function answersOf(
  [nowMs = Number.NaN, admitted = 0, ...numbers]: readonly number[],
  { cost, hasVisitor }: { readonly cost: number; readonly hasVisitor: boolean },
): Answer[] {
  const ownAt = 8 + (hasVisitor ? numbersPerBucket : 0);
  const length = ownAt + numbersPerBucket;
  /** The answer at a place of the numbers, or to a request that was admitted that many requests earlier. */
  const answerAt = (start: number, earlier = 0): Answer => {
    const at = (offset: number) => numbers[start + offset] ?? Number.NaN;
    const windowAt = (offset: number, eachCost: number) => ({
      used: at(offset) - earlier * eachCost,
      resetMs: at(offset + 1),
      firstRefusalMs: at(offset + 2) || Infinity,
    });
    const bucketAt = (offset: number, eachCost: number) => ({
      minute: windowAt(offset, eachCost),
      day: windowAt(offset + 3, eachCost),
    });
    const key = { strikes: at(4), strikesSinceMs: at(5), banLevel: at(6), banEndsMs: at(7) };
    return {
      nowMs,
      isDecidedByVisitor: hasVisitor && at(0) === 1,
      outcome: { refusedBy: REFUSERS[at(1)], strike: at(2) === 1, banned: at(3) === 1, banEndsMs: key.banEndsMs },
      key,
      visitor: hasVisitor ? bucketAt(8, 1) : undefined,
      own: bucketAt(ownAt, cost),
    };
  };
  const answers: Answer[] = [];
  for (let earlier = admitted - 1; earlier >= 0; earlier -= 1) answers.push(answerAt(0, earlier));
  for (let start = admitted > 0 ? length : 0; start < numbers.length; start += length) answers.push(answerAt(start));
  return answers;
}
