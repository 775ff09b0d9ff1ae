import type { Caller, UsageDay } from './limiter.ts';
import { closedWindow, dayMs, isOpen, minuteMs, type Window } from './windows.ts';

/** The counters of an account or an address, as the limiter keeps them in memory. */
export interface Bucket {
  /** Undefined for an address, whose counters do not survive a restart. */
  readonly accountId: number | undefined;
  readonly minute: Window;
  /** Undefined until a caller has a day limit. */
  day: Window | undefined;
  /** Usage to add to what the database has; one entry a day. */
  unsavedUsage: UnsavedUsage[];
}

type UnsavedUsage = { -readonly [Field in keyof UsageDay]: UsageDay[Field] };

const accountPrefix = 'account:';

export function accountBucket(accountId: number): string {
  return `${accountPrefix}${accountId}`;
}

export function newBucket(name: string): Bucket {
  const accountId = name.startsWith(accountPrefix) ? Number(name.slice(accountPrefix.length)) : undefined;
  return { accountId, minute: closedWindow(minuteMs), day: undefined, unsavedUsage: [] };
}

/** Sets the caller's limits on the bucket's windows, and returns the day window if the caller has one. */
export function applyLimits(bucket: Bucket, limits: Caller['limits']): Window | undefined {
  bucket.minute.limit = limits.perMinute;
  if (limits.perDay === undefined) return undefined;
  bucket.day ??= closedWindow(dayMs);
  bucket.day.limit = limits.perDay;
  return bucket.day;
}

/** Returns the bucket's unsaved usage of a day, which starts at zero. */
export function usageOn({ unsavedUsage }: Bucket, day: number): UnsavedUsage {
  for (const usage of unsavedUsage) {
    if (usage.day === day) return usage;
  }
  const usage = { day, admitted: 0, refused: 0, strikes: 0 };
  unsavedUsage.push(usage);
  return usage;
}

export function addUsage(bucket: Bucket, more: UsageDay): void {
  const usage = usageOn(bucket, more.day);
  usage.admitted += more.admitted;
  usage.refused += more.refused;
  usage.strikes += more.strikes;
}

/** Whether the bucket can be evicted without changing an answer or losing usage. */
export function isEvictable(bucket: Bucket, nowMs: number): boolean {
  return (
    !isOpen(bucket.minute, nowMs) &&
    (bucket.day === undefined || !isOpen(bucket.day, nowMs)) &&
    bucket.unsavedUsage.length === 0
  );
}
