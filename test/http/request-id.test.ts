import { beforeAll, describe, expect, test } from 'vitest';
import { answerTo, rawClient, requestText } from '../support/raw.ts';
import { type Answer, sharedService, startOnSqlite, testClock } from '../support/service.ts';

const clock = testClock();
const minuteMs = 60_000;

let operations: { method: string; path: string }[];

const service = sharedService(startOnSqlite, { now: clock.now });
beforeAll(async () => {
  const { body } = await service.call('GET', '/v1/openapi.json', { key: null });
  operations = Object.entries<object>(body.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({
      method: method.toUpperCase(),
      path: `/v1${path.replaceAll(/\{\w+\}/g, '1')}`,
    })),
  );
});

const ours = /^req_[0-9a-z]{11,}$/;
const idOf = ({ headers }: Answer) => headers.get('x-request-id');

describe('X-Request-Id', () => {
  test.each(['a', 'req_1', '7d44-b2.c:9', 'A'.repeat(128), '00000000-0000-4000-8000-000000000000'])(
    '%s is kept',
    async (id) => {
      expect(idOf(await service.call('GET', '/v1/pets', { headers: { 'x-request-id': id } }))).toBe(id);
    },
  );

  test.each([
    '',
    ' ',
    'a b',
    'a,b',
    'a"b',
    '<script>',
    '%0d%0aSet-Cookie:x',
    'A'.repeat(129),
    'é',
    '{"a":1}',
    'a;b',
    '../a',
  ])('%j is replaced', async (id) => {
    const answer = await answerTo(service.origin, requestText('GET /v1/nothing', { 'X-Request-Id': id }));
    expect(answer.headers['x-request-id']).toMatch(ours);
    const reflected = Object.values(answer.headers).filter((value) => id.trim() !== '' && value.includes(id));
    expect(reflected).toEqual([]);
    expect(answer.text).not.toContain(id.trim() || 'nothing to find');
  });

  test('is replaced if it is repeated', async () => {
    const answer = await answerTo(service.origin, requestText('GET /v1/pets', { 'X-Request-Id': ['a', 'b'] }));
    expect(answer.headers['x-request-id']).toMatch(ours);
  });

  test('cannot inject a header into the response', async () => {
    for (const id of ['a\rSet-Cookie: b=c', 'a\nSet-Cookie: b=c', 'a\r\n Set-Cookie: b=c', 'a\0b', 'a\u0085b']) {
      const answer = await answerTo(service.origin, requestText('GET /v1/pets', { 'X-Request-Id': id }));
      expect(answer.headers['x-request-id']).toMatch(ours);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
  });

  test('differs for each request, parser failures included', async () => {
    const client = await rawClient(service.origin);
    const ids: (string | undefined)[] = [];
    for (let i = 0; i < 200; i += 1) {
      client.send(requestText('GET /v1/pets'));
      ids.push((await client.answer()).headers['x-request-id']);
    }
    client.destroy();
    for (let i = 0; i < 5; i += 1)
      ids.push((await answerTo(service.origin, 'garbage\r\n\r\n')).headers['x-request-id']);
    expect(new Set(ids)).toHaveLength(205);
    for (const id of ids) expect(id).toMatch(ours);
  });
});

test('every response of every operation has X-Request-Id and X-RateLimit-*, with a key and without', async () => {
  expect(operations.length).toBeGreaterThan(15);
  const { key } = await service.newAccount();
  for (const { method, path } of operations) {
    for (const [name, options] of Object.entries({
      none: { key: null },
      wrong: { key: 'x' },
      good: { key },
      body: { key, body: '{' },
    })) {
      if (method === 'GET' && name === 'body') continue;
      const answer = await service.call(method, path, { ...options, headers: { 'x-request-id': `it.${name}` } });
      expect.soft([method, path, idOf(answer)]).toEqual([method, path, `it.${name}`]);
      for (const header of ['limit', 'remaining', 'reset']) {
        expect
          .soft(answer.headers.get(`x-ratelimit-${header}`), `${method} ${path} ${answer.status} ${header}`)
          .toMatch(/^\d+$/);
      }
    }
  }
});

test.each([
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/docs/',
  '/',
  '/nothing',
  '/v1',
  '/v1/nothing',
  '/v1/%zz',
  '/%zz',
])('%s has X-Request-Id', async (path) => {
  expect(idOf(await service.call('GET', path, { headers: { 'x-request-id': 'mine' } }))).toBe('mine');
  expect(idOf(await service.call('HEAD', path))).toMatch(ours);
});

describe('HEAD responds as GET does, without a body', () => {
  const changing = new Set([
    'date',
    'x-request-id',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'ratelimit',
    'transfer-encoding',
  ]);
  const steady = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.has(name)));

  test('on every path that allows GET, with every status', async () => {
    // A page that is not the last has a link.
    for (const name of ['Rex', 'Max']) {
      const { status } = await service.call('POST', '/v1/pets', { body: { name, categoryId: 1 } });
      expect(status).toBe(201);
    }
    const auth = { Authorization: `Bearer ${service.operatorKey}` };
    // Each request changes the usage, and each sample the health: with them, the length of the response.
    const gets = operations.flatMap(({ method, path }) =>
      method === 'GET' && !/^\/v1\/(?:account\/usage|admin\/health)/.test(path) ? [path] : [],
    );
    const statuses = new Set<number>();
    for (const path of [
      ...gets,
      '/v1/pets?limit=1',
      '/v1/pets?limit=0',
      '/v1/pets/99',
      '/v1/nothing',
      '/healthz',
      '/nothing',
    ]) {
      // Without a key, a minute has fewer requests than there are paths.
      clock.advance(minuteMs);
      for (const headers of [auth, {}]) {
        const client = await rawClient(service.origin);
        client.send(requestText(`GET ${path}`, headers));
        const get = await client.answer();
        client.send(requestText(`HEAD ${path}`, { ...headers, Connection: 'close' }));
        const head = await client.answer({ toHead: true });
        expect.soft([path, head.status, await client.closed()]).toEqual([path, get.status, '']);
        const expected = { ...steady(get.headers), connection: 'close' };
        const { 'keep-alive': _, ...rest } = expected as Record<string, string>;
        expect.soft(steady(head.headers), path).toEqual(rest);
        statuses.add(head.status);
      }
    }
    expect(statuses).toEqual(new Set([200, 400, 401, 404]));
  });
});
