import { beforeAll, describe, expect, test } from 'vitest';
import { allEvents } from '../events/streams.ts';
import { getOrder, petStatus, placeOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError, idsOf, pagesOf } from '../support/answers.ts';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';
import { newMember } from './members.ts';

const list = '/v1/organizations';

const whole = {
  name: 'Riverside Shelter',
  email: 'hello@riverside.example',
  phone: '+1 555 0100',
  address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
  hours: { monday: 'closed', saturday: '10 am – 4 pm' },
  timeZone: 'America/Chicago',
  locale: 'en-US',
  languages: ['en', 'es-MX'],
  website: 'https://riverside.example/',
  paymentUrl: 'https://pay.example/riverside',
  donationUrl: 'https://give.example/riverside',
  mission: 'Every animal\nfinds a home.',
  adoptionPolicy: 'Come and see us first.',
  translations: { es: { mission: 'Cada animal\nencuentra un hogar.' } },
  social: { facebook: 'https://facebook.com/riverside', mastodon: 'http://social.example/@riverside' },
  location: { latitude: 39.8, longitude: -89.65 },
};

describe.each(BACKENDS)('organizations, on %s', (engine, start) => {
  /** A page of a website, with a publishable key of the operator's account. */
  let visitor: TestService;
  /** An account of no organization. */
  let other: TestService;

  const service = sharedService(start);
  beforeAll(async () => {
    const body = { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] };
    visitor = withKey(service, (await service.call('POST', '/v1/account/keys', { body })).body.key);
    other = withKey(service, (await service.newAccount()).key);
  });

  const add = (body: unknown, caller = service) => caller.call('POST', list, { body });
  const get = (id: number | string, caller = service) => caller.call('GET', `${list}/${id}`);
  const patch = (id: number | string, body: unknown, caller = service, headers = {}) =>
    caller.call('PATCH', `${list}/${id}`, { body, headers });
  async function added(body: object = {}): Promise<number> {
    const answer = await add({ name: 'Riverside', ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }
  const namesOf = async (caller: TestService, query = '') =>
    (await caller.call('GET', `${list}?limit=100${query}`)).body.map(({ name }: { name: string }) => name);

  test('the first start makes one, which is listed', async () => {
    expect((await get(1)).body).toEqual({ id: 1, name: 'Our shelter', listed: true, suspended: false });
    expect((await service.call('GET', '/v1/account')).body.organization).toEqual({ id: 1, role: 'manager' });
  });

  describe('POST /organizations', () => {
    test('201: returns what was given, not listed, with Location and ETag', async () => {
      const answer = await add({ ...whole, colour: 'green', id: 9_999, suspended: true });
      expect(answer.status).toBe(201);
      const { id } = answer.body;
      expect(answer.body).toEqual({ id, ...whole, listed: false, suspended: false });
      expect(answer.headers.get('location')).toBe(`${list}/${id}`);
      const read = await get(id);
      expect([read.text, read.headers.get('etag')]).toEqual([answer.text, answer.headers.get('etag')]);
    });

    test('201: leaves out objects without members', async () => {
      const { body } = await add({ name: ' Riverside ', address: {}, hours: {}, social: {}, translations: { es: {} } });
      expect(body).toEqual({ id: body.id, name: 'Riverside', listed: false, suspended: false });
    });

    if (engine === 'PostgreSQL') return; // What follows is the same on both.

    test.each<readonly [string, string | undefined]>([
      ['https://shelter.example', 'https://shelter.example'],
      ['https://shelter.example/adopt?a=1#b', 'https://shelter.example/adopt?a=1#b'],
      [' http://Shelter.Example/ ', 'http://shelter.example/'],
      ['https:shelter.example', 'https://shelter.example/'],
      ['https:/shelter.example', 'https://shelter.example/'],
      ['HTTPS:\\\\shelter.example', 'https://shelter.example/'],
      ['https:////shelter.example/a', 'https://shelter.example/a'],
      ['https://shelter.example\\@evil.example', 'https://shelter.example/@evil.example'],
      ['https://shelter.example\\.evil.example/', 'https://shelter.example/.evil.example/'],
      ['https://shelter.example:443/a/../b', 'https://shelter.example/b'],
      ['http://0x7f.1/', 'http://127.0.0.1/'],
      ['https://ｓhelter.example/ä', 'https://shelter.example/%C3%A4'],
      ['https://bücher.example', 'https://xn--bcher-kva.example/'],
      ['https:', undefined],
      ['https:///', undefined],
      ['https://#a', undefined],
      ['http://?', undefined],
      ['https:@', undefined],
      ['https://a b/', undefined],
      ['https://a\tb/', undefined],
      ['https:me@shelter.example', undefined],
      ['https://shelter.example:me@evil.example', undefined],
      ['//shelter.example', undefined],
      ['ftp://shelter.example', undefined],
    ])('a website %j is what browsers read: %j', async (website, seen) => {
      const answer = await add({ name: 'Riverside', website, social: { x: website } });
      if (seen === undefined) return expectError(answer, 400, 'invalid_body', '`website` must be a URL');
      expect(answer.body).toMatchObject({ website: seen, social: { x: seen } });
      const changed = await patch(answer.body.id, { website: seen, social: { facebook: website } });
      expect(changed.body).toMatchObject({ website: seen, social: { x: seen, facebook: seen } });
    });

    test.each([
      [{}, '`name` is required'],
      [{ name: ' ' }, '`name` must be a string of 1 to 255 characters'],
      [{ email: 'nobody' }, '`email` must be an email address'],
      [{ phone: 'a\u0007' }, '`phone` must be a string of 1 to 50 characters without control characters'],
      [{ website: 'javascript:alert(1)' }, '`website` must be a URL'],
      [{ website: 'https://user:pass@shelter.example/' }, '`website`'],
      [{ website: 'shelter.example' }, '`website`'],
      [{ paymentUrl: 'javascript:alert(1)' }, '`paymentUrl`'],
      [{ donationUrl: 'http://give.example/' }, '`donationUrl`'],
      [{ social: { x: 'data:text/html,hello' } }, '`social.x` must be a URL'],
      [{ address: { country: 'USA' } }, '`address.country` must be a country code'],
      [{ address: 'Mill Lane' }, '`address` must be a JSON object'],
      [{ hours: { monday: 9 } }, '`hours.monday` must be a string'],
      [{ timeZone: 'Europe/Springfield' }, '`timeZone` must be a time zone like `Europe/Berlin`'],
      [{ timeZone: '+01:00' }, '`timeZone` must be a time zone'],
      [{ locale: 'de_AT' }, '`locale` must be a locale like `en-GB`'],
      [{ languages: [] }, '`languages` must be a list of 1 to 20 different items, each a locale like `en-GB` (BCP 47)'],
      [{ languages: ['en', 'en'] }, '`languages` must be a list of 1 to 20 different items'],
      [{ languages: ['en', 'es_MX'] }, '`languages.1` must be a locale like `en-GB`'],
      [{ location: { latitude: 90.1, longitude: 0 } }, '`location.latitude` must be a number from -90 to 90'],
      [{ location: { latitude: 0, longitude: -181 } }, '`location.longitude` must be a number from -180 to 180'],
      [{ location: { latitude: 1 } }, '`location.longitude` is required'],
      [{ mission: 'a'.repeat(5_001) }, '`mission` must be a string of 1 to 5000 characters'],
      [{ locale: 'es', translations: whole.translations }, '`translations.es` must be left out'],
      [{ listed: 'yes' }, '`listed` must be `true` or `false`'],
    ])('400 invalid_body: %j', async (members, naming) => {
      const body = Object.keys(members).length === 0 ? {} : { name: 'Riverside', ...members };
      expectError(await add(body), 400, 'invalid_body', naming);
    });
  });

  describe('PATCH /organizations/{organizationId}', () => {
    test('200: merges the given members, at every depth; null removes them', async () => {
      const id = await added(whole);
      for (const [change, expected] of [
        [
          { phone: null, mission: null },
          { phone: undefined, mission: undefined },
        ],
        [{ hours: { monday: null, sunday: 'noon' } }, { hours: { saturday: whole.hours.saturday, sunday: 'noon' } }],
        [{ address: { city: 'Shelbyville' } }, { address: { ...whole.address, city: 'Shelbyville' } }],
        [{ social: { facebook: null, mastodon: null } }, { social: undefined }],
        [{ languages: ['pl'] }, { languages: ['pl'] }],
        [{ languages: null }, { languages: undefined }],
        [{ location: null }, { location: undefined }],
        [{ location: { latitude: -90, longitude: 180 } }, { location: { latitude: -90, longitude: 180 } }],
        [{ name: 'Lakeside', id: 1, colour: 'grey' }, { name: 'Lakeside' }],
      ]) {
        const before = await get(id);
        const answer = await patch(id, change, service, { 'content-type': 'application/merge-patch+json' });
        expect([answer.status, answer.body]).toEqual([
          200,
          JSON.parse(JSON.stringify({ ...before.body, ...expected })),
        ]);
        expect(answer.headers.get('etag')).not.toBe(before.headers.get('etag'));
        expect((await get(id)).body).toEqual(answer.body);
      }
    });

    test('200: what changes nothing keeps the ETag and writes no event', async () => {
      const id = await added(whole);
      const before = await get(id);
      const after = (await allEvents(service)).at(-1)!.sequence;
      for (const change of [{}, { name: ` ${whole.name}` }, whole, { listed: false }, { hours: { friday: null } }]) {
        const answer = await patch(id, change);
        expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([
          200,
          before.text,
          before.headers.get('etag'),
        ]);
      }
      expect(await allEvents(service, { query: `?after=${after}` })).toEqual([]);
    });

    test('412 if it has changed since the ETag in If-Match', async () => {
      const id = await added();
      const etag = (await get(id)).headers.get('etag')!;
      expect((await patch(id, { phone: '1' }, service, { 'if-match': etag })).status).toBe(200);
      expectError(await patch(id, { phone: '2' }, service, { 'if-match': etag }), 412, 'precondition_failed');
    });

    if (engine === 'PostgreSQL') return; // What follows is the same on both.

    test.each([
      [{ name: null }, '`name` must be a string'],
      [{ phone: '' }, '`phone` must be a string of 1 to 50 characters without control characters, or `null`'],
      [{ location: { latitude: 1 } }, '`location.longitude` is required'],
      [{ hours: { monday: '' } }, '`hours.monday` must be a string'],
      [{ suspended: null }, '`suspended` must be `true` or `false`'],
    ])('400 invalid_body: %j', async (change, naming) => {
      expectError(await patch(1, change), 400, 'invalid_body', naming);
    });

    test('managers change what it says, staff and others do not, and only operators list and suspend it', async () => {
      const id = await added({ listed: true });
      const manager = await newMember(service, id, 'manager');
      const staff = await newMember(service, id, 'staff');
      expect((await patch(id, { phone: '555', listed: true }, manager)).body.phone).toBe('555');
      for (const change of [{ listed: false }, { suspended: true }])
        expectError(await patch(id, change, manager), 403, 'forbidden', '`listed` and `suspended`');
      for (const caller of [staff, other]) expectError(await patch(id, {}, caller), 403, 'forbidden', 'manager');
      expectError(await patch(id, {}, visitor), 403, 'insufficient_scope');
      expectError(await patch(1, { phone: '1' }, manager), 403, 'forbidden');
    });
  });

  describe('who sees what', () => {
    test('visitors and others see public ones only, and not whether they are listed', async () => {
      const [open, hidden, stopped] = [
        await added({ name: 'Open', listed: true }),
        await added({ name: 'Hidden' }),
        await added({ name: 'Stopped', listed: true }),
      ];
      await patch(stopped, { suspended: true });
      for (const caller of [visitor, other]) {
        expect((await get(open, caller)).body).toEqual({ id: open, name: 'Open' });
        for (const id of [hidden, stopped, 0, -1, 'x', '9007199254740993'])
          expectError(await get(id, caller), 404, 'organization_not_found', '`organizationId`');
        const names = await namesOf(caller);
        expect(names).toContain('Open');
        expect(names).not.toContain('Hidden');
        expect(names).not.toContain('Stopped');
      }
      expectError(await patch(hidden, {}, other), 404, 'organization_not_found');
      expect(await namesOf(service)).toEqual(expect.arrayContaining(['Open', 'Hidden', 'Stopped']));

      const staff = await newMember(service, hidden, 'staff');
      expect((await get(hidden, staff)).body).toEqual({ id: hidden, name: 'Hidden', listed: false, suspended: false });
      expect(await namesOf(staff)).toEqual(expect.arrayContaining(['Open', 'Hidden']));
      expectError(await get(stopped, staff), 404, 'organization_not_found');
    });

    test('304 while the viewer has the current version', async () => {
      const etag = (await get(1, visitor)).headers.get('etag')!;
      const answer = await visitor.call('GET', `${list}/1`, { headers: { 'if-none-match': etag } });
      expect([answer.status, answer.text]).toEqual([304, '']);
    });

    test('the list is paged, newest first, and filtered by a part of the name', async () => {
      const ids = [];
      for (const name of ['Straße Nord', 'STRASSE süd', '50%_off']) ids.unshift(await added({ name, listed: true }));
      const pages = await pagesOf(service, `${list}?limit=2`);
      const all = pages.flatMap(idsOf);
      expect(all).toEqual(all.toSorted((a, b) => b - a));
      expect(all.slice(0, 3)).toEqual(ids);
      expect(all.at(-1)).toBe(1);
      expect(await namesOf(visitor, '&name=strasse')).toEqual(['STRASSE süd', 'Straße Nord']);
      expect(await namesOf(visitor, '&name=%25_')).toEqual(['50%_off']);
      expectError(await service.call('GET', `${list}?name=`), 400, 'invalid_parameter', '`name`');
      expectError(await service.call('GET', `${list}?cursor=abc`), 400, 'invalid_cursor');
    });
  });

  test('the list is filtered by the distance from a place', async () => {
    const at = async (name: string, latitude: number, longitude: number) =>
      added({ name, listed: true, location: { latitude, longitude } });
    // St. Louis is 139 km from Springfield, Illinois. Taveuni lies on the date line.
    await at('Springfield', 39.8, -89.65);
    await at('St. Louis', 38.63, -90.2);
    await at('Taveuni', -16.8, -179.98);
    for (const [query, names] of [
      ['near=39.8,-89.65', ['St. Louis', 'Springfield']],
      ['near=39.8,-89.65&within=150km', ['St. Louis', 'Springfield']],
      ['near=39.8,-89.65&within=130km', ['Springfield']],
      ['near=39.8,-89.65&within=84mi', ['Springfield']],
      ['near=39.8,-89.65&within=0.001mi', ['Springfield']],
      ['near=-16.800000000000001,179.98&within=5.00001km', ['Taveuni']],
      ['near=-16.8,179.98&within=4km', []],
      ['near=90,0', []],
      ['near=39.8,-89.65&name=spring', ['Springfield']],
      ['near=62701&within=20mi', ['Springfield']],
      ['near=st.+louis,+mo&within=20mi', ['St. Louis']],
    ] as const)
      expect.soft([query, await namesOf(visitor, `&${query}`)]).toEqual([query, names]);
    for (const [query, naming] of [
      ['near=39.8', '`near` must be a latitude and a longitude'],
      ['near=91,0', '`near`'],
      ['near=0,181', '`near`'],
      ['near=a,b', '`near`'],
      ['near=00000', '`near`'],
      [`near=${'x,'.repeat(101)}`, '`near`'],
      ['near=0,0&within=501mi', '`within` must be a distance of up to 500 miles'],
      ['near=0,0&within=805km', '`within`'],
      ['near=0,0&within=0km', '`within`'],
      ['near=0,0&within=5', '`within`'],
      ['within=5km', '`within` needs `near`'],
    ] as const)
      expectError(await service.call('GET', `${list}?${query}`), 400, 'invalid_parameter', naming);
  });

  test.each([{ listed: false }, { suspended: true }])(
    '%j cancels the open orders that its members placed for animals of others',
    async (withdrawal) => {
      const id = await added({ listed: true });
      const staff = await newMember(service, id, 'staff');
      const theirs = await addPet(service, {});
      const own = (await staff.call('POST', '/v1/pets', { body: { name: 'Tom', categoryId: 2 } })).body.id;
      const orders = [await placeOrder(staff, theirs), await placeOrder(staff, own)];
      await patch(id, { phone: '555' });
      expect(await petStatus(service, theirs)).toBe('pending');
      await patch(id, withdrawal);
      const statuses = await Promise.all(orders.map(async (order) => (await getOrder(service, order)).body.status));
      expect(statuses).toEqual(['cancelled', 'placed']);
      expect(await petStatus(service, theirs)).toBe('available');
    },
  );

  test('events: what visitors see after the change, or only the id', async () => {
    const after = (await allEvents(service)).at(-1)!.sequence;
    const id = await added({ name: 'Lakeside' });
    for (const change of [
      { phone: '555' },
      { listed: true },
      { phone: '556' },
      { suspended: true },
      { listed: false },
      { suspended: false, phone: '557' },
      { listed: true, name: 'Hillside' },
    ])
      await patch(id, change);
    const types = 'organization.created,organization.updated,organization.listed,organization.unlisted';
    const events = await allEvents(other, { query: `?after=${after}&types=${types}` });
    expect(events.map(({ type, data }) => [type.replace('organization.', ''), data])).toEqual([
      ['created', { id }],
      ['updated', { id }],
      ['listed', { id, name: 'Lakeside', phone: '555' }],
      ['updated', { id, name: 'Lakeside', phone: '556' }],
      ['unlisted', { id }],
      ['updated', { id }],
      ['updated', { id }],
      ['listed', { id, name: 'Hillside', phone: '557' }],
      ['updated', { id, name: 'Hillside', phone: '557' }],
    ]);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('members of a suspended organization are refused at once; operators are not', async () => {
    const id = await added();
    const staff = await newMember(service, id, 'staff');
    expect((await staff.call('GET', '/v1/account')).status).toBe(200);
    await patch(id, { suspended: true });
    expectError(await staff.call('GET', '/v1/account'), 403, 'account_suspended');
    await patch(id, { suspended: false });
    expect((await staff.call('GET', '/v1/account')).status).toBe(200);

    await patch(1, { suspended: true });
    expect((await get(1)).body.suspended).toBe(true);
    expect((await patch(1, { suspended: false })).body.suspended).toBe(false);
  });

  test('the site has the public organization, if there is exactly one', async () => {
    const site = await start();
    const shown = async () => (await site.call('GET', '/page-settings', { key: null })).body.organization;
    await site.call('PATCH', `${list}/1`, { body: { name: 'Riverside', phone: '555 0100' } });
    expect(await shown()).toEqual({ id: 1, name: 'Riverside', phone: '555 0100' });
    await site.call('POST', list, { body: { name: 'Lakeside', listed: true } });
    expect(await shown()).toBeUndefined();
    await site.call('PATCH', `${list}/1`, { body: { suspended: true } });
    expect(await shown()).toEqual({ id: 2, name: 'Lakeside' });
    await site.call('PATCH', `${list}/2`, { body: { listed: false } });
    expect(await shown()).toBeUndefined();
  });
});
