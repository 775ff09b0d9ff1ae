import type { UsageDay } from './limiter.ts';

/** On how many UTC days back, today included, an account is told what it sent. */
export const usageDays = 30;

/** What is yet to be added to an account's day. */
export type UnsavedUsage = { -readonly [Field in keyof UsageDay]: UsageDay[Field] };

/** The entry of `day` in a list with one entry a day, which is nearly always the only one. */
export function usageOn(days: UnsavedUsage[], day: number): UnsavedUsage {
  for (const usage of days) {
    if (usage.day === day) return usage;
  }
  const usage = { day, admitted: 0, refused: 0, strikes: 0 };
  days.push(usage);
  return usage;
}

export function addUsage(days: UnsavedUsage[], more: UsageDay): void {
  const usage = usageOn(days, more.day);
  usage.admitted += more.admitted;
  usage.refused += more.refused;
  usage.strikes += more.strikes;
}
