import { setTimeout } from 'node:timers/promises';

/** Asks again until there is something, neither undefined nor false, and gives that: for what happens in the background. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  patienceMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`It did not come to be within ${patienceMs} ms: ${String(ask)}`);
    await setTimeout(10);
  }
}
