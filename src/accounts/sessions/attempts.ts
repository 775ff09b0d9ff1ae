import { ApiError } from '../../http/errors.ts';
import { addressCaller } from '../../limits/address-caller.ts';
import type { Caller, Decision, Limiter } from '../../limits/limiter.ts';
import { normalizedEmail } from '../email.ts';
import { hashOf } from '../token.ts';

/**
 * Counts an attempt to get into an account, against the limits of the network address that it comes from and of the email that it
 * names, which need not have an account.
 *
 * @param browser the id of a browser known at this account; its attempts count against a limit of its own instead
 * @throws ApiError `rate_limit_exceeded`, `daily_quota_exceeded`
 */
export type CountAttempt = (kind: AttemptKind, address: string, email?: string, browser?: string) => Promise<void>;

/** While strangers use the limits of an account up, its owner can still use a known browser or a password link. */
const LIMITS = {
  'sign-in': { address: { perMinute: 20 }, account: { perMinute: 5, perDay: 100 } },
  'mailed-link': { address: { perMinute: 5 }, account: { perMinute: 2, perDay: 10 } },
} as const;
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
    if (browser !== undefined) return take({ bucket: `${kind}:browser:${browser}`, limits: account });
    const { bucket } = addressCaller(address, ofAddress.perMinute);
    await take({ bucket: `${kind}:${bucket}`, limits: ofAddress });
    // The hash keeps the email itself out of the limiter, and every bucket short.
    if (email !== undefined) await take({ bucket: `${kind}:${hashOf(normalizedEmail(email))}`, limits: account });
  };
}
