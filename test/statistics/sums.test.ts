import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildEnvironment } from '../../src/composition/environment.ts';
import { petStore } from '../../src/pets/store.ts';
import { statisticsStore } from '../../src/statistics/store.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import { newMember } from '../organizations/members.ts';
import { changePet, moveOrder } from '../support/adoption.ts';
import { BACKENDS, startOnPostgres, testClock, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const start = Date.UTC(2026, 2, 1, 9);

const dayWithin = (days: number) =>
  fc.nat({ max: days }).map((later) => new Date(start + (later - 150) * DAY_MS).toISOString().slice(0, 10));
const [past, day] = [dayWithin(150), dayWithin(200)];
const profile = fc.record(
  {
    species: fc.constantFrom('Dog', 'Cat', 'Frog', 'Axolotl'),
    birthDate: past,
    placement: fc.constantFrom('shelter', 'foster', 'courtesy'),
    staff: fc.record(
      {
        intake: fc.record(
          { date: day, type: fc.constantFrom('stray', 'return', 'euthanasia_request') },
          { requiredKeys: [] },
        ),
        outcome: fc.record(
          { date: day, type: fc.constantFrom('adoption', 'transfer', 'euthanized') },
          { requiredKeys: [] },
        ),
        notes: fc.constant('Brought by ann@x.example'),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const change = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'add up',
    'category',
    'status',
    'profile',
    'no profile',
    'move',
    'deliver',
    'return',
    'remove',
    'import',
    'erase',
  ),
  which: fc.nat({ max: 30 }),
  days: fc.nat({ max: 2 }),
  profile,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

describe.each(BACKENDS)('the sums of stays, on %s', (_, startService) => {
  const clock = testClock(start);
  let service: TestService;
  let members: readonly TestService[];
  let organizationIds: readonly number[];
  /** Another process on the same database. */
  let other: Awaited<ReturnType<typeof buildEnvironment>>;
  const pets: number[] = [];
  const orders: number[] = [];

  beforeAll(async () => {
    service = await startService({ now: clock.now });
    other = await buildEnvironment('production', service.settings, { now: clock.now });
    const made = [];
    for (const name of ['Paws', 'Claws'])
      made.push((await service.call('POST', '/v1/organizations', { body: { name } })).body.id);
    organizationIds = made;
    members = [service, ...(await Promise.all(made.map((id) => newMember(service, id, 'staff'))))];
  });
  afterAll(async () => {
    await other.database.close();
    await service.close();
  });

  const addUp = () => statisticsStore(other.database).addUp(new AbortController().signal);

  async function apply({ what, which, days, profile: known }: Change): Promise<void> {
    clock.advance(days * DAY_MS);
    const petId = pets[which % Math.max(1, pets.length)] ?? 0;
    const member = members[which % 3] ?? service;
    if (what === 'add') {
      const status = which % 5 === 0 ? 'sold' : 'available';
      const body = { name: 'Rex', categoryId: which % 3, status, ...(which % 4 > 0 && { profile: known }) };
      const answer = await member.call('POST', '/v1/pets', { body });
      expect(answer.status, answer.text).toBe(201);
      pets.push(answer.body.id);
    } else if (what === 'import') {
      const store = petStore(other.database, other.outbox, clock.now);
      const staff = { intake: { date: `2019-0${days + 1}-03` } };
      const imported = [{ profile: { species: 'Dog', staff } }, { profile: {} }, {}].map((more, i) => {
        return { name: 'Tom', categoryId: i, ...more };
      });
      const owner = { accountId: 1, organizationId: organizationIds[which % 3] };
      pets.push(...(await other.database.transaction((tx) => store.addAll(tx, owner, imported, SERVICE))));
    } else if (what === 'add up') await addUp();
    else if (what === 'category') await changePet(service, petId, { categoryId: which % 4 });
    else if (what === 'status') await changePet(service, petId, { status: which % 2 === 0 ? 'sold' : 'available' });
    else if (what === 'profile') await changePet(service, petId, { profile: known });
    else if (what === 'no profile') await changePet(service, petId, { profile: null });
    else if (what === 'move') await changePet(service, petId, { organizationId: organizationIds[which % 2] });
    else if (what === 'remove') await service.call('DELETE', `/v1/pets/${petId}`);
    else if (what === 'return') await moveOrder(service, orders.at(-1) ?? 0, 'return');
    else if (what === 'erase')
      await service.call('POST', '/v1/admin/people/erase', { body: { email: 'ann@x.example' } });
    else {
      const { body, status } = await service.call('POST', '/v1/store/orders', { body: { petId } });
      if (status !== 201) return;
      orders.push(body.id);
      for (const move of ['approve', 'deliver']) await moveOrder(service, body.id, move);
    }
  }

  /** All figures, of everybody and of each organization. */
  const figures = () =>
    Promise.all(
      ['', ...organizationIds.map((id) => `&organizationId=${id}`)].flatMap((query) =>
        ['', '/shelter-animals-count'].map(async (path) => {
          const answer = await service.call('GET', `/v1/statistics${path}?from=2025-12&to=2028-12${query}`);
          expect(answer.status, answer.text).toBe(200);
          return answer.body;
        }),
      ),
    );

  /** As after the update from a version without sums. */
  const forget = () =>
    other.database.transaction(async (tx) => {
      for (const table of ['pet_stays', 'pet_stay_sums', 'pet_stay_changes'] as const)
        await tx.deleteFrom(table).execute();
      await tx
        .insertInto('pet_stay_changes')
        .columns(['pet_id'])
        .expression(tx.selectFrom('pets').select('id'))
        .execute();
    });

  test('give the same figures after any changes as all animals counted anew', async () => {
    for (let which = 0; which < 12; which += 1) await apply({ what: 'add', which, days: 0, profile: {} });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), async (changes) => {
        for (const one of changes) await apply(one);
        const beside = await figures();
        await addUp();
        expect(await figures()).toEqual(beside);
        await forget();
        expect(await figures()).toEqual(beside);
      }),
      { numRuns: 6 },
    );
  });

  test('are read instead of the animals, and contain them at once', async () => {
    const { body } = await service.call('POST', '/v1/organizations', { body: { name: 'Tails' } });
    const owner = { accountId: 1, organizationId: body.id as number };
    const store = petStore(other.database, other.outbox, clock.now);
    const added = Array.from({ length: 300 }, () => ({ name: 'Rex', categoryId: 1, profile: { species: 'Dog' } }));
    await other.database.transaction((tx) => store.addAll(tx, owner, added, SERVICE));
    const query = `/v1/statistics?from=2025-12&to=2028-12&organizationId=${owner.organizationId}`;
    expect((await service.call('GET', query)).body.total.intakes.total).toBe(300);
    await addUp();

    let rows = 0;
    const read = other.database.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rows += result.rows.length;
        return result;
      },
    });
    const counted = statisticsStore({ ...other.database, read }).counts(
      owner.organizationId,
      '2028-12',
      async () => {},
    );
    expect((await counted)[0]?.counts).toEqual([[['came', 'canine', 'ageUnknown', 'unknown'], 300]]);
    expect(rows).toBe(1);
  });
});

