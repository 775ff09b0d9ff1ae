import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expectError } from '../support/answers.ts';
import { startRedis } from '../support/redis.ts';
import { type Answer, startOnSqlite, testClock, type TestService } from '../support/service.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const clock = testClock();
let service: TestService;

beforeAll(async () => {
  service = await startOnSqlite({ now: clock.now });
});
afterAll(() => service.close());
/** Each test starts with new windows for its address, and makes its own accounts. */
beforeEach(() => clock.advance(minute));

/** An Enterprise account with a low limit per minute. */
const account = (perMinute: number, perDay = 1_000_000) => service.newAccount({ limits: { perMinute, perDay } });
const get = (key: string | null, path = '/v1/pets', headers = {}) => service.call('GET', path, { key, headers });

const shown = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
const unixSeconds = (ms: number) => Math.ceil((clock.now() + ms) / second);

async function times(count: number, send: () => Promise<Answer>): Promise<(string | number)[]> {
  const seen: (string | number)[] = [];
  for (let i = 0; i < count; i += 1) {
    const { status, body } = await send();
    seen.push(body?.code ?? status);
  }
  return seen;
}

/** Gets the key banned: uses up its minute, is refused once, and sends strikes a second later. */
async function earnBan(key: string, perMinute: number): Promise<Answer> {
  await times(perMinute + 1, () => get(key));
  clock.advance(second);
  const strikes = await times(perMinute, () => get(key));
  expect(new Set(strikes)).toEqual(new Set(['rate_limit_exceeded']));
  return get(key);
}

function expectBanned(answer: Answer, forMs: number): void {
  expect(answer.body).toEqual({
    code: 'api_key_banned',
    message: expect.stringContaining(`${forMs / second} s`),
    status: 429,
  });
  expect(shown(answer).slice(1)).toEqual([0, unixSeconds(forMs)]);
  expect(answer.headers.get('retry-after')).toBe(String(forMs / second));
}

describe('a ban', () => {
  test('starts when a client keeps sending after 429, and ends by itself', async () => {
    const { key } = await account(3);
    expectBanned(await earnBan(key, 3), minute);
    clock.advance(minute - 1);
    expect((await get(key)).body.code).toBe('api_key_banned');
    clock.advance(1);
    expect((await get(key)).status).toBe(200);
  });

  test('lasts 1 min, 5 min, 30 min, 2 h, then 24 h each time', async () => {
    const { key } = await account(2);
    for (const lasts of [minute, 5 * minute, 30 * minute, 2 * hour, 24 * hour, 24 * hour]) {
      expectBanned(await earnBan(key, 2), lasts);
      clock.advance(lasts);
    }
  });

  test('steps down one level for each day without a ban', async () => {
    const { key } = await account(2);
    for (const lasts of [minute, 5 * minute]) {
      expectBanned(await earnBan(key, 2), lasts);
      clock.advance(lasts);
    }
    clock.advance(24 * hour);
    expectBanned(await earnBan(key, 2), 5 * minute);
    clock.advance(5 * minute + 48 * hour);
    expectBanned(await earnBan(key, 2), minute);
  });

  test('is not prolonged by requests during it', async () => {
    const { key } = await account(2);
    const { headers } = await earnBan(key, 2);
    for (let i = 0; i < 59; i += 1) {
      clock.advance(second);
      const answer = await get(key);
      expect(answer.body.code).toBe('api_key_banned');
      expect(answer.headers.get('x-ratelimit-reset')).toBe(headers.get('x-ratelimit-reset'));
      expect(answer.headers.get('retry-after')).toBe(String(59 - i));
    }
    clock.advance(second);
    expect((await get(key)).status).toBe(200);
  });

  test('does not start for requests within a second of the first 429', async () => {
    const { key } = await account(2);
    const seen = await times(20, () => get(key));
    expect(new Set(seen.slice(2))).toEqual(new Set(['rate_limit_exceeded']));
  });

  test('applies to the key, not to another key of the account', async () => {
    const { key } = await account(2);
    const { body: other } = await service.call('POST', '/v1/account/keys', { key, body: { name: 'Other' } });
    expectBanned(await earnBan(key, 2), minute);
    expect((await get(other.key)).body.code).toBe('rate_limit_exceeded');
    clock.advance(59 * second);
    expect((await get(key)).body.code).toBe('api_key_banned');
    expect((await get(other.key)).status).toBe(200);
  });

  test('ends at once when an operator lifts it', async () => {
    const { key, accountId } = await account(2);
    await earnBan(key, 2);
    clock.advance(59 * second);
    expect((await get(key)).body.code).toBe('api_key_banned');
    const lifted = await service.call('POST', `/v1/admin/accounts/${accountId}/lift-ban`, { key: service.operatorKey });
    expect(lifted.status).toBe(204);
    expect((await get(key)).status).toBe(200);
  });

  test('survives a restart', async () => {
    const { key } = await account(2);
    expectBanned(await earnBan(key, 2), minute);
    const { dataDir, operatorKey } = service;
    await service.stop();
    clock.advance(20 * second);
    service = { ...(await startOnSqlite({ now: clock.now, dataDir, outlivesTest: true })), operatorKey };
    expectBanned(await get(key), 40 * second);
  });

  test('is counted at /metrics, with the strikes and refusals before it', async () => {
    const counted = async () => {
      const { text } = await service.call('GET', '/metrics');
      const names = [
        'api_key_bans_total{',
        'limit_strikes_total{',
        'limit_refusals_total{by="minute",',
        'limit_refusals_total{by="ban",',
      ];
      return names.map((name) =>
        Number(text.split(`petstore_${name}environment="production"} `)[1]?.split('\n')[0] ?? 0),
      );
    };
    const { key } = await account(2);
    const before = await counted();
    await earnBan(key, 2);
    expect((await counted()).map((count, i) => count - before[i]!)).toEqual([1, 3, 3, 1]);
  });
});

