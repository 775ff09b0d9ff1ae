import { DatabaseUnavailable } from './database/database.ts';
import type { Log } from './telemetry/log.ts';

/** Work that goes on by itself. */
export interface Background {
  /**
   * Does `work` every so often, never twice at the same time, and gives a function that asks for it now: what is asked for while it
   * runs is done once more after it. A failure is logged, and the work tried again at its next time; while the database is away that is
   * said once, and once when it is back.
   *
   * @param work is told by the signal to come to an end
   */
  every(ms: number, name: string, work: (stop: AbortSignal) => Promise<unknown>): () => void;
  /** Resolves when no work runs any more. */
  close(): Promise<void>;
}

export function openBackground(log: Log): Background {
  const stop = new AbortController();
  const loops: Promise<void>[] = [];

  async function loop(alarm: Alarm, name: string, work: (stop: AbortSignal) => Promise<unknown>): Promise<void> {
    stop.signal.addEventListener('abort', alarm.ring, { once: true });
    let isWaiting = false;
    for (;;) {
      await alarm.next();
      if (stop.signal.aborted) return;
      try {
        await work(stop.signal);
        if (isWaiting) log.info(`${name} goes on: the database is back`);
        isWaiting = false;
      } catch (err) {
        if (!(err instanceof DatabaseUnavailable)) log.error({ err }, `${name} failed; trying again`);
        else if (!isWaiting) log.warn({ err }, `${name} waits for the database`);
        isWaiting = err instanceof DatabaseUnavailable;
      }
    }
  }

  return {
    every(ms, name, work) {
      const alarm = openAlarm(ms);
      loops.push(loop(alarm, name, work));
      return alarm.ring;
    },
    async close() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}

interface Alarm {
  /** Resolves after the time, or when it rings before; at once when it has rung since the last time. */
  readonly next: () => Promise<void>;
  readonly ring: () => void;
}

function openAlarm(ms: number): Alarm {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    async next() {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms).unref();
        wake = resolve;
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      hasRung = false;
    },
    ring() {
      hasRung = true;
      wake?.();
    },
  };
}
