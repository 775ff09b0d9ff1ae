import type { Caller } from '../limiter.ts';
import { bansMs, type KeyRecord } from '../strikes.ts';
import { dayMs, minuteMs, type Outcome, strikeGraceMs, type Window } from '../windows.ts';

/**
 * Decides one request in one atomic step: the rules of `windows.ts` and `strikes.ts` in Lua. Both implementations pass the same tests.
 *
 * Redis keeps two hashes, which expire: the bucket's windows, and the API key's strikes and last ban.
 *
 * - `KEYS`: the bucket, and the API key if there is one. They share a hash tag, so that one node of a cluster has both.
 * - `ARGV`: the arguments that `takeCall` lists. A cost of 0 takes nothing; an empty time means Redis's own clock.
 *
 * All numbers are integers, all times Unix milliseconds; 0 stands for none.
 */
export const takeScript = `
local bucketKey, banKey = KEYS[1], KEYS[2]
local cost, perMinute, perDay, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function load(key, ...)
  local values = redis.call('HMGET', key, ...)
  for i = 1, #values do
    values[i] = tonumber(values[i]) or 0
  end
  return values
end

-- Windows. A window is open while now < reset; afterwards its counts are void.

local bucket = load(bucketKey, 'minuteUsed', 'minuteReset', 'minuteRefused', 'dayUsed', 'dayReset', 'dayRefused')
local bucketChanged = false

-- The process sends its copy of the window: how many requests it admitted without Redis, and the whole count, in case Redis has
-- lost the window or its latest requests.
local function window(at, limit, length, known)
  local w = { used = bucket[at], reset = bucket[at + 1], refused = bucket[at + 2], limit = limit, length = length }
  local unsynced, knownUsed, knownReset = tonumber(ARGV[known]), tonumber(ARGV[known + 1]), tonumber(ARGV[known + 2])
  if now < knownReset then
    if now >= w.reset then
      w.used, w.reset, w.refused = knownUsed, knownReset, 0
      bucketChanged = true
    else
      local used = w.used + unsynced
      if knownReset == w.reset then used = math.max(used, knownUsed) end
      bucketChanged = bucketChanged or used > w.used
      w.used = used
    end
  end
  return w
end

local minute = window(1, perMinute, ${minuteMs}, 5)
local day = perDay and window(4, perDay, ${dayMs}, 8)

local function remaining(w)
  if now >= w.reset then return w.limit end
  return math.max(0, w.limit - w.used)
end

local function resetOf(w)
  if now >= w.reset then return now + w.length end
  return w.reset
end

local function use(w)
  if now >= w.reset then
    w.used, w.reset, w.refused = 0, now + w.length, 0
  end
  w.used = w.used + cost
  bucketChanged = true
end

local function noteRefusal(w)
  if now < w.reset and w.refused == 0 then
    w.refused = now
    bucketChanged = true
  end
end

-- Takes the cost out of both windows, or returns the one that refuses; if both refuse, the one with the later reset.
local function takeFromBoth()
  local minuteRefuses, dayRefuses = remaining(minute) < cost, day and remaining(day) < cost
  if not minuteRefuses and not dayRefuses then
    use(minute)
    if day then use(day) end
    return nil
  end
  if minuteRefuses then noteRefusal(minute) end
  if not dayRefuses then return minute end
  noteRefusal(day)
  if minuteRefuses and resetOf(minute) >= resetOf(day) then return minute end
  return day
end

-- Strikes and bans.

local key = { 0, 0, 0, 0 }
if banKey then
  key = load(banKey, 'strikes', 'since', 'level', 'ends')
end
local strikes, since, level, ends = key[1], key[2], key[3], key[4]
local keyChanged = false

-- A ban that the process imposed without Redis.
local localLevel, localEnds = tonumber(ARGV[11]), tonumber(ARGV[12])
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

local refusedBy, strike, banned = 0, false, false
if now < ends then
  refusedBy = 3
elseif cost > 0 then
  local refusing = takeFromBoth()
  if refusing then
    refusedBy = refusing == minute and 1 or 2
    strike = banKey and now < refusing.reset and now - refusing.refused >= ${strikeGraceMs}
    if strike and countStrike() then
      refusedBy, banned = 3, true
    end
  end
end

day = day or { used = 0, reset = 0, refused = 0 }

-- A cost of 0 writes nothing. Expired state is kept for another minute, because a clock may be set back.
if cost > 0 and bucketChanged then
  redis.call('HSET', bucketKey, 'minuteUsed', minute.used, 'minuteReset', minute.reset, 'minuteRefused', minute.refused)
  if perDay then
    redis.call('HSET', bucketKey, 'dayUsed', day.used, 'dayReset', day.reset, 'dayRefused', day.refused)
  end
  redis.call('PEXPIRE', bucketKey, math.max(minute.reset, day.reset) - now + ${minuteMs})
end
if cost > 0 and keyChanged then
  redis.call('HSET', banKey, 'strikes', strikes, 'since', since, 'level', level, 'ends', ends)
  redis.call('PEXPIRE', banKey, math.max(strikes > 0 and since + ${minuteMs} or 0, ends + level * ${dayMs}) - now + ${minuteMs})
end

return {
  now, refusedBy, strike and 1 or 0, banned and 1 or 0,
  minute.used, minute.reset, minute.refused,
  day.used, day.reset, day.refused,
  strikes, since, level, ends
}
`;

