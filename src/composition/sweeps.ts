import type { Closing } from '../accounts/closing.ts';
import type { InvitationStore } from '../accounts/invitations/store.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import { sweepAnswers } from '../idempotency/store.ts';
import { sweepUsage } from '../limits/store.ts';
import { openRetention } from '../people/retention.ts';
import { indexNames } from '../pets/names/indexing.ts';
import { locateAddresses } from '../places/locating.ts';
import type { Places } from '../places/places.ts';
import { sweepRequests } from '../request-log/store.ts';
import { sweepOperationDays } from '../request-log/usage-store.ts';
import type { StatisticsStore } from '../statistics/store.ts';
import { type Background, inBatches } from '../time/background.ts';
import type { Clock } from '../time/clock.ts';
import { daysBefore, eventDays } from '../vocabulary/retention.ts';

type Sweep = (tx: Queries, nowMs: number) => Promise<boolean>;

/**
 * Begins what deletes by age, every minute, and what keeps counters and the index of names small and current.
 *
 * @returns deletes by age at once, even if the process is young: staging's clock was advanced on purpose
 */
export function openSweeps(parts: {
  readonly background: Background;
  readonly database: Database;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** The real time: retries of requests and sessions of people do not follow a clock that is advanced. */
  readonly wall: Clock;
  readonly events: { readonly sweep: Sweep };
  readonly webhooks: { readonly sweep: Sweep };
  readonly signIn: { readonly sweep: Sweep };
  readonly alerts: { readonly sweep: Sweep };
  readonly invitations: Pick<InvitationStore, 'sweep'>;
  readonly accountClosing: Pick<Closing, 'closeUnconfirmed'>;
  readonly places: Places;
  readonly statistics: Pick<StatisticsStore, 'addUp'>;
  readonly retentionDays: number;
}): (stop: AbortSignal) => Promise<void> {
  const { background, database, outbox, clock, wall, retentionDays } = parts;
  const oldestEventMs = (nowMs: number) => daysBefore(nowMs, eventDays(retentionDays));
  const sweeps: Record<string, Sweep> = {
    usage: sweepUsage,
    'usage by operation': sweepOperationDays,
    requests: sweepRequests,
    events: (tx, nowMs) => parts.events.sweep(tx, oldestEventMs(nowMs)),
    deliveries: (tx, nowMs) => parts.webhooks.sweep(tx, oldestEventMs(nowMs)),
    alerts: (tx, nowMs) => parts.alerts.sweep(tx, nowMs),
    invitations: (tx, nowMs) => parts.invitations.sweep(tx, nowMs),
    'unconfirmed accounts': (tx, nowMs) => parts.accountClosing.closeUnconfirmed(tx, nowMs),
  };
  background.every(10_000, 'the adding up of counters', (stop) => database.foldCounts(stop));
  background.every(10_000, 'the adding up of stays', (stop) => parts.statistics.addUp(stop));
  const index = (changes: number) => (stop: AbortSignal) => indexNames(database, clock.now, { changes, stop });
  background.every(10_000, 'the indexing of names', index(256));
  // A name that was changed or removed leaves the index within an hour.
  background.every(3_600_000, 'the renewal of the index of names', index(1));
  background.every(10_000, 'the search for addresses', (stop) => locateAddresses(database, parts.places, stop));
  const everyMinute = (what: string, sweep: Sweep, { deletingMs }: Pick<Clock, 'deletingMs'>) =>
    background.every(60_000, `the sweep of ${what}`, async (stop) => {
      const nowMs = deletingMs();
      if (nowMs !== undefined) await inBatches(database, (tx) => sweep(tx, nowMs))(stop);
    });
  for (const [what, sweep] of Object.entries(sweeps)) everyMinute(what, sweep, clock);
  everyMinute('idempotency keys', sweepAnswers, wall);
  everyMinute('sessions', parts.signIn.sweep, wall);
  const retentionBy = (now: () => number | undefined) => openRetention({ database, outbox, now, days: retentionDays });
  if (retentionDays > 0) background.every(60_000, 'the erasure of old personal data', retentionBy(clock.deletingMs))();
  return async (stop) => {
    for (const sweep of Object.values(sweeps)) await inBatches(database, (tx) => sweep(tx, clock.now()))(stop);
    if (retentionDays > 0) await retentionBy(clock.now)(stop);
  };
}
