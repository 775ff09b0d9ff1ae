import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { sharedService, startOnSqlite, type TestService } from '../support/service.ts';
import { get, newPair, petfinderClient, problemOf } from './petfinder-scene.ts';

let client: TestService;

const service = sharedService(startOnSqlite);
beforeAll(async () => {
  client = await petfinderClient(service, await newPair(service));
  await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
  for (const name of ['Rex', 'Luna']) await addPet(service, { name, profile: { species: 'Cat' } });
});

const faultsOf = async (path: string) => {
  const answer = await client.call('GET', path);
  expect([answer.status, answer.text.length < 1_000], path.slice(0, 50)).toEqual([400, true]);
  return problemOf(answer)['invalid-params'];
};

test('a character that no name has finds nobody', async () => {
  for (const query of ['name=%00', 'breed=%00', 'color=a%00b', 'type=cat&breed[]=%00', 'name=%FF'])
    expect((await get(client, `/v2/animals?${query}`)).pagination.total_count, query).toBe(0);
  for (const query of ['name=%00', 'query=a%00b'])
    expect((await get(client, `/v2/organizations?${query}`)).pagination.total_count, query).toBe(0);
});

test('thousands of values are one fault, and are not looked up', async () => {
  for (const name of ['breed', 'color', 'organization', 'status', 'age', 'sort']) {
    const values = Array.from({ length: 1_500 }, (_value, i) => i.toString(36));
    const faults = [{ in: 'query', path: name, message: expect.stringMatching(/^There are more than \d+ values\.$/) }];
    expect(await faultsOf(`/v2/animals?${name}=${values.join(',')}`)).toEqual(faults);
  }
  const words = Array.from({ length: 21 }, (_value, i) => `w${i}`);
  expect(await faultsOf(`/v2/organizations?query=${words.join('+')}`)).toEqual([
    { in: 'query', path: 'query', message: 'There are more than 20 words.' },
  ]);
  // One word, however often.
  await get(client, `/v2/organizations?query=${'a+'.repeat(1_000)}`);
  expect((await get(client, `/v2/animals?breed=${','.repeat(8_000)}`)).pagination.total_count).toBe(2);
});

test('of several values of a parameter that has one, the last one counts, in links too', async () => {
  const { animals, pagination } = await get(
    client,
    '/v2/animals?limit=2&limit=1&type=dog&type=cat&age=senior&age[]=adult',
  );
  expect(animals).toHaveLength(1);
  const next = '/v2/animals?age=senior,adult&limit=1&type=cat&page=2';
  expect(pagination._links).toEqual({ next: { href: next } });
  const { pagination: last } = await get(client, next);
  expect([last.current_page, last.total_pages]).toEqual([2, 2]);
});

test('an escaped path gets a problem document too', async () => {
  for (const base of ['/%76%32', '/%70etfinder/v%32', '/petfinder/v2']) {
    const answer = await client.call('GET', `${base}/animals?type=fox`);
    expect(answer.status, base).toBe(400);
    problemOf(answer);
  }
});

test('/v2 is an alias of /petfinder/v2: links name the path by which they were asked', async () => {
  const [{ id }] = (await get(client, '/v2/animals')).animals;
  const own = `organizations/${(await get(client, '/v2/organizations')).organizations[0].id}`;
  for (const path of [
    'animals?limit=1',
    `animals/${id}`,
    'organizations',
    own,
    'types',
    'types/cat',
    'types/cat/breeds/',
  ]) {
    const [home, alias] = [await client.call('GET', `/petfinder/v2/${path}`), await client.call('GET', `/v2/${path}`)];
    expect(home.body, path).toEqual(JSON.parse(alias.text.replaceAll('"/v2/', '"/petfinder/v2/')));
    expect([home.status, home.text.includes('"/v2/'), home.text.includes('"/petfinder/v2/')]).toEqual([
      200,
      false,
      true,
    ]);
    const namesOf = ({ headers }: typeof home) => [...headers.keys()];
    expect(namesOf(home)).toEqual(namesOf(alias));
  }
  for (const base of ['/petfinder/v2', '/v2']) {
    const answer = await service.call('POST', `${base}/oauth2/token`, { key: null, body: {} });
    expect([answer.status, problemOf(answer)['title']]).toEqual([400, 'Missing Parameters']);
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
    const preflight = await service.call('OPTIONS', `${base}/animals`, { key: null, headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(problemOf(await client.call('GET', `${base}/nothing`))['status']).toBe(404);
  }
});

test('nobody hides the cats behind species that are made up', async () => {
  const id = await addPet(service, { name: 'Blob', profile: { species: 'AAA' } });
  const { database } = await service.beside();
  await database.transaction((tx) =>
    sql`insert into pet_facets (facet, pet_id)
        with recursive n(i) as (select 100 union all select i + 1 from n where i < 699)
        select 'species:A' || i, ${sql.lit(id)} from n`.execute(tx),
  );
  expect((await get(client, '/v2/animals?type=cat')).pagination.total_count).toBe(2);
  expect((await get(client, '/v2/animals?type=dog')).pagination.total_count).toBe(0);
  await service.call('DELETE', `/v1/pets/${id}`);
});
