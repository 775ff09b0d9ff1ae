import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEvents } from '../events/streams.ts';
import { newMember } from '../organizations/members.ts';
import { signUp } from '../pages/page.ts';
import { newCaller, withKey } from '../support/adoption.ts';
import { expectError, idsOf, pagesOf } from '../support/answers.ts';
import { withinASecond } from '../support/eventually.ts';
import { BACKENDS, type TestService, runningClock } from '../support/service.ts';

const LISTED = 'a listed organization';
const OTHERS = ['an unlisted one', 'a suspended one', 'a suspended account of a listed one', 'a stranger'] as const;
type Whose = typeof LISTED | (typeof OTHERS)[number];

describe.each(BACKENDS)('what a publishable key sees, on %s', (_, start) => {
  let service: TestService;
  /** Another process on the same database. */
  let beside: TestService;
  let visitorKey: string;
  let visitor: TestService;
  let shelter: TestService;
  let stranger: TestService;
  let listed: number;
  /** The only animal and the only category of each. */
  const pets = {} as Record<Whose, number>;
  const categories = {} as Record<Whose, number>;

  async function post(caller: TestService, path: string, body: object): Promise<{ id: number; key: string }> {
    const answer = await caller.call('POST', path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }
  async function change(path: string, body: object, caller = service): Promise<void> {
    const answer = await caller.call('PATCH', path, { body });
    expect(answer.status, answer.text).toBe(200);
  }
  const addPet = async (caller: TestService, pet: object): Promise<number> =>
    (await post(caller, '/v1/pets', { name: 'Rex', categoryId: 1, ...pet })).id;
  const removePet = (caller: TestService, id: number) => caller.call('DELETE', `/v1/pets/${id}`);
  const newOrganization = async (isListed: boolean): Promise<number> =>
    (await post(service, '/v1/organizations', { name: 'A shelter', listed: isListed })).id;
  const read = async (path: string, caller = visitor) => (await caller.call('GET', path)).body;

  beforeAll(async () => {
    const now = runningClock();
    service = await start({ now });
    beside = await start({ now, dataDir: service.dataDir, serves: false });
    const shown = { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] };
    visitorKey = (await post(service, '/v1/account/keys', shown)).key;
    visitor = withKey(service, visitorKey);
    listed = await newOrganization(true);
    const suspended = await newOrganization(true);
    shelter = await newMember(service, listed, 'staff');
    stranger = withKey(service, (await signUp(service)).key);
    const callers: Record<Whose, TestService> = {
      [LISTED]: shelter,
      'an unlisted one': await newMember(service, await newOrganization(false), 'manager'),
      'a suspended one': await newMember(service, suspended, 'manager'),
      'a suspended account of a listed one': await newMember(service, listed, 'staff'),
      'a stranger': stranger,
    };
    for (const [whose, caller] of Object.entries(callers) as [Whose, TestService][]) {
      categories[whose] = (await post(caller, '/v1/categories', { name: `Category of ${whose}` })).id;
      pets[whose] = await addPet(caller, { name: `Animal of ${whose}`, categoryId: categories[whose] });
      await change(`/v1/pets/${pets[whose]}`, { status: 'pending' }, caller);
      await change(`/v1/categories/${categories[whose]}`, { description: `Described by ${whose}` }, caller);
    }
    await change(`/v1/organizations/${suspended}`, { suspended: true });
    const { id } = await read('/v1/account', callers['a suspended account of a listed one']);
    await change(`/v1/admin/accounts/${id}`, { suspended: true });
  });
  afterAll(async () => {
    await beside.stop();
    await service.close();
  });

  const pet = () => ({
    id: pets[LISTED],
    name: `Animal of ${LISTED}`,
    categoryId: categories[LISTED],
    status: 'pending',
  });
  const category = () => ({
    id: categories[LISTED],
    name: `Category of ${LISTED}`,
    description: `Described by ${LISTED}`,
  });

  test.each([
    '',
    '?status=pending',
    '?q=animal',
    '?updatedSince=2020-01-01T00:00:00Z',
    '?status=pending&q=of&updatedSince=2020-01-01T00:00:00Z',
  ])('GET /pets%s: the animals of listed organizations; account keys see all', async (query) => {
    expect(await read(`/v1/pets${query}`)).toEqual([pet()]);
    expect(idsOf(await stranger.call('GET', `/v1/pets${query}`))).toEqual(Object.values(pets).toReversed());
  });

  test('GET /pets?ids=, ?categoryId= and ?organizationId=', async () => {
    expect(await read(`/v1/pets?ids=${Object.values(pets).join(',')}`)).toEqual([pet()]);
    expect(await read(`/v1/pets?categoryId=${categories[LISTED]}`)).toEqual([pet()]);
    for (const whose of OTHERS)
      for (const status of ['', '&status=pending'])
        expect(await read(`/v1/pets?categoryId=${categories[whose]}${status}`)).toEqual([]);

    expect(await read(`/v1/pets?organizationId=${listed}`)).toEqual([pet()]);
    expect(await read(`/v1/pets?organizationId=${listed}&status=available`)).toEqual([]);
    expect(await read('/v1/pets?organizationId=9223372036854775807')).toEqual([]);
    const ofOrganization = await service.call('GET', `/v1/pets?organizationId=${listed}`);
    expect(idsOf(ofOrganization)).toEqual([pets['a suspended account of a listed one'], pets[LISTED]]);
    expectError(await visitor.call('GET', '/v1/pets?organizationId=x'), 400, 'invalid_parameter', '`organizationId`');
  });

  test('GET /pets: pages pass over what is not shown', async () => {
    const added: number[] = [];
    const hidden: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      added.unshift(await addPet(shelter, {}));
      hidden.push(await addPet(stranger, {}));
    }
    const pages = await pagesOf(visitor, '/v1/pets?limit=2');
    expect(pages.map(idsOf)).toEqual([added.slice(0, 2), [added[2], pets[LISTED]]]);
    for (const id of added) await removePet(shelter, id);
    for (const id of hidden) await removePet(stranger, id);
  });

  test('GET /pets/{petId} and /categories/{categoryId}: 404 for others', async () => {
    expect(await read(`/v1/pets/${pets[LISTED]}`)).toEqual(pet());
    expect(await read(`/v1/categories/${categories[LISTED]}`)).toEqual(category());
    for (const whose of OTHERS) {
      expectError(await visitor.call('GET', `/v1/pets/${pets[whose]}`), 404, 'pet_not_found');
      expectError(await visitor.call('GET', `/v1/categories/${categories[whose]}`), 404, 'category_not_found');
      expect((await stranger.call('GET', `/v1/pets/${pets[whose]}`)).status).toBe(200);
      expect((await stranger.call('GET', `/v1/categories/${categories[whose]}`)).status).toBe(200);
    }
  });

  test('GET /store/inventory: counts the same animals', async () => {
    expect(await read('/v1/store/inventory')).toEqual({ available: 0, pending: 1, sold: 0 });
    expect(await read('/v1/store/inventory', stranger)).toEqual({ available: 0, pending: 5, sold: 0 });
  });

  test('GET /categories: those with an animal that visitors see, and none of a stranger', async () => {
    expect(await read('/v1/categories')).toEqual([category()]);
    expect(await read('/v1/categories', stranger)).toHaveLength(7 + Object.keys(categories).length);
    const hidden = await addPet(stranger, { categoryId: 2 });
    const shown = [
      await addPet(shelter, { categoryId: 1 }),
      await addPet(shelter, { categoryId: categories['a stranger'] }),
    ];
    expect(await read('/v1/categories')).toEqual([category(), { id: 1, name: 'Dogs' }]);
    await removePet(stranger, hidden);
    for (const id of shown) await removePet(shelter, id);
  });

  test('GET /categories: that of an operator, for whoever has an animal in it', async () => {
    const ponies = await post(service, '/v1/categories', { name: 'Ponies' });
    await change('/v1/organizations/1', { listed: false });
    const pony = await addPet(shelter, { categoryId: ponies.id });
    expect(idsOf(await visitor.call('GET', '/v1/categories'))).toEqual([ponies.id, categories[LISTED]]);
    await change('/v1/organizations/1', { listed: true });
    await removePet(shelter, pony);
  });

  test('a category of a stranger reaches no visitor, and a stranger chooses no id', async () => {
    const pills = await post(stranger, '/v1/categories', { name: '!!! CHEAP PILLS' });
    await addPet(stranger, { name: 'CHEAP PILLS', categoryId: pills.id });
    for (const path of ['/v1/categories', '/v1/pets', '/v1/events?limit=100']) {
      expect((await visitor.call('GET', path)).text).not.toContain('PILLS');
      expect((await service.call('GET', path)).text).toContain('PILLS');
    }
    const body = { id: 4711, name: 'Ferrets' };
    expectError(await stranger.call('POST', '/v1/categories', { body }), 403, 'forbidden', '`id`');
    expect(await post(await newCaller(service), '/v1/categories', body)).toEqual(body);
  });

  test('GET /events: those of what is shown, without who caused them', async () => {
    const told = await allEvents(service, { key: visitorKey });
    const about = (subject: string) => told.filter(({ type }) => type.startsWith(subject));
    const ofPet = about('pet.').filter(({ data }) => data.id === pets[LISTED]);
    expect(ofPet.map(({ type }) => type)).toEqual(['pet.created', 'pet.status_changed']);
    expect(about('category.').map(({ type, data }) => [type, data.id])).toEqual([
      ['category.created', categories[LISTED]],
      ['category.updated', categories[LISTED]],
    ]);
    const text = JSON.stringify(told);
    expect(text).not.toContain('"actor"');
    for (const whose of OTHERS) expect(text).not.toContain(whose);
    const all = await allEvents(service);
    expect(all.every((event) => 'actor' in event)).toBe(true);
    for (const whose of OTHERS) expect(JSON.stringify(all)).toContain(`Animal of ${whose}`);
  });

  test('an organization that is unlisted or suspended is gone within a second, in every process', async () => {
    const reads = [
      '/v1/pets',
      '/v1/pets?status=pending',
      `/v1/pets/${pets[LISTED]}`,
      '/v1/store/inventory',
      '/v1/categories',
      `/v1/categories/${categories[LISTED]}`,
    ];
    const events = '/v1/events?limit=100&types=pet.created,category.created';
    const feed = async (at: TestService) => (await at.call('GET', events, { key: visitorKey })).text;
    expect(await feed(service)).toContain(LISTED);
    const seen = (at: TestService) =>
      Promise.all(reads.map(async (path) => (await at.call('GET', path, { key: visitorKey })).text));
    const isShown = (text: string) => text.includes(LISTED) || text.includes('"pending":1');
    const before = await seen(service);
    expect(before.filter(isShown)).toEqual(before);
    for (const state of [{ listed: false }, { listed: true }, { suspended: true }, { suspended: false }]) {
      await change(`/v1/organizations/${listed}`, state);
      const isPublic = state.listed === true || state.suspended === false;
      for (const at of [service, beside]) {
        const now = await withinASecond(
          () => seen(at),
          (texts) => texts.every((text) => isShown(text) === isPublic),
        );
        if (isPublic) expect(now).toEqual(before);
        // What happened before the organization was listed again stays hidden.
        expect(await feed(at)).not.toContain(LISTED);
      }
    }
  });
});
