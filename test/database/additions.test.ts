import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Queries } from '../../src/database/database.ts';
import { openOutbox, type Outbox } from '../../src/database/outbox.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { type PetStore, petStore } from '../../src/pets/store.ts';
import { sortableIds } from '../../src/sortable-id.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import type { Int64 } from '../../src/vocabulary/int64.ts';
import { dropTestDatabase, lockTable, testDatabase } from '../support/postgres.ts';

const name = `additions-${randomBytes(6).toString('hex')}`;

/** Work that only adds rows shares transactions: docs/decisions/0041. */
describe('additions on PostgreSQL', () => {
  let url: string;
  let database: Database;
  let outbox: Outbox;
  let pets: PetStore;
  let accountId: number;
  const commits: number[] = [];

  beforeAll(async () => {
    url = await testDatabase(name);
    database = await openPostgres({ url, environment: 'production', onCommit: (size) => commits.push(size) });
    outbox = openOutbox({ database, now: Date.now, newId: sortableIds(Date.now, randomBytes) });
    pets = petStore(database, outbox, Date.now);
    const { id } = await database.transaction((tx) =>
      tx
        .insertInto('accounts')
        .values({ email: 'a@example.com', name: null, password: null, role: 'member', plan: 'free', created_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    accountId = id;
  });
  beforeEach(() => void commits.splice(0));
  afterAll(async () => {
    await database.close();
    await dropTestDatabase(name);
  });

  const owner = () => ({ accountId, organizationId: undefined });
  const addIn = async (tx: Queries, pet: { name: string; categoryId: Int64 }) =>
    (await pets.add(tx, owner(), pet, SERVICE)).pet.id;
  const add = (petName: string, categoryId: Int64 = 1) =>
    database.transaction((tx) => addIn(tx, { name: petName, categoryId }));
  const stored = async (ids: readonly number[]) =>
    database.read
      .selectFrom('pets')
      .select(['id', 'name', 'category_id'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
  const eventsOf = async (ids: readonly number[]) => {
    const rows = await database.read.selectFrom('pending_events').select('data').orderBy('place').execute();
    return rows.map(({ data }) => JSON.parse(data)).filter(({ id }) => ids.includes(id));
  };

  test('that come together are committed together: each row and each event, in their order', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `Pet ${i}, "quoted", {braced}, \\ and null`);
    const ids = await Promise.all(names.map((petName) => add(petName)));
    expect(commits.length).toBeLessThanOrEqual(3);
    expect(commits.reduce((sum, size) => sum + size, 0)).toBe(100);
    expect((await stored(ids)).map((row) => row.name)).toEqual(names);
    expect((await eventsOf(ids)).map((pet) => [pet.id, pet.name])).toEqual(
      names.map((petName, i) => [ids[i], petName]),
    );
  });

  test('keep every value exactly', async () => {
    const categories: Int64[] = [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 0, 9_007_199_254_740_993n];
    const names = ['', ' ', 'NULL', 'é漢🐈', '{}', '"', "'", '\\', 'a,b', 'line\nbreak', String.fromCodePoint(0xfdfa)];
    const all = names.flatMap((petName) => categories.map((categoryId) => ({ petName, categoryId })));
    const ids = await Promise.all(all.map(({ petName, categoryId }) => add(petName, categoryId)));
    const rows = await stored(ids);
    expect(rows.map((row) => [row.name, row.category_id])).toEqual(
      all.map(({ petName, categoryId }) => [petName, categoryId]),
    );
  });

  test('fail alone', async () => {
    const results = await Promise.allSettled([
      add('before'),
      database.transaction((tx) =>
        pets.add(tx, { ...owner(), accountId: -1 }, { name: 'nobody’s', categoryId: 1 }, SERVICE),
      ),
      database.transaction(async (tx) => {
        await addIn(tx, { name: 'given up', categoryId: 1 });
        throw new Error('given up');
      }),
      add('after'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    const rows = await database.read
      .selectFrom('pets')
      .select('name')
      .where('name', 'in', ['before', 'nobody’s', 'given up', 'after'])
      .execute();
    expect(rows.map((row) => row.name).toSorted()).toEqual(['after', 'before']);
  });

  test('of work that also reads run with it in one transaction', async () => {
    const seen = await database.transaction(async (tx) => {
      const id = await addIn(tx, { name: 'read back', categoryId: 1 });
      return tx.selectFrom('pets').select('name').where('id', '=', id).executeTakeFirst();
    });
    expect(seen).toEqual({ name: 'read back' });
    expect(commits).toEqual([1]);
  });

  test('of work that reads first and then fails leave nothing', async () => {
    const work = database.transaction(async (tx) => {
      await sql`select 1`.execute(tx);
      await addIn(tx, { name: 'undone', categoryId: 1 });
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await database.read.selectFrom('pets').select('id').where('name', '=', 'undone').execute()).toEqual([]);
  });

  test('have their ids under the lock that whoever indexes names waits for', async () => {
    const added = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const adding = database.transaction(async (tx) => {
      await addIn(tx, { name: 'not indexed too early', categoryId: 1 });
      added.resolve();
      await mayEnd.promise;
    });
    await added.promise;
    await expect(database.settled('pets')).rejects.toThrow('unavailable');
    mayEnd.resolve();
    await adding;
    await database.settled('pets');
  });

  test('that wait for a lock fail after the deadline, and later ones are not held up by them', async () => {
    const unlock = await lockTable(url, 'pets');
    const results = await Promise.allSettled([add('locked out'), add('also locked out')]);
    expect(results.map((result) => result.status === 'rejected' && String(result.reason.name))).toEqual([
      'DatabaseUnavailable',
      'DatabaseUnavailable',
    ]);
    await unlock();
    expect(await add('let in')).toBeGreaterThan(0);
  });
});
