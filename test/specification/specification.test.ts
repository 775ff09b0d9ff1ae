import { beforeAll, describe, expect, test } from 'vitest';
import { addPet, expectError, idsOf } from '../support/answers.ts';
import { BACKENDS, linksOf, runningClock, sharedService } from '../support/service.ts';

/** Parts 1 to 5 and 7 of the specification, table by table. Part 8 and part 9 have files of their own. */
describe.each(BACKENDS)('the specification, on %s', (_, start) => {
  const post = (body: unknown, key = service.operatorKey) => service.call('POST', '/v1/pets', { key, body });

  const service = sharedService(start, { now: runningClock() });

  describe('part 2: resources and their fields', () => {
    test.each(['available', 'pending', 'sold'])('PetStatus: `%s` is a value', async (status) => {
      const answer = await post({ name: 'Rex', categoryId: 1, status });
      expect(answer.status).toBe(201);
      expect(answer.body.status).toBe(status);
    });

    test('PetStatus: other values are refused', async () => {
      expectError(await post({ name: 'Rex', categoryId: 1, status: 'Available' }), 400, 'invalid_body', '`status`');
    });

    test('NewPet: `name` is a required string', async () => {
      expectError(await post({ categoryId: 1 }), 400, 'invalid_body', '`name` is required');
      expectError(await post({ name: 7, categoryId: 1 }), 400, 'invalid_body', '`name`');
    });

    test('NewPet: `categoryId` is a required integer of 64 bits', async () => {
      expectError(await post({ name: 'Rex' }), 400, 'invalid_body', '`categoryId` is required');
      expectError(await post({ name: 'Rex', categoryId: 'dogs' }), 400, 'invalid_body', '`categoryId`');
      const answer = await post('{"name":"Rex","categoryId":9223372036854775807}');
      expect(answer.text).toContain('"categoryId":9223372036854775807');
    });

    test('NewPet: `status` is optional, and `available` by default', async () => {
      const answer = await post({ name: 'Rex', categoryId: 1 });
      expect(answer.body).toEqual({ id: expect.any(Number), name: 'Rex', categoryId: 1, status: 'available' });
    });

    test('Pet: `id` is an integer that the service assigns, unique and ascending', async () => {
      const first = await addPet(service, {});
      const second = await addPet(service, { id: first });
      expect(first).toBeGreaterThanOrEqual(1);
      expect(Number.isSafeInteger(second)).toBe(true);
      expect(second).toBeGreaterThan(first);
    });

    test('Pet: has all fields of NewPet, `id`, and nothing else', async () => {
      const id = await addPet(service, { name: 'Tom', categoryId: 2, status: 'pending', colour: 'black' });
      const expected = { id, name: 'Tom', categoryId: 2, status: 'pending' };
      expect((await service.call('GET', `/v1/pets/${id}`)).body).toEqual(expected);
      expect((await service.call('GET', `/v1/pets?ids=${id}`)).body).toEqual([expected]);
    });

    test('Error: has exactly `code`, `message` and `status`, which is the status of the response', async () => {
      const answer = await service.call('GET', '/v1/pets/0');
      expect(answer.body).toEqual({ code: 'pet_not_found', message: expect.any(String), status: 404 });
      expect(answer.status).toBe(404);
    });
  });

  describe('part 4.1: listPets', () => {
    beforeAll(async () => {
      for (let count = 0; count < 101; count += 1) await addPet(service, { name: `Number ${count}`, categoryId: 41 });
    });

    test('200: an array of Pet, newest first', async () => {
      const answer = await service.call('GET', '/v1/pets?categoryId=41');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.body[0]).toEqual({
        id: expect.any(Number),
        name: 'Number 100',
        categoryId: 41,
        status: 'available',
      });
      expect(idsOf(answer)).toEqual(idsOf(answer).toSorted((a, b) => b - a));
    });

    test.each([
      ['20 by default', '', 20],
      ['1 at least', '&limit=1', 1],
      ['100 at most', '&limit=100', 100],
    ])('`limit`: %s', async (_, limit, length) => {
      expect((await service.call('GET', `/v1/pets?categoryId=41${limit}`)).body).toHaveLength(length);
    });

    test.each(['0', '101'])('`limit`: %s is refused, not clamped', async (limit) => {
      expectError(
        await service.call('GET', `/v1/pets?limit=${limit}`),
        400,
        'invalid_parameter',
        '`limit` must be an integer from 1 to 100',
      );
    });

    test.each(['available', 'pending', 'sold'])('`status`: `%s` filters by it', async (status) => {
      const id = await addPet(service, { status });
      const { body } = await service.call('GET', `/v1/pets?status=${status}`);
      expect(body[0]).toMatchObject({ id, status });
      expect(new Set(body.map((pet: { status: string }) => pet.status))).toEqual(new Set([status]));
    });

    test('the `Link` header leads to the next page', async () => {
      const first = await service.call('GET', '/v1/pets?categoryId=41&limit=100');
      const next = linksOf(first)['next']!;
      expect((await service.call('GET', next)).body).toEqual([expect.objectContaining({ name: 'Number 0' })]);
    });

    test('401: without an API key', async () => {
      expectError(await service.call('GET', '/v1/pets', { key: null }), 401, 'missing_api_key', 'Authorization');
    });
  });

  describe('part 4.2: createPet', () => {
    test('201: the Pet with its `id`, Location and ETag', async () => {
      const answer = await post({ name: 'Rex', categoryId: 1, status: 'pending' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({ id: expect.any(Number), name: 'Rex', categoryId: 1, status: 'pending' });
      expect(answer.headers.get('location')).toBe(`/v1/pets/${answer.body.id}`);
      expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect((await service.call('GET', answer.headers.get('location')!)).body).toEqual(answer.body);
    });

    test('400: a required field is missing', async () => {
      expectError(await post({}), 400, 'invalid_body');
    });

    test('400: a value is invalid', async () => {
      expectError(await post({ name: '', categoryId: 1 }), 400, 'invalid_body', '`name`');
    });

    test('401: without an API key, before the body is read', async () => {
      expectError(await service.call('POST', '/v1/pets', { key: null, body: '{' }), 401, 'missing_api_key');
    });
  });

  describe('part 4.3: getPet', () => {
    test('200: the Pet, with its ETag', async () => {
      const added = await post({ name: 'Rex', categoryId: 1 });
      const answer = await service.call('GET', `/v1/pets/${added.body.id}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(added.body);
      expect(answer.headers.get('etag')).toBe(added.headers.get('etag'));
    });

    test('401: without an API key, whether the pet exists or not', async () => {
      const id = await addPet(service, {});
      for (const path of [`/v1/pets/${id}`, '/v1/pets/0']) {
        expectError(await service.call('GET', path, { key: null }), 401, 'missing_api_key');
      }
    });

    test('404: the pet does not exist', async () => {
      expectError(await service.call('GET', '/v1/pets/9007199254740991'), 404, 'pet_not_found', '`petId`');
    });
  });

  describe('part 5: authentication', () => {
    test('an API key is generated after creating an account, and works', async () => {
      const signup = { email: 'ann@shelter.example', password: 'seven quiet otters' };
      const created = await service.call('POST', '/v1/accounts', { key: null, body: signup });
      expect(created.status).toBe(201);
      const { key } = created.body.apiKey;
      expect((await post({ name: 'Rex', categoryId: 1 }, key)).status).toBe(201);
      expect((await service.call('GET', '/v1/pets', { key })).status).toBe(200);
    });

    test('401 challenges for a bearer token, and reports an invalid one', async () => {
      const missing = await service.call('GET', '/v1/pets', { key: null });
      expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="petstore"');
      const invalid = await service.call('GET', '/v1/pets', { key: 'psk_live_nobodys' });
      expectError(invalid, 401, 'invalid_api_key');
      expect(invalid.headers.get('www-authenticate')).toBe('Bearer realm="petstore", error="invalid_token"');
    });

    test('ignores a key in the query', async () => {
      const path = `/v1/pets?api_key=${service.operatorKey}&access_token=${service.operatorKey}`;
      expectError(await service.call('GET', path, { key: null }), 401, 'missing_api_key');
    });

    test('production and staging have separate keys and animals', async () => {
      const staging = await start({ now: runningClock(), environment: 'staging' });
      expectError(await staging.call('GET', '/v1/pets', { key: service.operatorKey }), 401, 'invalid_api_key');
      expectError(await service.call('GET', '/v1/pets', { key: staging.operatorKey }), 401, 'invalid_api_key');
      expect((await staging.call('GET', '/v1/pets')).body).toEqual([]);
      const id = await addPet(staging, { name: 'Rehearsal' });
      expect((await staging.call('GET', `/v1/pets?ids=${id}`)).body).toHaveLength(1);
      expect((await service.call('GET', '/v1/pets?q=Rehearsal')).body).toEqual([]);
    });
  });

  describe('part 7: errors have Error bodies and limit headers', () => {
    test.each([
      [400, 'invalid_body', 'POST', '/v1/pets', { body: {} }],
      [400, 'invalid_json', 'POST', '/v1/pets', { body: '{' }],
      [401, 'missing_api_key', 'GET', '/v1/pets', { key: null }],
      [401, 'missing_api_key', 'POST', '/v1/pets', { key: null }],
      [401, 'missing_api_key', 'GET', '/v1/pets/1', { key: null }],
      [401, 'missing_api_key', 'PATCH', '/v1/pets/1', { key: null }],
      [401, 'missing_api_key', 'DELETE', '/v1/pets/1', { key: null }],
      [401, 'missing_api_key', 'GET', '/v1/nothing/here', { key: null }],
      [401, 'missing_api_key', 'PUT', '/v1/pets', { key: null }],
      [401, 'invalid_api_key', 'GET', '/v1/pets', { key: 'nobodys' }],
      [404, 'pet_not_found', 'GET', '/v1/pets/0', {}],
      [404, 'route_not_found', 'GET', '/v1/nothing/here', {}],
      [404, 'route_not_found', 'GET', '/v1', {}],
      [405, 'method_not_allowed', 'PUT', '/v1/pets', {}],
      [413, 'payload_too_large', 'POST', '/v1/pets', { body: ' '.repeat(65_537) }],
    ] as const)('%i %s: %s %s', async (status, code, method, path, options) => {
      expectError(await service.call(method, path, options), status, code);
    });

    test('431 headers_too_large: a path and query of more than 8 KiB', async () => {
      const path = `/v1/pets?ids=${'1,'.repeat(4_090)}`;
      expect(path).toHaveLength(8_193);
      expectError(await service.call('GET', path), 431, 'headers_too_large', '8192 bytes');
      expectError(await service.call('GET', path.slice(0, -1)), 400, 'invalid_parameter', '`ids`');
    });
  });
});
