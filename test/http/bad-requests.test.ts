import { beforeAll, describe, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { addPet, expectError, idsOf } from '../support/answers.ts';
import { describedOperations } from '../support/description.ts';
import { answerTo, requestText } from '../support/raw.ts';
import { linksOf, runningClock, sharedService, startOnSqlite } from '../support/service.ts';

const beyondInt64 = '9223372036854775808';
const belowInt64 = '-9223372036854775809';
const behindLinks = describedOperations(openapi).filter(({ security }) =>
  security.some((scheme) => Object.keys(scheme).some((name) => name.endsWith('Token'))),
);

/** Invalid queries, paths, methods and `Authorization` headers; `bad-input.test.ts` has the bodies. */
const get = (path: string) => service.call('GET', path);

const service = sharedService(startOnSqlite, { now: runningClock() });
beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) await addPet(service, { categoryId: 7 });
});

describe('query parameters', () => {
  const tooMany = Array.from({ length: 101 }, (_, index) => index).join(',');

  test.each([
    ['limit=0', '`limit` must be an integer from 1 to 100', 'limit=1'],
    ['limit=101', '`limit` must be an integer from 1 to 100', 'limit=100'],
    ['limit=-1', '`limit`', 'limit=1'],
    ['limit=1.5', '`limit`', 'limit=1'],
    ['limit=1e1', '`limit`', 'limit=10'],
    ['limit=abc', '`limit`', 'limit=20'],
    ['limit=', '`limit`', ''],
    ['limit=%2B5', '`limit`', 'limit=5'],
    ['limit=0x10', '`limit`', 'limit=16'],
    ['limit=99999999999999999999', '`limit`', 'limit=99'],
    ['limit=1&limit=2', '`limit` is given more than once', 'limit=2'],
    ['limit=1&limit=1', '`limit` is given more than once', 'limit=1'],
    ['status=lost', '`status` must be one of `available`, `pending`, `sold`', 'status=sold'],
    ['status=Sold', '`status`', 'status=sold'],
    ['status=', '`status`', ''],
    ['status=sold&status=pending', '`status` is given more than once', 'status=sold'],
    ['categoryId=dogs', '`categoryId`', 'categoryId=1'],
    ['categoryId=1.0', '`categoryId`', 'categoryId=1'],
    [`categoryId=${beyondInt64}`, '`categoryId`', 'categoryId=9223372036854775807'],
    [`categoryId=${belowInt64}`, '`categoryId`', 'categoryId=-9223372036854775808'],
    ['categoryId=1&categoryId=2', '`categoryId` is given more than once', 'categoryId=2'],
    ['ids=', '`ids', 'ids=1'],
    ['ids=1,,2', '`ids', 'ids=1,2'],
    ['ids=1,x', 'Each item of the query parameter `ids` must be', 'ids=1'],
    [`ids=${beyondInt64}`, '`ids', 'ids=9223372036854775807'],
    [`ids=${tooMany}`, '`ids` must be a list of 1 to 100 items', `ids=${tooMany.slice(0, -4)}`],
    [
      'updatedSince=yesterday',
      '`updatedSince` must be a time like `2026-11-21T09:30:00Z`',
      'updatedSince=2026-11-21T09:30:00Z',
    ],
    ['updatedSince=2026-11-21', '`updatedSince`', 'updatedSince=2026-11-21T00:00:00Z'],
    ['updatedSince=2026-11-21T09:30:00', '`updatedSince`', 'updatedSince=2026-11-21T09:30:00Z'],
    ['updatedSince=2026-02-30T09:30:00Z', '`updatedSince`', 'updatedSince=2026-02-28T09:30:00Z'],
    ['updatedSince=2026-11-21T25:00:00Z', '`updatedSince`', 'updatedSince=2026-11-21T23:00:00Z'],
    ['updatedSince=2026-11-21T24:00:00Z', '`updatedSince`', 'updatedSince=2026-11-22T00:00:00.0000000000Z'],
    [
      'updatedSince=2026-11-21T09:30:00+01:00',
      '(RFC 3339); in a URL, a `+` is written `%2B`.',
      'updatedSince=2026-11-21T09:30:00%2B01:00',
    ],
    ['updatedSince=1795253400', '`updatedSince`', ''],
    ['q=', '`q`', 'q=x'],
    ['q=%20%20', '`q`', 'q=x'],
    [`q=${'x'.repeat(256)}`, '`q`', `q=${'x'.repeat(255)}`],
    // One character that is folded to eighteen.
    [`q=${encodeURIComponent('\u{fdfa}'.repeat(15))}`, '`q`', `q=${encodeURIComponent('\u{fdfa}'.repeat(14))}`],
    ['q=x%00', '`q`', 'q=x'],
    ['ids=1&ids=2', '`ids` is given more than once; separate', 'ids=1,2'],
    ['sex=male&sex=female,unknown', '`sex` is given more than once; separate', 'sex=male'],
    ['expand=owner&expand=owner', '`expand` is given more than once; separate', 'expand=owner'],
    ['q=x&q=y', '`q` is given more than once', 'q=x'],
  ])('%s is 400 invalid_parameter', async (query, naming, mended) => {
    expectError(await get(`/v1/pets?${query}`), 400, 'invalid_parameter', naming);
    expect((await get(`/v1/pets?${mended}`)).status).toBe(200);
  });

  test('ignores unknown parameters, even repeated ones', async () => {
    const answer = await get('/v1/pets?page=0&page=x&Limit=0&colour=&__proto__=1&constructor=2');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe((await get('/v1/pets')).text);
  });
});

