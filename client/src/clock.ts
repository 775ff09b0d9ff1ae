import { aborted } from './error.ts';

/** Time and chance, which tests replace. */
export interface Clock {
  /** Milliseconds since any moment; it never jumps. */
  now(): number;
  /** Calls back after so many milliseconds. Returns what calls it off. */
  after(ms: number, callback: () => void): () => void;
  /** From 0 up to 1. */
  random(): number;
}

/** What timers can count up to: 2^31 − 1 ms. */
const longestTimerMs = 2_147_483_647;

export const realClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, longestTimerMs));
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
