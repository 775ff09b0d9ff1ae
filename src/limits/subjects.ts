import type { Caller } from './limiter.ts';
import type { UnsavedUsage } from './usage.ts';
import { closedWindow, dayMs, isOpen, minuteMs, type Window } from './windows.ts';

/** An account or an address, as the limiter keeps it in memory. */
export interface Subject {
  /** Undefined for an address: nothing of it survives a restart. */
  readonly accountId: number | undefined;
  readonly minute: Window;
  /** Undefined for a subject that has never been given a day limit. */
  day: Window | undefined;
  /** Not saved yet. */
  usage: UnsavedUsage[];
}

const accountPrefix = 'account:';

export function accountSubject(accountId: number): string {
  return `${accountPrefix}${accountId}`;
}

export function newSubject(name: string): Subject {
  const accountId = name.startsWith(accountPrefix) ? Number(name.slice(accountPrefix.length)) : undefined;
  return { accountId, minute: closedWindow(minuteMs), day: undefined, usage: [] };
}

/** Sets the caller's limits on the subject's windows, and returns the day window if the caller has one. */
export function applyLimits(subject: Subject, limits: Caller['limits']): Window | undefined {
  subject.minute.limit = limits.perMinute;
  if (limits.perDay === undefined) return undefined;
  subject.day ??= closedWindow(dayMs);
  subject.day.limit = limits.perDay;
  return subject.day;
}

/** Whether forgetting the subject would change no answer and lose nothing. */
export function isForgettable(subject: Subject, nowMs: number): boolean {
  return (
    !isOpen(subject.minute, nowMs) &&
    (subject.day === undefined || !isOpen(subject.day, nowMs)) &&
    subject.usage.length === 0
  );
}
