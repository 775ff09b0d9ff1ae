/** What went wrong and what to do, by error code. `first` has what may go wrong with the first view. */
export const failures = {
  rate_limit_exceeded: {
    title: 'Too many requests',
    advice: 'Wait a moment, then try again.',
  },
  service_unavailable: {
    title: 'The service is unavailable',
    advice: 'Try again in a moment.',
  },
  timeout: { title: 'The request timed out', advice: 'The connection may be slow. Try again in a moment.' },
  unexpected_answer: {
    title: 'Unexpected answer',
    advice:
      'The answer did not come from this service, but perhaps from a sign-in page of your network. Try again in a moment.',
  },
  daily_quota_exceeded: {
    title: 'Daily limit reached',
    advice: 'All requests of the current 24 hours are used up. Try again when the limit resets.',
  },
  internal_error: {
    title: 'Something went wrong',
    advice: 'Try again. If the problem persists, give the operator the request id below.',
  },
  too_many_open_orders: {
    title: 'Too many open reservations',
    advice:
      'You can reserve another animal when one of your reservations has ended. The shelter can cancel one for you.',
  },
  already_applied: {
    title: 'You have applied already',
    advice:
      'There is an open application for this animal with this email address. The link in the mail that confirmed it shows it.',
  },
  too_many_open_applications: {
    title: 'Too many open applications',
    advice: 'You can apply for another animal when one of your applications is answered, or when you withdraw one.',
  },
  pet_not_found: {
    title: 'This animal is not here any more',
    advice: 'It may have been removed since the page was opened.',
  },
  order_closed: {
    title: 'This adoption is closed',
    advice: 'Somebody else closed it, or it expired. Show its current state.',
  },
  missing_api_key: { title: 'You are signed out', advice: 'Sign in again to continue.' },
  account_suspended: { title: 'This account is suspended', advice: 'Contact the operator of this service.' },
} as const;
