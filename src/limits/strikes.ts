import { dayMs, minuteMs } from './windows.ts';

const longestBanMs = dayMs;

/** How long a key's first bans last, in order; all further ones last as long as the last of these. */
export const bansMs = [1 * minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, longestBanMs];
const topLevel = bansMs.length;

/** A ban of any level has expired this long after its end: it steps down one level a day. */
export const banMemoryMs = topLevel * dayMs;

/** A key that has sent strikes or has been banned. */
export interface KeyRecord {
  strikes: number;
  /** When the first of `strikes` was sent. */
  strikesSinceMs: number;
  /** The level of the last ban, from 1; 0 for a key that was never banned. */
  banLevel: number;
  banEndsMs: number;
}

export function cleanRecord(): KeyRecord {
  return { strikes: 0, strikesSinceMs: 0, banLevel: 0, banEndsMs: -Infinity };
}

export function isBanned(key: KeyRecord, nowMs: number): boolean {
  return nowMs < key.banEndsMs;
}

/** Counts a strike. Returns whether it bans the key. */
export function countStrike(key: KeyRecord, perMinute: number, nowMs: number): boolean {
  if (!hasStrikes(key, nowMs)) {
    key.strikes = 0;
    key.strikesSinceMs = nowMs;
  }
  key.strikes += 1;
  if (key.strikes <= perMinute) return false;
  key.strikes = 0;
  key.banLevel = Math.min(levelNow(key, nowMs) + 1, topLevel);
  key.banEndsMs = nowMs + banMs(key.banLevel);
  return true;
}

/** Whether the record is equivalent to an unknown key's. */
export function isClean(key: KeyRecord, nowMs: number): boolean {
  return !hasStrikes(key, nowMs) && !isBanned(key, nowMs) && levelNow(key, nowMs) === 0;
}

/** How long a ban of this level lasts. */
export const banMs = (level: number): number => bansMs[level - 1] ?? longestBanMs;

function hasStrikes(key: KeyRecord, nowMs: number): boolean {
  return key.strikes > 0 && nowMs < key.strikesSinceMs + minuteMs;
}

function levelNow(key: KeyRecord, nowMs: number): number {
  if (key.banLevel === 0) return 0;
  const cleanDays = Math.max(0, Math.floor((nowMs - key.banEndsMs) / dayMs));
  return Math.max(0, key.banLevel - cleanDays);
}
