import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, UniqueViolation } from '../../src/database/database.ts';
import { openOutbox, type Outbox } from '../../src/database/outbox.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import type { Sink } from '../../src/database/sink.ts';
import { answerStore, type AnswerStore } from '../../src/idempotency/store.ts';
import { type PetStore, petStore } from '../../src/pets/store.ts';
import { sortableIds } from '../../src/sortable-id.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import type { Int64 } from '../../src/vocabulary/int64.ts';
import { eventually } from '../support/eventually.ts';
import { administrate, dropTestDatabase, lockTable, testDatabase } from '../support/postgres.ts';
import { testNow } from '../support/service.ts';
import { openMutingProxy } from './proxies.ts';

const now = testNow(Date.now);
/** For a busy machine, except where a test waits for the deadline. */
const deadlineMs = 15_000;

const unavailable = { reason: { name: 'DatabaseUnavailable' } };
const name = `additions-${randomBytes(6).toString('hex')}`;

/** Work that only adds rows shares transactions: docs/decisions/0041. */
describe('additions on PostgreSQL', () => {
  let url: string;
  let database: Database;
  let outbox: Outbox;
  let pets: PetStore;
  let answers: AnswerStore;
  let accountId: number;
  const commits: number[] = [];

  beforeAll(async () => {
    url = await testDatabase(name);
    database = await openPostgres({
      url,
      environment: 'production',
      deadlineMs,
      onCommit: (size) => commits.push(size),
    });
    outbox = openOutbox({ database, now, newId: sortableIds(now, randomBytes) });
    pets = petStore(database, outbox, now);
    answers = answerStore(database);
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
  const addIn = async (sink: Sink, pet: { name: string; categoryId: Int64 }) =>
    (await pets.addPlain(sink, owner(), pet, SERVICE)).pet.id;
  const add = (petName: string, categoryId: Int64 = 1) =>
    database.addition((sink) => addIn(sink, { name: petName, categoryId }));
  const scopeOf = (key: string) => ({ accountId, method: 'POST', path: '/v1/pets', key });
  const addWithKey = (petName: string, key: string) =>
    database.addition(async (sink) => {
      await addIn(sink, { name: petName, categoryId: 1 });
      await answers.add(sink, scopeOf(key), { fingerprint: '', status: 201, headers: {}, body: petName }, Date.now());
    });
  /** Those of the names that are stored, in alphabetical order. */
  const namesAmong = async (...names: string[]) => {
    const rows = await database.read
      .selectFrom('pets')
      .select('name')
      .where('name', 'in', names)
      .orderBy('name')
      .execute();
    return rows.map((row) => row.name);
  };
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
      database.addition((sink) =>
        pets.addPlain(sink, { ...owner(), accountId: -1 }, { name: 'nobody’s', categoryId: 1 }, SERVICE),
      ),
      database.addition(async (sink) => {
        await addIn(sink, { name: 'given up', categoryId: 1 });
        throw new Error('given up');
      }),
      add('after'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await namesAmong('before', 'nobody’s', 'given up', 'after')).toEqual(['after', 'before']);
  });

  test('run no other statement, and get one id', async () => {
    const reads = database.addition(async (sink) => {
      await addIn(sink, { name: 'not read', categoryId: 1 });
      // @ts-expect-error: what adds rows cannot read
      return sink.selectFrom('pets').select('name').execute();
    });
    const addsTwice = database.addition(async (sink) => {
      await addIn(sink, { name: 'first of two', categoryId: 1 });
      return addIn(sink, { name: 'second of two', categoryId: 1 });
    });
    const results = await Promise.allSettled([reads, add('beside them'), addsTwice]);
    expect(results).toMatchObject([
      { reason: { message: 'sink.selectFrom is not a function' } },
      { status: 'fulfilled' },
      { reason: { message: 'An addition adds one animal at most.' } },
    ]);
    expect(await namesAmong('not read', 'first of two', 'second of two', 'beside them')).toEqual(['beside them']);
  });

  test('with responses to store are committed together, and one whose key has a response already fails alone', async () => {
    const keys = Array.from({ length: 20 }, (_, i) => `key ${i}`);
    await Promise.all(keys.map((key) => addWithKey(`once, ${key}`, key)));
    expect(commits.length).toBeLessThanOrEqual(3);
    commits.splice(0);

    const results = await Promise.allSettled([
      addWithKey('with a used key', 'key 7'),
      addWithKey('first with the key', 'twice'),
      addWithKey('second with the key', 'twice'),
      addWithKey('with a key of its own', 'new'),
    ]);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failed).toEqual([expect.any(UniqueViolation), expect.any(UniqueViolation)]);
    expect(results.map(({ status }) => status)).toMatchObject({ 0: 'rejected', 3: 'fulfilled' });
    const names = await namesAmong(
      'with a used key',
      'first with the key',
      'second with the key',
      'with a key of its own',
    );
    expect(names).toEqual([expect.stringMatching(/^(first|second) with the key$/), 'with a key of its own']);
    expect((await answers.find(scopeOf('new'), Date.now()))?.body).toBe('with a key of its own');
  });

  test('have their ids under the lock that whoever indexes names waits for', async () => {
    const added = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const adding = database.addition(async (sink) => {
      await addIn(sink, { name: 'not indexed too early', categoryId: 1 });
      added.resolve();
      await mayEnd.promise;
    });
    await added.promise;
    const hasty = await openPostgres({ url, environment: 'production' });
    onTestFinished(() => hasty.close());
    await expect(hasty.settled('pets')).rejects.toThrow('unavailable');
    mayEnd.resolve();
    await adding;
    await database.settled('pets');
  });

  test('that wait for a lock fail after the deadline, and later ones are not held up by them', async () => {
    const hasty = await openPostgres({ url, environment: 'production', deadlineMs: 5_000 });
    onTestFinished(() => hasty.close());
    const addHastily = (petName: string) => hasty.addition((sink) => addIn(sink, { name: petName, categoryId: 1 }));
    const unlock = await lockTable(url, 'pets');
    const results = await Promise.allSettled([addHastily('locked out'), addHastily('also locked out')]);
    expect(results).toMatchObject([unavailable, unavailable]);
    await unlock();
    expect(await addHastily('let in')).toBeGreaterThan(0);
  });

  test('whose connection breaks before the commit are all unavailable, and none is stored', async () => {
    const unlock = await lockTable(url, 'pending_events');
    const adding = Promise.allSettled([add('cut off'), add('also cut off')]);
    const cut = `select pg_terminate_backend(pid) as cut from pg_stat_activity
      where datname = '${name}' and wait_event_type = 'Lock' and query like 'insert into "pending_events"%'`;
    await eventually(async () => (await administrate(cut)).length === 1);
    const results = await adding;
    await unlock();
    expect(results).toMatchObject([unavailable, unavailable]);
    expect(await namesAmong('cut off', 'also cut off')).toEqual([]);
    expect(await add('on a new connection')).toBeGreaterThan(0);
  });

  test('whose commit gets no answer are all unavailable, and do not run again', async () => {
    await using proxy = await openMutingProxy(url, 'commit');
    const throughProxy = await openPostgres({ url: proxy.url, environment: 'production', deadlineMs });
    try {
      const addUnheard = (petName: string) =>
        throughProxy.addition((sink) => addIn(sink, { name: petName, categoryId: 1 }));
      proxy.mute();
      const results = await Promise.allSettled([addUnheard('unheard'), addUnheard('also unheard')]);
      expect(results).toMatchObject([unavailable, unavailable]);
      expect(await namesAmong('unheard', 'also unheard')).toEqual(['also unheard', 'unheard']);
      expect(await addUnheard('heard')).toBeGreaterThan(0);
    } finally {
      await throughProxy.close();
    }
  });
});
