import { setTimeout } from 'node:timers/promises';

/** Asks again until there is something, neither undefined nor false, and gives that: for what happens in the background. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  patienceMs = 20_000,
): Promise<T> {
  const sinceMs = performance.now();
  for (;;) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    const waitedMs = performance.now() - sinceMs;
    if (waitedMs > patienceMs) throw new Error(`It did not come to be within ${patienceMs} ms: ${String(ask)}`);
    // Ever less often: each question takes the processor from what is waited for.
    await setTimeout(10 + waitedMs / 50);
  }
}
