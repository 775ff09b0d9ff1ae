import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { allEvents, follow, type ToldEvent } from '../events/streams.ts';
import { eventually } from '../support/eventually.ts';
import { endAll, migratedFolder, request, serve } from '../support/process.ts';
import { BACKENDS, type TestService } from '../support/service.ts';

afterAll(endAll);

const kills = 4;
const clients = 8;

test(`every accepted message is delivered once, and every event is sent once, over ${kills} kills with -9`, async () => {
  const dataDir = await migratedFolder(['production']);
  const accepted = new Map<string, string>();
  const streamed: ToldEvent[] = [];
  const listed: ToldEvent[] = [];
  let key = '';

  /** The next message leaves when the last was accepted. Ends with the service. */
  async function sendAll(origin: string, client: number): Promise<void> {
    for (let i = 0; ; i++) {
      const message = `message ${i} of client ${client}, after ${accepted.size}`;
      const answer = await request(`${origin}/v1/messages`, key, { body: { message } }).catch(() => undefined);
      if (answer === undefined) return;
      expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
      accepted.set(answer.body.id, message);
    }
  }

  async function followAll(origin: string): Promise<void> {
    const headers = { 'last-event-id': String(streamed.at(-1)?.sequence ?? 0) };
    const stream = await follow({ origin, operatorKey: key }, { headers }).catch(() => undefined);
    await stream?.ended;
    streamed.push(...(stream?.events ?? []));
  }

  async function listAll(origin: string): Promise<void> {
    for (;;) {
      const after = listed.at(-1)?.sequence ?? 0;
      const page = await request(`${origin}/v1/events?limit=100&after=${after}`, key).catch(() => undefined);
      if (page === undefined) return;
      listed.push(...page.body);
      await setTimeout(5);
    }
  }

  for (let kill = 0; kill < kills; kill++) {
    const running = await serve({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, ['--environment', 'production']);
    key ||= running.keys.production!;
    const sending = Array.from({ length: clients }, (_, client) => sendAll(running.production, client));
    const reading = [followAll(running.production), listAll(running.production)];
    const enough = accepted.size + 2 * clients;
    // Some are delivered, too, however slow the machine is.
    while (accepted.size < enough || listed.length < (accepted.size * 3) / 4) await setTimeout(5);
    await setTimeout(Math.random() * 300);
    expect(await running.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await Promise.all([...sending, ...reading]);
  }
  expect(accepted.size).toBeGreaterThanOrEqual(kills * 2 * clients);

  // The claims of a killed process expire after 20 s: the clock of the last start is past that.
  const [[, start]] = BACKENDS;
  const service: TestService = await start({ dataDir, now: () => Date.now() + 31_000 });
  const operator = { origin: service.origin, operatorKey: key };
  const all = async (path: string) => {
    const items: { id: string; message: string; status: string }[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const page = await service.call('GET', next, { key });
      items.push(...page.body);
      next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link')!)?.[1];
    }
    return items;
  };
  const sent = await eventually(async () => {
    const messages = await all('/v1/messages?limit=100');
    return messages.every(({ status }) => status === 'delivered') && messages;
  });
  const found = new Map(sent.map(({ id, message }) => [id, message]));
  expect(sent).toHaveLength(found.size);
  expect([...accepted].filter(([id, message]) => found.get(id) !== message)).toEqual([]);
  // A kill may have cut off the answer to a message that was accepted; no other message is unaccounted for.
  expect(found.size - accepted.size).toBeLessThanOrEqual(kills * clients);
  expect((await all('/v1/admin/inbox?limit=100')).map(({ id }) => id)).toEqual(sent.map(({ id }) => id));

  const events = await allEvents(service, { key });
  const delivered = events.filter(({ type }) => type === 'message.delivered').map(({ data }) => data.id);
  expect(delivered).toHaveLength(found.size);
  expect(new Set(delivered)).toEqual(new Set(found.keys()));
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));

  const rest = await follow(operator, { headers: { 'last-event-id': String(streamed.at(-1)?.sequence ?? 0) } });
  await rest.until(
    () => rest.events.at(-1)?.sequence === events.length || streamed.length === events.length,
    'the last event',
  );
  expect([...streamed, ...rest.events]).toEqual(events);
  const after = listed.at(-1)?.sequence ?? 0;
  expect([...listed, ...(await allEvents(service, { key, query: `?limit=100&after=${after}` }))]).toEqual(events);
  expect(new Set([...streamed, ...listed].map(({ id }) => id)).size).toBeGreaterThan(accepted.size / 2);
  rest.close();
  await service.close();
});
