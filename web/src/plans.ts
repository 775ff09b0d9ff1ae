import type { Limits, Plan } from '../../src/vocabulary/plans.ts';

export const PLAN_TITLES: Readonly<Record<Plan, string>> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
};

/** `60 a minute, 1,000 a day`. */
export const limitsText = ({ perMinute, perDay }: Limits): string =>
  `${perMinute.toLocaleString()} a minute, ${perDay.toLocaleString()} a day`;
