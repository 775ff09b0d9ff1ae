import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOwner, withKey } from '../support/adoption.ts';
import { addPet, expectError, idsOf, pagesOf } from '../support/answers.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';
import { profileCalls, readOnly, rex } from './profiles.ts';

/** Animals with their profiles: in the operations of animals, for those who may see them, and in events. */
describe.each(BACKENDS)('an animal with its profile, on %s', (_, start) => {
  const startMs = Date.UTC(2026, 10, 21, 9);
  const clock = testClock(startMs);
  let service: TestService;
  let owner: TestService;
  let id: number;
  const { path, get, put, patch } = profileCalls(() => ({ owner, id }));
  const expanded = async (caller = owner) => (await caller.call('GET', `/v1/pets?ids=${id}&expand=profile`)).body[0];

  beforeAll(async () => {
    service = await start({ now: clock.now });
    owner = await newOwner(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    clock.advance(61_000);
    id = await addPet(owner, {});
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
