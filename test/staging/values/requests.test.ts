import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ERRORS } from '../../../src/http/errors.ts';
import { SLOW_REQUEST_MS, TEST_ADOPTERS, TEST_ANIMALS, type TestEffect } from '../../../src/vocabulary/test-values.ts';
import { petStatus } from '../../support/adoption.ts';
import { addPet, expectError, rateLimitOf } from '../../support/answers.ts';
import { logLines } from '../../support/logs.ts';
import { type Answer, startOnSqlite, type TestService, testClock } from '../../support/service.ts';

/** A request that has a test value in its body. */
interface Scene {
  readonly value: string;
  readonly effect: TestEffect;
  readonly success: number;
  readonly send: (headers?: Record<string, string>) => Promise<Answer>;
}

const values = [
  ...Object.entries(TEST_ANIMALS).map(([value, effect]) => ['add', value, effect] as const),
  ...Object.entries(TEST_ANIMALS).map(([value, effect]) => ['rename', value, effect] as const),
  ...Object.entries(TEST_ADOPTERS).map(([value, effect]) => ['order', value, effect] as const),
];
const failing = values.filter(([, , effect]) => effect !== 'slow');
const slow = values.filter(([, , effect]) => effect === 'slow');

/** docs/test-values.md: animals and adopters. */
let service: TestService;
let key: string;
let petId: number;
let waits: { ms: number; end: () => void }[] = [];
const clock = testClock();
const logs = logLines();

const open = (environment: 'production' | 'staging') =>
  startOnSqlite({
    environment,
    now: clock.now,
    wait: (ms) => new Promise((resolve) => waits.push({ ms, end: resolve })),
    logs: logs.stream,
    settings: { visitorOpenOrders: 3, logLevel: 'info' },
  });
const call = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  service.call(method, path, { key, body, headers });

function sceneOf(kind: 'add' | 'rename' | 'order', value: string, effect: TestEffect): Scene {
  const adopter = { name: 'Ann Lee', email: value };
  const sends = {
    add: (headers) => call('POST', '/v1/pets', { name: value, categoryId: 1 }, headers),
    rename: (headers) => call('PATCH', `/v1/pets/${petId}`, { name: value }, headers),
    order: (headers) => call('POST', '/v1/store/orders', { petId, adopter }, headers),
  } satisfies Record<typeof kind, Scene['send']>;
  return { value, effect, success: kind === 'rename' ? 200 : 201, send: sends[kind] };
}
const stateOf = async (): Promise<unknown> => [
  (await service.call('GET', '/v1/pets', { key })).text,
  (await service.call('GET', '/v1/store/orders', { key })).text,
  (await service.call('GET', '/v1/events', { key })).text,
];

beforeEach(async () => {
  waits = [];
  if (service !== undefined) petId = await addPet(service, {}, key);
});

