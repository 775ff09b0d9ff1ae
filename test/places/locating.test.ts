import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { locateAddresses } from '../../src/places/locating.ts';
import { openPlaces } from '../../src/places/places.ts';
import { get, newPair, petfinderClient } from '../compat/petfinder-scene.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, sharedService } from '../support/service.ts';

describe.each(BACKENDS)('an address without coordinates, on %s', (_, start) => {
  let database: Database;
  const places = openPlaces();
  /** As the service does every ten seconds. */
  const locate = () => locateAddresses(database, places);
  const near = async (place: string): Promise<string[]> => {
    const { body } = await service.call('GET', `/v1/pets?near=${encodeURIComponent(place)}&within=20km`);
    return (body as { name: string }[]).map(({ name }) => name).toSorted();
  };
  const organization = async (body: object) => {
    const answer = await service.call('PATCH', '/v1/organizations/1', { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  const service = sharedService(start);
  beforeAll(async () => {
    ({ database } = await service.beside());
  });
  afterAll(async () => {
    await database.close();
  });

  test('is found by its postal code or its town, and shown as it was given', async () => {
    await organization({ address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701' } });
    await addPet(service, { name: 'Rex' });
    await addPet(service, { name: 'Tom', profile: { location: { postalCode: '60601', country: 'US' } } });
    const łódź = await addPet(service, { name: 'Ada', profile: { location: { city: 'Łódź', country: 'PL' } } });
    await locate();
    expect(await near('62701')).toEqual(['Rex']);
    expect(await near('Chicago, IL')).toEqual(['Tom']);
    expect(await near('Lodz, PL')).toEqual(['Ada']);
    const { body } = await service.call('GET', `/v1/pets/${łódź}/profile`);
    expect(body.location).toEqual({ city: 'Łódź', country: 'PL' });
    const found = await service.call('GET', '/v1/organizations?near=62701');
    expect(found.body).toEqual([expect.not.objectContaining({ location: expect.anything() })]);
  });

  test('is the same place for all interfaces', async () => {
    await organization({ listed: true });
    const client = await petfinderClient(service, await newPair(service));
    const distances = async (path: string, of: 'animals' | 'organizations') =>
      ((await get(client, path))[of] as { name: string; distance: number | null }[]).map(({ name, distance }) => [
        name,
        distance,
      ]);
    expect(await distances('/v2/organizations?location=62701', 'organizations')).toEqual([
      ['Our shelter', expect.closeTo(0.5, 0)],
    ]);
    const animals = [
      ['Tom', expect.closeTo(0, -1)],
      ['Rex', expect.closeTo(179, -1)],
    ];
    expect(await distances('/v2/animals?location=60601&distance=300&sort=distance', 'animals')).toEqual(animals);
    const { body } = await service.call('GET', '/v1/pets?near=60601&within=300mi&sort=distance');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Tom', 'Rex']);
  });

  test('stays found while other members change, and moves with the address', async () => {
    await organization({ mission: 'Dogs first.' });
    await service.call('PATCH', '/v1/pets/2/profile', { body: { age: 'young' } });
    expect(await near('62701')).toEqual(['Rex']);
    expect(await near('60601')).toEqual(['Tom']);
    await organization({ address: { city: 'Boston', region: 'MA' } });
    await service.call('PATCH', '/v1/pets/2/profile', { body: { location: { postalCode: '02108' } } });
    expect([...(await near('62701')), ...(await near('60601'))]).toEqual([]);
    await locate();
    expect(await near('02108')).toEqual(['Rex', 'Tom']);
    await service.call('PATCH', '/v1/pets/2/profile', { body: { location: null } });
    await organization({ address: null });
    await locate();
    expect(await near('02108')).toEqual([]);
  });

  test('coordinates win over the address', async () => {
    const at = { latitude: 39.8, longitude: -89.65 };
    expect(await organization({ address: { city: 'Boston', region: 'MA' }, location: at })).toMatchObject({
      location: at,
    });
    await locate();
    expect(await near('62701')).toEqual(['Rex', 'Tom']);
  });

  test.each([
    ['a postal code of another country', { postalCode: '62701', country: 'DE' }],
    [
      'a postal code of a country that is not named, with a town that nobody knows',
      { city: 'Xyz', postalCode: '62701' },
    ],
    ['a town that nobody knows', { city: 'Xyz', region: 'IL', postalCode: null, country: 'US' }],
  ])('%s is nowhere, and asked for once', async (_name, address) => {
    await organization({ address, location: null });
    await locate();
    expect(await near('62701')).toEqual([]);
    const asked: string[] = [];
    await locateAddresses(database, {
      find: async (name) => {
        asked.push(name);
        return undefined;
      },
    });
    expect(asked).toEqual([]);
  });

  test('is looked up while requests come in: a turn of the event loop searches for one', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1)
      ids.push(await addPet(service, { name: `Ann ${i}`, profile: { location: { city: 'Xyz' } } }));
    // The service may have looked them up meanwhile, and must not do so now.
    await service.stop();
    await database.transaction((tx) =>
      tx.updateTable('pet_profiles').set({ located: 0 }).where('pet_id', 'in', ids).execute(),
    );
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const asked: number[] = [];
    await locateAddresses(database, {
      find: async () => {
        asked.push(turns);
        return undefined;
      },
    });
    clearImmediate(next);
    // With and without a region and a country, which are not known.
    expect([asked.length, new Set(asked).size]).toEqual([10, 5]);
  });
});
