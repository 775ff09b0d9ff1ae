import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { categoryStore } from '../../src/categories/store.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseTarget } from '../../src/importing/database-target.ts';
import { importStore } from '../../src/importing/undoing/store.ts';
import { petStore } from '../../src/pets/store.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import { BACKENDS, type TestService } from '../support/service.ts';

const unused = {
  adding: { add: () => Promise.reject(new Error('no animal has photos')) },
  writeExpiry: async () => {},
};

type Opened = Awaited<ReturnType<TestService['beside']>>;
const storesOf = ({ database, outbox, now }: Pick<Opened, 'database' | 'outbox' | 'now'>) => ({
  database,
  pets: petStore(database, outbox, now),
  categories: categoryStore(database, outbox),
  imports: importStore(database, now),
  now,
});

test.each(BACKENDS)(
  'two processes that import the same animals at once add each of them once on %s',
  async (_, start) => {
    const service = await start();
    const opened = await Promise.all([1, 2].map(() => service.beside()));
    const { signal } = new AbortController();
    const animals = Array.from({ length: 400 }, (_, i) => ({
      line: i + 2,
      reference: `ref:${i}`,
      pet: { name: `Race ${i}`, categoryId: 1 },
      photos: [],
      bonds: [],
      isInFile: () => true,
    }));
    const results = await Promise.all(
      opened.map(async ({ database, outbox, now }, process) => {
        const stores = storesOf({ database, outbox, now });
        const target = databaseTarget({
          ...stores,
          owner: { accountId: 1, organizationId: undefined },
          by: SERVICE,
          batch: 10,
          ...unused,
        });
        // In opposite orders, so that both have animals that the other one lacks.
        const ordered = process === 0 ? animals : animals.toReversed();
        const added = [];
        for (let at = 0; at < ordered.length; at += 10)
          added.push(...(await target.add(ordered.slice(at, at + 10), signal)));
        return added;
      }),
    );
    expect(results.flat().filter((result) => result === 'added')).toHaveLength(400);
    expect(results.flat().filter((result) => result === 'already')).toHaveLength(400);
    expect((await service.call('GET', '/v1/store/inventory')).body.available).toBe(400);
    for (const { database } of opened) await database.close();
    await service.close();
  },
);

test.each(BACKENDS)(
  'an account imports the same animals alone, and once more for its organization, on %s',
  async (_, start) => {
    const service = await start();
    const { database, outbox, now } = await service.beside();
    const parts = storesOf({ database, outbox, now });
    const importFor = (organizationId: number | undefined) =>
      databaseTarget({ ...parts, owner: { accountId: 1, organizationId }, by: SERVICE, batch: 10, ...unused }).add(
        [
          {
            line: 2,
            reference: 'A-1',
            pet: { name: 'Rex', categoryId: 1 },
            photos: [],
            bonds: [],
            isInFile: () => true,
          },
        ],
        new AbortController().signal,
      );
    expect(await importFor(undefined)).toEqual(['added']);
    expect(await importFor(undefined)).toEqual(['already']);
    expect(await importFor(1)).toEqual(['added']);
    expect(await importFor(1)).toEqual(['already']);
    await database.close();
    await service.close();
  },
);

test.each(BACKENDS)(
  'a thousand animals take one transaction of four statements, and one that begins its record, on %s',
  async (_, start) => {
    const service = await start();
    const { database, outbox, now } = await service.beside();
    let statements = 0;
    let transactions = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    };
    const counted: Database = {
      ...database,
      transaction(work) {
        transactions += 1;
        return database.transaction((tx) => work(tx.withPlugin(counting)));
      },
    };
    const target = databaseTarget({
      ...storesOf({ database, outbox, now }),
      database: counted,
      owner: { accountId: 1, organizationId: 1 },
      by: SERVICE,
      batch: 1_000,
      ...unused,
    });
    const animals = Array.from({ length: 1_000 }, (_, i) => ({
      line: i + 2,
      reference: `ref:${i}`,
      pet: { name: `Rex ${i}`, categoryId: i % 2 === 0 ? 2n ** 62n : i, status: 'sold' as const },
      photos: [],
      bonds: [],
      isInFile: () => true,
    }));
    expect(new Set(await target.add(animals, new AbortController().signal))).toEqual(new Set(['added']));
    expect({ transactions, statements }).toEqual({ transactions: 1, statements: 5 });

    const stored = await database.read
      .selectFrom('import_references')
      .innerJoin('pets', 'pets.id', 'pet_id')
      .select(['reference', 'name', 'category_id', 'status'])
      .orderBy('pets.id')
      .execute();
    expect(stored).toEqual(
      animals.map(({ reference, pet: { name, categoryId, status } }) => ({
        reference,
        name,
        category_id: categoryId,
        status,
      })),
    );
    const { body: events } = await service.call('GET', '/v1/events?limit=3&after=0');
    const created = events.find(({ type }: { type: string }) => type === 'pet.created');
    expect(created.data).toMatchObject({ name: 'Rex 0', status: 'sold' });
    await database.close();
    await service.close();
  },
);