/** A process's copy of a window. */
export interface KnownWindow {
  /** The number of requests that the process admitted without Redis. */
  readonly unsynced: number;
  /** The whole count, unsynced requests included. */
  readonly used: number;
  readonly resetMs: number;
}

/** The arguments of a call: the number of `KEYS`, the `KEYS`, then `ARGV`. */
export function takeCall(options: {
  readonly names: readonly string[];
  readonly cost: number;
  readonly limits: Caller['limits'];
  readonly nowMs: number | undefined;
  readonly minute: KnownWindow;
  readonly day: KnownWindow;
  /** A ban that the process imposed without Redis. */
  readonly ban: Pick<KeyRecord, 'banLevel' | 'banEndsMs'> | undefined;
}): (string | number)[] {
  const { names, cost, limits, nowMs, minute, day, ban } = options;
  return [
    names.length,
    ...names,
    cost,
    limits.perMinute,
    limits.perDay ?? '',
    nowMs ?? '',
    minute.unsynced,
    minute.used,
    minute.resetMs,
    day.unsynced,
    day.used,
    day.resetMs,
    ban?.banLevel ?? 0,
    ban?.banEndsMs ?? 0,
  ];
}

/** The script's answer. */
export interface Answer {
  readonly nowMs: number;
  readonly outcome: Outcome;
  readonly minute: Pick<Window, 'used' | 'resetMs' | 'firstRefusalMs'>;
  /** Meaningless without a limit per day. */
  readonly day: Pick<Window, 'used' | 'resetMs' | 'firstRefusalMs'>;
  /** Meaningless without an API key. */
  readonly key: KeyRecord;
}

const REFUSERS = [undefined, 'minute', 'day', 'ban'] as const;

export function answerOf(numbers: readonly number[]): Answer {
  const at = (index: number) => numbers[index] ?? Number.NaN;
  const windowAt = (index: number) => ({
    used: at(index),
    resetMs: at(index + 1),
    firstRefusalMs: at(index + 2) || Infinity,
  });
  const key = { strikes: at(10), strikesSinceMs: at(11), banLevel: at(12), banEndsMs: at(13) };
  return {
    nowMs: at(0),
    outcome: { refusedBy: REFUSERS[at(1)], strike: at(2) === 1, banned: at(3) === 1, banEndsMs: key.banEndsMs },
    minute: windowAt(4),
    day: windowAt(7),
    key,
  };
}
