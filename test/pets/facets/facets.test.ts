import { beforeAll, describe, expect, test } from 'vitest';
import { Petstore } from '../../../client/src/petstore.ts';
import type { PetFacets } from '../../../src/pets/facet-schema.ts';
import { withKey } from '../../support/adoption.ts';
import { addPet, expectError, idsOf, rateLimitOf } from '../../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../../support/service.ts';
import { postPhoto } from '../photos/images.ts';

const dayMs = 86_400_000;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

type Counts = PetFacets['species'];

describe.each(BACKENDS)('GET /pet-facets, on %s', (_, start) => {
  const clock = testClock();
  let visitor: TestService;
  const facets = async (query = '', caller = service): Promise<PetFacets> => {
    const answer = await caller.call('GET', `/v1/pet-facets?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const counts = (list: Counts = []) => Object.fromEntries(list.map(({ value, count }) => [value, count]));

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    const body = { location: { latitude: 39.8, longitude: -89.65 }, listed: true };
    await service.call('PATCH', '/v1/organizations/1', { body });
    const made = await service.call('POST', '/v1/account/keys', {
      body: { kind: 'publishable', origins: ['https://shelter.example'] },
    });
    visitor = withKey(service, made.body.key);
    const born = { birthDate: day(clock.now() - 364 * dayMs) };
    const [children, both] = [{ children: 'yes' }, { children: 'yes', dogs: 'yes', cats: 'no' }];
    for (const [profile, more] of [
      [{ species: 'dog', breed: { primary: 'Beagle' }, sex: 'male', size: 'small', ...born, goodWith: children }, {}],
      [{ species: 'Dog', breed: { primary: 'BEAGLE', secondary: 'Poodle' }, sex: 'female', age: 'senior' }, {}],
      [{ species: 'Dog', breed: { primary: 'Poodle' }, sex: 'male', age: 'baby', size: 'large', goodWith: both }, {}],
      [{ species: 'Cat', sex: 'female', age: 'senior', colors: ['Black', 'White'], houseTrained: true }, {}],
      [
        { species: 'Cat', sex: 'female', age: 'senior', specialNeeds: false },
        { status: 'sold', categoryId: 2 },
      ],
      [{ species: 'black, white', breed: { primary: 'ann@example.org' }, tags: ['Cat'] }, { name: 'Tom' }],
      [{}, { categoryId: 2 }],
    ] as const)
      await addPet(service, { profile, ...more });
    const plain = await addPet(service, { categoryId: 2 });
    await postPhoto(service, plain);
  });

  test('counts the animals of a list, with the names of its newest animal', async () => {
    expect(await facets('status=available')).toEqual({
      total: 7,
      species: [
        { value: 'Dog', count: 3 },
        { value: 'Cat', count: 1 },
      ],
      breed: [
        { value: 'BEAGLE', count: 2 },
        { value: 'Poodle', count: 2 },
      ],
      color: [
        { value: 'Black', count: 1 },
        { value: 'White', count: 1 },
      ],
      sex: [
        { value: 'female', count: 2 },
        { value: 'male', count: 2 },
      ],
      age: [
        { value: 'baby', count: 2 },
        { value: 'senior', count: 2 },
      ],
      size: [
        { value: 'large', count: 1 },
        { value: 'small', count: 1 },
      ],
      coat: [],
      goodWith: [
        { value: 'children', count: 2 },
        { value: 'dogs', count: 1 },
      ],
      houseTrained: [{ value: 'true', count: 1 }],
      specialNeeds: [],
      hasPhotos: [
        { value: 'false', count: 6 },
        { value: 'true', count: 1 },
      ],
      missing: [
        { value: 'description', count: 7 },
        { value: 'photos', count: 6 },
        { value: 'children', count: 5 },
        { value: 'size', count: 5 },
        { value: 'age', count: 3 },
        { value: 'sex', count: 3 },
      ],
    });
  });

  test.each([
    '',
    'status=available&species=dog',
    'age=senior',
    'age=senior,baby&sex=female',
    'species=DOG&breed=poodle&goodWith=children',
    'goodWith=children&sex=male',
    'goodWith=children,dogs&size=large,small',
    'categoryId=2',
    'hasPhotos=true&sex=male',
    'missing=age,children&sex=male',
    'missing=photos&organizationId=1&status=available',
    'near=39.8,-89.65&within=10km&species=cat',
    'species=a@example.org',
    'q=tom',
  ])('each count is that of the list with the value: %s', async (query) => {
    const listLength = async (parameters: URLSearchParams) =>
      idsOf(await service.call('GET', `/v1/pets?limit=100&${parameters.toString()}`)).length;
    const { total, ...lists } = await facets(query);
    expect(total).toBe(await listLength(new URLSearchParams(query)));
    for (const [name, values] of Object.entries(lists))
      for (const { value, count } of values) {
        const parameters = new URLSearchParams(query);
        const chosen = name === 'goodWith' ? [...(parameters.get(name)?.split(',') ?? []), value] : [value];
        parameters.set(name, chosen.join(','));
        expect(await listLength(parameters), `${name}=${value}`).toBe(count);
      }
  });

  test('visitors see the counts of listed animals only', async () => {
    const before = await facets('status=available', visitor);
    expect(before.total).toBe(7);
    const { key } = await service.newAccount();
    await addPet(service, { profile: { species: 'Dragon', sex: 'male' } }, key);
    expect(await facets('status=available', visitor)).toEqual(before);
    const all = await facets('status=available');
    expect(counts(all.species)).toEqual({ Cat: 1, Dog: 3, Dragon: 1 });
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: false } });
    expect((await facets('', visitor)).total).toBe(0);
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
  });

  test('a change counts at once, and so does a day', async () => {
    expect(counts((await facets('species=dog')).age)).toEqual({ baby: 2, senior: 1 });
    clock.advance(dayMs);
    expect(counts((await facets('species=dog')).age)).toEqual({ baby: 1, senior: 1, young: 1 });
    clock.advance(-dayMs);
    await service.call('PATCH', '/v1/pets/2/profile', { body: { age: 'adult' } });
    expect(counts((await facets('species=dog')).age)).toEqual({ adult: 1, baby: 2 });
    await service.call('PATCH', '/v1/pets/2/profile', { body: { age: 'senior' } });
  });

  test('the client sends the filters, and so the species of a vocabulary', async () => {
    const petstore = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
    expect(await petstore.pets.facets({ species: ['dog'], sex: ['male'] })).toEqual(
      await facets('species=dog&sex=male'),
    );
    expect(await petstore.vocabularies.breeds({ species: 'cat' })).not.toContain('Beagle');
  });

  test('of more than 2,500 animals only the total is counted, if that is cheap', async () => {
    const { database } = await service.beside();
    const times = { created_at: 0, updated_at: 0, version: 1 };
    const pet = { account_id: 1, name: 'Max', name_folded: 'MAX', category_id: 1, status: 'sold', ...times };
    const add = (count: number) =>
      database.transaction((tx) =>
        tx
          .insertInto('pets')
          .values(Array.from({ length: count }, () => pet))
          .execute(),
      );
    await add(1_250);
    await add(1_249);
    // One more is sold, and not called so.
    expect((await facets('status=sold')).total).toBe(2_500);
    await add(1);
    expect(await facets('status=sold')).toEqual({ total: 2_501 });
    expect(await facets('status=sold', visitor)).toMatchObject({ total: 1, hasPhotos: [{ count: 1 }] });
    expect((await facets('organizationId=1')).total).toBe(8);
    const { available, pending, sold } = (await service.call('GET', '/v1/store/inventory')).body;
    expect(await facets('')).toEqual({ total: available + pending + sold });
    expect((await facets('status=sold&categoryId=2')).total).toBe(1);
    // By a filter about profiles: counted again, as many as match it.
    expect(await facets('status=sold&species=cat')).toEqual({ total: 1 });
    expect(await facets('status=sold&hasPhotos=false&updatedSince=1970-01-01T00:00:00Z')).toEqual({});

    // Reading so many profiles costs some requests.
    const { key } = await service.newAccount({ limits: { perMinute: 1_000, perDay: 100_000 } });
    const remaining = async (query: string) =>
      rateLimitOf(await withKey(service, key).call('GET', `/v1/pet-facets?status=sold&${query}`)).remaining;
    expect(await remaining('categoryId=1')).toBe(994);
    expect(await remaining('categoryId=2')).toBe(993);
  });

  test.each([
    ['age=old', '`age'],
    ['within=5km', '`within` needs `near`'],
    ['near=Atlantis', '`near` must be'],
  ])('400: %s', async (query, naming) => {
    expectError(await service.call('GET', `/v1/pet-facets?${query}`), 400, 'invalid_parameter', naming);
  });
});
