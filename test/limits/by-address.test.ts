import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerTo, requestText } from '../support/raw.ts';
import { type Answer, startOnSqlite, testClock, type TestService } from '../support/service.ts';

const clock = testClock();
const settings = { anonymousPerMinute: 3 };
/** Trusts no proxy. */
let direct: TestService;
/** Trusts the proxy at 127.0.0.1, the source of all requests in this file. */
let behindProxy: TestService;
let service: TestService;

beforeAll(async () => {
  direct = await startOnSqlite({ now: clock.now, settings });
  behindProxy = await startOnSqlite({
    now: clock.now,
    environment: 'staging',
    settings: { ...settings, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] },
  });
});
afterAll(() => Promise.all([direct.close(), behindProxy.close()]));
beforeEach(() => {
  clock.advance(60_000);
  service = direct;
});

const from = (address: string, key: string | null = null) =>
  service.call('GET', '/v1/pets', { key, headers: { 'x-forwarded-for': address } });
const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));

describe('requests without a valid key', () => {
  test('share one limit per address: 401 until it is used up, then 429', async () => {
    const codes: string[] = [];
    for (const key of [null, 'x', null, 'x', null])
      codes.push((await service.call('GET', '/v1/pets', { key })).body.code);
    expect(codes).toEqual([
      'missing_api_key',
      'invalid_api_key',
      'missing_api_key',
      'rate_limit_exceeded',
      'rate_limit_exceeded',
    ]);
  });

  test('are never banned, and never count against the account whose key they resemble', async () => {
    const { key } = await service.newAccount({ limits: { perMinute: 10, perDay: 100 } });
    const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    clock.advance(2_000);
    for (let i = 0; i < 20; i += 1) {
      clock.advance(100);
      const { body } = await service.call('GET', '/v1/pets', { key: mistyped });
      expect(body.code).toBe(i < 3 ? 'invalid_api_key' : 'rate_limit_exceeded');
    }
    const { status, body } = await service.call('GET', '/v1/account/usage', { key });
    expect(status).toBe(200);
    expect([body.minute.remaining, body.day.remaining]).toEqual([10, 100]);
  });

  test('beyond their limit do not affect requests with a key', async () => {
    for (let i = 0; i < 5; i += 1) await service.call('GET', '/v1/pets', { key: null });
    expect((await service.call('GET', '/v1/pets')).status).toBe(200);
  });

  test('that are not valid HTTP count against the same limit', async () => {
    await service.call('GET', '/v1/pets', { key: null });
    await service.call('GET', '/nothing', { key: null });
    const third = await answerTo(service.origin, 'garbage\r\n\r\n');
    expect([third.status, third.headers['x-ratelimit-remaining']]).toEqual([400, '0']);
    for (const bytes of [
      'garbage\r\n\r\n',
      requestText('GET /v1/pets'),
      requestText('GET /%zz'),
      requestText('CONNECT x:1'),
    ]) {
      const refused = await answerTo(service.origin, bytes);
      expect([refused.status, JSON.parse(refused.text).code, refused.headers['retry-after']]).toEqual([
        429,
        'rate_limit_exceeded',
        '60',
      ]);
    }
  });

  test('beyond their limit do not block /healthz, /readyz and /metrics', async () => {
    for (let i = 0; i < 5; i += 1) await service.call('GET', '/v1/pets', { key: null });
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await service.call('GET', path, { key: null })).status).toBe(200);
  });
});