describe('in staging', () => {
  beforeAll(async () => {
    service = await open('staging');
    ({ key } = await service.newAccount());
    petId = await addPet(service, {}, key);
  });
  afterAll(() => service.close());

  test('a key that nobody has sent is not said to be in use', async () => {
    for (const kind of ['add', 'rename'] as const) {
      const answer = await sceneOf(kind, 'test:conflict', 'idempotency_key_in_use').send();
      expectError(answer, 409, 'idempotency_key_in_use', 'A test value has forced this failure');
    }
  });

  test.each(failing)('%s %s: %s', async (kind, value, effect) => {
    const { send } = sceneOf(kind, value, effect);
    const code = effect as Exclude<TestEffect, 'slow'>;
    const before = await stateOf();
    const answer = await send();
    expectError(answer, ERRORS[code].status, code);
    const { remaining, limit, reset } = rateLimitOf(answer);
    if (code === 'rate_limit_exceeded') {
      expect(remaining).toBe(0);
      const seconds = reset - Math.floor(clock.now() / 1_000);
      expect(answer.body.message).toBe(
        `The limit of ${limit} requests per minute is used up; retry after ${seconds} s.`,
      );
      expect(answer.headers.get('retry-after')).toBe(String(seconds));
      expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+, "day";r=\d{2,};/);
    } else {
      expect(remaining).toBeGreaterThan(0);
      expect(answer.headers.get('retry-after')).toBe(code === 'service_unavailable' ? '1' : null);
    }
    // Nothing has happened, and the limit still has what it had.
    expect(await stateOf()).toEqual(before);
    expect(rateLimitOf(await service.call('GET', '/v1/pets', { key })).remaining).toBeGreaterThan(0);
  });

  test.each(failing)('%s %s, with an Idempotency-Key: only a real refusal is repeated', async (kind, value, effect) => {
    const { send } = sceneOf(kind, value, effect);
    const headers = { 'idempotency-key': `${kind} ${value}` };
    await send(headers);
    const again = await send(headers);
    const isStored = effect === 'pet_not_available' || effect === 'too_many_open_orders';
    expect([again.body.code, again.headers.get('idempotency-replayed')]).toEqual([effect, isStored ? 'true' : null]);
  });

  test.each(slow)('%s %s: slow, and then a success', async (kind, value, effect) => {
    const { send, success } = sceneOf(kind, value, effect);
    const before = await stateOf();
    const sent = send();
    await expect.poll(() => waits).toHaveLength(1);
    expect(waits[0]?.ms).toBe(SLOW_REQUEST_MS);
    expect(await stateOf()).toEqual(before);
    waits[0]?.end();
    expect((await sent).status).toBe(success);
    expect(await stateOf()).not.toEqual(before);
  });

  test('a forced failure is in the log as such, and no error of the service', async () => {
    logs.lines.length = 0;
    const answer = await sceneOf('add', 'test:unavailable', 'service_unavailable').send();
    const requestId = answer.headers.get('x-request-id');
    const linesOf = () => logs.parsed().filter((line) => line['requestId'] === requestId);
    await expect.poll(linesOf).toHaveLength(2);
    expect(linesOf()).toContainEqual(
      expect.objectContaining({
        level: 'info',
        msg: 'request refused',
        cause: 'A test value has forced this failure.',
      }),
    );
    expect(logs.lines.join('')).not.toMatch(/"level":"(?:error|fatal)"|"stack"/);
  });

  test('many slow requests hold no connection to the database', async () => {
    const { send } = sceneOf('add', 'test:slow', 'slow');
    const sent = Array.from({ length: 40 }, () => send());
    await expect.poll(() => waits).toHaveLength(40);
    // More than the pool has. This one would wait for them.
    await addPet(service, { name: 'Quick' }, key);
    for (const { end } of waits) end();
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([201]));
  });

  test('a request that is wrong anyway is refused as it is', async () => {
    expectError(await call('POST', '/v1/pets', { name: 'test:unavailable' }), 400, 'invalid_body', '`categoryId`');
    const { body: made } = await service.call('POST', '/v1/account/keys', { key, body: { scopes: ['pets:read'] } });
    const body = { name: 'test:unavailable', categoryId: 1 };
    expectError(await service.call('POST', '/v1/pets', { key: made.key, body }), 403, 'insufficient_scope');
  });

  test('other names and addresses are ordinary', async () => {
    for (const name of ['Test:slow', 'test:slower', 'test:', 'constructor'])
      expect((await call('POST', '/v1/pets', { name, categoryId: 1 })).status).toBe(201);
    const adopter = { name: 'Ann Lee', email: 'ann@petstore.test' };
    expect((await call('POST', '/v1/store/orders', { petId, adopter })).status).toBe(201);
    expect(waits).toEqual([]);
  });
});

describe('in production', () => {
  beforeAll(async () => {
    service = await open('production');
    ({ key } = await service.newAccount());
    petId = await addPet(service, {}, key);
  });
  afterAll(() => service.close());

  test.each(values)('%s %s is ordinary', async (kind, value, effect) => {
    const { send, success } = sceneOf(kind, value, effect);
    expect((await send()).status).toBe(success);
    expect(await petStatus(service, petId)).toBe(kind === 'order' ? 'pending' : 'available');
    expect(waits).toEqual([]);
  });
});