describe('cursors', () => {
  const cursorOf = (link = '') => new URL(link, service.origin).searchParams.get('cursor') ?? '';

  test('answers 400 invalid_cursor to an altered cursor', async () => {
    const cursor = cursorOf(linksOf(await get('/v1/pets?limit=1'))['next']);
    expect((await get(`/v1/pets?limit=1&cursor=${cursor}`)).status).toBe(200);
    const other = cursor.startsWith('B') ? 'C' : 'B';
    const altered = [
      `${other}${cursor.slice(1)}`,
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      cursor.toLowerCase(),
      '',
      '0',
      '1',
      'null',
    ];
    for (const text of altered)
      expectError(await get(`/v1/pets?limit=1&cursor=${text}`), 400, 'invalid_cursor', '`cursor`');
  });

  test('answers 400 invalid_parameter to a cursor that is repeated or too long', async () => {
    const cursor = cursorOf(linksOf(await get('/v1/pets?limit=1'))['next']);
    expectError(
      await get(`/v1/pets?cursor=${cursor}&cursor=${cursor}`),
      400,
      'invalid_parameter',
      '`cursor` is given more than once',
    );
    expectError(await get(`/v1/pets?cursor=${'A'.repeat(201)}`), 400, 'invalid_parameter', '`cursor`');
  });

  test.each(['categoryId=7', 'status=available', 'q=rex', 'ids=1,2,3', 'updatedSince=2020-01-01T00:00:00Z'])(
    'answers 400 to a cursor of the unfiltered list with %s, and the other way round',
    async (filter) => {
      const plain = cursorOf(linksOf(await get('/v1/pets?limit=1'))['next']);
      const filtered = cursorOf(linksOf(await get(`/v1/pets?limit=1&${filter}`))['next']);
      expect((await get(`/v1/pets?limit=1&${filter}&cursor=${filtered}`)).status).toBe(200);
      expectError(await get(`/v1/pets?limit=1&${filter}&cursor=${plain}`), 400, 'invalid_cursor');
      expectError(await get(`/v1/pets?limit=1&cursor=${filtered}`), 400, 'invalid_cursor');
    },
  );

  test('accepts a cursor with other members expanded, and with defaults that are stated', async () => {
    const profile = { location: { latitude: 0, longitude: 0 } };
    for (let count = 0; count < 2; count += 1) await addPet(service, { profile });
    for (const [filter, other] of [
      ['', '&expand=profile'],
      ['&expand=profile,photos', '&sort=newest'],
      ['&sort=newest', ''],
      ['&near=0,0', '&near=0,0&within=100mi&expand=distance'],
    ] as const) {
      const cursor = cursorOf(linksOf(await get(`/v1/pets?limit=1${filter}`))['next']);
      const expected = idsOf(await get(`/v1/pets?limit=1${filter}&cursor=${cursor}`));
      expect(idsOf(await get(`/v1/pets?limit=1${other}&cursor=${cursor}`))).toEqual(expected);
    }
    const cursor = cursorOf(linksOf(await get('/v1/pets?limit=1'))['next']);
    expectError(await get(`/v1/pets?limit=1&sort=longest_waiting&cursor=${cursor}`), 400, 'invalid_cursor');
  });

  test('answers 400 to a cursor with another value of its filter', async () => {
    const cursor = cursorOf(linksOf(await get('/v1/pets?limit=1&categoryId=7'))['next']);
    expectError(await get(`/v1/pets?limit=1&categoryId=8&cursor=${cursor}`), 400, 'invalid_cursor');
  });

  test('answers 400 invalid_cursor to a cursor of the other environment', async () => {
    const staging = await startOnSqlite({ now: runningClock(), environment: 'staging' });
    await addPet(staging, {});
    await addPet(staging, {});
    const cursor = cursorOf(linksOf(await staging.call('GET', '/v1/pets?limit=1'))['next']);
    expectError(await get(`/v1/pets?limit=1&cursor=${cursor}`), 400, 'invalid_cursor');
  });

  test('accepts a cursor with another limit', async () => {
    const cursor = cursorOf(linksOf(await get('/v1/pets?limit=1'))['next']);
    expect((await get(`/v1/pets?limit=2&cursor=${cursor}`)).status).toBe(200);
  });
});

