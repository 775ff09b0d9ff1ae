import type { App } from '../http/app.ts';
import { openRecorder } from '../request-log/recorder.ts';
import { requestLogRoutes } from '../request-log/routes.ts';
import { requestLogStore } from '../request-log/store.ts';
import { usageStore } from '../request-log/usage-store.ts';
import type { Core } from './core.ts';

/** What accounts request: the log of each account, and its usage by key and operation. @param idStart of the ids of requests */
export function buildRequestLog(core: Core, { idStart }: { readonly idStart: string }) {
  const { database, now, background, lists, limiter, log } = core;
  const store = requestLogStore(database, Math.random);
  const usage = usageStore(database);
  const recorder = openRecorder({ database, store, usage, idStart, now, log });
  background.every(1_000, 'the writing of the request log', recorder.writeLines);
  background.every(10_000, 'the writing of usage', recorder.writeCounts);
  return {
    record: recorder.record,
    addRoutes: (v1: App) => requestLogRoutes(v1, { store, usage, recorder, lists, limiter, now }),
    /** Writes what waits. */
    async close(): Promise<void> {
      await Promise.all([recorder.writeLines(), recorder.writeCounts()]).catch((err: unknown) => {
        log.error({ err }, 'the request log could not be written: the requests of the last seconds are lost');
      });
    },
  };
}