test('PostgreSQL adds up stays by keys, even if it planned that while there were none', async () => {
  await using opened = new AsyncDisposableStack();
  const service = opened.adopt(await startOnPostgres(), (one) => one.close());
  const { now } = testClock(start);
  const { database, outbox } = await buildEnvironment('production', service.settings, { now });
  opened.defer(() => database.close());
  await sql`vacuum analyze pet_stays`.execute(database.read);
  const added = Array.from({ length: 300 }, () => ({ name: 'Rex', categoryId: 1 }));
  const owner = { accountId: 1, organizationId: undefined };
  await database.transaction((tx) => petStore(database, outbox, now).addAll(tx, owner, added, SERVICE));

  let rowsWithoutKey = 0;
  const counting: typeof database.transaction = (work) =>
    database.transaction(async (tx) => {
      const value = await work(tx);
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'pet_stays'`.execute(tx);
      rowsWithoutKey += rows[0]?.read ?? 0;
      return value;
    });
  await statisticsStore({ ...database, transaction: counting }).addUp(new AbortController().signal);
  const { rows } = await sql<{ kept: number }>`select count(*) as kept from pet_stays`.execute(database.read);
  expect({ kept: rows[0]?.kept, rowsWithoutKey }).toEqual({ kept: 300, rowsWithoutKey: 0 });
});
