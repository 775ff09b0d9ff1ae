import type { Client } from '@petfinder/petfinder-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, newPair } from '../compat/petfinder-scene.ts';
import { eventually } from '../support/eventually.ts';
import { sharedService, startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { done } from './scene.ts';

/** Twenty shelters, each with a service of its own. */
const PLACES = {
  Albany: [42.65, -73.75],
  Atlanta: [33.75, -84.39],
  Boise: [43.62, -116.2],
  Boston: [42.36, -71.06],
  Chicago: [41.85, -87.65],
  Cleveland: [41.5, -81.7],
  Columbus: [39.96, -83],
  Dallas: [32.78, -96.81],
  Dayton: [39.76, -84.19],
  Denver: [39.74, -104.98],
  Detroit: [42.33, -83.05],
  Helena: [46.59, -112.04],
  Houston: [29.76, -95.36],
  Miami: [25.77, -80.19],
  Nashville: [36.17, -86.78],
  Omaha: [41.26, -95.94],
  Phoenix: [33.45, -112.07],
  Portland: [45.52, -122.68],
  Reno: [39.53, -119.81],
  Toledo: [41.66, -83.56],
} as const;

const clock = testClock();
const directory = sharedService(startOnSqlite, { now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
const shelters: TestService[] = [];
let client: Client;

/** A service with a dog and a cat of that town. */
async function openShelter(town: string, [latitude, longitude]: readonly [number, number]): Promise<void> {
  const shelter = await startOnSqlite({ now: clock.now, outlivesTest: true });
  shelters.push(shelter);
  const send = async (method: string, path: string, body: object) => done(await shelter.call(method, path, { body }));
  const location = { latitude, longitude };
  await send('PATCH', '/v1/organizations/1', { name: `${town} Shelter`, listed: true, location });
  for (const species of ['Dog', 'Cat'])
    await send('POST', '/v1/pets', { name: `${species} of ${town}`, categoryId: 1, profile: { species } });
  const { key } = await send('POST', '/v1/admin/partner-keys', { name: 'Directory' });
  done(await directory.call('POST', '/v1/admin/directory', { body: { url: shelter.origin, key } }));
}

beforeAll(async () => {
  await Promise.all(Object.entries(PLACES).map(([town, place]) => openShelter(town, place)));
  client = newClient(directory, await newPair(directory));
  await eventually(async () => {
    clock.advance(5_000);
    return (await client.animal.search()).data.pagination.total_count === 2 * shelters.length;
  });
});
afterAll(() => Promise.all(shelters.map((shelter) => shelter.close())));

const namesOf = (animals: readonly { name: string }[]) => animals.map(({ name }) => name);

test("Petfinder's own client finds the nearest dogs of twenty services, the nearest first", async () => {
  const near = { type: 'Dog', location: '39.96,-83', sort: 'distance' };
  const { animals } = (await client.animal.search({ ...near, distance: 150 })).data;
  expect(namesOf(animals)).toEqual(['Dog of Columbus', 'Dog of Dayton', 'Dog of Toledo', 'Dog of Cleveland']);
  expect(animals.map(({ distance }: { distance: number }) => Math.round(distance))).toEqual([0, 65, 121, 126]);
  const [nearest] = (await client.animal.search({ ...near, distance: 20 })).data.animals;
  const { data: shown } = await client.animal.show(nearest.id);
  expect(shown.animal).toMatchObject({ name: 'Dog of Columbus', type: 'Dog', status: 'adoptable' });
  const { data: organization } = await client.organization.show(shown.animal.organization_id);
  expect(organization.organization.name).toBe('Columbus Shelter');
});

test('it walks all animals and all organizations, page by page, each once', async () => {
  const found: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data } = await client.animal.search({ type: 'Cat', limit: 8, page });
    found.push(...namesOf(data.animals));
    pages = data.pagination.total_pages;
  }
  expect(found.toSorted()).toEqual(Object.keys(PLACES).map((town) => `Cat of ${town}`));
  const { organizations } = (await client.organization.search({ limit: 100 })).data;
  expect(namesOf(organizations)).toEqual(expect.arrayContaining(Object.keys(PLACES).map((town) => `${town} Shelter`)));
});
