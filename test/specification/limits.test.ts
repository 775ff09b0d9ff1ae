import { beforeAll, describe, expect, test } from 'vitest';
import { addPet, expectError, rateLimitOf } from '../support/answers.ts';
import { type Answer, type CallOptions, sharedService, startOnSqlite, testClock } from '../support/service.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Part 8 of the specification. Only the tests advance the clock. */
const clock = testClock();
const list = (key: string) => service.call('GET', '/v1/pets?limit=1', { key });
const unixSeconds = () => clock.now() / 1_000;

/** Sends requests one after the other and returns the responses. */
async function send(count: number, key: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let sent = 0; sent < count; sent += 1) answers.push(await list(key));
  return answers;
}

const service = sharedService(startOnSqlite, { now: clock.now });
beforeAll(async () => {
  for (const status of ['available', 'available', 'sold']) await addPet(service, { status });
});

describe('rate limits by plan', () => {
  test.each([
    ['free', 60, 1_000],
    ['pro', 300, 10_000],
    ['business', 1_000, 100_000],
    ['enterprise', 10_000, 10_000_000],
  ] as const)('%s: %i requests per minute and %i per day', async (plan, perMinute, perDay) => {
    const { key } = await service.newAccount({ plan });
    const answer = await list(key);
    expect(rateLimitOf(answer)).toEqual({ limit: perMinute, remaining: perMinute - 1, reset: unixSeconds() + 60 });
    expect(answer.headers.get('ratelimit-policy')).toBe(`"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`);
    expect(answer.headers.get('ratelimit')).toBe(`"minute";r=${perMinute - 1};t=60, "day";r=${perDay - 1};t=86400`);
  });

  test('enterprise: custom per account', async () => {
    const { key } = await service.newAccount({ plan: 'enterprise', limits: { perMinute: 2, perDay: 5 } });
    const answers = await send(3, key);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map((answer) => rateLimitOf(answer).limit)).toEqual([2, 2, 2]);
  });

  test('an account that signs up is on the Free plan', async () => {
    const body = { email: 'free@shelter.example', password: 'seven quiet otters' };
    const { body: created } = await service.call('POST', '/v1/accounts', { key: null, body });
    expect(created.plan).toBe('free');
    expect(rateLimitOf(await list(created.apiKey.key)).limit).toBe(60);
  });
});

describe('rate limit headers', () => {
  test.each<[number, string, string, CallOptions]>([
    [200, 'GET', '/v1/pets', {}],
    [200, 'HEAD', '/v1/pets', {}],
    [200, 'GET', '/v1/pets/1', {}],
    [200, 'GET', '/v1/account', {}],
    [200, 'GET', '/v1/account/usage', {}],
    [200, 'GET', '/v1/openapi.json', { key: null }],
    [201, 'POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } }],
    [204, 'OPTIONS', '/v1/pets', { key: null }],
    [204, 'DELETE', '/v1/pets/2', {}],
    [304, 'GET', '/v1/pets/1', { headers: { 'if-none-match': '*' } }],
    [400, 'GET', '/v1/pets?limit=0', {}],
    [400, 'POST', '/v1/pets', { body: '{' }],
    [401, 'GET', '/v1/pets', { key: null }],
    [401, 'GET', '/v1/pets', { key: 'nobodys' }],
    [404, 'GET', '/v1/pets/0', {}],
    [404, 'GET', '/v1/nothing', {}],
    [405, 'PUT', '/v1/pets', {}],
    [409, 'PATCH', '/v1/pets/3', { body: { status: 'pending' } }],
    [412, 'PATCH', '/v1/pets/1', { body: {}, headers: { 'if-match': '"other"' } }],
    [413, 'POST', '/v1/pets', { body: 'x'.repeat(65_537) }],
  ])('are on %i: %s %s', async (status, method, path, options) => {
    const answer = await service.call(method, path, options);
    expect(answer.status).toBe(status);
    const { limit, remaining, reset } = rateLimitOf(answer);
    expect(limit).toBe(options.key === undefined ? 10_000 : 600);
    expect(remaining).toBeLessThan(limit);
    expect(reset).toBe(unixSeconds() + 60);
  });

  test('X-RateLimit-Remaining decreases by one with each request, whatever its status', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    const paths = ['/v1/pets', '/v1/pets?limit=0', '/v1/pets/0', '/v1/nothing'];
    for (const [index, path] of paths.entries()) {
      expect(rateLimitOf(await service.call('GET', path, { key })).remaining).toBe(59 - index);
    }
  });

  test('X-RateLimit-Reset stays the same within a window, and is the end of the next window afterwards', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    const reset = unixSeconds() + 60;
    expect(rateLimitOf(await list(key))).toEqual({ limit: 60, remaining: 59, reset });
    clock.advance(minute - 1);
    expect(rateLimitOf(await list(key))).toEqual({ limit: 60, remaining: 58, reset });
    clock.advance(1);
    expect(rateLimitOf(await list(key))).toEqual({ limit: 60, remaining: 59, reset: reset + 60 });
  });

  test('all keys of an account share its limits, and no two accounts do', async () => {
    const one = await service.newAccount({ plan: 'free' });
    const other = await service.newAccount({ plan: 'free' });
    const { body } = await service.call('POST', '/v1/account/keys', { key: one.key, body: {} });
    expect(rateLimitOf(await list(body.key)).remaining).toBe(58);
    expect(rateLimitOf(await list(other.key)).remaining).toBe(59);
  });
});

