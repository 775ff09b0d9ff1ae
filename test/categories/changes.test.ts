import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCaller } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, type CallOptions, type TestService } from '../support/service.ts';

/** PATCH and DELETE of a category: who may use them, what they change, and how they answer a client with an outdated version. */
describe.each(BACKENDS)('changing categories, on %s', (_, start) => {
  let service: TestService;
  let creator: TestService;
  let stranger: TestService;
  let id: number;

  beforeAll(async () => {
    service = await start();
    creator = await newCaller(service);
    stranger = await newCaller(service);
  });
  afterAll(() => service.close());

  const add = (body: unknown, caller = creator) => caller.call('POST', '/v1/categories', { body });
  const get = (which: number | string = id, options?: CallOptions) =>
    service.call('GET', `/v1/categories/${which}`, options);
  const patch = (body: unknown, options?: CallOptions, caller = creator) =>
    caller.call('PATCH', `/v1/categories/${id}`, { body, ...options });
  const remove = (which: number | string = id, options?: CallOptions, caller = creator) =>
    caller.call('DELETE', `/v1/categories/${which}`, options);

  beforeEach(async () => {
    id = (await add({ name: 'Ponies' })).body.id;
  });

  describe('PATCH /categories/{categoryId}', () => {
    test('200: changes the given members; null removes the description', async () => {
      const path = `/v1/categories/${id}`;
      for (const [body, expected] of [
        [{ description: 'Small horses.' }, { id, name: 'Ponies', description: 'Small horses.' }],
        [{ name: ' Horses ' }, { id, name: 'Horses', description: 'Small horses.' }],
        [{ description: null }, { id, name: 'Horses' }],
        [
          { name: 'Mules', description: 'Both.' },
          { id, name: 'Mules', description: 'Both.' },
        ],
        [
          { name: 'Asses', description: null },
          { id, name: 'Asses' },
        ],
      ]) {
        const before = await get();
        const answer = await patch(body, { headers: { 'content-type': 'application/merge-patch+json' } });
        expect([answer.status, answer.body]).toEqual([200, expected]);
        expect(answer.headers.get('etag')).not.toBe(before.headers.get('etag'));
        const after = await service.call('GET', path);
        expect([after.text, after.headers.get('etag')]).toEqual([answer.text, answer.headers.get('etag')]);
      }
    });

    test.each([{}, { name: 'Ponies' }, { name: ' Ponies ' }, { description: null }, { id: 1, colour: 'grey' }])(
      '200: %j changes nothing, not even the ETag',
      async (body) => {
        const before = await get();
        const answer = await patch(body);
        expect([answer.status, answer.text]).toEqual([200, before.text]);
        expect(answer.headers.get('etag')).toBe(before.headers.get('etag'));
      },
    );

    test.each(
      [
        ['{"name":null}', '`name` must be a string'],
        ['{"name":""}', '`name` must be a string'],
        ['{"description":""}', '`description` must be a string'],
        ['{"description":7}', '`description` must be a string'],
        [JSON.stringify({ description: 'a'.repeat(1_001) }), '1 to 1000 characters'],
        ['{"name":"Max","description":"a\\u0007"}', '`description` must be a string'],
        ['[]', 'JSON object'],
      ].map(([body = '', naming]) => [body.slice(0, 60), body, naming] as const),
    )('400 invalid_body: %s changes nothing', async (_, body, naming) => {
      const before = await get();
      expectError(await patch(body), 400, 'invalid_body', naming);
      expect((await get()).text).toBe(before.text);
    });
  });

  describe('DELETE /categories/{categoryId}', () => {
    test('204, then 404 for everything', async () => {
      const answer = await remove();
      expect([answer.status, answer.text]).toEqual([204, '']);
      expectError(await get(), 404, 'category_not_found');
      expectError(await patch({}), 404, 'category_not_found');
      expectError(await remove(), 404, 'category_not_found');
    });

    test.each(['available', 'pending', 'sold'])(
      '409 category_in_use while an animal that is %s belongs to it',
      async (status) => {
        const petId = await addPet(service, { categoryId: id, status });
        for (const caller of [creator, service])
          expectError(await remove(id, {}, caller), 409, 'category_in_use', 'Animals');
        expect((await get()).status).toBe(200);
        await service.call('PATCH', `/v1/pets/${petId}`, { body: { categoryId: 1 } });
        expect((await remove()).status).toBe(204);
      },
    );

    test('204 once its last animal was removed', async () => {
      const petId = await addPet(service, { categoryId: id });
      await service.call('DELETE', `/v1/pets/${petId}`);
      expect((await remove()).status).toBe(204);
    });
  });

  describe('rights', () => {
    test('everybody reads; the creator and operators change, others are 403', async () => {
      expect((await stranger.call('GET', `/v1/categories/${id}`)).body.name).toBe('Ponies');
      expectError(await patch({ name: 'Mine' }, {}, stranger), 403, 'forbidden');
      expectError(await patch({}, { headers: { 'if-match': '"other"' } }, stranger), 403, 'forbidden');
      expectError(await remove(id, {}, stranger), 403, 'forbidden');
      expect((await get()).body.name).toBe('Ponies');
      expect((await patch({ name: 'Ours' }, {}, service)).body.name).toBe('Ours');
      expect((await remove(id, {}, service)).status).toBe(204);
    });

    test('401 without a key, 403 without the scope', async () => {
      const reader = (await creator.call('POST', '/v1/account/keys', { body: { scopes: ['pets:read'] } })).body.key;
      const nothing = (await creator.call('POST', '/v1/account/keys', { body: { scopes: ['webhooks'] } })).body.key;
      const single = `/v1/categories/${id}`;
      const body = { name: 'Mine' };
      for (const [method, path] of [
        ['POST', '/v1/categories'],
        ['PATCH', single],
        ['DELETE', single],
      ] as const) {
        expectError(await service.call(method, path, { key: null, body }), 401, 'missing_api_key');
        expectError(await service.call(method, path, { key: reader, body }), 403, 'insufficient_scope', '`pets:write`');
      }
      for (const path of ['/v1/categories', single]) {
        expectError(await service.call('GET', path, { key: null }), 401, 'missing_api_key');
        expectError(await service.call('GET', path, { key: nothing }), 403, 'insufficient_scope', '`pets:read`');
        expect((await service.call('GET', path, { key: reader })).status).toBe(200);
      }
    });

    test.each(['x', '1.0', '999999', '9223372036854775808', '-9223372036854775807'])('404: %s', async (which) => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { body: {} } : {};
        expectError(await service.call(method, `/v1/categories/${which}`, body), 404, 'category_not_found');
      }
    });
  });

  describe('ETag', () => {
    test('304 to If-None-Match of this version, 200 after a change', async () => {
      const etag = (await get()).headers.get('etag')!;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(id, { headers: { 'if-none-match': known } });
        expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
      }
      await patch({ name: 'Horses' });
      expect((await get(id, { headers: { 'if-none-match': etag } })).body.name).toBe('Horses');
    });

    test('412 to If-Match of another version: nothing is changed', async () => {
      const seen = (await get()).headers.get('etag')!;
      await patch({ name: 'Horses' });
      for (const etag of [seen, '"other"', `W/${seen}`]) {
        expectError(await patch({ name: 'Mine' }, { headers: { 'if-match': etag } }), 412, 'precondition_failed');
        expectError(await remove(id, { headers: { 'if-match': etag } }), 412, 'precondition_failed');
      }
      const current = await get();
      expect(current.body.name).toBe('Horses');
      expect((await remove(id, { headers: { 'if-match': current.headers.get('etag')! } })).status).toBe(204);
    });

    test('a reused id is another category: the ETag of the first does not match', async () => {
      const first = await add({ id: 6_000_000, name: 'First' });
      const etag = first.headers.get('etag')!;
      await remove(6_000_000);
      await add({ id: 6_000_000, name: 'Second' });
      expect((await get(6_000_000, { headers: { 'if-none-match': etag } })).body?.name).toBe('Second');
      expectError(await remove(6_000_000, { headers: { 'if-match': etag } }), 412, 'precondition_failed');
    });
  });
});
