import { setTimeout } from 'node:timers/promises';
import { openService } from '../src/composition/service.ts';
import { readSettings } from '../src/settings/settings.ts';
import { addUntilKilled } from './adding.ts';
import { allItems, callerOf, type Origin } from './calls.ts';
import { makeDatabase } from './database.ts';
import { type FlakyReceiver, openFlakyReceiver } from './flaky-receiver.ts';
import { startPetstore } from './processes.ts';

/** The number of faults, which must be zero, and the size of the test. */
export interface StormReport {
  readonly kills: number;
  /** Pets whose 201 arrived before the kill. */
  readonly acknowledged: number;
  /** Events in the feed. Each goes to every receiver. */
  readonly events: number;
  readonly requests: number;
  /** Requests with an event that was accepted before. A crash between sending an event and recording that causes them. */
  readonly repeated: number;
  /** From the last start until every receiver had every event. */
  readonly caughtUpMs: number;
  /** Acknowledged pets without an event in the feed. */
  readonly eventless: number;
  /** Events that a receiver never accepted. */
  readonly lost: number;
  /** Ids received that are not in the feed, or that had two bodies. */
  readonly wrong: number;
  readonly unsigned: number;
}

interface Event {
  readonly id: string;
  readonly data: { readonly id: number };
}

const receiverCount = 3;
const clients = 4;
/** Between a response and the client's next request. */
const pauseMs = 5;
/** The latest kill after the first 201 responses of a start. */
const longestMs = 400;
/** How long the receivers may receive nothing before the missing events count as lost. */
const patienceMs = 40_000;
/**
 * The clock's speed after the last start, so that claims of killed processes (20 s) and retries (5 s) take less time, and how far it goes
 * ahead: a receiver refuses a signature five minutes ahead of its own clock.
 */
const clockSpeed = 5;
const mostAheadMs = 240_000;
const settings = { WEBHOOKS_ALLOW_PRIVATE: 'true' };

/**
 * Kills the service with SIGKILL at random moments while clients add pets and receivers that fail at random receive the events. Then runs
 * the service until every receiver has every event, and compares the events with the acknowledged pets.
 */
export async function webhookStorm(
  folder: string,
  kills: number,
  onKill: (kill: number) => void = () => {},
): Promise<StormReport> {
  const { dataDir, key } = makeDatabase(folder, 0);
  const receivers = await Promise.all(Array.from({ length: receiverCount }, openFlakyReceiver));
  const start = () => startPetstore(dataDir, { pinned: false, settings });
  const acknowledged: number[] = [];

  for (let kill = 1; kill <= kills; kill++) {
    await using service = await start();
    if (kill === 1) for (const receiver of receivers) await subscribe(service, key, receiver);
    const before = acknowledged.length;
    const record = ({ id }: { readonly id: number }) => setTimeout(pauseMs, acknowledged.push(id));
    const adding = addUntilKilled(service, key, { clients, of: `before kill ${kill}`, record });
    const deadlineMs = performance.now() + patienceMs;
    while (acknowledged.length < before + clients && performance.now() < deadlineMs) await setTimeout(1);
    await setTimeout(Math.random() * longestMs);
    await service.kill();
    await adding;
    onKill(kill);
  }

  const service = await startFast(dataDir);
  const startMs = performance.now();
  const events = await allItems<Event>(service, key, '/v1/events?types=pet.created&limit=100&after=0');
  await allReceived(receivers, events);
  const caughtUpMs = performance.now() - startMs;
  await service[Symbol.asyncDispose]();
  await Promise.all(receivers.map((receiver) => receiver.close()));

  const petsWithEvent = new Set(events.map(({ data }) => data.id));
  const ids = new Set(events.map(({ id }) => id));
  const received = receivers.flatMap((receiver) => [...receiver.received]);
  return {
    kills,
    acknowledged: acknowledged.length,
    events: events.length,
    requests: sum(received.map(([, { requests }]) => requests)),
    repeated: sum(received.map(([, { accepted }]) => Math.max(accepted - 1, 0))),
    caughtUpMs,
    eventless: acknowledged.filter((id) => !petsWithEvent.has(id)).length,
    lost: sum(
      receivers.map((receiver) => events.filter(({ id }) => (receiver.received.get(id)?.accepted ?? 0) === 0).length),
    ),
    wrong: received.filter(([id, { bodies }]) => !ids.has(id) || bodies.size !== 1).length,
    unsigned: sum(receivers.map((receiver) => receiver.unsigned())),
  };
}

/** Starts the service in this process, with a fast clock. */
async function startFast(dataDir: string): Promise<Origin & AsyncDisposable> {
  const startMs = Date.now();
  const service = await openService(
    'production',
    { ...readSettings({}), dataDir, port: 0, logLevel: 'silent', webhooksAllowPrivate: 'true' },
    { now: () => Date.now() + Math.min((Date.now() - startMs) * (clockSpeed - 1), mostAheadMs) },
  );
  return { origin: await service.listen(), [Symbol.asyncDispose]: () => service.close() };
}

/** Resolves when every receiver has accepted every event, or when none has received a request for `patienceMs`. */
async function allReceived(receivers: readonly FlakyReceiver[], events: readonly Event[]): Promise<void> {
  const isMissing = ({ received }: FlakyReceiver) => events.some(({ id }) => (received.get(id)?.accepted ?? 0) === 0);
  const requestCount = () =>
    sum(receivers.flatMap(({ received }) => [...received.values()].map(({ requests }) => requests)));
  for (let [last, sinceMs] = [requestCount(), performance.now()]; receivers.some(isMissing);) {
    await setTimeout(100);
    if (requestCount() !== last) [last, sinceMs] = [requestCount(), performance.now()];
    else if (performance.now() - sinceMs > patienceMs) return;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The faults with their counts; empty if there are none. */
export const faultsOf = ({ eventless, lost, wrong, unsigned }: StormReport) =>
  Object.entries({ eventless, lost, wrong, unsigned }).filter(([, count]) => count > 0);

async function subscribe(service: Origin, key: string, receiver: FlakyReceiver): Promise<void> {
  const webhook = { url: receiver.url, events: ['pet.created'] };
  receiver.secret = (await callerOf(service, key)<{ secret: string }>('POST', '/v1/webhooks', webhook)).secret;
}
