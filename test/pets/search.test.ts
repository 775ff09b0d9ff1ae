import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { indexNames } from '../../src/pets/query/name-indexing.ts';
import { newCaller } from '../support/adoption.ts';
import { expectError, idsOf, pagesOf, rateLimitOf } from '../support/answers.ts';
import { BACKENDS, type TestService, testNow } from '../support/service.ts';

/** Of the letters of these names. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[ÉŁ’]/g, (letter) => ({ É: 'E', Ł: 'L' })[letter] ?? '');
const statuses = ['available', 'pending', 'sold'] as const;
const letter = fc.constantFrom('a', 'b', 'B', 'ß', 'ﷺ', '🐶', '%', '_', '\\', 'é', 'e', 'Ł', '’');
const text = (maxLength: number) => fc.string({ unit: letter, minLength: 1, maxLength });
/** Names with more than 600 different parts are looked at by every search. */
const long = Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
const name = fc.oneof({ weight: 9, arbitrary: text(6) }, { weight: 1, arbitrary: text(3).map((end) => long + end) });

const step = fc.record({
  what: fc.constantFrom('add', 'add', 'rename', 'rename', 'remove', 'index'),
  which: fc.nat(),
  name,
  /** A segment of the index has 8,192 ids. */
  gap: fc.constantFrom(1, 1, 1, 4_000, 9_000),
  status: fc.constantFrom(...statuses),
  categoryId: fc.constantFrom(1, 2),
  isListed: fc.boolean(),
  changes: fc.constantFrom(1, 3),
});
interface Question {
  q: string;
  limit: number;
  filters: { status?: string; categoryId?: number; organizationId?: number };
}
const question: fc.Arbitrary<Question> = fc.record({
  q: fc.oneof(text(1), text(2), text(4), fc.constantFrom(long, long.slice(7, 12))),
  limit: fc.constantFrom(1, 3, 100),
  filters: fc.record(
    { status: fc.constantFrom(...statuses), categoryId: fc.constantFrom(1, 2), organizationId: fc.constantFrom(1, 2) },
    { requiredKeys: [] },
  ),
});