describe('behaviour on exceeding', () => {
  test('answers sixty of 61 requests of a Free account, and 429 with Retry-After to the last', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    const reset = unixSeconds() + 60;
    const answers = await send(61, key);
    expect(answers.slice(0, 60).map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(answers.map((answer) => rateLimitOf(answer).remaining)).toEqual([
      ...Array.from({ length: 60 }, (_, i) => 59 - i),
      0,
    ]);
    const refused = answers[60]!;
    expectError(refused, 429, 'rate_limit_exceeded', '60 requests per minute');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(rateLimitOf(refused)).toEqual({ limit: 60, remaining: 0, reset });
  });

  test('answers a client that waits for Retry-After, and not a millisecond earlier', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    await send(60, key);
    clock.advance(1_500);
    const refused = await list(key);
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBe(59);
    clock.advance(minute - 1_501);
    expect((await list(key)).status).toBe(429);
    clock.advance(1);
    expect((await list(key)).status).toBe(200);
  });

  test('429 comes before 404, 405, 400 and 403, and after 401', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    await send(60, key);
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['PUT', '/v1/pets'],
      ['GET', '/v1/pets?limit=0'],
      ['GET', '/v1/admin/accounts'],
    ]) {
      expectError(await service.call(method!, path!, { key }), 429, 'rate_limit_exceeded');
    }
    expectError(await service.call('GET', '/v1/pets', { key: `${key.slice(0, -1)}!` }), 401, 'invalid_api_key');
  });

  test('a refused POST adds nothing', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    await send(60, key);
    const answer = await service.call('POST', '/v1/pets', { key, body: { name: 'Too much', categoryId: 1 } });
    expectError(answer, 429, 'rate_limit_exceeded');
    expect((await service.call('GET', '/v1/pets?q=Too+much')).body).toEqual([]);
  });

  test('answers 1,000 requests a day of a Free account, and 429 until the day is over', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    const opened = clock.now();
    for (let sent = 0; sent < 1_000; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => list(key)));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      clock.advance(minute);
    }
    const refused = await list(key);
    expectError(refused, 429, 'daily_quota_exceeded', '1000 requests per day');
    expect(rateLimitOf(refused)).toEqual({ limit: 1_000, remaining: 0, reset: (opened + day) / 1_000 });
    expect(refused.headers.get('retry-after')).toBe(String((opened + day - clock.now()) / 1_000));
    clock.set(opened + day);
    expect(rateLimitOf(await list(key))).toMatchObject({ limit: 60, remaining: 59 });
  });

  test('the headers show the window with fewer requests remaining', async () => {
    const { key } = await service.newAccount({ limits: { perMinute: 3, perDay: 4 } });
    const reset = { minute: unixSeconds() + 60, day: unixSeconds() + 86_400 };
    expect(rateLimitOf(await list(key))).toEqual({ limit: 3, remaining: 2, reset: reset.minute });
    await list(key);
    clock.advance(minute);
    expect(rateLimitOf(await list(key))).toEqual({ limit: 4, remaining: 1, reset: reset.day });
  });

  test('bans the key of a client that keeps sending requests after a 429', async () => {
    const { key } = await service.newAccount({ plan: 'free' });
    const other = await service.call('POST', '/v1/account/keys', { key, body: {} });
    // Creating the other key took one request of this account: 59 remain.
    await send(60, key);
    clock.advance(second);
    const strikes = await send(61, key);
    const codes = strikes.map(({ body }) => body.code);
    expect(codes).toEqual([...Array(60).fill('rate_limit_exceeded'), 'api_key_banned']);
    const banned = strikes[60]!;
    expectError(banned, 429, 'api_key_banned');
    expect(banned.headers.get('retry-after')).toBe('60');
    expect(rateLimitOf(banned).remaining).toBe(0);
    clock.advance(minute - 1);
    expectError(await list(key), 429, 'api_key_banned');
    expect((await list(other.body.key)).status).toBe(200);
    clock.advance(1);
    expect((await list(key)).status).toBe(200);
  });

  test('requests without a valid key count against their address only', async () => {
    const alone = await startOnSqlite({ now: clock.now, settings: { anonymousPerMinute: 2 } });
    const guess = () => alone.call('GET', '/v1/pets', { key: 'psk_live_guess' });
    expect(rateLimitOf(await guess())).toEqual({ limit: 2, remaining: 1, reset: unixSeconds() + 60 });
    expectError(await guess(), 401, 'invalid_api_key');
    const refused = await guess();
    expectError(refused, 429, 'rate_limit_exceeded');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(rateLimitOf(await alone.call('GET', '/v1/pets')).remaining).toBe(9_999);
  });
});
