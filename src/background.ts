import { DatabaseUnavailable } from './database/database.ts';
import type { Log } from './telemetry/log.ts';

/** Jobs that run at intervals beside the requests. */
export interface Background {
  /**
   * Runs `work` every `ms` milliseconds, never twice at the same time. A failure is logged, and the job runs again at its next time. While
   * the database is unavailable that is logged once, and once more when it is back.
   *
   * @param work should end soon after the signal aborts
   * @returns runs the job now; if it is running, once more after that
   */
  every(ms: number, name: string, work: (stop: AbortSignal) => Promise<unknown>): () => void;
  /** Ends all jobs. Resolves when none runs any more. */
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
        if (isWaiting) log.info(`${name} continues: the database is back`);
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
  /** Resolves after the interval, or earlier when it rings; at once if it has rung since the last time. */
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
