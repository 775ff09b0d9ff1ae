const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long each attempt waits after the one before it. After the last one a delivery has failed. */
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

/** A webhook at which every attempt has failed for so long is disabled. */
export const FAILING_LIMIT_MS = 5 * 24 * hourMs;

/** The secret before a roll signs beside the new one for so long. */
export const SECRET_OVERLAP_MS = 24 * hourMs;

/** The most that chance adds to a wait or takes from it, as a share of it: what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * How long the next attempt waits; undefined when there is none any more.
 *
 * @param attempts how many were made, at least one
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, random: () => number): number | undefined {
  const delayMs = SCHEDULE_MS[attempts];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + JITTER * (2 * random() - 1)));
}
