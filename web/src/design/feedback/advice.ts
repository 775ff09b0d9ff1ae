import type { PetstoreError } from '../../../../client/src/petstore.ts';

interface Advice {
  readonly title: string;
  readonly advice: string;
}

/** Advice for a failure, by error code. Without an entry, the message of the service is the advice. */
const ADVICE: Readonly<Record<string, Advice>> = {
  network_error: { title: 'No connection', advice: 'Check that you are online, then try again.' },
  timeout: { title: 'The request timed out', advice: 'The connection may be slow. Try again in a moment.' },
  unexpected_answer: {
    title: 'Unexpected answer',
    advice:
      'The answer did not come from this service, but perhaps from a sign-in page of your network. Try again in a moment.',
  },
  rate_limit_exceeded: {
    title: 'Too many requests',
    advice: 'Wait a moment, then try again.',
  },
  daily_quota_exceeded: {
    title: 'Daily limit reached',
    advice: 'All requests of the current 24 hours are used up. Try again when the limit resets.',
  },
  service_unavailable: {
    title: 'The service is unavailable',
    advice: 'Try again in a moment.',
  },
  internal_error: {
    title: 'Something went wrong',
    advice: 'Try again. If the problem persists, give the operator the request id below.',
  },
  precondition_failed: {
    title: 'Somebody else has changed this',
    advice: 'Review the current version, then try again.',
  },
  too_many_open_orders: {
    title: 'Too many open reservations',
    advice:
      'You can reserve another animal when one of your reservations has ended. The shelter can cancel one for you.',
  },
  pet_not_found: {
    title: 'This animal is not here any more',
    advice: 'It may have been removed since the page was opened.',
  },
  pet_has_open_order: {
    title: 'This animal has an open order',
    advice: 'Deliver or cancel the order first, or wait until it expires.',
  },
  order_closed: {
    title: 'This order is closed',
    advice: 'Somebody else closed it, or it expired. Show its current state.',
  },
  invalid_status_transition: {
    title: 'The status has changed',
    advice: 'Somebody else changed it. Show its current state, then try again.',
  },
  missing_api_key: { title: 'You are signed out', advice: 'Sign in again to continue.' },
  account_suspended: { title: 'This account is suspended', advice: 'Contact the operator of this service.' },
};

const minuteMs = 60_000;

export function adviceOn({ code, message, retryAfterMs = 0 }: PetstoreError): Advice {
  // The client holds requests back without saying for which limit. A wait of more than a minute means the daily one.
  const isOfDay = code === 'rate_limit_exceeded' && retryAfterMs > minuteMs;
  return ADVICE[isOfDay ? 'daily_quota_exceeded' : code] ?? { title: 'The request failed', advice: message };
}
