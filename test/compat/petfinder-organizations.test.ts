import { beforeAll, describe, expect, test } from 'vitest';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';
import { get, newPair, petfinderClient, problemOf } from './petfinder-scene.ts';

const spring = {
  name: 'Riverside Rescue',
  email: 'hello@riverside.example',
  phone: '(217) 555-0100',
  address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
  location: { latitude: 39.8, longitude: -89.65 },
  hours: { saturday: '10 am – 4 pm' },
  website: 'https://riverside.example/',
  mission: `We find homes. ${'And more. '.repeat(30)}`,
  adoptionPolicy: 'Come & see.',
  social: { facebook: 'https://facebook.com/river', x: 'https://x.com/river' },
};

describe.each(BACKENDS)("organizations for Petfinder's clients, on %s", (_, start) => {
  let client: TestService;

  const service = sharedService(start);
  beforeAll(async () => {
    client = await petfinderClient(service, await newPair(service));
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true, ...spring } });
    for (const body of [
      {
        name: 'Lakeside',
        address: { city: 'Toronto', region: 'ontario', country: 'CA' },
        location: { latitude: 43.65, longitude: -79.38 },
      },
      {
        name: 'Away',
        address: { city: 'Chicago', region: 'Illinois' },
        location: { latitude: 41.85, longitude: -87.65 },
      },
      { name: 'Stadt', address: { city: 'München', region: 'Bayern', country: 'DE' } },
    ])
      await service.call('POST', '/v1/organizations', { body: { listed: true, ...body } });
    await service.call('POST', '/v1/organizations', { body: { name: 'Hidden' } });
  });

  const names = async (query: string): Promise<string[]> =>
    (await get(client, `/v2/organizations${query}`)).organizations.map(({ name }: { name: string }) => name);

  test('an organization has the members of the contract, in their order', async () => {
    const { organization } = await get(client, '/v2/organizations/il1');
    expect(Object.entries(organization)).toEqual(
      Object.entries({
        id: 'IL1',
        name: spring.name,
        email: spring.email,
        phone: spring.phone,
        address: {
          address1: '12 Mill Lane',
          address2: null,
          city: 'Springfield',
          state: 'IL',
          postcode: '62701',
          country: 'US',
        },
        hours: {
          monday: null,
          tuesday: null,
          wednesday: null,
          thursday: null,
          friday: null,
          saturday: '10 am – 4 pm',
          sunday: null,
        },
        url: `${service.origin}/`,
        website: 'https://riverside.example/',
        mission_statement: expect.stringMatching(/^We find homes\. (And more\. )*And( more\.)?\.\.\.$/),
        adoption: { policy: 'Come &amp; see.', url: null },
        social_media: {
          facebook: 'https://facebook.com/river',
          twitter: 'https://x.com/river',
          youtube: null,
          instagram: null,
          pinterest: null,
        },
        photos: [],
        distance: null,
        _links: {
          self: { href: '/v2/organizations/il1' },
          animals: { href: '/v2/animals?organization=il1' },
        },
      }),
    );
    // The number alone tells which one it is.
    expect((await get(client, '/v2/organizations/Xy1/')).organization.id).toBe('IL1');
    expect((await get(client, '/v2/organizations/ps4')).organization).toMatchObject({
      id: 'PS4',
      email: null,
      phone: null,
      address: { address1: null, city: 'München', state: 'Bayern', postcode: '', country: 'DE' },
      mission_statement: null,
      adoption: { policy: null, url: null },
    });
    for (const id of ['ABC1234', 'il99', 'il5', '1'])
      expect((await client.call('GET', `/v2/organizations/${id}`)).status).toBe(404);
  });

  test('the list has every parameter of the contract', async () => {
    const found: Record<string, string[]> = {
      '': ['Riverside Rescue', 'Lakeside', 'Away', 'Stadt'],
      '/?name=SIDE': ['Riverside Rescue', 'Lakeside'],
      '?state=il': ['Riverside Rescue', 'Away'],
      '?country=ca': ['Lakeside'],
      '?country=XX': [],
      '?query=springfield+river': ['Riverside Rescue'],
      '?query=on': ['Lakeside'],
      '?location=Ontario': ['Lakeside'],
      '?location=Springfield,+IL&distance=200&sort=distance': ['Riverside Rescue', 'Away'],
      '?location=60601&distance=200&sort=distance': ['Away', 'Riverside Rescue'],
      '?location=60601&distance=200&sort=-distance': ['Riverside Rescue', 'Away'],
      '?location=60601': ['Away'],
      '?sort=name': ['Away', 'Lakeside', 'Riverside Rescue', 'Stadt'],
      '?sort=-name': ['Stadt', 'Riverside Rescue', 'Lakeside', 'Away'],
      '?sort=country&limit=1': ['Lakeside'],
      '?sort=-state&limit=2&page=2': ['Away', 'Stadt'],
      '?sort=&name=undefined&limit=1&page=4': ['Stadt'],
    };
    for (const [query, expected] of Object.entries(found))
      expect([query, await names(query)]).toEqual([query, expected]);
    const { pagination } = await get(client, '/v2/organizations?limit=3');
    expect(pagination).toEqual({
      count_per_page: 3,
      total_count: 4,
      current_page: 1,
      total_pages: 2,
      _links: { next: { href: '/v2/organizations?limit=3&page=2' } },
    });
    const { organizations } = await get(client, '/v2/organizations?location=39.8,-89.65');
    expect(organizations[0].distance).toBe(0);
  });

  test('what is invalid is named', async () => {
    for (const [query, path] of Object.entries({
      'country=Mars': 'country',
      'state=Illinois': 'state',
      'sort=age': 'sort',
      'sort=distance': 'sort',
      'distance=5': 'distance',
      'limit=0': 'limit',
    })) {
      const answer = await client.call('GET', `/v2/organizations?${query}`);
      expect(answer.status).toBe(400);
      expect(problemOf(answer)['invalid-params']).toEqual([{ in: 'query', path, message: expect.any(String) }]);
    }
  });
});