describe('the RateLimit headers of the IETF draft', () => {
  test('show both windows of an account', async () => {
    const { key } = await account(60, 1_000);
    const first = await get(key);
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "day";q=1000;w=86400');
    expect(first.headers.get('ratelimit')).toBe('"minute";r=59;t=60, "day";r=999;t=86400');
    clock.advance(30_500);
    expect((await get(key)).headers.get('ratelimit')).toBe('"minute";r=58;t=30, "day";r=998;t=86370');
  });

  test('show the one window of an address', async () => {
    const { headers, status } = await get(null);
    expect(status).toBe(401);
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=600;w=60');
    expect(headers.get('ratelimit')).toBe('"minute";r=599;t=60');
  });

  test('show nothing remaining on 429', async () => {
    const { key } = await account(1);
    await get(key);
    const { headers, status } = await get(key);
    expect([status, headers.get('ratelimit')]).toEqual([429, '"minute";r=0;t=60, "day";r=999999;t=86400']);
  });
});

describe('the cost of a request', () => {
  test.each([
    ['GET', '/v1/pets', 1],
    ['HEAD', '/v1/pets', 1],
    ['GET', '/v1/nothing', 1],
    ['PUT', '/v1/pets', 1],
    ['POST', '/v1/pets', 1],
    ['GET', '/v1/pets?limit=0', 1],
    ['GET', '/v1/account/usage', 0],
    ['HEAD', '/v1/account/usage', 0],
  ])('%s %s costs the account %d requests', async (method, path, cost) => {
    const { key } = await account(60);
    await get(key);
    const { headers } = await service.call(method, path, { key });
    expect(headers.get('x-ratelimit-remaining')).toBe(String(59 - cost));
  });

  test('OPTIONS costs the account nothing, because it carries no key', async () => {
    const { key } = await account(60);
    await get(key);
    const options = await service.call('OPTIONS', '/v1/pets', { key, headers: { origin: 'https://shelter.example' } });
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(shown(options)).toEqual([600, 599, unixSeconds(minute)]);
    expect(shown(await get(key))).toEqual([60, 58, unixSeconds(minute)]);
  });

  test('a preflight is answered although scripts without a key have used up the limit of the address', async () => {
    const path = '/v1/pets';
    while ((await service.call('GET', path, { key: null })).status !== 429);
    const page = { origin: 'https://shelter.example' };
    const preflight = await service.call('OPTIONS', path, {
      key: null,
      headers: { ...page, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect((await service.call('OPTIONS', path, { key: null, headers: page })).status).toBe(429);
    const { key } = await account(60);
    expect((await service.call('GET', path, { key, headers: page })).status).toBe(200);
  });

  test('requests that cost nothing have an allowance of 600 a minute, which takes nothing from the account', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    const shared = await startOnSqlite({ now: clock.now, settings: { redisUrl: redis.url } });
    onTestFinished(() => shared.close());
    for (const one of [service, shared]) {
      const { key } = await one.newAccount({ limits: { perMinute: 60, perDay: 1_000 } });
      const usage = () => one.call('GET', '/v1/account/usage', { key });
      const answers = await Promise.all(Array.from({ length: 600 }, usage));
      expect(new Set(answers.map((answer) => [answer.status, ...shown(answer).slice(0, 2)].join()))).toEqual(
        new Set(['200,60,60']),
      );
      const refused = await usage();
      expectError(refused, 429, 'rate_limit_exceeded', '600 requests per minute');
      expect([...shown(refused), refused.headers.get('retry-after')]).toEqual([600, 0, unixSeconds(minute), '60']);
      clock.advance(2 * second);
      // It is not a strike either, and another account has its own.
      expect(await times(70, usage)).toEqual(Array(70).fill('rate_limit_exceeded'));
      expect(shown(await one.call('GET', '/v1/pets', { key })).slice(0, 2)).toEqual([60, 59]);
      const other = await one.newAccount();
      expect((await one.call('GET', '/v1/account/usage', { key: other.key })).status).toBe(200);
      clock.advance(58 * second);
      expect((await usage()).status).toBe(200);
    }
  });

  test('GET /v1/account/usage answers 200 when the minute is used up', async () => {
    const { key } = await account(2);
    await times(3, () => get(key));
    const { status, body } = await get(key, '/v1/account/usage');
    expect(status).toBe(200);
    expect(body.minute).toEqual({ limit: 2, remaining: 0, reset: unixSeconds(minute) });
    expect(body.days.at(-1)).toMatchObject({ admitted: 2, refused: 1, strikes: 0 });
  });
});
