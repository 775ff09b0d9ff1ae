import type { Limits, Plan } from '../../../client/src/petstore.ts';

/** As the specification (part 8) has them. The limits of one's own account come from the service. */
export const PLANS: readonly (Limits & { readonly plan: Plan; readonly name: string })[] = [
  { plan: 'free', name: 'Free', perMinute: 60, perDay: 1_000 },
  { plan: 'pro', name: 'Pro', perMinute: 300, perDay: 10_000 },
  { plan: 'business', name: 'Business', perMinute: 1_000, perDay: 100_000 },
  { plan: 'enterprise', name: 'Enterprise', perMinute: 10_000, perDay: 10_000_000 },
];
