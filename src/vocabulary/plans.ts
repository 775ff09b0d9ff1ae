/** How many requests an account may send in each of its two windows. Specification, part 8. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The plans of the specification (part 8). Enterprise limits are custom per account; these are their defaults. */
export const PLANS = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: { perMinute: 10_000, perDay: 10_000_000 },
} as const satisfies Record<string, Limits>;

/** What each partner key may send, beside every account: a service that follows this one sends up to 20 requests a minute. */
export const PARTNER_LIMITS = { perMinute: 600 } as const;

/** The highest custom limits that an account may have. */
export const MAX_LIMITS: Limits = { perMinute: 1e9, perDay: 1e12 };

export type Plan = keyof typeof PLANS;

/** How many open orders for animals of others an account of each plan may have. */
export const OPEN_ORDERS = { free: 10, pro: 100, business: 1_000, enterprise: 10_000 } as const satisfies Record<
  Plan,
  number
>;

/** How many webhooks an account of each plan may add. One that has more, since its plan or these numbers changed, keeps them. */
export const WEBHOOKS = { free: 2, pro: 5, business: 20, enterprise: 50 } as const satisfies Record<Plan, number>;

export const PLAN_NAMES = Object.keys(PLANS) as Plan[];
