import type { Closing } from '../accounts/closing.ts';
import type { Queries } from '../database/database.ts';
import { sweepAnswers } from '../idempotency/store.ts';
import { inBatches } from '../jobs/background.ts';
import { sweepUsage } from '../limits/store.ts';
import { openRetention } from '../people/retention.ts';
import { indexNames } from '../pets/query/name-indexing.ts';
import { locateAddresses } from '../places/locating.ts';
import { sweepRequests } from '../request-log/store.ts';
import { sweepOperationDays } from '../request-log/usage-store.ts';
import { sweepInterest } from '../statistics/interest/store.ts';
import type { StatisticsStore } from '../statistics/store.ts';
import type { Clock, EnvironmentMoment, RealMoment } from '../time/clock.ts';
import { daysBefore, eventDays } from '../vocabulary/retention.ts';
import type { Core } from './core.ts';

type Sweep<At extends number = EnvironmentMoment> = (tx: Queries, nowMs: At) => Promise<boolean>;

interface SweepParts {
  readonly events: { readonly sweep: Sweep<number> };
  readonly webhooks: { readonly sweep: Sweep<number> };
  readonly sessions: { readonly sweep: Sweep<RealMoment> };
  readonly alerts: { readonly sweep: Sweep };
  readonly notifications: { readonly sweep: Sweep };
  readonly listingSites: { readonly sweep: Sweep };
  readonly mail: { readonly sweep: Sweep<RealMoment> };
  readonly closing: Pick<Closing, 'closeUnconfirmed'>;
  readonly statistics: Pick<StatisticsStore, 'addUp'>;
}

/**
 * Begins what deletes by age, every minute, and what keeps counters and the index of names small and current.
 *
 * @returns deletes by age at once, even if the process is young: staging's clock was advanced on purpose
 */
export function buildSweeps(core: Core, parts: SweepParts): (stop: AbortSignal) => Promise<void> {
  const { settings, background, database, outbox, clock, realClock, places, invitations } = core;
  const { retentionDays } = settings;
  const oldestEventMs = (nowMs: number) => daysBefore(nowMs, eventDays(retentionDays));
  const sweeps: Record<string, Sweep> = {
    usage: sweepUsage,
    'usage by operation': sweepOperationDays,
    requests: sweepRequests,
    views: sweepInterest,
    events: (tx, nowMs) => parts.events.sweep(tx, oldestEventMs(nowMs)),
    deliveries: (tx, nowMs) => parts.webhooks.sweep(tx, oldestEventMs(nowMs)),
    alerts: (tx, nowMs) => parts.alerts.sweep(tx, nowMs),
    notifications: (tx, nowMs) => parts.notifications.sweep(tx, nowMs),
    'runs of listing sites': (tx, nowMs) => parts.listingSites.sweep(tx, nowMs),
    invitations: (tx, nowMs) => invitations.sweep(tx, nowMs),
    'unconfirmed accounts': (tx, nowMs) => parts.closing.closeUnconfirmed(tx, nowMs),
  };
  background.every(10_000, 'the adding up of counters', (stop) => database.foldCounts(stop));
  background.every(10_000, 'the adding up of stays', (stop) => parts.statistics.addUp(stop));
  const index = (changes: number) => (stop: AbortSignal) => indexNames(database, clock.now, { changes, stop });
  background.every(10_000, 'the indexing of names', index(256));
  // A name that was changed or removed leaves the index within an hour.
  background.every(3_600_000, 'the renewal of the index of names', index(1));
  background.every(10_000, 'the search for addresses', (stop) => locateAddresses(database, places, stop));
  const everyMinute = <At extends number>(what: string, sweep: Sweep<At>, { deletingMs }: Clock<At>) =>
    background.every(60_000, `the sweep of ${what}`, async (stop) => {
      const nowMs = deletingMs();
      if (nowMs !== undefined) await inBatches(database, (tx) => sweep(tx, nowMs))(stop);
    });
  for (const [what, sweep] of Object.entries(sweeps)) everyMinute(what, sweep, clock);
  // Retries of requests and sessions of people do not follow a clock that is advanced.
  everyMinute('idempotency keys', sweepAnswers, realClock);
  everyMinute('sessions', parts.sessions.sweep, realClock);
  everyMinute('mails that were not sent', parts.mail.sweep, realClock);
  const retentionBy = (now: () => number | undefined) => openRetention({ database, outbox, now, days: retentionDays });
  if (retentionDays > 0) background.every(60_000, 'the erasure of old personal data', retentionBy(clock.deletingMs))();
  return async (stop) => {
    for (const sweep of Object.values(sweeps)) await inBatches(database, (tx) => sweep(tx, clock.now()))(stop);
    if (retentionDays > 0) await retentionBy(clock.now)(stop);
  };
}
