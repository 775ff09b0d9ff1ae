import { beforeAll, describe, expect, test } from 'vitest';
import { withKey } from '../../support/adoption.ts';
import { addPet, expectError, idsOf, rateLimitOf } from '../../support/answers.ts';
import { BACKENDS, linksOf, sharedService, testClock } from '../../support/service.ts';

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dayMs = 86_400_000;

describe.each(BACKENDS)('where an organization is that nobody sees, on %s', (_, start) => {
  const service = sharedService(start);

  test('no search by place tells', async () => {
    const id = await addPet(service, { name: 'Rex' });
    const near = '/v1/pets?near=39.8,-89.65&within=10km';
    const standing = async (listed: boolean) => {
      const body = { location: { latitude: 39.8, longitude: -89.65 }, listed };
      await service.call('PATCH', '/v1/organizations/1', { body });
      const { key } = await service.newAccount();
      const found = [near, `${near}&sort=distance`, `/v1/pets?near=39.8,-89.65&expand=distance&ids=${id}`];
      return Promise.all(found.map(async (path) => (await service.call('GET', path, { key })).body));
    };
    const rex = expect.objectContaining({ id });
    expect(await standing(true)).toEqual([[rex], [rex], [expect.objectContaining({ id, distanceMeters: 0 })]]);
    expect(await standing(false)).toEqual([[], [], []]);
  });
});

