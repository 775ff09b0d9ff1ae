import type { Caller, Limiter, UsageDay, WindowState } from '../limits/limiter.ts';
import { USAGE_DAYS } from '../vocabulary/retention.ts';
import { dateOf, dayNumber } from '../vocabulary/timestamp.ts';
import type { Usage } from './schema.ts';

/** Both windows as they are now, and the account's requests on each of the last 30 UTC days, today included. */
export async function usageOf(
  limiter: Limiter,
  { accountId, caller }: { readonly accountId: number; readonly caller: Caller },
  nowMs: number,
): Promise<Usage> {
  const firstDay = dayNumber(nowMs) - USAGE_DAYS + 1;
  const sent = new Map((await limiter.usage(accountId, firstDay)).map((usage) => [usage.day, usage]));
  const { minute, day } = await limiter.peek(caller);
  if (day === undefined) throw new Error('An account always has a day window.');
  return {
    minute: windowOf(minute),
    day: windowOf(day),
    days: Array.from({ length: USAGE_DAYS }, (_, i) => dayOf(firstDay + i, sent.get(firstDay + i))),
  };
}

const windowOf = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  remaining,
  reset: Math.ceil(resetMs / 1000),
});

const dayOf = (day: number, { admitted = 0, refused = 0, strikes = 0 }: Partial<UsageDay> = {}) => ({
  date: dateOf(day),
  admitted,
  refused,
  strikes,
});
