const dayMs = 24 * 60 * 60 * 1_000;
const mostEventDays = 30;

/**
 * How many days events and the deliveries of webhooks are kept: they hold copies of orders and messages.
 *
 * @param retentionDays the setting `RETENTION_DAYS`; 0 means that orders and messages stay
 */
export const eventDays = (retentionDays: number): number =>
  retentionDays === 0 ? mostEventDays : Math.min(mostEventDays, retentionDays);

/** The time `days` days before `nowMs`. */
export const daysBefore = (nowMs: number, days: number): number => nowMs - days * dayMs;

/** UTC days for which usage is kept and shown, today included. */
export const USAGE_DAYS = 30;

/** Days, where the organization is, for which the interest in animals is kept and shown, today included. */
export const INTEREST_DAYS = 30;

/** The mails that staging keeps instead of sending them: how many, and for how many days of real time. */
export const STAGED_MAILS = { most: 1_000, days: 7 } as const;