describe('paths', () => {
  test.each([
    '0',
    '-1',
    'abc',
    beyondInt64,
    belowInt64,
    '9223372036854775807',
    '-9223372036854775808',
    '1.0',
    '1e0',
    '0x1',
    '+1',
    '%201',
    '1%00',
    'null',
    '1'.repeat(100),
  ])('answers 404 pet_not_found to every method for a pet %s', async (id) => {
    for (const [method, options] of [
      ['GET', {}],
      ['PATCH', { body: {} }],
      ['DELETE', {}],
    ] as const) {
      expectError(await service.call(method, `/v1/pets/${id}`, options), 404, 'pet_not_found', '`petId`');
    }
  });

  test.each(['/v1', '/v1/', '/v1/pet', '/v1/pets/1/pictures', '/v1/Pets', '/v1//pets', '/v1/pets.json'])(
    '%s is 404 route_not_found',
    async (path) => {
      expectError(await get(path), 404, 'route_not_found');
    },
  );

  test('answers 404 to every method for a path that ends with a slash', async () => {
    for (const [method, path] of [
      ['GET', '/v1/pets/'],
      ['PATCH', '/v1/pets/'],
      ['DELETE', '/v1/pets/?x=1'],
      ['POST', '/v1/pets/'],
      ['GET', '/v1/categories/'],
      ['POST', '/v1/store/orders//cancel'],
    ] as const) {
      const answer = await service.call(method, path, method === 'GET' || method === 'DELETE' ? {} : { body: {} });
      expectError(answer, 404, 'route_not_found');
      expect(answer.headers.get('sunset')).toBeNull();
    }
  });

  test('answers 404 with an Error body outside /v1', async () => {
    const answer = await get('/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ code: 'route_not_found', message: expect.stringContaining('/v1'), status: 404 });
  });
});

describe('methods', () => {
  test.each([
    ['PUT', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['PATCH', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['PROPFIND', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/v1/pets/1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['PUT', '/v1/pets/1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['PUT', '/v1/pets/abc', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ])('%s %s is 405 method_not_allowed, and Allow lists the methods', async (method, path, allow) => {
    const answer = await service.call(
      method,
      path,
      method === 'PROPFIND' ? {} : { body: { name: 'Rex', categoryId: 1 } },
    );
    expectError(answer, 405, 'method_not_allowed', method);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test('each path of the description, also one that lies where others have an id, allows its own methods alone', async () => {
    const { paths } = (await get('/v1/openapi.json')).body as { paths: Record<string, object> };
    for (const [template, operations] of Object.entries(paths)) {
      const own = Object.keys(operations).map((name) => name.toUpperCase());
      const allow = [...own, 'OPTIONS', ...(own.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ');
      const path = `/v1${template.replaceAll(/\{\w+\}/g, '1')}`;
      const preflight = { origin: 'https://shelter.example', 'access-control-request-method': 'GET' };
      const { headers } = await service.call('OPTIONS', path, { headers: preflight });
      expect.soft([path, headers.get('allow')]).toEqual([path, allow]);
      expect.soft([path, headers.get('access-control-allow-methods')]).toEqual([path, allow]);
      for (const method of ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].filter((each) => !own.includes(each))) {
        const answer = await service.call(method, path);
        expect.soft([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow]);
      }
    }
  });
});

describe('the Authorization header', () => {
  const authorized = (authorization: string | undefined) =>
    service.call('POST', '/v1/pets', {
      key: null,
      body: { name: 'Rex', categoryId: 1 },
      headers: authorization === undefined ? {} : { authorization },
    });
  const all = async () => (await get('/v1/pets?limit=100')).text;

  test.each<[string, (key: string) => string | undefined, string]>([
    ['absent', () => undefined, 'missing_api_key'],
    ['empty', () => '', 'missing_api_key'],
    ['of the scheme Basic', (key) => `Basic ${btoa(`${key}:`)}`, 'invalid_api_key'],
    ['the bare key', (key) => key, 'invalid_api_key'],
    ['without a key', () => 'Bearer', 'invalid_api_key'],
    ['with two spaces', (key) => `Bearer  ${key}`, 'invalid_api_key'],
    ['with a tab', (key) => `Bearer\t${key}`, 'invalid_api_key'],
    ['with a colon', (key) => `Bearer: ${key}`, 'invalid_api_key'],
    ['with text after the key', (key) => `Bearer ${key} x`, 'invalid_api_key'],
    ['with the key in quotes', (key) => `Bearer "${key}"`, 'invalid_api_key'],
    ['with the key cut by one character', (key) => `Bearer ${key.slice(0, -1)}`, 'invalid_api_key'],
    ['with one character more', (key) => `Bearer ${key}0`, 'invalid_api_key'],
    ['with the key in upper case', (key) => `Bearer ${key.toUpperCase()}`, 'invalid_api_key'],
    ['with the key given to staging', (key) => `Bearer ${key.replace('psk_live_', 'psk_test_')}`, 'invalid_api_key'],
  ])('%s is 401', async (_, authorization, code) => {
    const before = await all();
    const answer = await authorized(authorization(service.operatorKey));
    expectError(answer, 401, code);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="petstore"(, error="invalid_token")?$/);
    expect(await all()).toBe(before);
  });

  test.each(behindLinks)(
    'of $operationId holds the token of a link: 401 without one, 404 with an unknown one',
    async ({ method, path }) => {
      const send = (headers: Record<string, string>) =>
        service.call(method.toUpperCase(), `/v1${path}`, {
          key: null,
          headers,
          ...(method !== 'get' && { body: { message: 'Hello' } }),
        });
      const cases: [Record<string, string>, code: string, reason: string][] = [
        [{}, 'missing_api_key', ''],
        [{ authorization: '' }, 'missing_api_key', ''],
        [{ authorization: 'Basic x' }, 'invalid_api_key', ''],
        [{ authorization: 'Bearer' }, 'invalid_api_key', ''],
        [{ authorization: 'Bearer a b' }, 'invalid_api_key', ', error="invalid_token"'],
      ];
      for (const [headers, code, reason] of cases) {
        const answer = await send(headers);
        expectError(answer, 401, code, 'Bearer <TOKEN>');
        expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="petstore"${reason}`);
      }
      const unknown = await send({ authorization: 'Bearer nobodys' });
      expect(unknown.status).toBe(404);
      expect(unknown.headers.get('www-authenticate')).toBeNull();
    },
  );

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts the scheme as %s', async (scheme) => {
    expect((await authorized(`${scheme} ${service.operatorKey}`)).status).toBe(201);
  });

  test('answers 401 to two headers', async () => {
    const good = `Bearer ${service.operatorKey}`;
    for (const values of [
      [good, good],
      [good, 'Bearer other'],
      ['Bearer other', good],
    ]) {
      const answer = await answerTo(service.origin, requestText('GET /v1/pets', { Authorization: values }));
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.text).code).toBe('invalid_api_key');
    }
  });

  test('answers 401 to a revoked key at once', async () => {
    const { key, keyId } = await service.newAccount();
    expect((await authorized(`Bearer ${key}`)).status).toBe(201);
    expect((await service.call('DELETE', `/v1/account/keys/${keyId}`, { key })).status).toBe(204);
    const before = await all();
    expectError(await authorized(`Bearer ${key}`), 401, 'invalid_api_key', 'revoked');
    expect(await all()).toBe(before);
  });
});
