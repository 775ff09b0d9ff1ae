import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../client/src/clock.ts';

/** A time for the service and the client alike, and the `fetch` by which it knows when nothing but waiting is left to do. */
export interface StillTime {
  /** For the service. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly stop: () => void;
}

/** What a request takes. */
const requestMs = 10;
/** So many milliseconds without anything under way are taken for waiting. */
const idleMs = 5;

/**
 * A time that stands still while requests are under way, but for 10 ms that each of them takes, and leaps to the next timer when there
 * are none: an hour of waiting is over at once, and how busy the machine is changes nothing.
 *
 * @param hanging how many of the requests will never be answered, so that nobody need wait for them
 */
export function stillTime(hanging: () => number = () => 0): StillTime {
  const startMs = Date.now();
  let passedMs = 0;
  let underWay = 0;
  const stopped = new AbortController();
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>();

  async function run(): Promise<void> {
    for (let idleForMs = 0; !stopped.signal.aborted; idleForMs += 1) {
      await wait(1);
      if (underWay > hanging()) idleForMs = 0;
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
      underWay += 1;
      passedMs += requestMs;
      try {
        return await globalThis.fetch(input, init);
      } finally {
        underWay -= 1;
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
