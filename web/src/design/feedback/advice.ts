import type { PetstoreError } from '../../../../client/src/petstore.ts';

interface Advice {
  readonly title: string;
  readonly advice: string;
}

/** What to do about a failure, by its code. Where none stands here, the service's own sentence is the advice. */
const ADVICE: Readonly<Record<string, Advice>> = {
  network_error: { title: 'No connection', advice: 'Check that you are online, then try again. Nothing is lost.' },
  timeout: { title: 'This takes too long', advice: 'The connection may be slow. Try again in a moment.' },
  unexpected_answer: {
    title: 'Something stands in the way',
    advice: 'What answered was not this service: perhaps a sign-in page of your network. Try again in a moment.',
  },
  rate_limit_exceeded: {
    title: 'One moment, please',
    advice: 'There were many requests just now. Wait a little and try again.',
  },
  daily_quota_exceeded: {
    title: 'Enough for today',
    advice: "Today's requests are used up. They begin anew with the next day's window.",
  },
  service_unavailable: {
    title: 'The service is taking a break',
    advice: 'It will be back in a moment. Try again then.',
  },
  internal_error: {
    title: 'That was our fault',
    advice: 'Try again. If it stays like this, tell the operator the number of the request below.',
  },
  precondition_failed: {
    title: 'Somebody else was faster',
    advice: 'It has changed since you looked. Look at it anew, then try again.',
  },
  pet_has_open_order: {
    title: 'An order holds this animal',
    advice: 'Deliver or cancel the order first, or wait until its hold ends.',
  },
  order_closed: {
    title: 'This order is over',
    advice: 'Somebody else was faster, or its hold has ended. Look at it anew.',
  },
  invalid_status_transition: {
    title: 'It has moved on',
    advice: 'Somebody else was faster. Look at it anew, then see what can be done.',
  },
  missing_api_key: { title: 'You are signed out', advice: 'Sign in again to go on.' },
  account_suspended: { title: 'This account is suspended', advice: 'Ask the operator of this service about it.' },
};

const minuteMs = 60_000;

export function adviceOn({ code, message, retryAfterMs = 0 }: PetstoreError): Advice {
  // The client holds back what would be refused, and does not tell by which window: one that ends so late is the day's.
  const isOfDay = code === 'rate_limit_exceeded' && retryAfterMs > minuteMs;
  return ADVICE[isOfDay ? 'daily_quota_exceeded' : code] ?? { title: 'That did not work', advice: message };
}
