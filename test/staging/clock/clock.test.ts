import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Page, tokenIn } from '../../pages/page.ts';
import { hourMs, newOwner, petStatus, placeOrder } from '../../support/adoption.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { BACKENDS, type CallOptions, testClock, type TestService } from '../../support/service.ts';
import { operatorOf } from '../../support/windows.ts';
import { addWebhook, deliveriesOf, openReceiver } from '../../webhooks/receiver.ts';

const dayMs = 24 * hourMs;
const staging = { environment: 'staging', settings: { webhooksAllowPrivate: 'true' } } as const;
const timeOf = async (service: TestService): Promise<number> =>
  Date.parse((await service.call('GET', '/v1/test/clock')).body.now);

async function advance(service: TestService, by: string, options: Pick<CallOptions, 'headers' | 'key'> = {}) {
  const answer = await service.call('POST', '/v1/test/clock/advance', { body: { by }, ...options });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

describe.each(BACKENDS)("staging's clock on %s", (engine, start) => {
  // It stands still, so that times are exact; only advances move it, and what a test adds.
  const wall = testClock(Date.parse('2026-11-23T09:00:00Z'));
  let service: TestService;
  let visitor: Page;
  beforeAll(async () => {
    service = await start({ ...staging, now: wall.now });
    visitor = await operatorOf(service);
  });
  afterAll(() => service.close());

  test('goes with the real time until it is advanced, and then stays ahead of it', async () => {
    expect((await service.call('GET', '/v1/test/clock')).body).toEqual({
      now: '2026-11-23T09:00:00.000Z',
      advancedBy: 'PT0S',
    });
    const latestAdvance = { from: '2026-11-23T09:00:00.000Z', by: 'P1DT12H', eventsAfter: expect.any(Number) };
    expect((await advance(service, 'P1DT12H')).body).toEqual({
      now: '2026-11-24T21:00:00.000Z',
      advancedBy: 'P1DT12H',
      latestAdvance,
    });
    wall.advance(hourMs);
    for (const path of ['/v1/pets', '/v1/nothing']) {
      const { headers } = await service.call('GET', path);
      const date = Date.parse(headers.get('date') ?? '');
      expect(date).toBe(Date.parse('2026-11-24T22:00:00Z'));
      const leftSeconds = Number(headers.get('x-ratelimit-reset')) - date / 1_000;
      expect([leftSeconds > 0, leftSeconds <= 86_400]).toEqual([true, true]);
    }
    expect((await service.call('GET', '/v1/test/clock')).body).toEqual({
      now: '2026-11-24T22:00:00.000Z',
      advancedBy: 'P1DT12H',
      latestAdvance,
    });
    await addPet(service, { name: 'Rex' });
    const { body } = await service.call('GET', '/v1/events?limit=100');
    expect(body.find(({ type }: { type: string }) => type === 'pet.created').timestamp).toBe(
      '2026-11-24T22:00:00.000Z',
    );
  });

  test('lets everything happen that was due, in order and at its time, before it answers', async () => {
    const owner = await newOwner(service);
    // It takes each order's event at the fourth attempt, about 35 minutes after the first.
    const receiver = await openReceiver((response, { event }) => {
      const attempts = receiver.received.filter((one) => one.event.id === event.id).length;
      response.writeHead(event.type.startsWith('order.') && attempts < 4 ? 500 : 204).end();
    });
    const events = ['order.placed', 'order.expired', 'clock.advanced'];
    const webhook = await addWebhook(service, { url: receiver.url, events }, owner.operatorKey);
    const startMs = await timeOf(service);
    const petId = await addPet(owner, {}, owner.operatorKey);
    const orderId = await placeOrder(owner, petId);
    const { latestAdvance } = (await advance(service, 'PT49H')).body;
    expect(latestAdvance).toMatchObject({ from: new Date(startMs).toISOString(), by: 'P2DT1H' });
    const { body: onTheWay } = await owner.call('GET', `/v1/events?after=${latestAdvance.eventsAfter}`);
    expect(onTheWay.map(({ type }: { type: string }) => type)).toEqual([
      'webhook.failing',
      'webhook.recovered',
      'order.expired',
      'pet.status_changed',
      'webhook.failing',
      'webhook.recovered',
      'clock.advanced',
    ]);

    const types = receiver.received.map(({ event }) => event.type);
    expect(types).toEqual([
      ...Array.from({ length: 4 }, () => 'order.placed'),
      ...Array.from({ length: 4 }, () => 'order.expired'),
      'clock.advanced',
    ]);
    expect((await owner.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('expired');
    expect(await petStatus(owner, petId)).toBe('available');
    expect(Date.parse(receiver.received[4]!.event.timestamp)).toBe(startMs + 48 * hourMs);
    expect(receiver.received.at(-1)!.event).toMatchObject({
      timestamp: new Date(startMs + 49 * hourMs).toISOString(),
      actor: { type: 'account', accountId: 1 },
      data: { by: 'P2DT1H', now: new Date(startMs + 49 * hourMs).toISOString() },
    });
    const log = await deliveriesOf(service, webhook, owner.operatorKey);
    expect(log.map(({ type, attempts }) => [type, attempts])).toEqual([
      ['clock.advanced', 1],
      ['order.expired', 4],
      ['order.placed', 4],
    ]);
    const sinceMs = Date.parse(log[1].lastAttempt.at) - (startMs + 48 * hourMs);
    // 5 s, 5 minutes and half an hour, each up to a tenth shorter or longer.
    expect(sinceMs).toBeGreaterThan(0.9 * 2_105_000);
    expect(sinceMs).toBeLessThan(1.1 * 2_105_000);

    // Receivers compare the time of a signature with their own, which is not ahead.
    const { headers } = receiver.received.at(-1)!;
    expect(Number(headers['webhook-timestamp'])).toBe(wall.now() / 1_000);
    await receiver.close();
    await service.call('DELETE', webhook.path, { key: owner.operatorKey });
  });

  test('says when the next thing is due, and stops there if it is asked to', async () => {
    const owner = await newOwner(service);
    const orderId = await placeOrder(owner, await addPet(owner, {}, owner.operatorKey));
    const { expiresAt } = (await owner.call('GET', `/v1/store/orders/${orderId}`)).body;
    expect((await service.call('GET', '/v1/test/clock')).body.nextDueAt).toBe(expiresAt);
    await advance(service, 'PT47H59M59.999S');
    expect((await owner.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('placed');
    const { now } = (await advance(service, 'PT0.001S')).body;
    expect(now).toBe(expiresAt);
    const { body } = await owner.call('GET', '/v1/events?types=order.expired');
    expect(body.at(-1)).toMatchObject({ timestamp: expiresAt, data: { id: orderId } });
    expect((await service.call('GET', '/v1/test/clock')).body.nextDueAt).toBeUndefined();
  });

  test('ends keys, opens windows, also those of who advances it, and lifts bans', async () => {
    const { key, accountId } = await service.newAccount({ limits: { perMinute: 3, perDay: 100 } });
    const limited = () => service.call('GET', '/v1/pets', { key });
    const expiresAt = new Date((await timeOf(service)) + hourMs).toISOString();
    const { body: ending } = await service.call('POST', '/v1/account/keys', { key, body: { expiresAt } });

    for (let count = 0; count < 3; count += 1) await limited();
    expectError(await limited(), 429, 'rate_limit_exceeded');
    await advance(service, 'PT1M', { key });
    expect((await limited()).status).toBe(200);

    for (let count = 0; count < 3; count += 1) await limited();
    wall.advance(2_000);
    for (let count = 0; count < 4; count += 1) await limited();
    expectError(await limited(), 429, 'api_key_banned');
    await advance(service, 'PT1M');
    expect((await limited()).status).toBe(200);

    expect((await service.call('GET', '/v1/account', { key: ending.key })).status).toBe(200);
    await advance(service, 'PT1H');
    expectError(await service.call('GET', '/v1/account', { key: ending.key }), 401, 'invalid_api_key');
    expect((await service.call('GET', `/v1/admin/accounts/${accountId}`)).status).toBe(200);
  });

  test('repeats no advance whose response was lost, however far it went', async () => {
    const options = { headers: { 'idempotency-key': 'once' } };
    const first = await advance(service, 'P3D', options);
    const again = await advance(service, 'P3D', options);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await timeOf(service)).toBe(Date.parse(first.body.now));
  });

  test('of two advances at once, one waits for the other', async () => {
    const beforeMs = await timeOf(service);
    const both = await Promise.all([advance(service, 'P1D'), advance(service, 'P2D')]);
    const [first, second] = both.map(({ body }) => Date.parse(body.now) - beforeMs).toSorted((a, b) => a - b);
    expect([dayMs, 2 * dayMs]).toContain(first);
    expect(second).toBe(3 * dayMs);
    const { body } = await service.call('GET', '/v1/events?types=clock.advanced&limit=100');
    expect(
      body
        .slice(-2)
        .map(({ data }: { data: { by: string } }) => data.by)
        .toSorted(),
    ).toEqual(['P1D', 'P2D']);
  });

  test('ends no link for a password: people open it within 24 hours of the real time', async () => {
    const { accountId } = await service.newAccount({ email: 'linked@shelter.example' });
    const made = await service.call('POST', `/v1/admin/accounts/${accountId}/password-link`);
    const body = { token: tokenIn(made.text) };
    await advance(service, 'P3D');
    expect((await visitor.call('POST', '/session/link', { body })).status).toBe(200);
  });

  test('signs nobody out, and forgets by age what is old then', async () => {
    await addPet(service, { name: 'Old' });
    await advance(service, 'P31D');
    const { body } = await service.call('GET', '/v1/events?limit=100');
    expect(body.map(({ type }: { type: string }) => type)).toEqual(['clock.advanced']);
    const answer = await visitor.call('GET', '/v1/account');
    expect(answer.status).toBe(200);
  });

  test('takes the deprecated operation away in December 2030, and survives a restart', async () => {
    const id = await addPet(service, {});
    const { body } = await service.call('GET', '/v1/test/clock');
    expect((await service.call('GET', `/v1/pets/${id}`)).status).toBe(200);
    const days = Math.ceil((Date.parse('2030-12-05T00:00:00Z') - Date.parse(body.now)) / dayMs);
    const { now } = (await advance(service, `P${days}D`)).body;
    expectError(await service.call('GET', `/v1/pets/${id}`), 410, 'operation_removed');

    await service.stop();
    const again = await start({ ...staging, now: wall.now, dataDir: service.dataDir, outlivesTest: true });
    service = {
      ...again,
      operatorKey: service.operatorKey,
      call: (method, path, options) => again.call(method, path, { key: service.operatorKey, ...options }),
    };
    expect((await service.call('GET', '/v1/test/clock')).body.now).toBe(now);
    expectError(await service.call('GET', `/v1/pets/${id}`), 410, 'operation_removed');
  });

  test('never passes the year 8999', async () => {
    wall.advance(Date.UTC(8995, 0, 1) - (await timeOf(service)));
    const refused = await service.call('POST', '/v1/test/clock/advance', { body: { by: 'P3660D' } });
    expectError(refused, 400, 'invalid_body', 'past the year 8999');
    expect(await timeOf(service)).toBe(Date.UTC(8995, 0, 1));
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('needs a secret key or a session, of any account', async () => {
    const { key } = await service.newAccount();
    expect((await service.call('GET', '/v1/test/clock', { key })).status).toBe(200);
    const kind = { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] };
    const { body } = await service.call('POST', '/v1/account/keys', { key, body: kind });
    for (const [method, path] of [
      ['GET', '/v1/test/clock'],
      ['POST', '/v1/test/clock/advance'],
    ] as const) {
      const options = { key: body.key, ...(method === 'POST' ? { body: { by: 'PT1S' } } : {}) };
      expectError(await service.call(method, path, options), 403, 'forbidden');
    }
    expectError(
      await service.call('POST', '/v1/test/clock/advance', { key: null, body: { by: 'PT1S' } }),
      401,
      'missing_api_key',
    );
  });

  test.each([
    [{}, '`by`'],
    [{ by: 'tomorrow' }, 'ISO 8601'],
    [{ by: 'P1M' }, 'without years and months'],
    [{ by: '-PT1H' }, 'ISO 8601'],
    [{ by: 'PT0S' }, 'ISO 8601'],
    [{ by: 'P' }, 'ISO 8601'],
    [{ by: 'P1DT' }, 'ISO 8601'],
    [{ by: 'P3661D' }, '3,660 days'],
    [{ by: 48 }, '`by`'],
  ])('refuses %j', async (body, naming) => {
    const beforeMs = await timeOf(service);
    expectError(await service.call('POST', '/v1/test/clock/advance', { body }), 400, 'invalid_body', naming);
    expect(await timeOf(service)).toBe(beforeMs);
  });
});
