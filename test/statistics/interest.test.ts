import { beforeAll, describe, expect, test } from 'vitest';
import { sweepInterest } from '../../src/statistics/interest/store.ts';
import { at, behindProxy, visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { newcomers, openPage } from '../pages/page.ts';
import { hourMs, withKey } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import {
  BACKENDS,
  sharedService,
  startOnPostgres,
  startOnSqlite,
  testClock,
  type TestService,
} from '../support/service.ts';

const dayMs = 24 * hourMs;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const none = { views: 0, hearts: 0, questions: 0, reservations: 0, applications: 0 };

describe.each(BACKENDS)('interest in animals, on %s', (_, start) => {
  // Still 30 April in Chicago.
  const clock = testClock(Date.UTC(2026, 4, 1, 2));
  const service = sharedService(start, { now: clock.now, settings: behindProxy });
  let visitors: TestService;
  let people = 0;

  beforeAll(async () => {
    visitors = await visitorsOf(service);
    await service.call('PATCH', '/v1/organizations/1', { body: { timeZone: 'America/Chicago' } });
  });

  interface Note {
    readonly kind?: string;
    readonly headers?: Record<string, string>;
    readonly from?: TestService;
  }
  /** Of a visitor with an address of their own. */
  const note = (petId: number, { kind = 'view', headers = {}, from = service }: Note = {}) => {
    people += 1;
    const address = `203.0.${Math.floor(people / 250)}.${(people % 250) + 1}`;
    return from.call('POST', `/v1/pets/${petId}/interest`, {
      key: null,
      headers: { 'x-forwarded-for': address, 'user-agent': BROWSER, ...headers },
      body: { kind },
    });
  };
  const newOrganization = async (name: string, body: object = {}): Promise<number> =>
    (await service.call('POST', '/v1/organizations', { body: { name, ...body } })).body.id;
  const interestIn = async (petId: number, of: TestService = service) => {
    const { status, body } = await of.call('GET', `/v1/pets/${petId}/interest`);
    expect(status).toBe(200);
    return body;
  };
  const viewsOf = async (petId: number, of?: TestService) => (await interestIn(petId, of)).total.views;

  test('the last 30 days of an animal, by the day where its organization is', async () => {
    const rex = await addPet(service, { profile: { adoption: 'apply' } });
    const ida = await addPet(service, {});
    for (const kind of ['view', 'view', 'heart']) expect((await note(rex, { kind })).status).toBe(204);
    const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
    const visitor = at('198.51.100.1', visitors);
    await visitor.call('POST', '/v1/messages', { body: { message: 'Is Rex still there?', petId: rex } });
    const applied = await visitor.call('POST', '/v1/applications', { body: { petId: rex, adopter } });
    await visitor.call('POST', '/v1/store/orders', { body: { petId: ida, adopter } });
    // What staff enter shows no interest of visitors.
    await service.call('POST', '/v1/messages', { body: { message: 'A note.', petId: rex } });
    clock.set(Date.UTC(2026, 4, 1, 5));
    await note(rex);
    // The order of an accepted application is no reservation.
    expect((await service.call('POST', `/v1/applications/${applied.body.id}/accept`)).status).toBe(200);

    const { days, total } = await interestIn(rex);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ date: '2026-04-02', ...none });
    expect(days.slice(-2)).toEqual([
      { date: '2026-04-30', views: 2, hearts: 1, questions: 1, reservations: 0, applications: 1 },
      { date: '2026-05-01', ...none, views: 1 },
    ]);
    expect(total).toEqual({ views: 3, hearts: 1, questions: 1, reservations: 0, applications: 1 });
    expect((await interestIn(ida)).total).toEqual({ ...none, reservations: 1 });

    clock.advance(29 * dayMs);
    expect((await interestIn(rex)).total).toEqual({ ...none, views: 1 });
    clock.advance(dayMs);
    expect((await interestIn(rex)).total).toEqual(none);
  });

  test.each([
    ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a browser without a window', { 'user-agent': BROWSER.replace('Firefox', 'HeadlessChrome') }],
    ['a program', { 'user-agent': 'curl/8.14.1' }],
    ['a program that makes pictures', { 'user-agent': `${BROWSER} PhantomJS/2.1.1` }],
    ['nobody, as a page is loaded ahead of time', { 'sec-purpose': 'prefetch;prerender' }],
    ['nobody, in Safari', { purpose: 'prefetch' }],
    ['somebody who asks not to be tracked', { dnt: '1' }],
    ['somebody who asks for privacy', { 'sec-gpc': '1' }],
    ['staff who are signed in', { cookie: 'petstore-production=token' }],
  ])('204, and nothing is counted, from %s', async (_who, headers) => {
    const rex = await addPet(service, {});
    expect((await note(rex, { headers })).status).toBe(204);
    expect(await viewsOf(rex)).toBe(0);
    expect((await note(rex, { headers: { 'user-agent': `${BROWSER} CUBOT_X30`, dnt: '0' } })).status).toBe(204);
    expect(await viewsOf(rex)).toBe(1);
  });

  test('the browser of staff has the cookie that is not counted', async () => {
    const { email, password } = await newcomers(() => service, clock)();
    const page = openPage(service);
    await page.signIn(email, password);
    const rex = await addPet(service, {});
    await note(rex, { headers: { cookie: page.cookie } });
    expect(await viewsOf(rex)).toBe(0);
  });

  test('an address is counted 30 times a minute, and pays with no request of anybody', async () => {
    const rex = await addPet(service, {});
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    const answers = [];
    for (let i = 0; i < 33; i += 1) answers.push(await note(rex, { headers }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(answers.at(-1)!.headers.get('x-ratelimit-remaining')).toBe('600');
    await note(rex, { headers: { 'x-forwarded-for': '192.0.2.8' } });
    expect(await viewsOf(rex)).toBe(31);
    clock.advance(60_000);
    await note(rex, { headers });
    expect(await viewsOf(rex)).toBe(32);
  });

  test('400 and 404: what is no interest, and animals that visitors do not see', async () => {
    const rex = await addPet(service, {});
    expectError(await note(rex, { kind: 'adore' }), 400, 'invalid_body', '`kind`');
    const unlisted = await addPet(service, {});
    const organizationId = await newOrganization('Unlisted');
    await service.call('PATCH', `/v1/pets/${unlisted}`, { body: { organizationId } });
    const held = await addPet(service, { profile: { staff: { hold: { type: 'stray' } } } });
    for (const petId of [unlisted, held, 999_999, 0]) expectError(await note(petId), 404, 'pet_not_found');
    const soon = await addPet(service, { profile: { staff: { hold: { type: 'coming_soon', showPage: true } } } });
    expect((await note(soon)).status).toBe(204);
    const { database } = await service.beside();
    const rows = await database.read.selectFrom('pet_interest').select('pet_id').execute();
    expect(rows).not.toContainEqual({ pet_id: unlisted });
    expect(rows).not.toContainEqual({ pet_id: held });
  });

  test('403: members of other organizations, and publishable keys', async () => {
    const rex = await addPet(service, {});
    const stranger = await newMember(service, await newOrganization('Elsewhere'), 'manager');
    expectError(await stranger.call('GET', `/v1/pets/${rex}/interest`), 403, 'forbidden');
    expectError(await visitors.call('GET', `/v1/pets/${rex}/interest`), 403, 'forbidden');
    expectError(await visitors.call('GET', '/v1/statistics/interest'), 403, 'forbidden');
    expectError(await service.call('GET', '/v1/pets/999999/interest'), 404, 'pet_not_found');
  });

  test('a service that stops loses none', async () => {
    const first = await start({ now: clock.now, settings: behindProxy });
    const rex = await addPet(first, {});
    await note(rex, { from: first });
    await first.stop();
    const second = await start({ now: clock.now, settings: behindProxy, dataDir: first.dataDir });
    expect(await viewsOf(rex, withKey(second, first.operatorKey))).toBe(1);
  });

  test('an animal that is removed takes its counts along, and none of another', async () => {
    const [rex, ida, tom] = [await addPet(service, {}), await addPet(service, {}), await addPet(service, {})];
    await note(rex);
    expect(await viewsOf(rex)).toBe(1);
    await note(rex);
    await note(ida);
    expect((await service.call('DELETE', `/v1/pets/${rex}`)).status).toBe(204);
    expect(await viewsOf(ida)).toBe(1);
    expect(await viewsOf(tom)).toBe(0);
    const { database } = await service.beside();
    const rows = await database.read.selectFrom('pet_interest').select('pet_id').where('pet_id', '=', rex).execute();
    expect(rows).toEqual([]);
  });

  test('what nobody reads any more is deleted', async () => {
    const rex = await addPet(service, {});
    await note(rex);
    await viewsOf(rex);
    const { database } = await service.beside();
    const rows = () => database.read.selectFrom('pet_interest').select('pet_id').execute();
    clock.advance(30 * dayMs);
    await database.transaction((tx) => sweepInterest(tx, clock.now()));
    expect(await rows()).toContainEqual({ pet_id: rex });
    clock.advance(dayMs);
    while (await database.transaction((tx) => sweepInterest(tx, clock.now())));
    expect(await rows()).not.toContainEqual({ pet_id: rex });
  });

  test('the animals of an organization that are looking for a home, most and least looked at first', async () => {
    const organizationId = await newOrganization('Hillside', { listed: true });
    const member = await newMember(service, organizationId, 'staff');
    const [rex, ida, tom, eve] = [
      await addPet(service, { name: 'Rex' }, member.key),
      await addPet(service, { name: 'Ida, "the cat"' }, member.key),
      await addPet(service, { name: 'Tom' }, member.key),
      await addPet(service, { name: 'Eve', status: 'sold' }, member.key),
    ];
    for (const petId of [ida, rex, ida, eve, eve, eve]) await note(petId);
    await note(tom, { kind: 'heart' });
    const read = (query = '', accept = 'application/json') =>
      member.call('GET', `/v1/statistics/interest?${query}`, { headers: { accept } });

    const { body } = await read();
    const [first, last] = [0, 29].map((days) => new Date(clock.now() - days * dayMs).toISOString().slice(0, 10));
    expect(body).toEqual({
      from: last,
      to: first,
      animals: 3,
      total: { ...none, views: 3, hearts: 1 },
      pets: [
        { petId: ida, name: 'Ida, "the cat"', ...none, views: 2 },
        { petId: rex, name: 'Rex', ...none, views: 1 },
        { petId: tom, name: 'Tom', ...none, hearts: 1 },
      ],
    });
    const least = (await read('order=least&count=2')).body;
    expect(least.pets.map(({ name }: { name: string }) => name)).toEqual(['Tom', 'Rex']);
    expect(least.animals).toBe(3);
    const table = await read('count=2', 'text/csv');
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(table.text).toBe(
      [
        'petId,name,views,hearts,questions,reservations,applications',
        `${ida},"Ida, ""the cat""",2,0,0,0,0`,
        `${rex},Rex,1,0,0,0,0`,
        '',
      ].join('\r\n'),
    );
    expectError(await read('organizationId=1'), 403, 'forbidden');
    const all = await service.call('GET', '/v1/statistics/interest?count=1000');
    expect(all.body.pets.map(({ petId }: { petId: number }) => petId)).toEqual(expect.arrayContaining([rex, ida, tom]));
    const { body: ofOne } = await service.call('GET', `/v1/statistics/interest?organizationId=${organizationId}`);
    expect(ofOne.animals).toBe(3);
  });
});

test('the total is the sum of the days, also if the clock changed on the first one, or the time zone was another', async () => {
  // Midnight in Auckland is 11:00 UTC, the clock is set back at 14:00, and midnight is 12:00 from then on.
  const clock = testClock(Date.UTC(2026, 3, 4, 11, 30));
  const service = await startOnSqlite({ now: clock.now, settings: behindProxy });
  const setTimeZone = (timeZone: string) => service.call('PATCH', '/v1/organizations/1', { body: { timeZone } });
  await setTimeZone('Pacific/Auckland');
  const visitor = at('198.51.100.1', await visitorsOf(service));
  const rex = await addPet(service, {});
  const ask = () => visitor.call('POST', '/v1/messages', { body: { message: 'Is Rex still there?', petId: rex } });
  const interest = async () => (await service.call('GET', `/v1/pets/${rex}/interest`)).body;
  await ask();
  clock.set(Date.UTC(2026, 4, 4));
  const first = await interest();
  expect(first.days[0]).toEqual({ date: '2026-04-05', ...none, questions: 1 });
  expect(first.total).toEqual({ ...none, questions: 1 });

  // The last hour before the day on which the clock is set forward.
  clock.set(Date.UTC(2026, 8, 26, 11, 30));
  await ask();
  clock.set(Date.UTC(2026, 9, 26));
  const second = await interest();
  expect(second.days[0]).toEqual({ date: '2026-09-27', ...none });
  expect(second.total).toEqual(none);

  const headers = { 'user-agent': BROWSER };
  await service.call('POST', `/v1/pets/${rex}/interest`, { key: null, headers, body: { kind: 'view' } });
  expect((await interest()).days.at(-1)).toEqual({ date: '2026-10-26', ...none, views: 1 });
  // Still the day before.
  await setTimeZone('America/Chicago');
  const third = await interest();
  expect(third.days.at(-1)).toEqual({ date: '2026-10-25', ...none, views: 1 });
  expect(third.total).toEqual({ ...none, views: 1, questions: 1 });
});

test('the counts of several processes add up', async () => {
  const clock = testClock();
  const one = await startOnPostgres({ now: clock.now, settings: behindProxy });
  const other = withKey(
    await startOnPostgres({ now: clock.now, settings: behindProxy, dataDir: one.dataDir }),
    one.operatorKey,
  );
  const petIds = [await addPet(one, {}), await addPet(one, {})];
  const headers = { 'user-agent': BROWSER };
  for (let i = 0; i < 5; i += 1)
    for (const petId of petIds)
      for (const from of [one, other])
        await from.call('POST', `/v1/pets/${petId}/interest`, { key: null, headers, body: { kind: 'view' } });
  // Reading writes what the own process has counted.
  const viewsAt = (service: TestService) =>
    Promise.all(petIds.map(async (id) => (await service.call('GET', `/v1/pets/${id}/interest`)).body.total.views));
  await Promise.all([viewsAt(one), viewsAt(other)]);
  expect([await viewsAt(one), await viewsAt(other)]).toEqual([
    [10, 10],
    [10, 10],
  ]);
  await other.stop();
});
