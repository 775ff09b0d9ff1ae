import type { Limits, Plan } from '../../src/vocabulary/plans.ts';
import { numberText } from './design/text/number-text.ts';

export const PLAN_TITLES: Readonly<Record<Plan, string>> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
};

/** `60 a minute, 1,000 a day`. */
export const limitsText = ({ perMinute, perDay }: Limits): string =>
  `${numberText(perMinute)} a minute, ${numberText(perDay)} a day`;
