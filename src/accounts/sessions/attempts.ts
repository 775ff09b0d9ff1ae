import { ApiError } from '../../http/errors.ts';
import { addressCaller } from '../../limits/address-caller.ts';
import type { Caller, Decision, Limiter } from '../../limits/limiter.ts';
import { hashOf } from '../../secrets/token.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';

/** Whom an attempt to get into an account comes from, and which account it names. */
export interface Attempt {
  /** The network address. */
  readonly address: string;
  /** The account's, which need not exist. */
  readonly email?: string | undefined;
  /**
   * Something that no stranger has: a browser known to this account, or its session or link. Such attempts count against a limit of their own
   * instead, so that strangers cannot use it up.
   */
  readonly proof?: `${'browser' | 'session' | 'link'}:${string}` | undefined;
}

/**
 * Counts an attempt against the limits of its address, of its address at this account, and of the account.
 *
 * @throws ApiError `rate_limit_exceeded`, `daily_quota_exceeded`
 */
export type CountAttempt = (kind: AttemptKind, attempt: Attempt) => Promise<void>;

interface AttemptLimits {
  readonly address: Caller['limits'];
  /** Of one address at one account, and of a proof. */
  readonly here: Caller['limits'];
  /** Of one account from all addresses together, for a stranger who has many. */
  readonly account: Caller['limits'];
  /** What to do instead: a sentence after the refusal. */
  readonly otherwise?: string;
}

/** Decision 0039. Each kind of link has limits of its own: asking for one that is not sent must not prevent the other. */
const LINKS: AttemptLimits = {
  address: { perMinute: 5 },
  here: { perMinute: 2, perDay: 10 },
  account: { perMinute: 5, perDay: 20 },
  otherwise: ' Look for a link that was mailed before.',
};
const LIMITS = {
  'sign-in': {
    address: { perMinute: 20 },
    here: { perMinute: 5, perDay: 100 },
    account: { perMinute: 20, perDay: 500 },
  },
  'password-link': LINKS,
  'confirmation-link': LINKS,
} as const satisfies Record<string, AttemptLimits>;
type AttemptKind = keyof typeof LIMITS;

export function attemptCounter(limiter: Limiter): CountAttempt {
  async function take(caller: Caller, otherwise: string): Promise<void> {
    const { refusedBy, shown, nowMs }: Decision = await limiter.take(caller, 1);
    if (refusedBy === undefined) return;
    const seconds = Math.max(1, Math.ceil((shown.resetMs - nowMs) / 1_000));
    throw new ApiError(
      refusedBy === 'day' ? 'daily_quota_exceeded' : 'rate_limit_exceeded',
      `There were too many attempts; try again after ${seconds} s.${otherwise}`,
      { headers: { 'retry-after': String(seconds) } },
    );
  }

  return async (kind, { address, email, proof }) => {
    const { address: ofAddress, here, account, otherwise = '' }: AttemptLimits = LIMITS[kind];
    if (proof !== undefined) return take({ bucket: `${kind}:${proof}`, limits: here }, otherwise);
    const { bucket } = addressCaller(address, ofAddress.perMinute);
    await take({ bucket: `${kind}:${bucket}`, limits: ofAddress }, otherwise);
    if (email === undefined) return;
    // The hash keeps the email itself out of the limiter, and every bucket short.
    const named = `${kind}:${hashOf(normalizedEmail(email))}`;
    await take({ bucket: `${named}:${bucket}`, limits: here }, otherwise);
    await take({ bucket: named, limits: account }, otherwise);
  };
}
