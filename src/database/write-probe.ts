import type { Database } from './database.ts';
import { storeUnder } from './meta.ts';

/** Answers may be this old, so that probes by many programs write no more often. */
const freshMs = 1_000;

/** Returns a function that resolves once a write has reached the disk, and rejects with the cause if it cannot. */
export function writeProbe(transaction: Database['transaction']): () => Promise<void> {
  let last: Promise<void> | undefined;
  let sinceMs = -Infinity;

  const write = () => transaction((tx) => storeUnder(tx, 'probed_at', String(Date.now())));
  return () => {
    const nowMs = performance.now();
    if (last === undefined || nowMs - sinceMs >= freshMs) {
      sinceMs = nowMs;
      last = write();
    }
    return last;
  };
}
