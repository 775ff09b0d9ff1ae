import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { logLines } from '../support/logs.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { type Answer, BACKENDS, type CallOptions, testClock, type TestService } from '../support/service.ts';

const LIMIT_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
];

/** Expects the headers in every response, and no long wait for Redis. The limiter's own tests prove the exact bounds. */
async function callLimited(service: TestService, method: string, path: string, options: CallOptions): Promise<Answer> {
  const since = performance.now();
  const answer = await service.call(method, path, options);
  expect(performance.now() - since).toBeLessThan(20_000);
  for (const name of LIMIT_HEADERS) expect(answer.headers.has(name), name).toBe(true);
  return answer;
}

describe.each(BACKENDS)('two services with one Redis, on %s', (_, start) => {
  let redis: TestRedis;
  let logs: ReturnType<typeof logLines>;
  let one: TestService;
  let other: TestService;
  let clock: ReturnType<typeof testClock>;

  beforeEach(async () => {
    redis = await startRedis(['--requirepass', 's3cret']);
    logs = logLines();
    const settings = { redisUrl: redis.url };
    clock = testClock();
    const { now } = clock;
    one = await start({ settings: { ...settings, logLevel: 'info' }, logs: logs.stream, now });
    other = await start({ settings, dataDir: one.dataDir, serves: false, now });
  });
  afterEach(async () => {
    await other.stop();
    await one.close();
    await redis.close();
  });

  const call = (service: TestService, method: string, path: string, options: CallOptions = {}) =>
    callLimited(service, method, path, { key: one.operatorKey, ...options });
  const statuses = async (key: string, times: number): Promise<number[]> => {
    const calls = Array.from({ length: times }, (_, i) => call(i % 2 === 0 ? one : other, 'GET', '/v1/pets', { key }));
    return (await Promise.all(calls)).map(({ status }) => status);
  };
  const count = (seen: readonly number[], status: number) => seen.filter((one) => one === status).length;
  const fallback = async (service: TestService) =>
    Number(/^petstore_limiter_fallback\{.*\} (\d)$/m.exec((await service.call('GET', '/metrics')).text)?.[1]);

  test('together admit exactly the limit', async () => {
    const { key } = await one.newAccount({ limits: { perMinute: 30, perDay: 1_000 } });
    const seen = await statuses(key, 100);
    expect([count(seen, 200), count(seen, 429)]).toEqual([30, 70]);
    for (const service of [one, other]) {
      // Each process writes its usage in the background.
      const body = await eventually(async () => {
        const { body } = await call(service, 'GET', '/v1/account/usage', { key });
        return body.days.at(-1)?.admitted === 30 && body.days.at(-1)?.refused === 70 && body;
      });
      expect([body.minute.remaining, body.day.remaining]).toEqual([0, 970]);
      expect(body.days.at(-1)).toMatchObject({ admitted: 30, refused: 70 });
    }
  });

  test('both refuse a key that one has banned, until an operator lifts the ban at either', async () => {
    const { key, accountId } = await one.newAccount({ limits: { perMinute: 2, perDay: 1_000 } });
    await statuses(key, 3);
    clock.advance(1_000);
    for (let strikes = 0; strikes < 3; strikes += 1) await call(one, 'GET', '/v1/pets', { key });
    const banned = await call(other, 'GET', '/v1/pets', { key });
    expect(banned.body.code).toBe('api_key_banned');
    expect(Number(banned.headers.get('retry-after'))).toBe(60);
    expect((await call(other, 'POST', `/v1/admin/accounts/${accountId}/lift-ban`)).status).toBe(204);
    expect((await call(one, 'GET', '/v1/pets', { key })).body.code).toBe('rate_limit_exceeded');
  });

  test.each([
    ['killed', () => redis.kill(), () => redis.start()],
    ['frozen', () => redis.freeze(), () => redis.thaw()],
  ] as const)(
    'exceed the limit by at most one limit each while Redis is %s, and are exact soon after',
    async (_, begin, end) => {
      const { key } = await one.newAccount({ limits: { perMinute: 20, perDay: 1_000 } });
      const { key: unseen } = await one.newAccount({ limits: { perMinute: 20, perDay: 1_000 } });
      expect(count(await statuses(key, 10), 200)).toBe(10);
      await begin();
      const seen = await statuses(key, 100);
      // Each process continues from the requests that it knows: at least its own of the first ten.
      expect(count(seen, 200)).toBeGreaterThanOrEqual(10);
      expect(count(seen, 200)).toBeLessThanOrEqual(30);
      expect(count(seen, 200) + count(seen, 429)).toBe(100);
      expect(count(await statuses(unseen, 100), 200)).toBe(40);
      expect((await call(one, 'GET', '/v1/pets', { key: null })).status).toBe(401);
      expect((await call(one, 'GET', '/v1/nothing')).status).toBe(404);
      expect((await call(one, 'POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).status).toBe(201);
      expect(await Promise.all([fallback(one), fallback(other)])).toEqual([1, 1]);

      await end();
      await eventually(async () => (await fallback(one)) + (await fallback(other)) === 0);
      expect(count(await statuses(key, 20), 200)).toBe(0);
      const { key: fresh } = await one.newAccount({ limits: { perMinute: 20, perDay: 1_000 } });
      expect(count(await statuses(fresh, 100), 200)).toBe(20);

      const lines = logs.lines
        .join('')
        .split('\n')
        .filter((line) => line.includes('Redis'));
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', msg: 'Redis is unavailable: this process applies the limits alone until Redis recovers' },
        { level: 'info', msg: 'Redis is available again and applies the limits' },
      ]);
      expect(logs.lines.join('')).not.toContain('s3cret');
    },
  );
});
