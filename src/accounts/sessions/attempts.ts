import { ApiError } from '../../http/errors.ts';
import { addressCaller } from '../../limits/address-caller.ts';
import type { Caller, Decision, Limiter } from '../../limits/limiter.ts';
import { hashOf } from '../keys/api-key.ts';

/**
 * Counts an attempt to get at an account, for the network address that it comes from and for the account that it names, whether there
 * is such an account or not.
 *
 * @param browser one that is known at this account, whose attempts count by themselves alone
 * @throws ApiError `rate_limit_exceeded`, `daily_quota_exceeded`
 */
export type CountAttempt = (kind: AttemptKind, address: string, email?: string, browser?: string) => Promise<void>;

interface AttemptLimits {
  readonly address: { readonly perMinute: number };
  readonly account: { readonly perMinute: number; readonly perDay: number };
}

/** Whoever is shut out of an account by the guesses of others still gets in by a link, and in a browser that is known. */
const LIMITS = {
  'sign-in': { address: { perMinute: 20 }, account: { perMinute: 5, perDay: 100 } },
  'forgotten-password': { address: { perMinute: 5 }, account: { perMinute: 2, perDay: 10 } },
} as const satisfies Record<string, AttemptLimits>;
type AttemptKind = keyof typeof LIMITS;

export function attemptCounter(limiter: Limiter): CountAttempt {
  async function take(caller: Caller): Promise<void> {
    const { refusedBy, shown, nowMs }: Decision = await limiter.take(caller, 1);
    if (refusedBy === undefined) return;
    const seconds = Math.max(1, Math.ceil((shown.resetMs - nowMs) / 1_000));
    throw new ApiError(
      refusedBy === 'day' ? 'daily_quota_exceeded' : 'rate_limit_exceeded',
      `There were too many attempts; try again after ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  }

  return async (kind, address, email, browser) => {
    const { address: ofAddress, account } = LIMITS[kind];
    if (browser !== undefined) return take({ subject: `${kind}:browser:${browser}`, limits: account });
    const { subject } = addressCaller(address, ofAddress.perMinute);
    await take({ subject: `${kind}:${subject}`, limits: ofAddress });
    // The hash keeps the address itself out of the limiter, and every subject short.
    if (email !== undefined) await take({ subject: `${kind}:${hashOf(email.trim().toLowerCase())}`, limits: account });
  };
}
