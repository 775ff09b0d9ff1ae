import { setTimeout } from 'node:timers/promises';

/** Polls until the result is neither undefined nor false, and returns it: for work that happens in the background. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  patienceMs = 20_000,
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
