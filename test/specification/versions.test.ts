import { beforeAll, describe, expect, test } from 'vitest';
import { addPet, expectError } from '../support/answers.ts';
import { linksOf, sharedService, startOnSqlite, testClock } from '../support/service.ts';

const removalMs = Date.UTC(2030, 11, 5);

/** Part 9 of the specification, and the deprecation in its part 4.3. */
const clock = testClock();
let id: number;
let free: string;

const service = sharedService(startOnSqlite, { now: clock.now });
beforeAll(async () => {
  id = await addPet(service, {});
  free = (await service.newAccount({ plan: 'free' })).key;
});

test('the version is the prefix of every path', async () => {
  expect((await service.call('GET', '/v1/pets')).status).toBe(200);
  for (const path of ['/pets', '/v3/pets', '/v1pets', '/V1/pets']) {
    expect((await service.call('GET', path)).body).toEqual({
      code: 'route_not_found',
      message: expect.any(String),
      status: 404,
    });
  }
});

test('the description has the version 1.0.0 and the deprecated operation', async () => {
  const { body } = await service.call('GET', '/v1/openapi.json', { key: null });
  expect(body.info.version).toBe('1.0.0');
  const operations = Object.values<Record<string, { operationId?: string; deprecated?: boolean }>>(body.paths).flatMap(
    (path) => Object.values(path),
  );
  expect(operations.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId)).toEqual(['getPet']);
});

describe('before 5 December 2030', () => {
  test.each(['GET', 'HEAD'])('%s of a pet announces its removal', async (method) => {
    const answer = await service.call(method, `/v1/pets/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('deprecation')).toMatch(/^@\d{10}$/);
    expect(answer.headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    const links = linksOf(answer);
    expect(links['successor-version']).toBe(`/v1/pets?ids=${id}`);
    expect(links['deprecation']).toMatch(/^\/docs/);
  });

  test('the successor returns the same pet', async () => {
    const pet = await service.call('GET', `/v1/pets/${id}`);
    expect((await service.call('GET', linksOf(pet)['successor-version']!)).body).toEqual([pet.body]);
  });

  test('404 and 304 announce it too', async () => {
    const missing = await service.call('GET', '/v1/pets/0');
    const unchanged = await service.call('GET', `/v1/pets/${id}`, { headers: { 'if-none-match': '*' } });
    expect([missing.status, unchanged.status]).toEqual([404, 304]);
    expect(missing.headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    expect(unchanged.headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
  });

  test('no other operation is deprecated', async () => {
    const answers = [
      await service.call('GET', '/v1/pets'),
      await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } }),
      await service.call('PATCH', `/v1/pets/${id}`, { body: {} }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('deprecation'), headers.get('sunset')])).toEqual([
      [200, null, null],
      [201, null, null],
      [200, null, null],
    ]);
  });

  test('the operation answers until the last millisecond, and a new pet is at its path', async () => {
    clock.set(removalMs - 1);
    expect((await service.call('GET', `/v1/pets/${id}`)).status).toBe(200);
    const added = await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    expect(added.headers.get('location')).toBe(`/v1/pets/${added.body.id}`);
    const allowed = await service.call('OPTIONS', `/v1/pets/${id}`);
    expect(allowed.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH');
  });
});

describe('from 2030-12-05T00:00:00Z on', () => {
  beforeAll(() => clock.set(removalMs));

  test.each([0, 1, 366 * 24 * 3_600_000])('410 %i ms later', async (ms) => {
    clock.set(removalMs + ms);
    const answer = await service.call('GET', `/v1/pets/${id}`);
    expectError(answer, 410, 'operation_removed', '2030-12-05');
    expect(linksOf(answer)['successor-version']).toBe(`/v1/pets?ids=${id}`);
  });

  test('410 whether the pet exists or not, and to HEAD', async () => {
    expectError(await service.call('GET', '/v1/pets/0'), 410, 'operation_removed');
    expect((await service.call('HEAD', `/v1/pets/${id}`)).status).toBe(410);
  });

  test('401 comes before 410', async () => {
    expectError(await service.call('GET', `/v1/pets/${id}`, { key: null }), 401, 'missing_api_key');
    expectError(await service.call('GET', `/v1/pets/${id}`, { key: 'nobodys' }), 401, 'invalid_api_key');
  });

  test('429 comes before 410, and a 410 counts against the limits', async () => {
    const get = () => service.call('GET', `/v1/pets/${id}`, { key: free });
    for (let sent = 0; sent < 60; sent += 1) expect((await get()).status).toBe(410);
    expectError(await get(), 429, 'rate_limit_exceeded');
  });

  test('the path of a new pet leads to it and to its ETag', async () => {
    const added = await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    const location = added.headers.get('location')!;
    expect(location).toBe(`/v1/pets?ids=${added.body.id}`);
    const read = await service.call('GET', location);
    expect([read.status, read.body]).toEqual([200, [added.body]]);
    const etag = read.headers.get('etag')!;
    expect(etag).toBe(added.headers.get('etag'));
    const change = () =>
      service.call('PATCH', `/v1/pets/${added.body.id}`, { body: { name: 'Max' }, headers: { 'if-match': etag } });
    expect((await change()).status).toBe(200);
    expectError(await change(), 412, 'precondition_failed');
  });

  test('`Allow` names no removed method', async () => {
    const allow = 'DELETE, OPTIONS, PATCH';
    expect((await service.call('OPTIONS', `/v1/pets/${id}`)).headers.get('allow')).toBe(allow);
    const unknown = await service.call('POST', `/v1/pets/${id}`, { body: {} });
    expectError(unknown, 405, 'method_not_allowed', allow);
    expect(unknown.headers.get('allow')).toBe(allow);
  });

  test('the other operations of a pet stay', async () => {
    expect((await service.call('GET', `/v1/pets?ids=${id}`)).body).toHaveLength(1);
    expect((await service.call('PATCH', `/v1/pets/${id}`, { body: { name: 'Max' } })).body.name).toBe('Max');
    expect((await service.call('DELETE', `/v1/pets/${id}`)).status).toBe(204);
  });
});
