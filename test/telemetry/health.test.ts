import { describe, expect, test } from 'vitest';
import { eventStore } from '../../src/events/store.ts';
import { openHealth } from '../../src/http/health/samples.ts';
import { messageStore } from '../../src/messages/store.ts';
import { openMetrics } from '../../src/telemetry/metrics.ts';
import { deliveryStore } from '../../src/webhooks/deliveries/store.ts';
import { sharedService, startOnSqlite, testClock, testNow } from '../support/service.ts';

const now = testNow(Date.now);

describe('GET /admin/health', () => {
  const service = sharedService(startOnSqlite);

  test('does not count against the limits', async () => {
    const remaining = async (path: string) =>
      Number((await service.call('GET', path)).headers.get('x-ratelimit-remaining'));
    const before = await remaining('/v1/pets');
    expect(await remaining('/v1/admin/health')).toBe(before);
  });

  test('returns the start of the process, and samples from then on', async () => {
    const health = async () => (await service.call('GET', '/v1/admin/health')).body;
    await expect
      .poll(health)
      .toMatchObject({ photosMissing: 0, samples: expect.arrayContaining([expect.objectContaining({})]) });
    // There may be more by now, and requests before the first one.
    const {
      samples: [first],
      ...others
    } = await health();
    expect(others).toEqual({ startedAt: expect.stringMatching(/^\d{4}-.*Z$/), photosMissing: 0 });
    expect(first).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      requests: expect.any(Number),
      failed: 0,
      refused: 0,
      ...(first.requests > 0 && { medianMs: expect.any(Number), p99Ms: expect.any(Number) }),
      inFlight: expect.any(Number),
      streams: 0,
      messagesWaiting: 0,
      deliveriesWaiting: 0,
    });
    const { text } = await service.call('GET', '/metrics', { key: null });
    expect(text).toMatch(/^petstore_messages_waiting\{.*\} 0$/m);
    expect(text).toMatch(/^petstore_webhook_deliveries_waiting\{.*\} 0$/m);
  });
});

test('counts waiting messages and deliveries in the database', async () => {
  const service = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
  const { database, newId } = await service.beside();
  await database.transaction((tx) =>
    tx
      .insertInto('messages')
      .values(
        [1, 2].map(() => ({
          id: newId('msg'),
          account_id: 1,
          message: 'Is Rex well?',
          status: 'processing',
          attempts: 1,
          claimed_until: Date.now() + 60_000,
          created_at: Date.now(),
          delivered_at: null,
        })),
      )
      .execute(),
  );
  const messages = messageStore(
    database,
    { append: async () => '', appendTo: async () => '', appendAll: async () => {}, appendNumbered: async () => '' },
    { now, realNow: now, newId },
  );
  expect([await messages.waiting(10), await messages.waiting(1)]).toEqual([2, 1]);

  const events = eventStore(database);
  const deliveries = deliveryStore(database, { events, now, realNow: now });
  const webhook = await service.call('POST', '/v1/webhooks', {
    body: { url: 'http://127.0.0.1:1/', events: ['pet.created'], disabled: true },
  });
  expect(webhook.status).toBe(201);
  const [event] = await events.after(0, 1);
  await database.transaction(async (tx) => {
    for (let i = 0; i < 3; i += 1) await deliveries.add(tx, webhook.body.id, event!);
  });
  expect([await deliveries.backlog(10), await deliveries.backlog(2)]).toEqual([3, 2]);
});

describe('a sample', () => {
  const clock = testClock();
  const opened = () => {
    const metrics = openMetrics({ environment: 'production', inFlight: () => 3 });
    let queues = { messages_waiting: 0, webhook_deliveries_waiting: 0 };
    const health = openHealth({ metrics, now: clock.now, measure: async () => queues });
    const answer = (status: number, ms: number, times = 1, route = '/v1/pets') => {
      for (let i = 0; i < times; i += 1) metrics.requests.observe({ method: 'GET', route, status }, ms / 1_000);
    };
    return {
      health,
      answer,
      wait: (next: typeof queues) => (queues = next),
      last: async () => (await health.health()).samples.at(-1)!,
    };
  };

  test('counts the requests since the previous sample, over all routes and statuses', async () => {
    const { health, answer, last } = opened();
    answer(200, 0.7, 10);
    answer(429, 0.3, 4, '/v1/events');
    answer(503, 0.3);
    await health.take();
    expect(await last()).toMatchObject({ requests: 15, refused: 4, failed: 1, inFlight: 3 });
    answer(200, 0.7, 2);
    await health.take();
    expect(await last()).toMatchObject({ requests: 2, refused: 0, failed: 0 });
  });

  test('has response times within their bucket, and none without requests', async () => {
    const { health, answer, last } = opened();
    await health.take();
    expect(await last()).not.toHaveProperty('medianMs');
    answer(200, 0.7, 98); // from 0.5 to 1 ms
    answer(200, 70, 2); // from 50 to 100 ms
    await health.take();
    expect((await last()).medianMs).toBeCloseTo(0.5 + 0.5 * (50 / 98), 1);
    expect((await last()).p99Ms).toBe(75);
    answer(200, 60_000);
    await health.take();
    expect(await last()).toMatchObject({ medianMs: 2_500, p99Ms: 2_500 });
  });

  test('has the lengths of the queues, and is kept for half an hour', async () => {
    const { health, wait, last } = opened();
    wait({ messages_waiting: 2, webhook_deliveries_waiting: 7 });
    await health.take();
    expect(await last()).toMatchObject({ messagesWaiting: 2, deliveriesWaiting: 7 });
    for (let i = 0; i < 200; i += 1) await health.take();
    expect((await health.health()).samples).toHaveLength(180);
  });
});
