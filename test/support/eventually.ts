import { setTimeout } from 'node:timers/promises';

/** Polls until the result is neither undefined nor false, and returns it: for work that happens in the background. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  patienceMs = 60_000,
): Promise<T> {
  const sinceMs = performance.now();
  for (;;) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    const waitedMs = performance.now() - sinceMs;
    if (waitedMs > patienceMs) throw new Error(`Not within ${patienceMs} ms: ${String(ask)}`);
    // The interval grows: polling takes processor time from the work that the test waits for.
    await setTimeout(10 + waitedMs / 50);
  }
}

/** A second on a machine that is busy with other tests. What follows a change by a longer interval, or never, takes longer. */
const busySecondMs = 8_000;

/**
 * Asks until an answer is current. For a change that a running process must follow within a second: fails if an answer is outdated although
 * it was requested later than that.
 */
export async function withinASecond<T>(ask: () => T | Promise<T>, isCurrent: (answer: T) => boolean): Promise<T> {
  const changedMs = performance.now();
  for (;;) {
    const delayMs = performance.now() - changedMs;
    const answer = await ask();
    if (isCurrent(answer)) return answer;
    if (delayMs > busySecondMs) throw new Error(`Outdated ${delayMs} ms after the change: ${JSON.stringify(answer)}`);
    await setTimeout(100);
  }
}
