import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBackground } from '../../../src/jobs/background.ts';
import { type AdvancingParts, openAdvancing, patienceMs } from '../../../src/staging/clock/advancing.ts';
import { openLog } from '../../../src/telemetry/log.ts';
import { hourMs, newOwner, placeOrder } from '../../support/adoption.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { BACKENDS, startOnPostgres, type TestService, testClock } from '../../support/service.ts';
import { addWebhook, openReceiver } from '../../webhooks/receiver.ts';

const staging = { environment: 'staging', settings: { webhooksAllowPrivate: 'true' } } as const;

describe('two processes on PostgreSQL and Redis', () => {
  let redis: TestRedis;
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    redis = await startRedis();
    const settings = { ...staging.settings, stagingRedisUrl: redis.url };
    // They go by the real time: Redis decides by its own.
    one = await startOnPostgres({ ...staging, settings });
    const second = await startOnPostgres({ ...staging, settings, dataDir: one.dataDir });
    other = {
      ...second,
      call: (...request) => second.call(request[0], request[1], { key: one.operatorKey, ...request[2] }),
    };
  });
  afterAll(async () => {
    await other.stop();
    await one.close();
    await redis.close();
  });

  test('have one clock: when an advance is answered, both have it, and so have the limits', async () => {
    const { key } = await one.newAccount({ limits: { perMinute: 2, perDay: 3 } });
    const limited = (service: TestService) => service.call('GET', '/v1/pets', { key });
    for (const service of [one, other]) expect((await limited(service)).status).toBe(200);
    expectError(await limited(other), 429, 'rate_limit_exceeded');
    const orderId = await placeOrder(other, await addPet(one, {}));
    const beforeMs = Date.now();

    const { body } = await one.call('POST', '/v1/test/clock/advance', { body: { by: 'PT49H' } });
    const seen = await other.call('GET', '/v1/test/clock');
    expect(seen.body.advancedBy).toBe('P2DT1H');
    expect(Date.parse(seen.body.now)).toBeGreaterThanOrEqual(beforeMs + 49 * hourMs);
    expect(Date.parse(body.now) - Date.parse(seen.body.now)).toBeLessThanOrEqual(0);
    expect((await other.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('expired');
    // A new minute, and a new day.
    for (const service of [one, other]) expect((await limited(service)).status).toBe(200);
    const { headers } = await limited(one);
    expect(Number(headers.get('x-ratelimit-reset')) * 1_000).toBeGreaterThan(beforeMs + 49 * hourMs);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  test('each answers when its own advance has ended, one after the other', async () => {
    const before = (await one.call('GET', '/v1/test/clock')).body.advancedBy;
    expect(before).toBe('P2DT1H');
    const both = await Promise.all(
      [one, other].map((service) => service.call('POST', '/v1/test/clock/advance', { body: { by: 'P1D' } })),
    );
    expect(new Set(both.map(({ body }) => body.advancedBy))).toEqual(new Set(['P3DT1H', 'P4DT1H']));
    for (const service of [one, other])
      expect((await service.call('GET', '/v1/test/clock')).body.advancedBy).toBe('P4DT1H');
  });
});

test('a process asks for the clock twice a second while nobody advances it', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const find = async () => {
    asked += 1;
    return { aheadMs: 0, fromMs: 0, targetMs: undefined, by: undefined };
  };
  const log = openLog({ level: 'silent', environment: 'staging', destination: { write: () => {} } });
  const background = openBackground(log);
  const parts = { clocks: { find }, ahead: { ms: () => 0, follow: () => {} }, background, log, isShared: true };
  openAdvancing(parts as unknown as AdvancingParts);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(21);
  vi.useRealTimers();
  await background.close();
});

test('an advance waits for one webhook that never answers, and for many of them minutes, not hours', () => {
  const waited = (moments: number, attemptMs: number) => {
    let spentMs = 0;
    for (let i = 0; i < moments; i++) spentMs += Math.min(attemptMs, patienceMs(spentMs));
    return spentMs;
  };
  expect(waited(10, 15_000)).toBe(150_000);
  expect(waited(300, 15_000)).toBeLessThan(6 * 60_000);
});

describe.each(BACKENDS)('on %s', (_, start) => {
  test('an advance whose process ends goes on when another one starts', async () => {
    const settings = { ...staging.settings, drainSeconds: 0 };
    const service = await start({ ...staging, settings });
    const owner = await newOwner(service);
    const receiver = await openReceiver(() => {});
    await addWebhook(service, { url: receiver.url, events: ['order.expired'] }, owner.operatorKey);
    const orderId = await placeOrder(owner, await addPet(owner, {}, owner.operatorKey));
    const answer = service.call('POST', '/v1/test/clock/advance', { body: { by: 'P7D' } }).catch(() => undefined);
    // The hold has ended, and its receiver does not answer.
    await eventually(() => receiver.received.length === 1);
    const { body } = await owner.call('GET', '/v1/test/clock');
    expect(Date.parse(body.advancingTo) - Date.parse(body.now)).toBeGreaterThan(4 * 24 * hourMs);
    expect((await owner.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('expired');
    await service.stop();
    await answer;

    receiver.answer = 204;
    const again = await start({ ...staging, settings, dataDir: service.dataDir });
    const call = () => again.call('GET', '/v1/test/clock', { key: service.operatorKey });
    expect(
      (
        await eventually(async () => {
          const clock = (await call()).body;
          return clock.advancingTo === undefined && clock;
        })
      ).advancedBy,
    ).toBe('P7D');
    expect(receiver.received.length).toBeGreaterThanOrEqual(2);
    const { body: told } = await again.call('GET', '/v1/events?types=clock.advanced', { key: service.operatorKey });
    expect(told).toHaveLength(1);
  });

  test('production has no such clock: neither the routes, nor a row of the database', async () => {
    const clock = testClock();
    const service = await start({ now: clock.now });
    const { database } = await service.beside();
    const row = { id: 1, ahead_ms: 48 * hourMs, from_ms: 0, target_ms: 96 * hourMs, actor: '{"type":"service"}' };
    await database.transaction((tx) => tx.insertInto('test_clock').values(row).execute());
    await database.close();
    const expectRealTime = async (at: TestService) => {
      const key = service.operatorKey;
      expectError(await at.call('GET', '/v1/test/clock', { key }), 404, 'route_not_found');
      for (const by of ['PT1H', 'nonsense'])
        expectError(await at.call('POST', '/v1/test/clock/advance', { key, body: { by } }), 404, 'route_not_found');
      await at.call('POST', '/v1/pets', { key, body: { name: 'Rex', categoryId: 1 } });
      const { body } = await at.call('GET', '/v1/events?types=pet.created', { key });
      expect(body.at(-1).timestamp).toBe(new Date(clock.now()).toISOString());
    };
    await expectRealTime(service);
    await service.stop();
    const again = await start({ now: clock.now, dataDir: service.dataDir });
    await expectRealTime(again);
  });
});