/** What a search finds is the same with and without the index, whatever part of the animals it has. */
describe.each(BACKENDS)('searching by name, on %s', (_, start) => {
  let service: TestService;
  let database: Database;
  let lastId = 0;

  beforeAll(async () => {
    service = await start();
    ({ database } = await service.beside());
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
    await service.call('POST', '/v1/organizations', { body: { name: 'Unlisted', listed: false } });
  });
  afterAll(async () => {
    await database.close();
    await service.close();
  });

  const index = (changes: number) => indexNames(database, testNow(Date.now), { changes });
  async function add(id: number, { name, status = 'sold', categoryId = 1, isListed = true }: Partial<Model[number]>) {
    const values = { id, account_id: 1, organization_id: isListed ? 1 : 2, name: name!, name_folded: folded(name!) };
    const others = { category_id: categoryId, status, version: 1, created_at: 0, updated_at: 0 };
    await database.transaction((tx) =>
      tx
        .insertInto('pets')
        .values({ ...values, ...others })
        .execute(),
    );
    lastId = Math.max(lastId, id);
  }
  const grams = () =>
    database.read.selectFrom('pet_name_grams').selectAll().orderBy('segment').orderBy('gram').execute();

  test.each([
    ['lucja', 'Łucja'],
    ['ŁUCJA', 'Lucja'],
    ['omalley', 'O’Malley'],
    ["o'mal", 'Omalley'],
    ['´malley', "O'Malley"],
    ['strasse', 'Große Straße'],
    ['ΆΝΝΑ', 'Άννα'],
  ])('%s finds %s: accents and apostrophes do not count', async (q, name) => {
    const { id } = (await service.call('POST', '/v1/pets', { body: { name, categoryId: 1 } })).body;
    lastId = id;
    expect(idsOf(await service.call('GET', `/v1/pets?q=${encodeURIComponent(q)}`))[0]).toBe(id);
  });

  test.each(["'", '´’', '\u0301'])('%j, of which nothing is left, finds nothing', async (q) => {
    await service.call('POST', '/v1/pets', { body: { name: "O'Malley", categoryId: 1 } });
    for (const path of ['pets', 'pets?status=available', 'store/orders']) {
      const answer = await service.call(
        'GET',
        `/v1/${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`,
      );
      expect([path, answer.status, answer.body]).toEqual([path, 200, []]);
    }
  });

  test('finds what a plain list finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 7, maxLength: 7 }),
        fc.array(step, { maxLength: 12 }),
        fc.array(question, { minLength: 4, maxLength: 4 }),
        async (first, later, questions) => {
          await database.transaction((tx) => tx.deleteFrom('pets').execute());
          const model: Model = [];
          // Six animals are in the index before it changes.
          const added = first.map((each, i) => ({ ...each, what: 'add', gap: i === 6 ? 9_000 : 1 }));
          const steps = [...added, { ...first[0]!, what: 'index', changes: 1 }, ...later];
          for (const { what, which, gap, changes, ...pet } of steps) {
            const at = which % Math.max(1, model.length);
            if (what === 'add') {
              await add(lastId + gap, pet);
              model.unshift({ id: lastId, ...pet });
            } else if (what === 'index') await index(changes);
            else if (model[at] === undefined) continue;
            else if (what === 'remove') {
              const [{ id }] = model.splice(at, 1) as [Model[number]];
              await database.transaction((tx) => tx.deleteFrom('pets').where('id', '=', id).execute());
            } else {
              const { id } = model[at];
              model[at] = { ...model[at], name: pet.name };
              const renamed = { name: pet.name, name_folded: folded(pet.name) };
              await database.transaction((tx) => tx.updateTable('pets').set(renamed).where('id', '=', id).execute());
            }
          }
          for (const { q, limit, filters } of questions.flatMap((each) => [each, { ...each, filters: {} }])) {
            const matches = model.filter(
              ({ name, status, categoryId, isListed }) =>
                folded(q) !== '' &&
                folded(name).includes(folded(q)) &&
                (filters.status ?? status) === status &&
                (filters.categoryId ?? categoryId) === categoryId &&
                ((filters.organizationId ?? 1) === 1) === (isListed || filters.organizationId === undefined),
            );
            const query = new URLSearchParams({ q, limit: String(limit) });
            for (const [filter, value] of Object.entries(filters)) query.set(filter, String(value));
            const pages = await pagesOf(service, `/v1/pets?${query.toString()}`);
            expect(pages.flatMap(idsOf)).toEqual(matches.map(({ id }) => id));
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test('what was changed or removed leaves the index, which is then like a new one', async () => {
    const first = lastId + 1;
    for (const [i, name] of ['Buddy', 'Bella', 'Oscar'].entries()) await add(first + i, { name });
    await add(first + 20_000, { name: 'Newest' });
    await index(1);
    await service.call('PATCH', `/v1/pets/${first}`, { body: { name: 'Xaver' } });
    await service.call('DELETE', `/v1/pets/${first + 1}`);
    expect(idsOf(await service.call('GET', '/v1/pets?q=xav'))).toEqual([first]);
    await index(1);
    const kept = await grams();
    expect(await database.read.selectFrom('pet_name_changes').selectAll().execute()).toEqual([]);
    await database.transaction((tx) => tx.deleteFrom('pet_name_segments').execute());
    await index(1);
    expect(await grams()).toEqual(kept);
    expect(idsOf(await service.call('GET', '/v1/pets?q=xav'))).toEqual([first]);
  });

  test('a rare name costs one request, in however many animals', async () => {
    const first = lastId + 1;
    await add(first, { name: 'Wilhelmina' });
    // The last id of a segment: all animals are indexed.
    await add((Math.floor(first / 8_192) + 25) * 8_192 - 1, { name: 'Newest' });
    const search = async () => {
      // Its minute begins now.
      const caller = await newCaller(service);
      const before = rateLimitOf(await caller.call('GET', '/v1/pets?ids=1')).remaining;
      const answer = await caller.call('GET', '/v1/pets?q=helmin');
      expect(idsOf(answer)).toEqual([first]);
      return before - rateLimitOf(answer).remaining;
    };
    expect(await search()).toBeGreaterThan(20);
    await index(1);
    expect(await search()).toBe(1);
  });

  test('a text that is longer than 255 characters when it is folded is refused', async () => {
    const answer = await service.call('GET', `/v1/pets?q=${encodeURIComponent('ﷺ'.repeat(15))}`);
    expectError(answer, 400, 'invalid_parameter', 'The query parameter `q` must be a string of 1 to 255 characters');
  });
});

type Model = { id: number; name: string; status: string; categoryId: number; isListed: boolean }[];
