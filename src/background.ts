import { setTimeout } from 'node:timers/promises';
import type { Log } from './http/log.ts';

/** Work that goes on by itself. */
export interface Background {
  /** Does `work` every so often, never twice at the same time. A failure is logged, and the work tried again at its next time. */
  every(ms: number, name: string, work: () => Promise<unknown>): void;
  /** Resolves when no work runs any more. */
  close(): Promise<void>;
}

export function openBackground(log: Log): Background {
  const stop = new AbortController();
  const loops: Promise<void>[] = [];

  async function loop(ms: number, name: string, work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await setTimeout(ms, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      if (stop.signal.aborted) return;
      await work().catch((err: unknown) => log.error({ err }, `${name} failed; trying again`));
    }
  }

  return {
    every: (ms, name, work) => {
      loops.push(loop(ms, name, work));
    },
    async close() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}
