import type { EventStore } from '../events/store.ts';
import type { App } from '../http/app.ts';
import type { DueWork } from '../jobs/background.ts';
import { openAdvancing } from '../staging/clock/advancing.ts';
import { testClockRoutes } from '../staging/clock/routes.ts';
import { testClockStore } from '../staging/clock/store.ts';
import type { Core } from './core.ts';

interface StagingClockParts {
  readonly events: EventStore;
  /** What happens at set times. Effects come after their causes. */
  readonly work: readonly DueWork[];
  /** The mails about it. */
  readonly mailing: readonly DueWork[];
  /** Deletes by age. */
  readonly sweep: (stop: AbortSignal) => Promise<void>;
}

/** The routes of staging's clock, and the job that advances it. Nothing in production. */
export function buildStagingClock(core: Core, { events, sweep, ...parts }: StagingClockParts): (v1: App) => void {
  const { environment, database, outbox, ahead, realNow, background, effects, isShared, wait, log } = core;
  if (environment === 'production') return () => {};
  const clocks = testClockStore(database);
  const advancing = openAdvancing({
    ...parts,
    database,
    outbox,
    clocks,
    ahead,
    realNow,
    background,
    sweep,
    isShared,
    log,
  });
  return (v1) => testClockRoutes(v1, { database, clocks, events, advancing, effects, realNow, wait });
}
