import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, moveOrder, newCaller, newOwner, petStatus, placeOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError, idsOf, pagesOf } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { profileCalls, readOnly, rex } from './profiles.ts';

const dayMs = 24 * hourMs;

/** What is known of an animal: the resource, its place in the operations of animals, and what follows from it. */
describe.each(BACKENDS)('the profile of an animal, on %s', (_, start) => {
  const startMs = Date.UTC(2026, 10, 21, 9);
  const clock = testClock(startMs);
  let owner: TestService;
  let id: number;
  const { path, get, put, patch } = profileCalls(() => ({ owner, id }));
  const expanded = async (caller = owner) => (await caller.call('GET', `/v1/pets?ids=${id}&expand=profile`)).body[0];

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    owner = await newOwner(service);
  });
  beforeEach(async () => {
    clock.advance(61_000);
    id = await addPet(owner, {});
  });

  describe('the resource', () => {
    test('200: is empty at first, but for what follows from the animal', async () => {
      const now = new Date(clock.now()).toISOString();
      const answer = await get();
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          waitingSince: now.slice(0, 10),
          publishedAt: now,
          statusChangedAt: now,
          updatedAt: now,
          staff: { daysInCare: 0 },
        },
      ]);
    });

    test('PUT replaces all of it, and leaves out what is empty, repeated or read-only', async () => {
      await put({ ...rex, houseTrained: true, staff: { notes: 'Bites postmen.' } });
      const answer = await put({
        ...rex,
        tags: ['calm', 'calm', ' quiet '],
        needs: {},
        videos: [],
        publishedAt: '1970-01-01T00:00:00.000Z',
        unheardOf: 1,
      });
      expect(answer.body).toEqual({ ...rex, tags: ['calm', 'quiet'], ...readOnly() });
      expect((await get()).text).toBe(answer.text);
    });

    test('what GET gives, PUT takes without a change', async () => {
      await put({ ...rex, birthDate: '2020-02-29', staff: { microchip: { number: '985' }, notes: 'Quiet.' } });
      const { text, headers } = await get();
      const answer = await put(text);
      expect([answer.text, answer.headers.get('etag')]).toEqual([text, headers.get('etag')]);
    });

    test('PATCH merges: null removes a member, and a list replaces the list', async () => {
      await put({ ...rex, staff: { notes: 'Quiet.', hold: { until: '2026-12-01', reason: 'Ill.' } } });
      const answer = await patch(
        { breed: { mixed: null, secondary: 'Poodle' }, colors: ['Black'], sex: null, staff: { hold: null } },
        { headers: { 'content-type': 'application/merge-patch+json' } },
      );
      const { sex: _sex, ...others } = rex;
      expect(answer.body).toEqual({
        ...others,
        breed: { primary: 'Golden Retriever', secondary: 'Poodle' },
        colors: ['Black'],
        ...readOnly(),
        staff: { notes: 'Quiet.', daysInCare: expect.any(Number) },
      });
    });

    test('a microchip whose number is known makes it microchipped', async () => {
      expect((await put({ staff: { microchip: { number: '985112003456789' } } })).body.microchipped).toBe(true);
      expect((await put({ microchipped: false })).body.microchipped).toBe(false);
    });

    test('coordinates tell the town, and not the house', async () => {
      const answer = await put({ location: { city: 'Springfield', latitude: 39.801_23, longitude: -89.643_61 } });
      expect(answer.body.location).toEqual({ city: 'Springfield', latitude: 39.8, longitude: -89.64 });
    });

    test.each([
      [{ sex: 'boy' }, '`sex` must be one of `female`, `male`, `unknown`.'],
      [{ breed: { primary: 7 } }, '`breed.primary` must be a string of 1 to 100 characters'],
      [{ colors: ['a', 'b', 'c', 'd'] }, '`colors` must be a list of 0 to 3 items'],
      [{ birthDate: '2026-02-30' }, '`birthDate` must be a day like `2024-05-01`'],
      [{ birthDate: '2026-11-23' }, '`birthDate` must not be in the future.'],
      [{ weightGrams: 1.5 }, '`weightGrams` must be an integer from 1 to 10000000'],
      [{ weightGrams: '9007199254740993' }, '`weightGrams` must be an integer'],
      [{ adoptionFee: { amount: 5_000 } }, '`adoptionFee.currency` is required with `amount`.'],
      [{ sponsorshipMinimum: { amount: 500 } }, '`sponsorshipMinimum.currency` is required with `amount`.'],
      [{ location: { latitude: 1 } }, '`location.longitude` is required with `latitude`.'],
      [{ location: { longitude: 1 } }, '`location.latitude` is required with `longitude`.'],
      [{ videos: [{ url: 'http://video.example/rex' }] }, '`videos.0.url` must be a URL'],
      [{ videos: [{ url: 'javascript:alert(1)' }] }, '`videos.0.url` must be a URL'],
      [{ staff: { vaccinations: [{ date: '2026-01-01' }] } }, '`staff.vaccinations.0.name` is required.'],
      [{ summary: 'x'.repeat(201) }, '`summary` must be a string of 1 to 200 characters'],
      [
        { bondedWith: [9_007_199_254_740_991] },
        '`bondedWith` names the animal 9007199254740991, which does not exist.',
      ],
      ['{"bondedWith":[9223372036854775807]}', 'the animal 9223372036854775807, which does not exist.'],
      ['{"bondedWith":[-9223372036854775808]}', 'the animal -9223372036854775808, which does not exist.'],
      [{ bondedWith: [0] }, '`bondedWith.0` must be an integer from 1 to'],
      [[], 'The body must be a JSON object.'],
    ])('400: %j', async (body, message) => {
      expectError(await put(body), 400, 'invalid_body', message);
      expectError(await patch(body), 400, 'invalid_body', message.replace('`unknown`.', '`unknown`, `null`.'));
      expect((await get()).body).toEqual(readOnly());
    });

    test('400: many small changes do not make a profile of any size', async () => {
      const text = (length: number) => '🦊'.repeat(length);
      await put({ description: text(10_000), staff: { notes: text(4_000) } });
      const answer = await patch({ staff: { biteHistory: text(5_000) } });
      expectError(answer, 400, 'invalid_body', 'would have more than 65536 bytes');
    });

    test('404 and 403 as for the animal itself', async () => {
      const other = await newOwner(service);
      expectError(await other.call('PUT', path(), { body: {} }), 403, 'forbidden');
      expectError(await other.call('PATCH', path(), { body: {} }), 403, 'forbidden');
      for (const method of ['GET', 'PUT', 'PATCH'])
        for (const nobody of ['9223372036854775807', 'x'])
          expectError(
            await owner.call(method, `/v1/pets/${nobody}/profile`, method === 'GET' ? {} : { body: {} }),
            404,
            'pet_not_found',
          );
    });
  });

  describe('ETags', () => {
    test('412 for a profile that has changed; not for an animal whose status has', async () => {
      const before = (await put(rex)).headers.get('etag') ?? '';
      await placeOrder(service, id);
      clock.advance(dayMs);
      const changed = await patch({ sex: 'female' }, { headers: { 'if-match': before } });
      expect([changed.status, changed.body.sex]).toEqual([200, 'female']);
      expectError(await put({}, { headers: { 'if-match': before } }), 412, 'precondition_failed', '`If-Match`');
      expectError(await put({}, { headers: { 'if-none-match': '*' } }), 412, 'precondition_failed');
      expect((await get()).body.sex).toBe('female');
    });

    test('304 as long as nothing else is shown: neither another age nor another status', async () => {
      await put({ birthDate: '2025-11-22' });
      const known = async () => (await get()).headers.get('etag') ?? '';
      const isKnown = async (etag: string) => (await get({ headers: { 'if-none-match': etag } })).status === 304;
      const first = await known();
      expect(await isKnown(first)).toBe(true);
      clock.advance(1_000);
      await owner.call('PATCH', `/v1/pets/${id}`, { body: { status: 'sold' } });
      expect(await isKnown(first)).toBe(false);
      const second = await known();
      clock.advance(2 * dayMs);
      expect(await isKnown(second)).toBe(false);
    });

    test('of others counts no change of what is for staff', async () => {
      await put(rex);
      const other = await newCaller(service);
      const read = async (headers = {}) => other.call('GET', path(), { headers });
      const before = (await read()).headers.get('etag') ?? '';
      clock.advance(1_000);
      await patch({ staff: { notes: 'Bites postmen.' } });
      expect((await read()).headers.get('etag')).toBe(before);
      expect((await read({ 'if-none-match': before })).status).toBe(304);
      expect((await read({ 'if-match': before })).status).toBe(200);
      await patch({ sex: 'female' });
      expect((await read({ 'if-none-match': before })).status).toBe(200);
      expectError(await read({ 'if-match': before }), 412, 'precondition_failed');
    });

    test('the version of the animal counts no change of its profile', async () => {
      const etag = async () => (await owner.call('GET', `/v1/pets?ids=${id}`)).headers.get('etag');
      const before = await etag();
      await put(rex);
      await owner.call('PATCH', `/v1/pets/${id}`, { body: { profile: { sex: 'female' } } });
      expect(await etag()).toBe(before);
    });
  });

  describe('what follows from it', () => {
    test.each([
      [0, 'baby'],
      [364, 'baby'],
      [365, 'young'],
      [3 * 365 - 1, 'young'],
      [3 * 365, 'adult'],
      [8 * 365 - 1, 'adult'],
      [8 * 365, 'senior'],
      [90 * 365, 'senior'],
    ])('%i days after its birth it is %s', async (days, age) => {
      const birthDate = new Date(clock.now() - days * dayMs).toISOString().slice(0, 10);
      expect((await put({ birthDate, age: 'unheard of' === age ? 'adult' : 'senior' })).body.age).toBe(age);
      expect((await patch({ birthDate: null })).body).not.toHaveProperty('age');
      expect((await patch({ age })).body.age).toBe(age);
    });

    test('it waits since its intake, and the days in care end with the outcome', async () => {
      const answer = await put({ staff: { intake: { date: '2026-11-01', type: 'stray' } } });
      expect(answer.body.waitingSince).toBe('2026-11-01');
      expect(answer.body.staff.daysInCare).toBe(Math.floor((clock.now() - Date.UTC(2026, 10, 1)) / dayMs));
      const gone = await patch({ staff: { outcome: { date: '2026-11-11', type: 'adoption' } } });
      expect(gone.body.staff.daysInCare).toBe(10);
    });

    test('the status has changed when it did, also by an order whose hold has ended', async () => {
      const since = async () => Date.parse((await get()).body.statusChangedAt);
      const orderId = await placeOrder(service, id);
      const placedMs = clock.now();
      expect(await since()).toBe(placedMs);
      clock.advance(49 * hourMs);
      expect(await petStatus(service, id)).toBe('available');
      expect(await since()).toBe(placedMs + 48 * hourMs);
      await owner.call('PATCH', `/v1/pets/${id}`, { body: { name: 'Max' } });
      expect(await since()).toBe(placedMs + 48 * hourMs);
      await moveOrder(service, orderId, 'cancel');
    });

    test('an animal that is bonded with it must exist, and disappears when it is removed', async () => {
      const other = await addPet(owner, { name: 'Tom' });
      expect((await put({ bondedWith: [other, other] })).body.bondedWith).toEqual([other]);
      expectError(
        await put({ bondedWith: [id] }),
        400,
        'invalid_body',
        '`bondedWith` must not name the animal itself.',
      );
      const before = await get();
      expect((await owner.call('DELETE', `/v1/pets/${other}`)).status).toBe(204);
      const after = await get({ headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
      expect([after.status, after.body]).toEqual([200, expect.not.objectContaining({ bondedWith: expect.anything() })]);
      expect((await put(after.body)).status).toBe(200);
      expect((await patch({ bondedWith: [other] })).status).toBe(400);
    });
  });

  describe('with the animal', () => {
    test('POST stores it, and answers with it only if asked', async () => {
      const body = { name: 'Rex', categoryId: 1, profile: rex };
      const answer = await owner.call('POST', '/v1/pets', { body });
      const petId = answer.body.id;
      expect(answer.text).toBe(`{"id":${petId},"name":"Rex","categoryId":1,"status":"available"}`);
      const asked = await owner.call('POST', '/v1/pets?expand=profile,owner', { body });
      expect(asked.body).toEqual({
        ...answer.body,
        id: asked.body.id,
        owner: { account: { id: expect.any(Number) } },
        profile: { ...rex, ...readOnly() },
      });
      const list = await owner.call('GET', `/v1/pets?ids=${petId},${asked.body.id}&expand=profile`);
      expect(list.body.map((pet: { profile: object }) => pet.profile)).toEqual([
        asked.body.profile,
        asked.body.profile,
      ]);
      const one = await owner.call('GET', `/v1/pets/${petId}?expand=profile`);
      expect(one.body).toEqual(list.body[1]);
    });

    test('PATCH merges it; null removes what is known; without `expand` the answer is the animal alone', async () => {
      await put(rex);
      const change = (body: object, query = '') => owner.call('PATCH', `/v1/pets/${id}${query}`, { body });
      const plain = await change({ name: 'Max', profile: { sex: null } });
      expect(plain.text).toBe(`{"id":${id},"name":"Max","categoryId":1,"status":"available"}`);
      const { sex: _sex, ...others } = rex;
      expect((await change({ profile: { size: 'large' } }, '?expand=profile')).body.profile).toEqual({
        ...others,
        size: 'large',
        ...readOnly(),
      });
      expect((await change({ profile: null }, '?expand=profile')).body.profile).toEqual(readOnly());
    });

    test.each([
      [{ profile: { sex: 'boy' } }, '`profile.sex` must be one of'],
      [{ profile: { location: { latitude: 1 } } }, '`profile.location.longitude` is required'],
      [{ profile: { bondedWith: [9_007_199_254_740_991] } }, '`profile.bondedWith` names the animal'],
      [{ profile: [] }, '`profile` must be a JSON object'],
    ])('400: %j, and nothing is added or changed', async (change, message) => {
      const count = async () => (await service.call('GET', '/v1/store/inventory')).text;
      const before = await count();
      const added = await owner.call('POST', '/v1/pets', { body: { name: 'Max', categoryId: 1, ...change } });
      expectError(added, 400, 'invalid_body', message);
      const changed = await owner.call('PATCH', `/v1/pets/${id}`, { body: { name: 'Max', ...change } });
      expectError(changed, 400, 'invalid_body', message);
      expect(await count()).toBe(before);
      expect((await expanded()).name).toBe('Rex');
    });

    test('lists find what has changed in public since', async () => {
      clock.advance(1_000);
      const since = new Date(clock.now()).toISOString();
      const changed = async () => idsOf(await owner.call('GET', `/v1/pets?updatedSince=${since}`));
      await put({ staff: { notes: 'Quiet.' } });
      expect(await changed()).toEqual([]);
      await patch({ sex: 'male' });
      expect(await changed()).toEqual([id]);
      expect((await get()).body.updatedAt).toBe(since);
    });

    test('a page of long profiles ends earlier, and the next one begins there', async () => {
      const caller = await newOwner(service);
      const profile = { description: 'x'.repeat(10_000) };
      const added: number[] = [];
      for (let i = 0; i < 9; i += 1) added.unshift(await addPet(caller, { categoryId: 4_711, profile }));
      const pages = await pagesOf(service, '/v1/pets?categoryId=4711&expand=profile&limit=100');
      expect(pages.flatMap(idsOf)).toEqual(added);
      expect(pages.map((page) => idsOf(page).length)).toEqual([6, 3]);
      expect(idsOf(await service.call('GET', '/v1/pets?categoryId=4711&limit=100'))).toEqual(added);
    });
  });

  describe('who sees what', () => {
    const secret = { notes: 'Bites postmen.', biteHistory: 'One postman.' };
    const staffOf = async (caller: TestService) => {
      const list = await expanded(caller);
      const resource = await caller.call('GET', path());
      expect(resource.body).toEqual(list.profile);
      return list.profile.staff;
    };

    test('`staff` is for its own people and operators', async () => {
      await put({ ...rex, staff: secret });
      expect(await staffOf(owner)).toEqual({ ...secret, daysInCare: 0 });
      expect(await staffOf(service)).toEqual({ ...secret, daysInCare: 0 });
      expect(await staffOf(await newOwner(service))).toBeUndefined();
    });

    test('visitors see listed animals without `staff`, and a new age on the day', async () => {
      const other = await addPet(owner, {});
      const listed = await addPet(service, {
        profile: { birthDate: '2026-01-01', bondedWith: [other], staff: secret },
      });
      const { body } = await service.call('POST', '/v1/account/keys', {
        body: { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] },
      });
      const visitor = withKey(service, body.key);
      const seen = async () => (await visitor.call('GET', `/v1/pets?ids=${listed}&expand=profile`)).body[0].profile;
      const first = await seen();
      expect(first).toMatchObject({ age: 'baby', birthDate: '2026-01-01' });
      expect(first).not.toHaveProperty('staff');
      expect(first).not.toHaveProperty('bondedWith');
      expectError(await visitor.call('GET', path()), 404, 'pet_not_found');
      clock.advance(Date.UTC(2027, 0, 1) - 1 - clock.now());
      expect((await seen()).age).toBe('baby');
      clock.advance(1);
      expect((await seen()).age).toBe('young');
    });
  });

  test('one event of a request names what has changed in public, and none tells of `staff`', async () => {
    const { headers } = await service.call('GET', '/v1/events?after=0&limit=1');
    expect(headers.get('content-type')).toContain('json');
    await put({ ...rex, staff: { notes: 'Quiet.' } });
    await patch({ staff: { notes: 'Bites.' } });
    await patch({ staff: { intake: { date: '2026-11-01' } } });
    await owner.call('PATCH', `/v1/pets/${id}`, {
      body: { name: 'Max', status: 'pending', profile: { breed: { mixed: false }, sex: 'male', size: 'large' } },
    });
    await patch({ sex: 'male' });
    const pet = { id, name: 'Rex', categoryId: 1, status: 'available' };
    const after = { ...pet, name: 'Max', status: 'pending' };
    const audit = await service.call('GET', '/v1/audit?types=pet.created,pet.updated,pet.status_changed&limit=10');
    const events = audit.body.filter(({ data }: { data: { id: number } }) => data.id === id).toReversed();
    expect(events.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ['pet.created', pet],
      [
        'pet.updated',
        {
          ...pet,
          changed: Object.keys(rex)
            .map((name) => `profile.${name}`)
            .toSorted(),
        },
      ],
      ['pet.updated', { ...pet, changed: ['profile.waitingSince'] }],
      ['pet.status_changed', after],
      ['pet.updated', { ...after, changed: ['name', 'profile.breed', 'profile.size'] }],
    ]);
  });
});
