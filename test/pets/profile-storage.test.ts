import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { type Answer, BACKENDS, testClock, type TestService } from '../support/service.ts';

const profile = {
  species: 'Dog',
  breed: { primary: 'Golden Retriever', secondary: 'ann@home.example' },
  colors: ['Gold'],
  sex: 'male',
  goodWith: { cats: 'selective' },
  houseTrained: false,
  description: 'Swims.',
  birthDate: '2024-05-01',
  location: { latitude: 39.8, longitude: -89.65 },
  staff: { intake: { date: '2026-10-03' }, notes: 'From Ann, ann@home.example.', biteHistory: 'None.' },
};
const facets = [
  'born:2024',
  'breed:GOLDEN RETRIEVER',
  'color:GOLD',
  'described:yes',
  'goodWith.cats:selective',
  'houseTrained:false',
  'sex:male',
  'species:DOG',
];

/** What the database holds of a profile, and for how long. */
describe.each(BACKENDS)('a stored profile, on %s', (_, start) => {
  let service: TestService;
  let owner: TestService;
  let stored: (id: number) => Promise<{ facets: string[]; rows: object[] }>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    service = await start();
    owner = await newOwner(service);
    const { database } = await service.beside();
    close = () => database.close();
    stored = async (id) => {
      const { read } = database;
      const found = await read.selectFrom('pet_facets').select('facet').where('pet_id', '=', id).execute();
      const rows = await read
        .selectFrom('pet_profiles')
        .select(['version', 'birth_date', 'waiting_since', 'latitude', 'longitude'])
        .where('pet_id', '=', id)
        .execute();
      return { facets: found.map(({ facet }) => facet).toSorted(), rows };
    };
  });
  afterAll(async () => {
    await close();
    await service.close();
  });

  test('has the columns and the facets that lists are made of, and follows the profile', async () => {
    const id = await addPet(owner, { profile });
    const columns = {
      birth_date: Date.UTC(2024, 4, 1),
      waiting_since: Date.UTC(2026, 9, 3),
      latitude: 39.8,
      longitude: -89.65,
    };
    expect(await stored(id)).toEqual({ facets, rows: [{ version: 1, ...columns }] });
    const body = { birthDate: null, age: 'adult', colors: ['Gold', 'ﬁre'], sex: null, location: null };
    await owner.call('PATCH', `/v1/pets/${id}/profile`, { body });
    expect(await stored(id)).toEqual({
      facets: [...facets.filter((one) => !/^(?:born|sex):/.test(one)), 'age:adult', 'color:FIRE'].toSorted(),
      rows: [{ version: 2, birth_date: null, waiting_since: columns.waiting_since, latitude: null, longitude: null }],
    });
    await owner.call('PUT', `/v1/pets/${id}/profile`, { body: {} });
    expect(await stored(id)).toMatchObject({ facets: [], rows: [{ version: 3, waiting_since: null }] });
  });

  test('is removed with the animal', async () => {
    const id = await addPet(owner, { profile });
    await owner.call('DELETE', `/v1/pets/${id}`);
    expect(await stored(id)).toEqual({ facets: [], rows: [] });
  });

  test('an animal without one has no row, also after an empty change', async () => {
    const id = await addPet(owner, {});
    await owner.call('PATCH', `/v1/pets/${id}/profile`, { body: { sex: null } });
    expect(await stored(id)).toEqual({ facets: [], rows: [] });
  });

  test('counts every change of those that come at once, and loses none', async () => {
    const id = await addPet(owner, {});
    const changes = ['species', 'markings', 'summary', 'reference', 'coat', 'sex'].map((name) =>
      owner.call('PATCH', `/v1/pets/${id}/profile`, {
        body: { [name]: name === 'coat' ? 'wire' : name === 'sex' ? 'male' : 'Rare' },
      }),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(await stored(id)).toMatchObject({
      facets: ['coat:wire', 'sex:male', 'species:RARE'],
      rows: [{ version: changes.length }],
    });
    expect((await owner.call('GET', `/v1/pets/${id}/profile`)).body).toMatchObject({ summary: 'Rare', sex: 'male' });
  });

  test('has nothing of a person who is erased', async () => {
    const id = await addPet(owner, { profile });
    const erased = await service.call('POST', '/v1/admin/people/erase', { body: { email: 'ann@home.example' } });
    expect([erased.status, erased.text]).toEqual([200, expect.any(String)]);
    const { body } = await owner.call('GET', `/v1/pets/${id}/profile`);
    expect(body.staff).toMatchObject({ notes: '[erased]', biteHistory: 'None.' });
    expect(body.breed).toEqual({ primary: 'Golden Retriever', secondary: '[erased]' });
    expect((await stored(id)).facets).toEqual(facets);
  });
});

/** What a client that knows only the specification sends. */
const REQUESTS = [
  ['POST', '/v1/pets', { name: 'Eva', categoryId: 9_007_199_254_740_991 }],
  ['POST', '/v1/pets', { name: '', categoryId: 1 }],
  ['GET', '/v1/pets'],
  ['GET', '/v1/pets?limit=2&status=available'],
  ['GET', '/v1/pets?categoryId=1'],
  ['GET', '/v1/pets?ids=1,2,3'],
  ['GET', '/v1/pets?ids=2'],
  ['GET', '/v1/pets?q=ida'],
  ['GET', '/v1/pets/1'],
  ['GET', '/v1/pets/99'],
  ['POST', '/v1/messages', { message: 'Is Ida still there?' }],
] as const;

test.each(BACKENDS)('a client that knows only the specification sees the same bytes, on %s', async (_, start) => {
  const clock = testClock();
  async function seen(withProfiles: boolean): Promise<string[]> {
    clock.set(Date.UTC(2026, 10, 21, 9));
    const service = await start({ now: clock.now });
    const owner = await newOwner(service);
    const client = await newOwner(service);
    for (const name of ['Rex', 'Ida', 'Tom']) await addPet(owner, { name });
    // An operator does this: the requests of the owner and of the client are the same.
    if (withProfiles) for (const id of [1, 2]) await service.call('PUT', `/v1/pets/${id}/profile`, { body: profile });
    const shown = ({ status, headers, text }: Answer) => [
      status,
      ...[...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
      text,
    ];
    // What is random in each database.
    const comparable = (values: unknown[]) => JSON.stringify(values).replaceAll(/(msg_|cursor=)[\w-]+/g, '$1…');
    const answers: string[] = [];
    for (const [method, path, body] of REQUESTS)
      answers.push(comparable([path, ...shown(await client.call(method, path, body === undefined ? {} : { body }))]));
    await service.close();
    return answers;
  }
  expect(await seen(true)).toEqual(await seen(false));
});
