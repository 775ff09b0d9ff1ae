const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long each attempt waits after the previous one. After the last attempt the delivery has failed. */
export const SCHEDULE_MS: readonly number[] = [
  0,
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** A webhook is disabled after every attempt has failed for this time. */
export const FAILING_LIMIT_MS = 5 * 24 * hourMs;

/** The owner of a webhook is notified after its attempts have failed for this time. A single failure is repeated sooner. */
export const FAILING_NOTICE_MS = 5 * minuteMs;

/** And once more, a day before it is disabled. */
export const DISABLING_NOTICE_MS = FAILING_LIMIT_MS - 24 * hourMs;

/** An endpoint that takes so long for an attempt gets one request at a time, until it answers 2xx sooner. */
export const SLOW_MS = 5_000;

/** The largest random change of a wait, as a share of it, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/**
 * How long the next attempt waits; undefined if none follows.
 *
 * @param attempts how many attempts were made, at least one
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, random: () => number): number | undefined {
  const delayMs = SCHEDULE_MS[attempts];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + JITTER * (2 * random() - 1)));
}