describe('X-Forwarded-For', () => {
  test('is ignored without TRUSTED_PROXIES', async () => {
    const answers = [await from('203.0.113.1'), await from('203.0.113.2'), await from('::1')];
    expect(answers.map(remaining)).toEqual([2, 1, 0]);
    expect((await from('203.0.113.4')).status).toBe(429);
  });

  test('is ignored from an address that is not in TRUSTED_PROXIES', async () => {
    service = await startOnSqlite({ settings: { ...settings, trustedProxies: ['10.0.0.0/8', '::1'] } });
    expect([await from('203.0.113.1'), await from('203.0.113.2')].map(remaining)).toEqual([2, 1]);
    await service.close();
  });

  test('from a trusted proxy gives each client its own limit', async () => {
    service = behindProxy;
    expect([await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.2')].map(remaining)).toEqual([
      2, 1, 2,
    ]);
  });

  test('is read from the right: addresses that the client itself sent are ignored', async () => {
    service = behindProxy;
    const answers = [
      await from('198.51.100.1, 203.0.113.1'),
      await from('198.51.100.2, 203.0.113.1'),
      await from('198.51.100.3, 203.0.113.1, 10.0.0.5'),
    ];
    expect(answers.map(remaining)).toEqual([2, 1, 0]);
  });

  test.each([
    '',
    'nonsense',
    '203.0.113.1:4711',
    ',,,',
    '"x"',
    '203.0.113.1\t',
    'a'.repeat(5_000),
    '::ffff:203.0.113.1',
  ])('with any content gets a regular answer: %j', async (value) => {
    service = behindProxy;
    const answer = await from(value);
    expect([answer.status, remaining(answer)]).toEqual([401, 2]);
  });

  test('gives an IPv6 network of 64 bits one limit', async () => {
    service = behindProxy;
    const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:9'];
    const answers: Answer[] = [];
    for (const address of same) answers.push(await from(address));
    expect(answers.map(remaining)).toEqual([2, 1, 0]);
    expect((await from('2001:db8:1:2::abcd')).status).toBe(429);
    expect(remaining(await from('2001:db8:1:3::1'))).toBe(2);
    expect(remaining(await from('::1'))).toBe(2);
    // Zeros may be left out within the first 64 bits, too.
    expect(remaining(await from('2001:db8::5:6:7:8:9'))).toBe(2);
    expect(remaining(await from('2001:db8:0:5::1'))).toBe(1);
    expect(remaining(await from('2001:db8::6:6:7:8:9'))).toBe(2);
  });

  test('gives an IPv4 address one limit, also when it is written as IPv6', async () => {
    service = behindProxy;
    expect(
      [await from('203.0.113.9'), await from('::ffff:203.0.113.9'), await from('::FFFF:203.0.113.9')].map(remaining),
    ).toEqual([2, 1, 0]);
  });

  test('gives an address one limit, also with the port that some proxies add', async () => {
    service = behindProxy;
    const remain = async (...values: string[]) => {
      const answers: Answer[] = [];
      for (const value of values) answers.push(await from(value));
      return answers.map(remaining);
    };
    expect(await remain('203.0.113.11', '203.0.113.11:49152', '203.0.113.11:49153')).toEqual([2, 1, 0]);
    expect(await remain('2001:db8:1:9::1', '[2001:db8:1:9::2]:49152', '[2001:db8:1:9::3]')).toEqual([2, 1, 0]);
  });

  test('does not change the windows of a valid key', async () => {
    service = behindProxy;
    const { key } = await service.newAccount({ limits: { perMinute: 5, perDay: 100 } });
    expect([await from('203.0.113.1', key), await from('203.0.113.2', key)].map(remaining)).toEqual([4, 3]);
  });
});

describe('a publishable key', () => {
  const send = (method: 'GET' | 'POST', path: string, address: string, key: string) =>
    behindProxy.call(method, path, {
      key,
      ...(method === 'POST' && { body: { petId: 1, adopter: { name: 'Ann', email: 'ann@mail.example' } } }),
      headers: { 'x-forwarded-for': address, origin: 'https://shelter.example' },
    });
  const order = (address: string, key: string) => send('POST', '/v1/store/orders', address, key);
  const read = (address: string, key: string) => send('GET', '/v1/pets', address, key);
  const publishableKey = async () => {
    const { key: secret } = await behindProxy.newAccount();
    const { body } = await behindProxy.call('POST', '/v1/account/keys', {
      key: secret,
      body: { kind: 'publishable', scopes: ['pets:read', 'orders:write'], origins: ['https://shelter.example'] },
    });
    return { key: body.key as string, secret };
  };

  test('writes five times a minute for each visitor’s address; refused writes cost its account nothing', async () => {
    const { key, secret } = await publishableKey();
    const codes: string[] = [];
    for (let i = 0; i < 6; i++) codes.push((await order('203.0.113.7', key)).body.code);
    expect(codes).toEqual([...Array<string>(5).fill('pet_not_found'), 'rate_limit_exceeded']);

    const refused = await order('203.0.113.7', key);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('5');
    expect(Number(refused.headers.get('retry-after'))).toBe(60);
    expect((await order('203.0.113.8', key)).body.code).toBe('pet_not_found');

    const page = await read('203.0.113.7', key);
    expect(page.status).toBe(200);
    // Shows the visitor's own limit, of which less is left.
    expect(remaining(page)).toBe(299);
    // The creation of the key, six orders and two reads count.
    expect(remaining(await read('203.0.113.8', secret))).toBe(10_000 - 9);

    clock.advance(60_000);
    expect((await order('203.0.113.7', key)).body.code).toBe('pet_not_found');
  });

  test('reads 300 times a minute for each visitor’s address: no visitor uses up the limit or gets the key banned', async () => {
    const { key, secret } = await publishableKey();
    const answers = [];
    for (let i = 0; i < 400; i++) answers.push(await read('203.0.113.7', key));
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(300).fill(200),
      ...Array<number>(100).fill(429),
    ]);
    expect(answers.slice(0, 300).map(remaining)).toEqual(Array.from({ length: 300 }, (_, i) => 299 - i));
    expect(answers.at(-1)?.body.code).toBe('rate_limit_exceeded');
    expect(answers.at(-1)?.headers.get('x-ratelimit-limit')).toBe('300');

    expect(remaining(await read('203.0.113.8', key))).toBe(299);
    expect(remaining(await read('203.0.113.8', secret))).toBe(10_000 - 303);
    expect((await order('203.0.113.7', key)).body.code).toBe('pet_not_found');

    clock.advance(60_000);
    expect((await read('203.0.113.7', key)).status).toBe(200);
  });
});
