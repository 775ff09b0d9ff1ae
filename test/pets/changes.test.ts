import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, type CallOptions, runningClock, sharedService } from '../support/service.ts';

/** PATCH and DELETE of a pet: who may use them, what they change, and how they answer a client with an outdated version. */
describe.each(BACKENDS)('changing pets, on %s', (_, start) => {
  let owner: string;
  let stranger: string;
  let id: number;
  const get = () => service.call('GET', `/v1/pets/${id}`);
  const patch = (body: unknown, options: CallOptions = {}) =>
    service.call('PATCH', `/v1/pets/${id}`, { key: owner, body, ...options });
  const remove = (options: CallOptions = {}) => service.call('DELETE', `/v1/pets/${id}`, { key: owner, ...options });

  const service = sharedService(start, { now: runningClock() });
  beforeAll(async () => {
    owner = (await service.newAccount()).key;
    stranger = (await service.newAccount()).key;
  });

  beforeEach(async () => {
    id = await addPet(service, { name: 'Rex', categoryId: 1 }, owner);
  });

  describe('PATCH', () => {
    test('200: changes the given members, keeps the others, and returns the pet with a new ETag', async () => {
      const before = await get();
      const answer = await patch({ name: ' Max ' });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ id, name: 'Max', categoryId: 1, status: 'available' });
      expect(answer.headers.get('etag')).not.toBe(before.headers.get('etag'));
      const after = await get();
      expect(after.body).toEqual(answer.body);
      expect(after.headers.get('etag')).toBe(answer.headers.get('etag'));
    });

    test('200: all three members at once', async () => {
      const answer = await patch('{"name":"Max","categoryId":-9223372036854775808,"status":"sold"}');
      expect(answer.text).toBe(`{"id":${id},"name":"Max","categoryId":-9223372036854775808,"status":"sold"}`);
      expect((await get()).text).toBe(answer.text);
    });

    test.each(['application/json', 'application/merge-patch+json', 'Application/Merge-Patch+JSON; charset=utf-8'])(
      '200: as %s',
      async (contentType) => {
        const answer = await patch({ name: 'Max' }, { headers: { 'content-type': contentType } });
        expect(answer.body).toMatchObject({ id, name: 'Max' });
      },
    );

    test.each([
      {},
      { name: 'Rex' },
      { name: '  Rex' },
      { name: 'Rex', categoryId: 1, status: 'available' },
      { id: 7, colour: 'black' },
    ])('200: %j changes nothing, not even the ETag', async (body) => {
      const before = await get();
      const answer = await patch(body);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(before.text);
      expect(answer.headers.get('etag')).toBe(before.headers.get('etag'));
      expect((await get()).headers.get('etag')).toBe(before.headers.get('etag'));
    });

    test('200: unknown members are ignored, including the `id` of another pet', async () => {
      const other = await addPet(service, { name: 'Tom', categoryId: 2, status: 'sold' });
      const answer = await patch({ name: 'Max', id: other, accountId: 1, version: 100, colour: 'black' });
      expect([answer.status, answer.body]).toEqual([200, { id, name: 'Max', categoryId: 1, status: 'available' }]);
      expect((await get()).text).toBe(answer.text);
      const untouched = { id: other, name: 'Tom', categoryId: 2, status: 'sold' };
      expect((await service.call('GET', `/v1/pets/${other}`)).body).toEqual(untouched);
      expectError(await service.call('PATCH', `/v1/pets/${other}`, { key: stranger, body: {} }), 403, 'forbidden');
    });

    test.each([
      ['{"name":null}', 'invalid_body', '`name`'],
      ['{"categoryId":null}', 'invalid_body', '`categoryId`'],
      ['{"status":null}', 'invalid_body', '`status`'],
      ['{"name":""}', 'invalid_body', '`name`'],
      ['{"categoryId":1.5}', 'invalid_body', '`categoryId`'],
      ['{"categoryId":9223372036854775808}', 'invalid_body', '`categoryId`'],
      ['{"status":"lost"}', 'invalid_body', '`status`'],
      ['{"name":"Max","status":"lost"}', 'invalid_body', '`status`'],
      ['[]', 'invalid_body', 'JSON object'],
      ['null', 'invalid_body', 'JSON object'],
      ['', 'invalid_body', 'JSON object'],
      ['{"name":"Max","name":"Tom"}', 'invalid_json', 'twice'],
      ['{"name":"Max"', 'invalid_json', ''],
    ])('400: %s changes nothing', async (body, code, naming) => {
      const before = await get();
      expectError(await patch(body), 400, code, naming);
      const after = await get();
      expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
    });

    test('400: another content type', async () => {
      for (const contentType of ['text/plain', 'application/json-patch+json', 'application/x-www-form-urlencoded']) {
        expectError(await patch('{}', { headers: { 'content-type': contentType } }), 400, 'unsupported_media_type');
      }
    });

    test('403, 404', async () => {
      expectError(await patch({ name: 'Max' }, { key: stranger }), 403, 'forbidden');
      expect((await get()).body.name).toBe('Rex');
      const path = `/v1/pets/${id + 1_000}`;
      expectError(await service.call('PATCH', path, { key: stranger, body: {} }), 404, 'pet_not_found');
    });

    test('200: by an operator', async () => {
      expect((await patch({ name: 'Max' }, { key: service.operatorKey })).body.name).toBe('Max');
    });

    test('403 comes before 412 and 409: a stranger learns nothing', async () => {
      await patch({ status: 'sold' });
      expectError(await patch({ status: 'pending' }, { key: stranger }), 403, 'forbidden');
      expectError(await patch({}, { key: stranger, headers: { 'if-match': '"other"' } }), 403, 'forbidden');
    });

    test('of many at once each is done, one after the other', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => patch({ name: `Rex ${index}` })));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(20);
    });
  });

  describe('the transitions of the status', () => {
    test.each([
      ['available', 'available'],
      ['available', 'pending'],
      ['available', 'sold'],
      ['pending', 'available'],
      ['pending', 'pending'],
      ['pending', 'sold'],
      ['sold', 'available'],
      ['sold', 'sold'],
    ])('%s → %s is 200', async (from, to) => {
      id = await addPet(service, { status: from }, owner);
      const answer = await patch({ name: 'Max', status: to });
      expect([answer.status, answer.body]).toEqual([200, { id, name: 'Max', categoryId: 1, status: to }]);
      expect((await get()).body).toEqual(answer.body);
    });

    test('sold → pending is 409 invalid_status_transition, and nothing else is changed either', async () => {
      id = await addPet(service, { status: 'sold' }, owner);
      const before = await get();
      const answer = await patch({ name: 'Max', status: 'pending' });
      expectError(answer, 409, 'invalid_status_transition', 'from `sold` to `pending`');
      const after = await get();
      expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
    });
  });

  describe('DELETE', () => {
    test('204 without a body, then 404 for everything', async () => {
      const answer = await remove();
      expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null]);
      expectError(await get(), 404, 'pet_not_found');
      expectError(await remove(), 404, 'pet_not_found');
      expectError(await patch({}), 404, 'pet_not_found');
      expect((await service.call('GET', `/v1/pets?ids=${id}`)).body).toEqual([]);
    });

    test('403', async () => {
      expectError(await remove({ key: stranger }), 403, 'forbidden');
      expect((await get()).status).toBe(200);
    });

    test('204: by an operator', async () => {
      expect((await remove({ key: service.operatorKey })).status).toBe(204);
    });

    test('of many at once one succeeds', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => remove()));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, ...Array(9).fill(404)]);
    });

    test('an id is never used again', async () => {
      await remove();
      expect(await addPet(service, {}, owner)).toBeGreaterThan(id);
    });
  });

  describe('If-Match', () => {
    const older = async (): Promise<string> => {
      const etag = (await get()).headers.get('etag')!;
      await patch({ name: 'Changed' });
      return etag;
    };

    test('of the current version, in a list, or *: the change is made', async () => {
      for (const written of [
        (etag: string) => etag,
        (etag: string) => `"other", ${etag}`,
        (etag: string) => `${etag},"other"`,
        () => '*',
      ]) {
        const etag = (await get()).headers.get('etag')!;
        const answer = await patch({ name: `Rex ${etag}` }, { headers: { 'if-match': written(etag) } });
        expect(answer.status, written(etag)).toBe(200);
        expect(answer.headers.get('etag')).not.toBe(etag);
      }
      expect((await remove({ headers: { 'if-match': (await get()).headers.get('etag')! } })).status).toBe(204);
    });

    test('412 of another version, a weak one, or nonsense: nothing is changed', async () => {
      const before = await older();
      const current = (await get()).headers.get('etag')!;
      const changed = 'The resource has changed since the ETag given in `If-Match`';
      const weak = 'A weak ETag never matches in `If-Match`';
      const unquoted = 'The ETag in `If-Match` must be in quotation marks';
      for (const [ifMatch, why] of [
        [before, changed],
        ['"other"', changed],
        [`nonsense, W/${current}, "other"`, changed],
        [`W/${current}`, weak],
        [`nonsense, W/${current}`, weak],
        [current.replaceAll('"', ''), unquoted],
        ['nonsense', unquoted],
        ['', unquoted],
      ] as const) {
        const headers = { 'if-match': ifMatch };
        expectError(await patch({ name: 'Max' }, { headers }), 412, 'precondition_failed', why);
        expectError(await remove({ headers }), 412, 'precondition_failed', why);
      }
      const after = await get();
      expect([after.body.name, after.headers.get('etag')]).toEqual(['Changed', current]);
    });

    test('of many who saw the same version one wins', async () => {
      const etag = (await get()).headers.get('etag')!;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => patch({ name: `Rex ${index}` }, { headers: { 'if-match': etag } })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(412)]);
    });

    test('404 when there is nothing to match', async () => {
      await remove();
      expectError(await patch({}, { headers: { 'if-match': '*' } }), 404, 'pet_not_found');
    });
  });
});
