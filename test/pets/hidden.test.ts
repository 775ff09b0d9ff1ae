import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/database/migration.ts';
import { hiddenPets } from '../../src/database/migrations/0038-hidden-pets.ts';
import { heldPets } from '../../src/database/migrations/0039-held-pets.ts';
import { OUTCOME_TYPES } from '../../src/vocabulary/animal-profile.ts';
import { HOLD_TYPES } from '../../src/vocabulary/animals/hiding.ts';
import { newPair, type Pair, petfinderClient } from '../compat/petfinder-scene.ts';
import { allEvents } from '../events/streams.ts';
import { newMember } from '../organizations/members.ts';
import { changePet, getOrder, moveOrder, newCaller, placeOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, builtPages, type TestService, testClock } from '../support/service.ts';
import { newImage } from './photos/images.ts';

const dayMs = 86_400_000;
const adopter = { name: 'Ada', email: 'ada@example.com' };

/** From the day of its outcome on, and until the end of its hold, visitors do not see an animal, and nobody can order it: decisions 0070, 0080. */
describe.each(BACKENDS)('animals that have left or are on hold, on %s', (engine, start) => {
  const clock = testClock();
  let service: TestService;
  let shelter: TestService & { readonly key: string };
  let stranger: TestService;
  let visitor: TestService;
  let petfinder: TestService;
  let visitorKey: string;
  let pair: Pair;

  const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
  const add = (pet: object = {}) => addPet(service, { name: 'Zorblax', categoryId: 1, ...pet }, shelter.key);
  const record = (id: number, staff: object, caller: TestService = shelter) =>
    caller.call('PATCH', `/v1/pets/${id}/profile`, { body: { staff } });
  const recorded = async (id: number, staff: object) => {
    const answer = await record(id, staff);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const order = (caller: TestService, petId: number) =>
    caller.call('POST', '/v1/store/orders', { body: { petId, adopter } });
  const inventory = async (caller: TestService) => (await caller.call('GET', '/v1/store/inventory')).body;
  const isSeen = async (id: number) => (await visitor.call('GET', `/v1/pets/${id}`)).status === 200;

  beforeAll(async () => {
    service = await start({ now: clock.now, pages: builtPages });
    const { body: organization } = await service.call('POST', '/v1/organizations', {
      body: { name: 'Hill', listed: true, location: { latitude: 39.8, longitude: -89.65 } },
    });
    shelter = await newMember(service, organization.id, 'manager');
    stranger = await newCaller(service);
    const scopes = ['pets:read', 'orders:write', 'messages:write'];
    const { body: key } = await service.call('POST', '/v1/account/keys', {
      body: { kind: 'publishable', origins: ['https://shelter.example'], scopes },
    });
    visitorKey = key.key;
    visitor = withKey(service, visitorKey);
    pair = await newPair(service);
    petfinder = await petfinderClient(service, pair);
  });
  /** The test that restarts it closes it, too. */
  let isClosed = false;
  afterAll(() => (isClosed ? undefined : service.close()));

  /** Every place where visitors see an animal. */
  const surfaces = (id: number, photo: string): Record<string, () => Promise<{ text: string; status: number }>> => {
    const profiled = 'species=Dog&sex=male&hasPhotos=true&age=young';
    const lists = [
      '',
      '?status=available',
      `?ids=${id}`,
      `?ids=${id},999`,
      '?q=zorb',
      '?categoryId=1&status=available',
      `?${profiled}`,
      `?${profiled}&q=zorb`,
      '?near=39.8,-89.65&within=50km',
      '?near=39.8,-89.65&sort=distance',
      '?sort=longest_waiting',
      '?updatedSince=2020-01-01T00:00:00Z&expand=profile,photos,owner',
      '?organizationId=2',
    ].map((query) => `/v1/pets${query}`);
    const ofVisitors = [
      ...lists,
      `/v1/pets/${id}`,
      `/v1/pets/${id}/profile`,
      `/v1/pets/${id}/photos`,
      '/v1/pet-facets?status=available',
      '/v1/categories',
      '/v1/categories/1',
      '/v1/store/inventory',
    ];
    const ofNobody = ['/feed.json', '/feed.xml', `/pets/${id}`, photo];
    const ofPetfinder = ['/v2/animals', '/v2/animals?name=zorb', `/v2/animals/${id}`];
    return Object.fromEntries([
      ...ofVisitors.map((path) => [path, () => visitor.call('GET', path)] as const),
      ...ofNobody.map((path) => [path, () => service.call('GET', path, { key: null })] as const),
      ...ofPetfinder.map((path) => [path, () => petfinder.call('GET', path)] as const),
      [
        'POST /v1/messages',
        () => visitor.call('POST', '/v1/messages', { body: { message: 'Is Zorblax shy?', petId: id, from: adopter } }),
      ],
      ...[visitor, stranger, shelter, service].map(
        (caller, i) => [`POST /v1/store/orders ${i}`, () => order(caller, id)] as const,
      ),
    ]);
  };

  const reasons = [
    ['outcome', () => ({ outcome: { type: 'died', date: day(0) } }), () => ({ intake: { date: day(1) } }), 'has left'],
    ['hold', () => ({ hold: { type: 'quarantine', until: day(0) } }), () => ({ hold: null }), 'at the moment'],
  ] as const;
  test.each(reasons)('no place that visitors see has one, as soon as its %s is recorded', async (...reason) => {
    const [because, recordOf, endOf, sentence] = reason;
    // Visitors ask and order five times a minute.
    clock.advance(61_000);
    const profile = { species: 'Dog', sex: 'male', age: 'young' };
    const id = await add({ profile });
    const { body: photo } = await shelter.call('POST', `/v1/pets/${id}/photos`, {
      headers: { 'content-type': 'image/jpeg' },
      body: await newImage(),
    });
    // Only animals of others remain, in another category.
    const tom = await addPet(service, { name: 'Tom', categoryId: 2 });
    const all = surfaces(id, photo.urls.share);
    const shows = async (name: string) => {
      const { status, text } = await all[name]!();
      if (name.startsWith('POST')) return status < 300;
      if (name === '/v1/pet-facets?status=available') return text.includes('"Dog"');
      if (name === '/v1/store/inventory') return JSON.parse(text).available === 2;
      if (name.startsWith('/v1/categories')) return text.includes('Dogs');
      if (name === photo.urls.share) return status === 200;
      return text.includes('Zorblax') || (status === 200 && /profile$|photos$/.test(name));
    };
    const reads = Object.keys(all).filter((name) => !name.startsWith('POST'));
    const showing = async (names: readonly string[]) => {
      const found: string[] = [];
      for (const name of names) if (await shows(name)) found.push(name);
      return found;
    };
    expect(await showing(reads)).toEqual(reads);

    const { staff } = await recorded(id, recordOf());
    expect(staff).toMatchObject({ hiddenBecause: because });
    expect(await showing(Object.keys(all))).toEqual([]);
    for (const caller of [visitor, stranger, shelter, service])
      expectError(await order(caller, id), 409, 'pet_not_available', sentence);
    expect((await service.call('GET', `/pets/${id}`, { key: null, headers: { accept: 'text/html' } })).status).toBe(
      404,
    );

    // The specification's operations with keys of accounts stay as they are.
    for (const caller of [stranger, shelter, service]) {
      expect((await caller.call('GET', `/v1/pets/${id}`)).body).toMatchObject({ id, status: 'available' });
      expect((await caller.call('GET', '/v1/pets?status=available&q=zorb')).body).toHaveLength(1);
    }
    expect((await stranger.call('GET', `/v1/pets/${id}/profile`)).text).not.toContain('hiddenBecause');
    expect(await inventory(stranger)).toEqual({ available: 2, pending: 0, sold: 0 });

    // It comes back, everywhere.
    const back = await recorded(id, endOf());
    expect(back.staff ?? {}).not.toHaveProperty('hiddenBecause');
    expect(await showing(reads)).toEqual(reads);
    const placed = await order(visitor, id);
    expect(placed.status).toBe(201);
    await moveOrder(shelter, placed.body.id, 'cancel');
    for (const gone of [id, tom]) expect((await service.call('DELETE', `/v1/pets/${gone}`)).status).toBe(204);
  });

  // The engines differ in no type.
  test.each(engine === 'SQLite' ? Object.keys(HOLD_TYPES) : ['quarantine'])(
    'a hold `%s` hides it, also where it is sold, until it is removed',
    async (type) => {
      const id = await add({ status: 'sold', profile: { staff: { hold: { type } } } });
      const other = await add();
      await recorded(other, { hold: { reason: 'Has to heal.' } });
      expect([await isSeen(id), await isSeen(other)]).toEqual([false, false]);
      await recorded(other, { hold: { until: day(-1) } });
      await recorded(id, { hold: null });
      expect([await isSeen(id), await isSeen(other)]).toEqual([true, true]);
    },
  );

  test('when the last day of a hold has ended, it appears by itself, in the same millisecond', async () => {
    const id = await add({ categoryId: 3 });
    await recorded(id, { hold: { type: 'stray', until: day(1) } });
    const later = async () => (await petfinderClient(service, pair)).call('GET', '/v2/animals');
    const texts = async () => [
      (await visitor.call('GET', '/v1/pets?limit=5')).text.includes(`"id":${id},`),
      (await visitor.call('GET', `/v1/pets?ids=${id}`)).text.includes(`"id":${id},`),
      (await service.call('GET', '/feed.json', { key: null })).text.includes(`/pets/${id}"`),
      (await later()).text.includes(`"id":${id},`),
      (await visitor.call('GET', '/v1/pet-facets?categoryId=3')).body.total === 1,
    ];
    clock.set(Date.parse(`${day(1)}T23:59:59.999Z`));
    const before = await inventory(visitor);
    expect(await texts()).toEqual([false, false, false, false, false]);
    clock.advance(1);
    expect(await texts()).toEqual([true, true, true, true, true]);
    const after = { ...before, available: before.available + 1 };
    expect(await inventory(visitor)).toEqual(after);
    const told = () => allEvents(service, { key: visitorKey });
    const events = await eventually(async () => {
      const all = await told();
      return all.some(({ type, data }) => type === 'pet.updated' && data.id === id) && all;
    });
    const of = events.filter(({ data }) => data.id === id);
    expect(of.map(({ type }) => type)).toEqual(['pet.created', 'pet.unlisted', 'pet.updated']);
    expect(of.at(-1)).toMatchObject({ data: { id, changed: ['visible'] } });
    expect(await inventory(visitor)).toEqual(after);
    const placed = await order(visitor, id);
    expect(placed.status).toBe(201);
    expect((await moveOrder(shelter, placed.body.id, 'cancel')).status).toBe(200);
  });

  test('a change in the moment when the day has come is told to visitors, too', async () => {
    const until = day(0);
    const [held, left, removed] = [await add(), await add(), await add()];
    await recorded(held, { hold: { until } });
    for (const id of [left, removed]) await recorded(id, { outcome: { type: 'transfer', date: day(1) } });
    clock.set(Date.parse(until) + dayMs);
    await recorded(held, { hold: { reason: 'It is over.' } });
    await recorded(left, { outcome: { type: 'died', date: null } });
    expect((await shelter.call('DELETE', `/v1/pets/${removed}`)).status).toBe(204);
    const events = await allEvents(service, { key: visitorKey });
    const last = (id: number) => events.findLast(({ data }) => data.id === id)?.type;
    expect([last(held), last(left)]).toEqual(['pet.updated', 'pet.unlisted']);
    expect(['pet.deleted', 'pet.unlisted']).toContain(last(removed));
  });

  test('a hold leaves an order that holds it alone, and an outcome that it has come back from', async () => {
    const id = await add();
    const orderId = await placeOrder(shelter, id, { adopter });
    await recorded(id, { hold: { type: 'medical' } });
    expect((await getOrder(shelter, orderId)).body.status).toBe('placed');
    await moveOrder(shelter, orderId, 'approve');
    await moveOrder(shelter, orderId, 'deliver');
    await recorded(id, { outcome: { type: 'adoption', date: day(0) } });
    await moveOrder(shelter, orderId, 'return');
    expectError(await order(visitor, id), 409, 'pet_not_available', 'at the moment');
    await recorded(id, { hold: { until: day(3) } });
    await recorded(id, { hold: null });
    expect(await isSeen(id)).toBe(true);
  });

  test('visitors see the page of an animal that comes soon where its hold says so, and no list has it', async () => {
    const id = await add({ name: 'Plurn', profile: { species: 'Dog' } });
    const { body: photo } = await shelter.call('POST', `/v1/pets/${id}/photos`, {
      headers: { 'content-type': 'image/jpeg' },
      body: await newImage(),
    });
    const page = (path: string) => service.call('GET', path, { key: null, headers: { accept: 'text/html' } });
    const pages = async () => [
      (await visitor.call('GET', `/v1/pets/${id}`)).status,
      (await visitor.call('GET', `/v1/pets?ids=${id}&expand=profile`)).body[0]?.profile.comingSoon,
      (await visitor.call('GET', `/v1/pets/${id}/profile`)).body.comingSoon,
      (await visitor.call('GET', `/v1/pets/${id}/photos`)).status,
      (await service.call('GET', photo.urls.share, { key: null })).status,
      (await page(`/pets/${id}`)).text.includes('can be adopted soon'),
      (await visitor.call('POST', '/v1/messages', { body: { message: 'When?', petId: id, from: adopter } })).status,
    ];
    const soon = { type: 'coming_soon', until: day(4) };
    await recorded(id, { hold: soon });
    expect(await pages()).toEqual([404, undefined, undefined, 404, 404, false, 404]);
    await recorded(id, { hold: { ...soon, showPage: true } });
    expect(await pages()).toEqual([200, true, true, 200, 200, true, 202]);
    expect((await visitor.call('GET', `/v1/pets/${id}/profile`)).text).not.toContain(soon.until);
    expectError(await order(visitor, id), 409, 'pet_not_available', 'at the moment');
    for (const path of ['/v1/pets?limit=100', `/v1/pets?ids=${id},999`, '/v1/pets?q=plurn', '/feed.json', '/feed.xml'])
      expect((await (path.startsWith('/v1') ? visitor : service).call('GET', path)).text).not.toContain('Plurn');
    expect((await (await petfinderClient(service, pair)).call('GET', `/v2/animals/${id}`)).status).toBe(404);
    // Of another kind of hold it means nothing.
    await recorded(id, { hold: { type: 'medical' } });
    expect((await visitor.call('GET', `/v1/pets/${id}`)).status).toBe(404);
    await recorded(id, { hold: soon, outcome: { type: 'died' } });
    expect((await visitor.call('GET', `/v1/pets/${id}`)).status).toBe(404);
  });

  test.each(engine === 'SQLite' ? Object.keys(OUTCOME_TYPES) : ['adoption', 'died'])(
    'an outcome `%s` hides it, unless it was adopted and is sold',
    async (type) => {
      const id = await add();
      const dead = await add({ profile: { staff: { outcome: { type, date: '2026-01-31' } } } });
      await recorded(id, { outcome: { type } });
      expect([await isSeen(id), await isSeen(dead)]).toEqual([false, false]);
      expect((await changePet(shelter, id, { status: 'sold' })).status).toBe(200);
      expect(await isSeen(id)).toBe(type === 'adoption');
      // An adoption that is undone brings it back.
      expect((await changePet(shelter, id, { status: 'available' })).status).toBe(200);
      expect(await isSeen(id)).toBe(type === 'adoption');
      await recorded(id, { notes: 'Ate well.' });
      expect(await isSeen(id)).toBe(type === 'adoption');
      await recorded(id, { outcome: null });
      expect(await isSeen(id)).toBe(true);
    },
  );

  test('the day comes by itself, on cached pages and in counts too', async () => {
    const id = await add();
    await recorded(id, { outcome: { type: 'transfer', date: day(2) } });
    const later = async () => (await petfinderClient(service, pair)).call('GET', '/v2/animals');
    const texts = async () => [
      (await visitor.call('GET', '/v1/pets?limit=5')).text.includes(`"id":${id},`),
      (await service.call('GET', '/feed.json', { key: null })).text.includes(`/pets/${id}"`),
      (await later()).text.includes(`"id":${id},`),
    ];
    clock.set(Date.parse(`${day(1)}T23:59:59.999Z`));
    const before = await inventory(visitor);
    expect(await texts()).toEqual([true, true, true]);
    clock.advance(1);
    expect(await texts()).toEqual([false, false, false]);
    const after = { ...before, available: before.available - 1 };
    expect(await inventory(visitor)).toEqual(after);
    expectError(await order(visitor, id), 409, 'pet_not_available', 'has left');
    // The event tells it to those who follow.
    const told = () => allEvents(service, { key: visitorKey });
    const events = await eventually(async () => {
      const all = await told();
      return all.some(({ type, data }) => type === 'pet.unlisted' && data.id === id) && all;
    });
    expect(events.filter(({ data }) => data.id === id).map(({ type }) => type)).toEqual([
      'pet.created',
      'pet.unlisted',
    ]);
    expect(await inventory(visitor)).toEqual(after);
  });

  test('the days of an organization begin at its own midnight', async () => {
    const goTo = (timeZone: string | null) =>
      service.call('PATCH', '/v1/organizations/2', { body: { timeZone }, key: service.operatorKey });
    expect((await goTo('America/New_York')).status).toBe(200);
    const [held, left] = [await add(), await add()];
    await recorded(held, { hold: { type: 'stray', until: day(1) } });
    await recorded(left, { outcome: { type: 'transfer', date: day(2) } });
    const seen = async () => {
      const { text: list } = await visitor.call('GET', '/v1/pets?limit=5');
      const { text: feed } = await service.call('GET', '/feed.json', { key: null });
      return [held, left].filter((id) => list.includes(`"id":${id},`) && feed.includes(`/pets/${id}"`));
    };
    clock.set(Date.parse(`${day(2)}T05:00:00Z`) - 1);
    const before = await inventory(visitor);
    expect(await seen()).toEqual([left]);
    expectError(await order(visitor, held), 409, 'pet_not_available');
    clock.advance(1);
    expect(await seen()).toEqual([held]);
    expect(await inventory(visitor)).toEqual(before);
    expectError(await order(visitor, left), 409, 'pet_not_available', 'has left');

    expect((await goTo('Pacific/Auckland')).status).toBe(200);
    clock.set(Date.parse(`${day(0)}T20:00:00Z`));
    const dead = await add();
    // It is tomorrow there.
    await recorded(dead, { outcome: { type: 'died', date: day(1) } });
    expectError(await order(visitor, dead), 409, 'pet_not_available', 'has left');
    expect((await goTo(null)).status).toBe(200);
  });

  test('visitors are told of nothing that happens to it meanwhile, and of its return', async () => {
    const id = await add();
    await recorded(id, { outcome: { type: 'escaped' } });
    await changePet(shelter, id, { name: 'Secret' });
    await changePet(shelter, id, { status: 'pending' });
    await changePet(shelter, id, { name: 'Zorblax', status: 'available' });
    await recorded(id, { outcome: null });
    const gone = await add({ name: 'Secret', profile: { staff: { outcome: { type: 'died' } } } });
    await shelter.call('DELETE', `/v1/pets/${gone}`);
    const events = await allEvents(service, { key: visitorKey });
    expect(JSON.stringify(events)).not.toContain('Secret');
    const of = events.filter(({ data }) => data.id === id);
    expect(of.map(({ type }) => type)).toEqual(['pet.created', 'pet.unlisted', 'pet.updated']);
    expect(of.at(-1)?.data).toMatchObject({ id, name: 'Zorblax', changed: ['visible'] });
    expect(JSON.stringify(await allEvents(service))).toContain('Secret');
  });

  test('no outcome is added while an order holds it', async () => {
    const id = await add();
    const orderId = await placeOrder(shelter, id, { adopter });
    const outcome = { type: 'died', date: day(0) };
    const put = await shelter.call('PUT', `/v1/pets/${id}/profile`, { body: { staff: { outcome } } });
    const patched = await changePet(shelter, id, { profile: { staff: { outcome } } });
    for (const answer of [await record(id, { outcome }), put, patched])
      expectError(answer, 409, 'pet_has_open_order', `Order ${orderId}`);
    await recorded(id, { notes: 'Ate well.' });
    expect((await getOrder(shelter, orderId)).body.status).toBe('placed');
    await moveOrder(shelter, orderId, 'approve');
    await moveOrder(shelter, orderId, 'deliver');
    await recorded(id, { outcome: { type: 'adoption', date: day(0) } });
    expect(await isSeen(id)).toBe(true);
    await moveOrder(shelter, orderId, 'return');
    expect(await isSeen(id)).toBe(true);
  });

  test('animals of an earlier version that have left or are on hold are hidden by the upgrade, with their events', async () => {
    const left = { outcome: { type: 'died', date: '2026-01-31' } };
    const [died, adopted, here] = [await add(), await add({ status: 'sold' }), await add()];
    const [held, wasHeld] = [await add(), await add()];
    await recorded(held, { hold: { until: day(2) } });
    await recorded(wasHeld, { hold: { until: day(-1) } });
    await recorded(died, left);
    await recorded(adopted, { outcome: { type: 'adoption', date: '2026-01-31' } });
    await service.stop();
    const { database } = await service.beside();
    const isPostgres = database.events.appendTo === 'pending_events';
    await database.transaction(async (tx) => {
      const run = (text: string) => sql.raw(text).execute(tx);
      for (const index of ['pets_to_hide', 'pets_held']) await run(`drop index ${index}`);
      if (!isPostgres)
        for (const event of ['insert', 'delete', 'update']) {
          await run(`drop trigger pets_count_${event}`);
          await run(`create trigger pets_count_${event} after ${event} on pets begin select 1; end`);
        }
      await run('drop index pets_by_organization_category');
      for (const column of ['is_hidden', 'hidden_from', 'hidden_until', 'shows_page', 'shown_at'])
        await run(`alter table pets drop column ${column}`);
      for (const table of ['events', ...(isPostgres ? ['pending_events'] : [])])
        await run(`alter table ${table} drop column is_hidden`);
      await run('create index pets_by_organization_category on pets (organization_id, category_id, account_id)');
      await run('delete from pet_counts');
      await run(`insert into pet_counts (organization_id, account_id, status, count) select coalesce(organization_id, 0),
        case when organization_id is null then 0 else account_id end, status, count(*) from pets group by 1, 2, 3`);
      // As the upgrade does: later migrations do not matter here.
      const dialect = { numbersAfterCommit: isPostgres } as Dialect;
      for (const migrate of [hiddenPets, heldPets]) await migrate(tx, dialect);
    });
    await database.close();
    service = await start({ dataDir: service.dataDir, now: clock.now, pages: builtPages });
    isClosed = true;
    visitor = withKey(service, visitorKey);
    const seen = async () => {
      const all: boolean[] = [];
      for (const id of [died, held, adopted, here, wasHeld]) all.push(await isSeen(id));
      return all;
    };
    expect(await seen()).toEqual([false, false, true, true, true]);
    const told = () => allEvents(service, { key: visitorKey });
    for (const id of [died, held])
      await eventually(async () => (await told()).some(({ type, data }) => type === 'pet.unlisted' && data.id === id));
    expect(await seen()).toEqual([false, false, true, true, true]);
    const listed = (await visitor.call('GET', '/v1/pets?limit=100&status=available')).body.length;
    expect((await inventory(visitor)).available).toBe(listed);
  });
});
