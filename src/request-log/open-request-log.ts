import type { Database } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { Lists } from '../http/paging.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Log } from '../telemetry/log.ts';
import type { Background } from '../time/background.ts';
import { openRecorder } from './recorder.ts';
import { requestLogRoutes } from './routes.ts';
import { requestLogStore } from './store.ts';
import { usageStore } from './usage-store.ts';

/** What accounts request: the log of each account, and its usage by key and operation. */
export function openRequestLog(parts: {
  readonly database: Database;
  readonly background: Background;
  readonly lists: Lists;
  readonly limiter: Limiter;
  readonly log: Log;
  readonly idStart: string;
  readonly now: () => number;
}) {
  const { database, background, log } = parts;
  const store = requestLogStore(database, Math.random);
  const usage = usageStore(database);
  const recorder = openRecorder({ ...parts, store, usage });
  background.every(1_000, 'the writing of the request log', recorder.writeLines);
  background.every(10_000, 'the writing of usage', recorder.writeCounts);
  return {
    record: recorder.record,
    addRoutes: (v1: App) => requestLogRoutes(v1, { ...parts, store, usage, recorder }),
    /** Writes what waits. */
    async close(): Promise<void> {
      await Promise.all([recorder.writeLines(), recorder.writeCounts()]).catch((err: unknown) => {
        log.error({ err }, 'the request log could not be written: the requests of the last seconds are lost');
      });
    },
  };
}