describe.each(BACKENDS)('GET /pets by what adopters ask for, on %s', (_, start) => {
  const clock = testClock();
  let names: Map<number, string>;
  const found = async (query: string, caller = service): Promise<(string | undefined)[]> => {
    const answer = await caller.call('GET', `/v1/pets?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return idsOf(answer).map((id) => names.get(id));
  };

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    const body = { location: { latitude: 39.8, longitude: -89.65 }, listed: true };
    await service.call('PATCH', '/v1/organizations/1', { body });
    names = new Map();
    const add = async (name: string, profile: object, more: object = {}) =>
      names.set(await addPet(service, { name, profile, ...more }), name);
    const stay = (days: number) => ({ staff: { intake: { date: day(clock.now() - days * dayMs) } } });
    await add('Rex', {
      species: 'Dog',
      breed: { primary: 'Golden Retriever', secondary: 'Poodle' },
      colors: ['Golden'],
      sex: 'male',
      birthDate: day(clock.now() - 364 * dayMs),
      size: 'large',
      coat: 'long',
      goodWith: { children: 'yes', dogs: 'yes', cats: 'selective' },
      houseTrained: true,
      specialNeeds: false,
      description: 'Swims.',
      ...stay(10),
    });
    await add('Tom', {
      species: 'Cat',
      sex: 'male',
      age: 'senior',
      size: 'small',
      coat: 'short',
      goodWith: { children: 'yes' },
      location: { city: 'Chicago', latitude: 41.88, longitude: -87.63 },
      ...stay(20),
    });
    await add('Bella', { species: 'dog', sex: 'female', houseTrained: false, specialNeeds: true });
    names.set(await addPet(service, { name: 'Kit' }), 'Kit');
  });

  test.each([
    ['species=DOG', ['Bella', 'Rex']],
    ['species=dog,cat', ['Bella', 'Tom', 'Rex']],
    ['breed=poodle', ['Rex']],
    ['breed=golden%20retriever,beagle', ['Rex']],
    ['color=GOLDEN', ['Rex']],
    ['sex=male', ['Tom', 'Rex']],
    ['age=baby', ['Rex']],
    ['age=senior,baby', ['Tom', 'Rex']],
    ['age=adult', []],
    ['size=small', ['Tom']],
    ['coat=long,short', ['Tom', 'Rex']],
    ['goodWith=children', ['Tom', 'Rex']],
    ['goodWith=children,dogs', ['Rex']],
    ['goodWith=cats', []],
    ['houseTrained=true', ['Rex']],
    ['houseTrained=false', ['Bella']],
    ['specialNeeds=true', ['Bella']],
    ['hasPhotos=true', []],
    ['missing=photos', ['Kit', 'Bella', 'Tom', 'Rex']],
    ['missing=description', ['Kit', 'Bella', 'Tom']],
    ['missing=age', ['Kit', 'Bella']],
    ['missing=sex', ['Kit']],
    ['missing=size', ['Kit', 'Bella']],
    ['missing=children', ['Kit', 'Bella']],
    ['missing=sex,description&status=available&organizationId=1', ['Kit', 'Bella', 'Tom']],
    ['missing=size&sex=female', ['Bella']],
    ['hasPhotos=false', ['Kit', 'Bella', 'Tom', 'Rex']],
    ['species=dog&sex=male&status=available&categoryId=1&organizationId=1&q=r', ['Rex']],
    ['near=39.8,-89.65', ['Kit', 'Bella', 'Rex']],
    ['near=39.799999999999998,-89.650000000000001&within=12.3456km', ['Kit', 'Bella', 'Rex']],
    ['near=chicago,+il&within=10km', ['Tom']],
    ['near=62701&within=500mi&species=dog', ['Bella', 'Rex']],
    ['near=60601&within=500mi&sort=distance', ['Tom', 'Kit', 'Bella', 'Rex']],
    ['sort=longest_waiting', ['Tom', 'Rex', 'Bella', 'Kit']],
    ['sort=newest', ['Kit', 'Bella', 'Tom', 'Rex']],
    ['species=nobody@shelter.example', []],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test('an id of a list, and the only one, must match too', async () => {
    const [rex = 0, tom = 0] = names.keys();
    expect(await found(`ids=${rex},${tom}&species=cat`)).toEqual(['Tom']);
    expect(await found(`ids=${rex}&species=cat`)).toEqual([]);
    expect(await found(`ids=${rex}&near=39.8,-89.65&within=1km&sort=distance`)).toEqual(['Rex']);
    expect(await found(`ids=${rex},${tom}&sort=longest_waiting`)).toEqual(['Tom', 'Rex']);
  });

  test('expand=distance: how far each is from the place that is asked for, for accounts and visitors', async () => {
    const visiting = { kind: 'publishable', origins: ['https://shelter.example'] };
    const { body: made } = await service.call('POST', '/v1/account/keys', { body: visiting });
    const near = 'near=39.9,-89.65&within=500mi&sort=distance&limit=4';
    for (const caller of [service, withKey(service, made.key)])
      for (const expand of ['distance', 'distance,profile']) {
        const { body } = await caller.call('GET', `/v1/pets?${near}&expand=${expand}`);
        expect(body.map((pet: { name: string; distanceMeters: number }) => [pet.name, pet.distanceMeters])).toEqual([
          ['Kit', 11_120],
          ['Bella', 11_120],
          ['Rex', 11_120],
          ['Tom', expect.closeTo(277_500, -4)],
        ]);
      }
    const { body } = await service.call('GET', '/v1/pets?limit=1&expand=distance');
    expect(Object.keys(body[0])).toEqual(['id', 'name', 'categoryId', 'status']);
    expect(Object.keys((await service.call('GET', `/v1/pets?${near}`)).body[0])).toEqual(Object.keys(body[0]));
  });

  test('an animal gets older at midnight, without a write', async () => {
    expect(await found('age=baby')).toEqual(['Rex']);
    clock.advance(dayMs);
    expect(await found('age=baby')).toEqual([]);
    expect(await found('age=young')).toEqual(['Rex']);
    clock.advance(-dayMs);
  });

  test('what is changed is found at once', async () => {
    const [rex] = names.keys();
    const path = `/v1/pets/${rex}/profile`;
    const change = (body: object) => service.call('PATCH', path, { body });
    expect((await change({ size: 'xlarge', location: { latitude: 41.88, longitude: -87.63 } })).status).toBe(200);
    expect(await found('size=large')).toEqual([]);
    expect(await found('size=xlarge')).toEqual(['Rex']);
    expect(await found('near=chicago,+il&within=10km')).toEqual(['Tom', 'Rex']);
    expect((await change({ size: 'large', location: null })).status).toBe(200);
    expect(await found('near=chicago,+il&within=10km')).toEqual(['Tom']);
  });

  test.each([
    'sort=longest_waiting',
    'sort=distance&near=60601&within=500mi',
    'near=60601&within=500mi',
    'sex=male,female',
  ])('pages of %s follow each other', async (query) => {
    const all = await found(query);
    const met: (string | undefined)[] = [];
    let path: string | undefined = `/v1/pets?${query}&limit=1`;
    while (path !== undefined) {
      const answer = await service.call('GET', path);
      met.push(...idsOf(answer).map((id) => names.get(id)));
      path = linksOf(answer)['next'];
    }
    expect(met).toEqual(all);
  });

  test('a cursor belongs to its order', async () => {
    const first = await service.call('GET', '/v1/pets?sort=longest_waiting&limit=1');
    const next = linksOf(first)['next'] ?? '';
    expectError(await service.call('GET', next.replace('longest_waiting', 'newest')), 400, 'invalid_cursor');
  });

  test('visitors find the animals of public organizations', async () => {
    const { key } = await service.newAccount();
    const stray = await addPet(service, { name: 'Stray', profile: { species: 'dog' } }, key);
    const made = await service.call('POST', '/v1/account/keys', {
      body: { kind: 'publishable', origins: ['https://shelter.example'] },
    });
    expect(made.status, made.text).toBe(201);
    const visitor = withKey(service, made.body.key);
    for (const query of ['species=dog', 'species=dog&sort=longest_waiting', 'species=dog&near=62701&sort=distance'])
      expect(await found(query, visitor)).not.toContain(undefined);
    expect(await found('species=dog', visitor)).toEqual(['Bella', 'Rex']);
    expect((await service.call('DELETE', `/v1/pets/${stray}`)).status).toBe(204);
    expect(await found('species=dog')).toEqual(['Bella', 'Rex']);
  });

  test.each([
    ['sort=oldest', '`sort`'],
    ['sort=distance', '`sort=distance` needs `near`'],
    ['within=5km', '`within` needs `near`'],
    ['near=Atlantis', '`near` must be'],
    ['near=99999', '`near` must be'],
    ['near=62701&within=600mi', '`within`'],
    ['sex=boy', '`sex'],
    ['age=old', '`age'],
    ['size=giant', '`size'],
    ['coat=none', '`coat'],
    ['goodWith=birds', '`goodWith'],
    ['houseTrained=yes', '`houseTrained`'],
    ['specialNeeds=1', '`specialNeeds`'],
    ['hasPhotos=', '`hasPhotos`'],
    ['missing=name', '`missing'],
    ['missing=photos,description,age,sex', '`missing`'],
    ['species=', '`species'],
    [`breed=${Array.from({ length: 21 }, (_, i) => `b${i}`).join(',')}`, '`breed`'],
  ])('400: %s', async (query, naming) => {
    expectError(await service.call('GET', `/v1/pets?${query}`), 400, 'invalid_parameter', naming);
  });

  test('a search that reads many animals costs a request for each ten thousand', async () => {
    const { database } = await service.beside();
    const times = { created_at: 0, updated_at: 0, version: 1 };
    const pet = { account_id: 1, name: 'Rex', name_folded: 'REX', category_id: 1, status: 'sold', ...times };
    const some = Array.from({ length: 1_000 }, () => pet);
    for (let i = 0; i < 12; i += 1) await database.transaction((tx) => tx.insertInto('pets').values(some).execute());
    const { key } = await service.newAccount({ limits: { perMinute: 1_000, perDay: 100_000 } });
    const answer = await withKey(service, key).call('GET', '/v1/pets?hasPhotos=true&near=0,0');
    expect(idsOf(answer)).toEqual([]);
    expect(rateLimitOf(answer).remaining).toBe(999);
    const walked = await withKey(service, key).call('GET', '/v1/pets?hasPhotos=false&categoryId=9');
    expect(idsOf(walked)).toEqual([]);
    expect(rateLimitOf(walked).remaining).toBe(997);
  });
});
