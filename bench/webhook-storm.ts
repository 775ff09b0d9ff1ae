import { setTimeout } from 'node:timers/promises';
import { openService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';
import { BenchError } from './machine.ts';
import { type MoodyReceiver, openMoodyReceiver } from './moody-receiver.ts';
import { startPetstore } from './processes.ts';
import { makeStore } from './store.ts';

/** What must be nothing, and how much it was tried on. */
export interface StormReport {
  readonly kills: number;
  /** Pets whose 201 came before the kill. */
  readonly acknowledged: number;
  /** Events of the feed, each for every receiver. */
  readonly events: number;
  readonly requests: number;
  /** Requests that told what had been accepted before: a crash between sending and writing that down makes them. */
  readonly repeated: number;
  /** From the last start until every receiver had everything. */
  readonly caughtUpMs: number;
  /** Acknowledged pets without an event in the feed. */
  readonly eventless: number;
  /** Events that a receiver never accepted. */
  readonly lost: number;
  /** Ids that came to a receiver without being in the feed, or with two bodies. */
  readonly wrong: number;
  readonly unsigned: number;
}

interface Origin {
  readonly origin: string;
}

interface Event {
  readonly id: string;
  readonly sequence: number;
  readonly data: { readonly id: number };
}

const receiverCount = 3;
const clients = 4;
/** After the first 201s of a start, which a busy machine may take long to give. */
const longestMs = 400;
/** How long the receivers may hear nothing before the missing events count as lost. */
const patienceMs = 40_000;
/** The clock of the last start is this many times as fast: claims of killed processes expire after 20 s, and retries wait 5 s. */
const clockSpeed = 10;
const settings = { WEBHOOKS_ALLOW_PRIVATE: 'true' };

/**
 * Kills the service with SIGKILL at random moments while it takes pets and tells receivers of them that fail at random. Then lets it run until
 * every receiver has every event, and compares.
 */
export async function webhookStorm(
  folder: string,
  kills: number,
  onKill: (kill: number) => void = () => {},
): Promise<StormReport> {
  const { dataDir, key } = makeStore(folder, 0);
  const receivers = await Promise.all(Array.from({ length: receiverCount }, openMoodyReceiver));
  const start = () => startPetstore(dataDir, { pinned: false, settings });
  const acknowledged: number[] = [];

  for (let kill = 1; kill <= kills; kill++) {
    await using service = await start();
    if (kill === 1) for (const receiver of receivers) await subscribe(service, key, receiver);
    const before = acknowledged.length;
    const adding = Array.from({ length: clients }, () => addPets(service, key, acknowledged));
    const deadlineMs = performance.now() + patienceMs;
    while (acknowledged.length < before + clients && performance.now() < deadlineMs) await setTimeout(1);
    await setTimeout(Math.random() * longestMs);
    await service.kill();
    await Promise.all(adding);
    onKill(kill);
  }

  const service = await startFast(dataDir);
  const startMs = performance.now();
  const events = await allEvents(service, key);
  await everything(receivers, events);
  const caughtUpMs = performance.now() - startMs;
  await service[Symbol.asyncDispose]();
  await Promise.all(receivers.map((receiver) => receiver.close()));

  const told = new Set(events.map(({ data }) => data.id));
  const ids = new Set(events.map(({ id }) => id));
  const stories = receivers.flatMap((receiver) => [...receiver.stories]);
  return {
    kills,
    acknowledged: acknowledged.length,
    events: events.length,
    requests: sum(stories.map(([, { requests }]) => requests)),
    repeated: sum(stories.map(([, { accepted }]) => Math.max(accepted - 1, 0))),
    caughtUpMs,
    eventless: acknowledged.filter((id) => !told.has(id)).length,
    lost: sum(
      receivers.map((receiver) => events.filter(({ id }) => (receiver.stories.get(id)?.accepted ?? 0) === 0).length),
    ),
    wrong: stories.filter(([id, { bodies }]) => !ids.has(id) || bodies.size !== 1).length,
    unsigned: sum(receivers.map((receiver) => receiver.unsigned())),
  };
}

/** Starts the service in this process, with a fast clock. */
async function startFast(dataDir: string): Promise<Origin & AsyncDisposable> {
  const startMs = Date.now();
  const service = await openService(
    'production',
    { ...readSettings({}), dataDir, port: 0, logLevel: 'silent', webhooksAllowPrivate: 'true' },
    { now: () => startMs + (Date.now() - startMs) * clockSpeed },
  );
  return { origin: await service.listen(), [Symbol.asyncDispose]: () => service.close() };
}

/** Resolves when every receiver has accepted every event, or none of them has heard anything for too long. */
async function everything(receivers: readonly MoodyReceiver[], events: readonly Event[]): Promise<void> {
  const isMissing = ({ stories }: MoodyReceiver) => events.some(({ id }) => (stories.get(id)?.accepted ?? 0) === 0);
  const heard = () => sum(receivers.flatMap(({ stories }) => [...stories.values()].map(({ requests }) => requests)));
  for (let [last, sinceMs] = [heard(), performance.now()]; receivers.some(isMissing);) {
    await setTimeout(100);
    if (heard() !== last) [last, sinceMs] = [heard(), performance.now()];
    else if (performance.now() - sinceMs > patienceMs) return;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What was found that must not be; empty when all is well. */
export const faultsOf = ({ eventless, lost, wrong, unsigned }: StormReport) =>
  Object.entries({ eventless, lost, wrong, unsigned }).filter(([, count]) => count > 0);

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

async function subscribe({ origin }: Origin, key: string, receiver: MoodyReceiver): Promise<void> {
  const body = JSON.stringify({ url: receiver.url, events: ['pet.created'] });
  const answer = await fetch(`${origin}/v1/webhooks`, { method: 'POST', headers: headersOf(key), body });
  if (answer.status !== 201)
    throw new BenchError(`POST /v1/webhooks answered ${answer.status}: ${await answer.text()}`);
  receiver.secret = ((await answer.json()) as { secret: string }).secret;
}

/** One client: it goes on until the service is gone, and notes each pet whose whole answer came. */
async function addPets({ origin }: Origin, key: string, acknowledged: number[]): Promise<void> {
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
  for (;;) {
    const answer = await fetch(`${origin}/v1/pets`, { method: 'POST', headers: headersOf(key), body })
      .then(async (response) => (await response.json()) as { id: number })
      .catch(() => undefined);
    if (answer === undefined) return;
    acknowledged.push(answer.id);
    await setTimeout(5);
  }
}

async function allEvents({ origin }: Origin, key: string): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const after = events.at(-1)?.sequence ?? 0;
    const answer = await fetch(`${origin}/v1/events?types=pet.created&limit=100&after=${after}`, {
      headers: headersOf(key),
    });
    const page = (await answer.json()) as Event[];
    if (page.length === 0) return events;
    events.push(...page);
  }
}
