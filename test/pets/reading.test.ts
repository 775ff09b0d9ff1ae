import { beforeAll, describe, expect, test } from 'vitest';
import { addPet, expectError, rateLimitOf } from '../support/answers.ts';
import { type Answer, type CallOptions, runningClock, sharedService, startOnSqlite } from '../support/service.ts';

const page = { origin: 'https://shelter.example' };

/** Conditional requests (If-None-Match), and requests from web pages (CORS). */
let path: string;
let etag: string;
const get = (headers: Record<string, string> = {}, method = 'GET') => service.call(method, path, { headers });

const service = sharedService(startOnSqlite, { now: runningClock() });
beforeAll(async () => {
  path = `/v1/pets/${await addPet(service, {})}`;
  etag = (await get()).headers.get('etag')!;
});

describe('If-None-Match', () => {
  const expectUnchanged = (answer: Answer) => {
    expect([answer.status, answer.text]).toEqual([304, '']);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('content-type')).toBe(null);
    expect(rateLimitOf(answer).limit).toBe(10_000);
  };

  test('304 without a body: the current version, weak or strong, alone, in a list, or *', async () => {
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag},"more"`, '*']) {
      expectUnchanged(await get({ 'if-none-match': known }));
      expectUnchanged(await get({ 'if-none-match': known }, 'HEAD'));
    }
  });

  test('200: another version, or nonsense', async () => {
    for (const known of ['"other"', 'W/"other"', etag.replaceAll('"', ''), 'nonsense']) {
      const answer = await get({ 'if-none-match': known });
      expect([answer.status, answer.body.name]).toEqual([200, 'Rex']);
    }
  });

  test('200 after a change, and 304 with the new version', async () => {
    const id = await addPet(service, {});
    const own = `/v1/pets/${id}`;
    const known = (await service.call('GET', own)).headers.get('etag')!;
    await service.call('PATCH', own, { body: { name: 'Max' } });
    const changed = await service.call('GET', own, { headers: { 'if-none-match': known } });
    expect([changed.status, changed.body.name]).toEqual([200, 'Max']);
    const again = await service.call('GET', own, { headers: { 'if-none-match': changed.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  test('404 when there is no such pet', async () => {
    expectError(await service.call('GET', '/v1/pets/0', { headers: { 'if-none-match': '*' } }), 404, 'pet_not_found');
  });
});

describe('a list of one id', () => {
  const idOf = (own: string) => own.slice('/v1/pets/'.length);
  const list = (query: string, headers: Record<string, string> = {}) =>
    service.call('GET', `/v1/pets?${query}`, { headers });

  test('has the ETag of the pet, also with other filters that it matches', async () => {
    const ids = `ids=${idOf(path)}`;
    for (const filters of ['', '&status=available', '&categoryId=1&q=REX&updatedSince=2020-01-01T00:00:00Z'])
      expect((await list(ids + filters)).headers.get('etag')).toBe(etag);
  });

  test('304 with the current version, and 200 after a change', async () => {
    const id = await addPet(service, {});
    const known = (await list(`ids=${id}`)).headers.get('etag')!;
    for (const _ of ['read', 'kept']) expect((await list(`ids=${id}`, { 'if-none-match': known })).status).toBe(304);
    await service.call('PATCH', `/v1/pets/${id}`, { body: { name: 'Max' } });
    const changed = await list(`ids=${id}`, { 'if-none-match': known });
    expect([changed.status, changed.body[0].name]).toEqual([200, 'Max']);
    expect(changed.headers.get('etag')).toBe((await service.call('GET', `/v1/pets/${id}`)).headers.get('etag'));
  });

  test('200 with the owner, which the version does not count', async () => {
    const expanded = await list(`ids=${idOf(path)}&expand=owner`, { 'if-none-match': etag });
    expect([expanded.status, expanded.headers.get('etag')]).toEqual([200, etag]);
  });

  test('without the pet, with more ids or without ids there is no ETag, and conditions mean nothing', async () => {
    const other = await addPet(service, {});
    const conditions = { 'if-none-match': '*', 'if-match': '"other"' };
    for (const query of ['ids=0', `ids=${idOf(path)}&status=sold`, `ids=${idOf(path)},${other}`, 'limit=1', '']) {
      const answer = await list(query, conditions);
      expect([query, answer.status, answer.headers.get('etag')]).toEqual([query, 200, null]);
    }
  });
});

describe('OPTIONS', () => {
  test.each([
    ['/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['/v1/pets/1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/v1/pets/0', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/v1/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('of %s allows %s, without a key', async (path, allow) => {
    const answer = await service.call('OPTIONS', path, { key: null });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('allow')).toBe(allow);
    expect(answer.headers.get('access-control-allow-origin')).toBe(null);
    expect(rateLimitOf(answer).limit).toBe(600);
  });

  test('of an unknown path is 404', async () => {
    expectError(await service.call('OPTIONS', '/v1/nothing', { key: null }), 404, 'route_not_found');
  });

  test('as a preflight: the page may send what the operations read', async () => {
    const headers = {
      ...page,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,if-match',
    };
    const answer = await service.call('OPTIONS', path, { key: null, headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH');
    const allowed = answer.headers.get('access-control-allow-headers')!.toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'last-event-id',
        'x-request-id',
      ]),
    );
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  test('as a preflight of an unknown path: the page can read the 404 behind it', async () => {
    const headers = {
      ...page,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'cache-control',
    };
    for (const unknown of ['/v1/nothing', '/v11/pets']) {
      const preflight = await service.call('OPTIONS', unknown, { key: null, headers });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')], unknown).toEqual([204, '*']);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Cache-Control');
      const answer = await service.call('GET', unknown, { headers: page });
      expectError(answer, 404, 'route_not_found');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('names the media types of a PATCH', async () => {
    const patchable = await service.call('OPTIONS', path, { key: null });
    expect(patchable.headers.get('accept-patch')).toBe('application/merge-patch+json, application/json');
    const list = await service.call('OPTIONS', '/v1/pets', { key: null });
    expect(list.headers.get('accept-patch')).toBeNull();
  });
});

describe('from a web page', () => {
  test.each<[number, string, string, CallOptions]>([
    [200, 'GET', '/v1/pets', {}],
    [201, 'POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } }],
    [304, 'GET', '/v1/pets/1', { headers: { 'if-none-match': '*' } }],
    [400, 'GET', '/v1/pets?limit=0', {}],
    [401, 'GET', '/v1/pets', { key: null }],
    [404, 'GET', '/v1/pets/0', {}],
    [405, 'PUT', '/v1/pets', {}],
    [413, 'POST', '/v1/pets', { body: 'x'.repeat(65_537) }],
  ])('a %i can be read: %s %s', async (status, method, path, options) => {
    const answer = await service.call(method, path, { ...options, headers: { ...page, ...options.headers } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
    const exposed = answer.headers.get('access-control-expose-headers')!.toLowerCase().split(', ');
    const needed = ['allow', 'etag', 'link', 'location', 'retry-after', 'deprecation', 'sunset', 'www-authenticate'];
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...needed,
        'x-request-id',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
      ]),
    );
  });

  test('without an Origin no answer has CORS headers', async () => {
    const answer = await get();
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
