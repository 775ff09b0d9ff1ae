const clocks = new Map<string, () => number>();

/** Notes the clock of the service that uses a data folder or a database. */
export function noteClock(now: () => number, ...stores: readonly string[]): void {
  for (const store of stores) if (store !== '') clocks.set(store, now);
}

/**
 * Throws if a command would work on the data of a service that lives on another day. The command goes by the machine's clock, so what the test
 * finds would depend on the day on which it runs.
 */
export function requireOneTime(env: NodeJS.ProcessEnv): void {
  for (const store of Object.values(env)) {
    const now = clocks.get(store ?? '')?.() ?? Date.now();
    if (Math.abs(now - Date.now()) > 3_600_000)
      throw new Error(
        `The service on ${store} lives on ${new Date(now).toISOString()}; this command would live today.`,
      );
  }
}
