import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCaller, withKey } from '../support/adoption.ts';
import { addPet, expectError, idsOf, pagesOf } from '../support/answers.ts';
import { BACKENDS, type CallOptions, linksOf, sharedService, type TestService } from '../support/service.ts';

const minInt64 = '-9223372036854775808';
const maxInt64 = '9223372036854775807';
const SEEDS = ['Dogs', 'Cats', 'Birds', 'Rabbits', 'Fish', 'Reptiles', 'Small mammals'];

/** What categories there are, which ids they have, who may change them, and how. */
describe.each(BACKENDS)('categories, on %s', (_, start) => {
  let creator: TestService;
  let stranger: TestService;
  let id: number;

  const service = sharedService(start);
  beforeAll(async () => {
    creator = await newCaller(service);
    stranger = await newCaller(service);
  });

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

  test('a new database has seven categories, 1 to 7, which only operators may change', async () => {
    const fresh = await start();
    const { body } = await fresh.call('GET', '/v1/categories');
    expect(body.toReversed()).toEqual(SEEDS.map((name, index) => ({ id: index + 1, name })));
    const { key } = await fresh.newAccount();
    expectError(await fresh.call('PATCH', '/v1/categories/1', { key, body: { name: 'Hounds' } }), 403, 'forbidden');
    expectError(await fresh.call('DELETE', '/v1/categories/2', { key }), 403, 'forbidden');
    expect((await fresh.call('PATCH', '/v1/categories/1', { body: { name: 'Hounds' } })).status).toBe(200);
    expect((await fresh.call('DELETE', '/v1/categories/2')).status).toBe(204);
    await fresh.stop();
    const again = withKey(await start({ dataDir: fresh.dataDir }), fresh.operatorKey);
    const { body: later } = await again.call('GET', '/v1/categories');
    expect(later.map(({ name }: { name: string }) => name).toReversed()).toEqual(['Hounds', ...SEEDS.slice(2)]);
    expect((await again.call('POST', '/v1/categories', { body: { name: 'Ponies' } })).body.id).toBe(8);
  });

  describe('POST /categories', () => {
    test('201: the category, at its Location, with an ETag', async () => {
      const answer = await add({ name: ' Donkeys ', description: ' Up to 148 cm. ', colour: 'grey' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({ id: expect.any(Number), name: 'Donkeys', description: 'Up to 148 cm.' });
      expect(answer.headers.get('location')).toBe(`/v1/categories/${answer.body.id}`);
      const there = await service.call('GET', answer.headers.get('location')!);
      expect([there.text, there.headers.get('etag')]).toEqual([answer.text, answer.headers.get('etag')]);
    });

    test.each([minInt64, '-9007199254740993', '-1', '0', '9007199254740993', maxInt64])(
      '201: with the id %s, exactly',
      async (given) => {
        const answer = await add(`{"id":${given},"name":"Given"}`);
        expect([answer.status, answer.text]).toEqual([201, `{"id":${given},"name":"Given"}`]);
        expect(answer.headers.get('location')).toBe(`/v1/categories/${given}`);
        expect((await get(given)).text).toBe(answer.text);
        const changed = await creator.call('PATCH', `/v1/categories/${given}`, { body: { name: 'Changed' } });
        expect(changed.text).toBe(`{"id":${given},"name":"Changed"}`);
        expect(changed.headers.get('etag')).not.toBe(answer.headers.get('etag'));
        expectError(await add(`{"id":${given},"name":"Twice"}`), 409, 'category_exists', '`id`');
        expect((await get(given)).text).toBe(changed.text);
        expect((await remove(given)).status).toBe(204);
      },
    );

    test('409 category_exists: a given id that is there, given or assigned', async () => {
      for (const body of [
        { id: 1, name: 'Dogs' },
        { id, name: 'Ponies' },
      ]) {
        const before = await get(body.id);
        expectError(await add(body, stranger), 409, 'category_exists', '`id`');
        expect((await get(body.id)).text).toBe(before.text);
      }
    });

    test('assigned ids step over given ones, and none comes twice', async () => {
      for (const ahead of [2, 3, 5]) expect((await add({ id: id + ahead, name: 'Given' })).status).toBe(201);
      const assigned: number[] = [];
      for (let i = 0; i < 4; i += 1) assigned.push((await add({ name: 'Assigned' })).body.id);
      expect(assigned).toEqual([1, 4, 6, 7].map((step) => id + step));
      for (const which of assigned) expect((await remove(which)).status).toBe(204);
      expect((await add({ name: 'Next' })).body.id).toBe(id + 8);
    });

    test('of many at once each has an id of its own; of many with one id one succeeds', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => add({ name: 'Crowd' })));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
      const given = await Promise.all(Array.from({ length: 10 }, () => add({ id: 5_000_000, name: 'One' })));
      const codes = given.map(({ status, body }) => body.code ?? `${status}`).toSorted((a, b) => a.localeCompare(b));
      expect(codes).toEqual(['201', ...Array(9).fill('category_exists')]);
    });

    test.each(
      [
        ['{}', '`name`'],
        ['{"name":""}', '`name`'],
        ['{"name":"  "}', '`name`'],
        ['{"name":null}', '`name`'],
        ['{"name":7}', '`name`'],
        [JSON.stringify({ name: 'a'.repeat(256) }), '`name`'],
        ['{"name":"a\\u0000"}', '`name`'],
        ['{"name":"A","id":null}', '`id`'],
        ['{"name":"A","id":"1"}', '`id`'],
        ['{"name":"A","id":1.5}', '`id`'],
        ['{"name":"A","id":9223372036854775808}', '`id`'],
        ['{"name":"A","id":-9223372036854775809}', '`id`'],
        ['{"name":"A","description":null}', '`description`'],
        ['{"name":"A","description":""}', '`description`'],
        [JSON.stringify({ name: 'A', description: 'a'.repeat(1_001) }), '`description`'],
        ['[]', 'JSON object'],
      ].map(([body = '', naming]) => [body.slice(0, 60), body, naming] as const),
    )('400 invalid_body: %s', async (_, body, naming) => {
      const before = await service.call('GET', '/v1/categories?limit=100');
      expectError(await add(body), 400, 'invalid_body', naming);
      expect((await service.call('GET', '/v1/categories?limit=100')).text).toBe(before.text);
    });
  });

  test('GET /categories: the highest id first, in consecutive pages', async () => {
    for (const given of [minInt64, '-5', '0', '9007199254740993', maxInt64])
      await add(`{"id":${given},"name":"Given"}`);
    const all = await service.call('GET', '/v1/categories?limit=100');
    const ids = all.text.match(/"id":-?\d+/g)!.map((found) => BigInt(found.slice(5)));
    expect(ids).toEqual(ids.toSorted((a, b) => (a > b ? -1 : 1)));
    expect([`${ids[0]}`, `${ids.at(-1)}`]).toEqual([maxInt64, minInt64]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const limit of [1, 7, ids.length]) {
      const pages = await pagesOf(service, `/v1/categories?limit=${limit}`);
      expect(pages.map(({ text }) => text.slice(1, -1)).join()).toBe(all.text.slice(1, -1));
      expect(pages).toHaveLength(Math.ceil(ids.length / limit));
    }
    expect(idsOf(await service.call('GET', '/v1/categories'))).toHaveLength(20);
    const next = linksOf(await service.call('GET', '/v1/categories?limit=1'))['next']!;
    expectError(await service.call('GET', next.replace('/categories', '/store/orders')), 400, 'invalid_cursor');
    for (const query of ['limit=0', 'limit=101', 'limit=1&limit=1']) {
      expectError(await service.call('GET', `/v1/categories?${query}`), 400, 'invalid_parameter', '`limit`');
    }
  });

  describe('STRICT_CATEGORIES', () => {
    test('false: an animal may have any category', async () => {
      const petId = await addPet(service, { categoryId: 404 });
      const answer = await service.call('PATCH', `/v1/pets/${petId}`, { body: { categoryId: 405 } });
      expect(answer.body.categoryId).toBe(405);
    });

    test('true: accepts only an existing category', async () => {
      const strict = await start({ settings: { strictCategories: 'true' } });
      const post = (body: object) => strict.call('POST', '/v1/pets', { body: { name: 'Rex', ...body } });
      expectError(await post({ categoryId: 404 }), 400, 'invalid_body', '`categoryId`');
      expect((await strict.call('GET', '/v1/pets')).body).toEqual([]);
      const { body: pet } = await post({ categoryId: 7 });
      const change = (body: object) => strict.call('PATCH', `/v1/pets/${pet.id}`, { body });
      expectError(await change({ name: 'Max', categoryId: 404 }), 400, 'invalid_body', '`categoryId`');
      expect((await strict.call('GET', '/v1/pets')).body).toEqual([pet]);
      expect((await change({ categoryId: 1 })).body.categoryId).toBe(1);

      await strict.call('POST', '/v1/categories', { body: `{"id":${minInt64},"name":"Old"}` });
      const old = await strict.call('POST', '/v1/pets', { body: `{"name":"Tom","categoryId":${minInt64}}` });
      expect([old.status, old.text]).toEqual([201, expect.stringContaining(`"categoryId":${minInt64},`)]);
      await strict.call('DELETE', '/v1/categories/2');
      expectError(await post({ categoryId: 2 }), 400, 'invalid_body', '`categoryId`');
    });
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

    test.each(['999999', '-9223372036854775807'])('404: %s', async (which) => {
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
