import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { openOutbox } from '../../../src/database/outbox.ts';
import { photoStore } from '../../../src/pets/photos/store.ts';
import type { PetFilters } from '../../../src/pets/query/filters.ts';
import { type PetStore, petStore } from '../../../src/pets/store.ts';
import { sortableIds } from '../../../src/sortable-id.ts';
import { SERVICE } from '../../../src/vocabulary/actors.ts';
import type { Position } from '../../../src/vocabulary/int64.ts';
import { BACKENDS, testNow, sharedService } from '../../support/service.ts';
import { type Animal, filters, listed, ORGANIZATIONS, profile, todayMs } from './world.ts';

const dayMs = 86_400_000;
const newAnimal = fc.record({
  name: fc.constantFrom('Rex', 'Tom', 'Bella'),
  categoryId: fc.constantFrom(1, 2),
  status: fc.constantFrom('available' as const, 'available' as const, 'pending' as const, 'sold' as const),
  organizationId: fc.constantFrom(undefined, 1, 1, 2, 3, 4),
  profile,
  hasPhoto: fc.boolean(),
});
const change = fc.record({
  /** Which animal, of those that are there. */
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  what: fc.constantFrom('add', 'change', 'remove'),
  to: newAnimal,
});

describe.each(BACKENDS)('lists of animals, on %s', (_, start) => {
  let database: Database;
  let nowMs = todayMs;
  const now = testNow(() => nowMs);
  let animals: Animal[] = [];

  const storeWith = (scanRows: number): PetStore =>
    petStore({ ...database, scanRows }, openOutbox({ database, now, newId: sortableIds(now, randomBytes) }), now);

  async function add(
    pets: PetStore,
    { organizationId, profile, hasPhoto, ...rest }: typeof newAnimal extends fc.Arbitrary<infer T> ? T : never,
  ) {
    const body = profile === undefined ? rest : { ...rest, profile };
    const owner = { accountId: 1, organizationId };
    const pet = await database.transaction(async (tx) => {
      const added = (await pets.add(tx, owner, body, SERVICE)).pet;
      const photo = {
        name: String(added.id),
        hash: '',
        alt: undefined,
        decoded: { width: 1, height: 1, thumbhash: '' },
      };
      if (hasPhoto) await photoStore(database, now).add(tx, added.id, photo);
      return added;
    });
    animals = [{ pet, organizationId, profile, hasPhoto, createdMs: nowMs }, ...animals];
  }

  async function apply(pets: PetStore, { at, what, to }: typeof change extends fc.Arbitrary<infer T> ? T : never) {
    const animal = animals[Math.floor(at * animals.length)];
    if (what === 'add' || animal === undefined) return add(pets, to);
    const { id } = animal.pet;
    animals = animals.filter((each) => each !== animal);
    await database.transaction(async (tx) => {
      const found = (await pets.find(id, { db: tx }))!;
      if (what === 'remove') return pets.removeAll(tx, [id], SERVICE);
      const before = (await pets.profiles.of([id], { db: tx })).get(id)!;
      const profile = { before, after: to.profile ?? {} };
      const { name, categoryId, status } = to;
      const { pet } = await pets.save({ tx, by: SERVICE }, found, { name, categoryId, status, profile });
      // One that once had a profile has at least an empty one.
      const profileNow = to.profile ?? (animal.profile === undefined ? undefined : {});
      animals = [...animals, { ...animal, pet, profile: profileNow }];
      return undefined;
    });
    return undefined;
  }

  /** All pages of a list. @param between runs after each page */
  async function walk(
    pets: PetStore,
    wanted: PetFilters,
    count: number,
    publicOnly: boolean,
    between = async () => {},
  ) {
    const ids: number[] = [];
    let after: Position | undefined;
    for (;;) {
      const page = await pets.page({ ...wanted, publicOnly }, { count, after });
      ids.push(...page.map(({ pet }) => pet.id));
      if (page.length < count) return ids;
      after = page.at(-1)?.position;
      await between();
    }
  }

  const idsOf = (some: readonly Animal[]) => some.map(({ pet }) => pet.id);

  const service = sharedService(start, { now });
  beforeAll(async () => {
    ({ database } = await service.beside());
    await database.transaction(async (tx) => {
      for (const { id, ...rest } of ORGANIZATIONS) {
        const values = { name: 'A', name_folded: 'A', version: 1, created_at: 0, updated_at: 0, ...rest };
        if (id === 1) await tx.updateTable('organizations').set(values).where('id', '=', 1).execute();
        else
          await tx
            .insertInto('organizations')
            .values({ id, ...values })
            .execute();
      }
    });
    const pets = storeWith(5_000);
    // Some are added on the same day as others come.
    for (const [i, each] of fc.sample(newAnimal, { numRuns: 90, seed: 7 }).entries()) {
      nowMs = todayMs - 60 * dayMs + i * (dayMs / 2);
      await add(pets, each);
    }
    nowMs = todayMs + 1_000;
  });
  afterAll(async () => {
    await database.close();
  });

  test.each([4, 5_000])('have what matches, in order, in steps of %i rows', async (scanRows) => {
    const pets = storeWith(scanRows);
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(1, 3, 20), fc.boolean(), async (wanted, count, publicOnly) => {
        expect(await walk(pets, wanted, count, publicOnly)).toEqual(idsOf(listed(animals, wanted, publicOnly)));
      }),
      { numRuns: 30 },
    );
  });

  test.each([4, 5_000])(
    'meet each animal that stays once, while others come and go, in steps of %i rows',
    async (scanRows) => {
      const pets = storeWith(scanRows);
      await fc.assert(
        fc.asyncProperty(
          filters,
          fc.array(change, { maxLength: 6 }),
          fc.boolean(),
          async (wanted, changes, publicOnly) => {
            const before = listed(animals, wanted, publicOnly);
            const rest = [...changes];
            const met = await walk(pets, wanted, 2, publicOnly, async () => {
              const next = rest.shift();
              if (next !== undefined) await apply(pets, next);
            });
            const stayed = idsOf(before.filter((animal) => animals.includes(animal)));
            expect(met.filter((id) => stayed.includes(id))).toEqual(stayed);
          },
        ),
        { numRuns: 15 },
      );
    },
  );
});
