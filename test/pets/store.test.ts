import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openOutbox } from '../../src/database/outbox.ts';
import type { NewPet, Pet, PetFilters, PetPatch } from '../../src/pets/schema.ts';
import { type PetStore, petStore } from '../../src/pets/store.ts';
import { sortableIds } from '../../src/sortable-id.ts';
import { openAccountsDatabase } from '../limits/database.ts';
import { testClock } from '../support/service.ts';

const clock = testClock();
const statuses = ['available', 'pending', 'sold'] as const;
const category = fc.constantFrom<number | bigint>(1, 2, 0, -(2n ** 63n), 2n ** 63n - 1n);
const newPet: fc.Arbitrary<NewPet> = fc.record({
  name: fc.string({ unit: fc.constantFrom('a', 'B', 'ß', '%', '_', '\\'), minLength: 1, maxLength: 4 }),
  categoryId: category,
  status: fc.constantFrom(...statuses),
});

/** A plain list, newest first. */
type Model = { pet: Pet; updatedMs: number }[];

const folded = (text: string) => text.toUpperCase();
const passes =
  ({ status, categoryId, ids, updatedSince, q }: PetFilters) =>
  ({ pet, updatedMs }: Model[number]): boolean =>
    (status === undefined || pet.status === status) &&
    (categoryId === undefined || pet.categoryId === categoryId) &&
    (ids === undefined || ids.includes(pet.id)) &&
    (updatedSince === undefined || updatedMs >= Date.parse(updatedSince)) &&
    (q === undefined || folded(pet.name).includes(folded(q)));

describe.each([1, 3, 5_000])('the store of pets, walking over %i rows at once', (scanRows) => {
  let database: Database;
  let remove: () => Promise<void>;
  let pets: PetStore;

  beforeAll(async () => {
    ({ database, remove } = await openAccountsDatabase());
    const outbox = openOutbox({ database, now: clock.now, newId: sortableIds(clock.now, randomBytes) });
    pets = petStore({ ...database, scanRows }, outbox, clock.now);
  });
  afterAll(() => remove());

  beforeEach(() => database.transaction((tx) => tx.deleteFrom('pets').execute()));

  test('finds what a plain list finds, by any filters, from any id', async () => {
    const step = fc.record({
      what: fc.constantFrom('add', 'add', 'add', 'change', 'remove'),
      which: fc.nat(),
      pet: newPet,
    });
    const question = fc.record({
      filters: fc.record(
        {
          status: fc.constantFrom(...statuses),
          categoryId: category,
          ids: fc.array(fc.nat({ max: 15 }), { minLength: 1, maxLength: 5 }),
          updatedSince: fc.nat({ max: 15 }),
          q: fc.string({ unit: fc.constantFrom('a', 'b', 's', '%', '_', '\\'), minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
      count: fc.integer({ min: 1, max: 8 }),
      behind: fc.option(fc.nat({ max: 15 })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 15 }),
        fc.array(question, { minLength: 1, maxLength: 8 }),
        async (steps, questions) => {
          await database.transaction((tx) => tx.deleteFrom('pets').execute());
          const startMs = clock.now();
          const model: Model = [];
          const changePet = (id: number, patch: PetPatch) =>
            database.transaction(async (tx) => pets.save(tx, (await pets.find(id, tx))!, patch));
          let firstId = 1;
          for (const { what, which, pet } of steps) {
            clock.advance(1_000);
            const index = which % model.length;
            const known = model[index];
            if (what === 'add' || known === undefined) {
              const added = await database.transaction((tx) => pets.add(tx, 1, pet));
              if (model.length === 0) firstId = added.pet.id;
              model.unshift({ pet: added.pet, updatedMs: clock.now() });
            } else if (what === 'change') {
              const changed = { ...known.pet, ...pet };
              expect((await changePet(known.pet.id, pet)).pet).toEqual(changed);
              // What changes nothing is no change, and is not found by its time.
              if (!isDeepStrictEqual(changed, known.pet)) model[index] = { pet: changed, updatedMs: clock.now() };
            } else {
              await database.transaction(async (tx) => pets.remove(tx, (await pets.find(known.pet.id, tx))!));
              model.splice(index, 1);
            }
          }
          for (const { filters: relative, count, behind } of questions) {
            const { ids, updatedSince, ...rest } = relative;
            const filters: PetFilters = {
              ...rest,
              ...(ids === undefined ? {} : { ids: ids.map((id) => firstId + id) }),
              ...(updatedSince === undefined
                ? {}
                : { updatedSince: new Date(startMs + updatedSince * 1_000).toISOString() }),
            };
            const before = behind === null ? undefined : firstId + behind;
            const expected = model.filter(passes(filters)).filter(({ pet }) => before === undefined || pet.id < before);
            expect(await pets.list(filters, count, before)).toEqual(expected.slice(0, count).map(({ pet }) => pet));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

test('the longest text that is nearly in every name holds nobody up', async () => {
  const { database, remove } = await openAccountsDatabase();
  const outbox = openOutbox({ database, now: clock.now, newId: sortableIds(clock.now, randomBytes) });
  const pets = petStore(database, outbox, clock.now);
  // Each of these letters is folded to four.
  const name = '⨌'.repeat(255);
  await database.transaction(async (tx) => {
    for (let i = 0; i < 1_000; i += 1) await pets.add(tx, 1, { name, categoryId: 1 });
  });
  // The best of four tries, since other processes hold some up.
  let longestMs = Infinity;
  for (let tries = 0; tries < 4 && longestMs >= 300; tries += 1) {
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    await setTimeout(20); // Delays are noted from the second time on that the loop comes round.
    expect(await pets.list({ q: `${'⨌'.repeat(127)}x` }, 20, undefined)).toEqual([]);
    await setTimeout(20);
    delays.disable();
    longestMs = delays.max / 1e6;
  }
  await remove();
  // One second without the shorter steps, some 20 ms with them.
  expect(longestMs).toBeLessThan(300);
});
