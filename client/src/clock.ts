import { aborted } from './error.ts';

/** Time and randomness. Tests replace them. */
export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Calls back after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, callback: () => void): () => void;
  /** A random number from 0 up to, but not including, 1. */
  random(): number;
}

/** The maximum delay of `setTimeout`: 2^31 − 1 ms. */
const maxTimerMs = 2_147_483_647;

export const realClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, maxTimerMs));
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** @throws PetstoreError `aborted` */
export function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = () => {
      stop();
      if (signal !== undefined) reject(aborted(signal));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
  });
}
