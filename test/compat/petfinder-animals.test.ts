import { beforeAll, describe, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { changePet, moveOrder, placeOrder } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { get, newPair, petfinderClient, problemOf } from './petfinder-scene.ts';

const MEMBERS = [
  'id',
  'organization_id',
  'url',
  'type',
  'species',
  'breeds',
  'colors',
  'age',
  'gender',
  'size',
  'coat',
  'attributes',
  'environment',
  'tags',
  'name',
  'description',
  'organization_animal_id',
  'photos',
  'primary_photo_cropped',
  'videos',
  'status',
  'status_changed_at',
  'published_at',
  'distance',
  'contact',
  '_links',
];

describe.each(BACKENDS)("animals for Petfinder's clients, on %s", (_, start) => {
  let client: TestService;
  let elsewhere: TestService;
  const clock = testClock(Date.UTC(2026, 10, 21, 9, 0, 0, 700));
  const ids: Record<string, number> = {};

  const add = async (name: string, profile?: object, more: object = {}, owner = service) => {
    clock.advance(60_000);
    const answer = await owner.call('POST', '/v1/pets', {
      body: { name, categoryId: 1, ...more, ...(profile === undefined ? {} : { profile }) },
    });
    expect(answer.status, answer.text).toBe(201);
    ids[name] = answer.body.id;
  };
  const names = async (query: string): Promise<string[]> =>
    (await get(client, `/v2/animals${query}`)).animals.map(({ name }: { name: string }) => name);
  const faultsOf = async (query: string): Promise<unknown> => {
    const answer = await client.call('GET', `/v2/animals?${query}`);
    expect(answer.status, answer.text).toBe(400);
    const { 'invalid-params': faults, ...rest } = problemOf(answer);
    expect(rest).toEqual({
      type: 'https://www.petfinder.com/developers/v2/docs/errors/ERR-00002/',
      status: 400,
      title: 'Invalid Request',
      detail: 'The request contains invalid parameters.',
    });
    return (faults as { in: string; path: string; message: string }[]).map(({ in: place, path, message }) => {
      expect([place, message]).toEqual(['query', expect.stringMatching(/\.$/)]);
      return path;
    });
  };

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    client = await petfinderClient(service, await newPair(service));
    const spring = {
      listed: true,
      name: 'Riverside',
      email: 'hello@riverside.example',
      phone: '(217) 555-0100',
      address: { street: '12 Mill Lane', city: 'Springfield', region: 'Illinois', postalCode: '62701', country: 'US' },
      location: { latitude: 39.8, longitude: -89.65 },
    };
    await service.call('PATCH', '/v1/organizations/1', { body: spring });
    const organization = await service.call('POST', '/v1/organizations', {
      body: {
        name: 'Lodz',
        listed: true,
        address: { city: 'Łódź', country: 'PL' },
        location: { latitude: 51.77, longitude: 19.46 },
      },
    });
    elsewhere = await newMember(service, organization.body.id, 'staff');
    await add('Alfredo', {
      species: 'Dog',
      breed: { primary: 'Golden Retriever', secondary: 'Pit Bull Terrier' },
      colors: ['White / Cream', 'Tricolor (Brown, Black, & White)'],
      coat: 'long',
      age: 'young',
      sex: 'male',
      size: 'xlarge',
      altered: true,
      shotsCurrent: true,
      houseTrained: true,
      specialNeeds: true,
      declawed: true,
      goodWith: { children: 'yes', dogs: 'no', cats: 'selective' },
      tags: ['Smart'],
      reference: 'A-1',
      description: `# Hello\n\nIt's **the** "best" <dog> & ${'more '.repeat(40)}`,
      videos: [{ url: 'https://www.youtube.com/watch?v=abcdefghijk' }, { url: 'https://a.example/x.mp4' }],
      location: { city: 'Chicago', region: 'IL', country: 'US', latitude: 41.85, longitude: -87.65 },
    });
    await add('Fred', { species: 'cat', declawed: true, breed: { primary: 'Siamese' }, sex: 'female', age: 'baby' });
    await add('Frederick', undefined, { categoryId: 2 });
    await add('Thing', { species: 'Axolotl', breed: { unknown: true } }, { categoryId: 999 });
    await add('Bunny', { species: 'Bunny', size: 'small', summary: 'A short word.' }, { status: 'sold' });
    await add('Fox', { species: 'Ferret', colors: ['Tricolor (Brown, Black, & White)'] }, {}, elsewhere);
  });

  test('an animal has the members of the contract, in their order', async () => {
    const { animal } = await get(client, `/v2/animals/${ids['Alfredo']}`);
    expect(Object.keys(animal)).toEqual(MEMBERS);
    const url = `${service.origin}/pets/${ids['Alfredo']}`;
    expect(animal).toEqual({
      id: ids['Alfredo'],
      organization_id: 'IL1',
      url,
      type: 'Dog',
      species: 'Dog',
      breeds: { primary: 'Golden Retriever', secondary: 'Pit Bull Terrier', mixed: true, unknown: false },
      colors: { primary: 'White / Cream', secondary: 'Tricolor (Brown, Black, & White)', tertiary: null },
      age: 'Young',
      gender: 'Male',
      size: 'Extra Large',
      coat: 'Long',
      attributes: {
        spayed_neutered: true,
        house_trained: true,
        declawed: null,
        special_needs: true,
        shots_current: true,
      },
      environment: { children: true, dogs: false, cats: null },
      tags: ['Smart'],
      name: 'Alfredo',
      description: `Hello It&#039;s the &quot;best&quot; &lt;dog&gt; &amp; ${'more '.repeat(13)}more...`,
      organization_animal_id: 'A-1',
      photos: [],
      primary_photo_cropped: null,
      videos: [
        {
          embed: expect.stringMatching(/^<iframe src="https:\/\/www\.youtube\.com\/embed\/abcdefghijk" .*<\/iframe>$/),
        },
        { embed: '<video controls src="https://a.example/x.mp4"></video>' },
      ],
      status: 'adoptable',
      status_changed_at: '2026-11-21T09:01:00+0000',
      published_at: '2026-11-21T09:01:00+0000',
      distance: null,
      contact: {
        email: 'hello@riverside.example',
        phone: '(217) 555-0100',
        address: { address1: null, address2: null, city: 'Chicago', state: 'IL', postcode: '', country: 'US' },
      },
      _links: {
        self: { href: `/v2/animals/${ids['Alfredo']}` },
        type: { href: '/v2/types/dog' },
        organization: { href: '/v2/organizations/il1' },
      },
    });
    const { animals } = await get(client, '/v2/animals/?name=alfredo&');
    expect(animals).toEqual([animal]);
  });

  test('of which nothing is known has the type of its category, and values where clients expect some', async () => {
    const { animal } = await get(client, `/v2/animals/${ids['Frederick']}`);
    expect(animal).toMatchObject({
      type: 'Cat',
      species: 'Cat',
      breeds: { primary: 'Cat', secondary: null, mixed: false, unknown: true },
      age: 'Adult',
      gender: 'Unknown',
      size: 'Medium',
      coat: null,
      attributes: { declawed: false, house_trained: false },
      environment: { children: null, dogs: null, cats: null },
      description: null,
      organization_animal_id: null,
      contact: { address: { address1: '12 Mill Lane', city: 'Springfield', state: 'IL', postcode: '62701' } },
    });
    const { animal: thing } = await get(client, `/v2/animals/${ids['Thing']}`);
    expect(thing).toMatchObject({ type: 'Scales, Fins & Other', species: 'Axolotl' });
    const { animal: bunny } = await get(client, `/v2/animals/${ids['Bunny']}`);
    expect(bunny).toMatchObject({ type: 'Rabbit', species: 'Rabbit', status: 'adopted', description: 'A short word.' });
    const { animal: fox } = await get(client, `/v2/animals/${ids['Fox']}`);
    expect(fox).toMatchObject({ organization_id: 'PS2', contact: { address: { state: '', country: 'PL' } } });
  });

  test('the filters find what the members show', async () => {
    const found: Record<string, string[]> = {
      '': ['Fox', 'Thing', 'Frederick', 'Fred', 'Alfredo'],
      '?sort=-recent': ['Alfredo', 'Fred', 'Frederick', 'Thing', 'Fox'],
      '?type=Cat': ['Frederick', 'Fred'],
      '?type=cat&animal_type=cat&has_photo=1&fields=name': ['Frederick', 'Fred'],
      '?type=Small+%26+Furry': ['Fox'],
      '?type=small-furry': ['Fox'],
      '?type=SCALES-FINS-OTHER': ['Thing'],
      '?type=rabbit&status=adopted': ['Bunny'],
      '?status=adopted,adoptable&name=U': ['Bunny'],
      '?status=found': [],
      '?status=ADOPTED,found': ['Bunny'],
      '?breed=golden+retriever': ['Alfredo'],
      '?type=dog&breed=pit-bull-terrier': ['Alfredo'],
      '?breed[]=siamese&breed[]=Pug': ['Fred'],
      '?breed[0]=SIAMESE&breed[1]=Golden+Retriever': ['Fred', 'Alfredo'],
      '?breed=dragon': [],
      '?color=Tricolor+(Brown,+Black,+%26+White)&type=dog': ['Alfredo'],
      // Only dogs usually have this color.
      '?color=Tricolor+(Brown,+Black,+%26+White)&type=small-furry': ['Fox'],
      '?color=Sable,white+/+cream': ['Alfredo'],
      '?color=octarine': [],
      '?size=extra-large': ['Alfredo'],
      '?size=xlarge,small': ['Alfredo'],
      '?size=Medium': ['Fox', 'Thing', 'Frederick', 'Fred'],
      '?gender=male': ['Alfredo'],
      '?gender=unknown': ['Fox', 'Thing', 'Frederick'],
      '?gender=unknown,female': ['Fox', 'Thing', 'Frederick', 'Fred'],
      '?age=baby,young': ['Fred', 'Alfredo'],
      '?age=adult': ['Fox', 'Thing', 'Frederick'],
      '?age=adult,baby,young,senior&type=dog': ['Alfredo'],
      '?coat=long,short': ['Alfredo'],
      '?good_with_children=1': ['Alfredo'],
      '?good_with_children=true&good_with_dogs=1': [],
      '?good_with_cats=0&good_with_dogs=false&name=alf': ['Alfredo'],
      '?house_trained=true': ['Alfredo'],
      '?declawed=1&type=cat': ['Fred'],
      '?special_needs=1': ['Alfredo'],
      '?name=FRED': ['Frederick', 'Fred', 'Alfredo'],
      '?name=&type=undefined&breed=null&size=': ['Fox', 'Thing', 'Frederick', 'Fred', 'Alfredo'],
      '?organization=il1&type=dog': ['Alfredo'],
      '?organization=xx2,IL9': ['Fox'],
      '?organization=PS2&organization=il1&limit=2': ['Fox', 'Thing'],
      '?organization=nobody': [],
      '?after=2026-11-21T09:03:00Z': ['Fox', 'Thing', 'Frederick'],
      '?before=2026-11-21T09:01:00%2B0000': ['Alfredo'],
      '?before=2026-11-21T09:02:00+00:00&after=2026-11-21T02:02:00-07:00': ['Fred'],
      '?after=2026-11-22': [],
      '?location=Illinois': ['Thing', 'Frederick', 'Fred', 'Alfredo'],
      '?location=il&sort=distance&distance=50': ['Thing', 'Frederick', 'Fred', 'Alfredo'],
      '?location=Springfield,+IL&distance=50': ['Thing', 'Frederick', 'Fred'],
      '?location=60601&sort=distance&distance=500': ['Alfredo', 'Thing', 'Frederick', 'Fred'],
      '?location=60601&sort=-distance&distance=500': ['Fred', 'Frederick', 'Thing', 'Alfredo'],
      '?location=41.85,+-87.650000000000001&distance=5': ['Alfredo'],
    };
    for (const [query, expected] of Object.entries(found))
      expect([query, await names(query)]).toEqual([query, expected]);
    expect((await names('?sort=random')).toSorted()).toEqual(found['']!.toSorted());
  });

  test('distances are in miles', async () => {
    const { animals } = await get(client, '/v2/animals?location=39.8,-89.65&sort=distance');
    expect(animals.map(({ distance }: { distance: number }) => distance)).toEqual([0, 0, 0]);
    const far = await get(client, '/v2/animals?location=39.8,-89.65&distance=500&type=dog');
    expect(far.animals[0].distance).toBeCloseTo(176.4, 0);
  });

  test('what is invalid is named', async () => {
    const wrong: Record<string, string[]> = {
      'type=fox': ['type'],
      'type=cat,dog': ['type'],
      'gender=x&age=y&size=z&coat=w&status=v&sort=u': ['status', 'gender', 'age', 'size', 'coat', 'sort'],
      'good_with_dogs=yes&house_trained=false&declawed=0&special_needs=2': [
        'good_with_dogs',
        'house_trained',
        'declawed',
        'special_needs',
      ],
      'page=0': ['page'],
      'limit=101&page=x': ['page', 'limit'],
      'distance=50': ['distance'],
      'location=62701&distance=501': ['distance'],
      'sort=-distance': ['sort'],
      'location=Atlantis': ['location'],
      'before=yesterday&after=2026-13-01': ['after', 'before'],
      [`breed=${Array.from({ length: 41 }, (__, i) => `b${i}`).join()}`]: ['breed'],
    };
    for (const [query, expected] of Object.entries(wrong))
      expect([query, await faultsOf(query)]).toEqual([query, expected]);
    const { 'invalid-params': [first] = [] } = problemOf(await client.call('GET', '/v2/animals?type=fox')) as {
      'invalid-params'?: unknown[];
    };
    expect(first).toEqual({ in: 'query', path: 'type', message: 'fox is not a valid animal type.' });
  });

  test('pagination repeats the parameters, the page last', async () => {
    const { pagination } = await get(
      client,
      '/v2/animals?page=2&type=&name=f&limit=1&after=2020-01-01T00:00:00-08:00&good_with_cats=0&',
    );
    const rest = 'after=2020-01-01T00:00:00-08:00&good_with_cats=0&limit=1&name=f';
    expect(pagination).toEqual({
      count_per_page: 1,
      total_count: 4,
      current_page: 2,
      total_pages: 4,
      _links: {
        previous: { href: `/v2/animals?${rest}&page=1` },
        next: { href: `/v2/animals?${rest}&page=3` },
      },
    });
    const { pagination: all } = await get(client, '/v2/animals?');
    expect(all).toEqual({ count_per_page: 20, total_count: 5, current_page: 1, total_pages: 1, _links: {} });
    const beyond = await get(client, '/v2/animals?page=7');
    expect(beyond).toMatchObject({ animals: [], pagination: { _links: { previous: { href: '/v2/animals?page=6' } } } });
    const none = await get(client, '/v2/animals?breed=dragon');
    expect(none.pagination).toEqual({
      count_per_page: 20,
      total_count: 0,
      current_page: 1,
      total_pages: 0,
      _links: {},
    });
  });

  test('an animal that an order holds, or that visitors do not see, is nowhere', async () => {
    const id = await addPet(service, { name: 'Held' });
    await get(client, `/v2/animals/${id}`);
    const order = await placeOrder(service, id);
    expect((await client.call('GET', `/v2/animals/${id}`)).status).toBe(404);
    expect(await names('?name=held')).toEqual([]);
    expect(await names('?name=held&status=adoptable,adopted,found')).toEqual([]);
    await moveOrder(service, order, 'cancel');
    expect(await names('?name=held')).toEqual(['Held']);
    await service.call('PATCH', '/v1/organizations/2', { body: { listed: false } });
    expect(await names('?type=small-furry')).toEqual([]);
    expect((await client.call('GET', `/v2/animals/${ids['Fox']}`)).status).toBe(404);
    expect((await client.call('GET', '/v2/organizations/ps2')).status).toBe(404);
    await service.call('PATCH', '/v1/organizations/2', { body: { listed: true } });
    expect(await names('?type=small-furry')).toEqual(['Fox']);
    await service.call('DELETE', `/v1/pets/${id}`);
  });

  test('a walk meets each animal that stays exactly once, whatever else comes and goes', async () => {
    const walkers = {
      '': ['Fox', 'Frederick', 'Fred', 'Alfredo'],
      'sort=-recent': ['Alfredo', 'Fred', 'Frederick', 'Fox'],
    };
    for (const [query, stayed] of Object.entries(walkers)) {
      const met: string[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { animals, pagination } = await get(client, `/v2/animals?limit=1&page=${page}&${query}`);
        met.push(...animals.map(({ name }: { name: string }) => name));
        pages = pagination.total_pages;
        expect(pages).toBe(5);
        if (page === 1) await changePet(service, ids['Thing']!, { status: 'sold' });
        const passing = await addPet(service, { name: `New ${page}` });
        await service.call('DELETE', `/v1/pets/${passing}`);
        if (page === 3) await addPet(service, { name: 'Late' });
      }
      expect(met).toEqual(stayed);
      expect((await names('?name=late')).length).toBe(1);
      for (const { id } of (await service.call('GET', '/v1/pets?q=late')).body)
        await service.call('DELETE', `/v1/pets/${id}`);
      await changePet(service, ids['Thing']!, { status: 'available' });
    }
  });

  test('types and breeds are those of Petfinder', async () => {
    const { types } = await get(client, '/v2/types/');
    expect(types.map(({ name }: { name: string }) => name)).toEqual([
      'Dog',
      'Cat',
      'Rabbit',
      'Small & Furry',
      'Horse',
      'Bird',
      'Scales, Fins & Other',
      'Barnyard',
    ]);
    expect((await get(client, '/v2/types/Bird')).type).toMatchObject({
      name: 'Bird',
      coats: [],
      genders: ['Male', 'Female', 'Unknown'],
      _links: { self: { href: '/v2/types/bird' }, breeds: { href: '/v2/types/bird/breeds' } },
    });
    for (const type of ['small-furry', 'Small%20%26%20Furry']) {
      const { breeds } = await get(client, `/v2/types/${type}/breeds/`);
      expect(breeds).toHaveLength(19);
      expect(breeds[0]).toEqual({ name: 'Abyssinian', _links: { type: { href: '/v2/types/small-furry' } } });
    }
    expect((await get(client, '/v2/types/dog/breeds')).breeds).toHaveLength(275);
    expect((await client.call('HEAD', '/v2/types')).status).toBe(200);
  });
});
