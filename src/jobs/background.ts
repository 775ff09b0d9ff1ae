import { type Database, DatabaseUnavailable, type Queries } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';

/** Jobs that run at intervals beside the requests. */
export type Background = ReturnType<typeof openBackground>;

/** @param work should end soon after the signal aborts */
type Work = (stop: AbortSignal) => Promise<unknown>;

/** Work that becomes due at times of its own, and that a background job does. */
export interface DueWork {
  /** Whether anything is due, or being done. */
  readonly isBusy: () => Promise<boolean>;
  /** When something is due that is not due at `afterMs`, in Unix milliseconds; Infinity if nothing is. */
  readonly next: (afterMs: number) => Promise<number>;
  /** Begins what is due. */
  readonly wake: () => void;
}

/** @param onAlive receives the name and the interval of each job when it is added, and each time it has succeeded */
export function openBackground(log: Log, onAlive: (name: string, everyMs: number) => void = () => {}) {
  const stop = new AbortController();
  const loops: Promise<void>[] = [];

  async function loop(alarm: Alarm, name: string, work: Work, onSuccess: () => void): Promise<void> {
    stop.signal.addEventListener('abort', alarm.ring, { once: true });
    let isWaiting = false;
    for (;;) {
      await alarm.next();
      if (stop.signal.aborted) return;
      try {
        await work(stop.signal);
        onSuccess();
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
    /**
     * Runs `work` every `ms` milliseconds, never twice at the same time. A failure is logged, and the job runs again at its next time. While
     * the database is unavailable that is logged once, and once more when it is back.
     *
     * @returns runs the job now; if it is running, once more after that
     */
    every(ms: number, name: string, work: Work): () => void {
      const alarm = openAlarm(ms);
      onAlive(name, ms);
      loops.push(loop(alarm, name, work, () => onAlive(name, ms)));
      return alarm.ring;
    },
    /** Ends all jobs. Resolves when none runs any more. */
    async close(): Promise<void> {
      stop.abort();
      await Promise.all(loops);
    },
  };
}

/** Runs `work` until it answers false. Each run is a transaction of its own, so that others can write in between. */
export const inBatches =
  (database: Database, work: (tx: Queries) => Promise<boolean>): Work =>
  async (stop) => {
    while (!stop.aborted && (await database.transaction(work)));
  };

type Alarm = ReturnType<typeof openAlarm>;

function openAlarm(ms: number) {
  let bell = Promise.withResolvers<void>();
  return {
    ring: () => bell.resolve(),
    /** Resolves after the interval, or earlier when the alarm rings; at once if it has rung since the last time. */
    async next(): Promise<void> {
      const timer = setTimeout(() => bell.resolve(), ms).unref();
      await bell.promise;
      clearTimeout(timer);
      bell = Promise.withResolvers();
    },
  };
}
