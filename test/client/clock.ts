import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../client/src/clock.ts';

/** A clock shared by the service and the client. It detects through its `fetch` when all that remains is waiting. */
export interface StillTime {
  /** For the service. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly stop: () => void;
}

/** The duration of a request. */
const requestMs = 10;
/** After this time without a request in flight, the client is considered waiting. */
const idleMs = 5;

/**
 * A clock that advances 10 ms per request, stands still while requests are in flight, and jumps to the next timer when there are none. An hour
 * of waiting takes no real time, and the load of the machine has no influence.
 *
 * @param hanging the number of requests in flight that will never get a response
 */
export function stillTime(hanging: () => number = () => 0): StillTime {
  const startMs = Date.now();
  let passedMs = 0;
  let inFlight = 0;
  const stopped = new AbortController();
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>();

  async function run(): Promise<void> {
    for (let idleForMs = 0; !stopped.signal.aborted; idleForMs += 1) {
      await wait(1);
      if (inFlight > hanging()) idleForMs = 0;
      const [next] = [...timers].toSorted((one, other) => one.atMs - other.atMs);
      if (idleForMs < idleMs || next === undefined) continue;
      idleForMs = 0;
      passedMs = Math.max(passedMs, next.atMs);
      timers.delete(next);
      next.callback();
    }
  }
  void run();

  return {
    now: () => Math.floor(startMs + passedMs),
    clock: {
      now: () => passedMs,
      after(ms, callback) {
        const timer = { atMs: passedMs + ms, callback };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      random: Math.random,
    },
    async fetch(input, init) {
      inFlight += 1;
      passedMs += requestMs;
      try {
        return await globalThis.fetch(input, init);
      } finally {
        inFlight -= 1;
      }
    },
    stop: () => stopped.abort(),
  };
}

/** A time that runs many times as fast as the real one. */
export function fastTime(factor: number): { readonly clock: Clock } {
  return {
    clock: {
      now: () => performance.now() * factor,
      after(ms, callback) {
        const timer = setTimeout(callback, Math.min(ms / factor, 2 ** 31 - 1));
        return () => clearTimeout(timer);
      },
      random: Math.random,
    },
  };
}
