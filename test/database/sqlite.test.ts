import { type FileHandle, mkdir, mkdtemp, open, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';
import { walSync } from '../../src/database/sqlite/wal-sync.ts';
import { startOnSqlite, testClock } from '../support/service.ts';

describe('a wait for the disk', () => {
  test('ends when all that was committed before is there, with one call at a time', async () => {
    const step = fc.constantFrom('commit', 'wait', 'the disk answers', 'turn');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const calls: { covers: number; answer: () => void }[] = [];
        let commits = 0;
        let onDisk = 0;
        let mostCalls = 0;
        const wal = walSync(async () => {
          const call = Promise.withResolvers<void>();
          const covers = commits;
          calls.push({ covers, answer: call.resolve });
          mostCalls = Math.max(mostCalls, calls.length);
          await call.promise;
        });
        const answerOne = () => {
          const [call] = calls.splice(0, 1);
          if (call === undefined) return false;
          onDisk = Math.max(onDisk, call.covers);
          call.answer();
          return true;
        };
        const waits: Promise<void>[] = [];
        for (const what of steps) {
          if (what === 'commit') {
            commits += 1;
            wal.committed();
          } else if (what === 'wait') {
            const needed = commits;
            waits.push(wal.durable().then(() => expect(onDisk).toBeGreaterThanOrEqual(needed)));
          } else if (what === 'the disk answers') answerOne();
          else await new Promise(setImmediate);
        }
        const all = Promise.all(waits).then(() => 'over');
        while ((await Promise.race([all, new Promise(setImmediate)])) !== 'over') answerOne();
        expect(mostCalls).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  test('that nothing was committed before asks the disk for nothing', async () => {
    let calls = 0;
    const wal = walSync(async () => void (calls += 1));
    await wal.durable();
    expect(calls).toBe(0);
    wal.committed();
    await Promise.all([wal.durable(), wal.durable()]);
    await wal.durable();
    expect(calls).toBe(1);
  });

  test('fails once the disk has failed, and for ever', async () => {
    let fails = true;
    const wal = walSync(async () => {
      if (fails) throw new Error('EIO');
    });
    wal.committed();
    await expect(wal.durable()).rejects.toThrow('The database is unavailable.');
    fails = false;
    await expect(wal.durable()).rejects.toThrow('The database is unavailable.');
    wal.committed();
    await expect(wal.durable()).rejects.toThrow('The database is unavailable.');
  });
});

describe('a disk', () => {
  type Sync = (this: FileHandle) => Promise<void>;
  let files: { datasync: Sync };
  let real: Sync;
  const replace = (datasync: Sync) => void Object.assign(files, { datasync });
  beforeAll(async () => {
    await using file = await open(import.meta.filename);
    files = Object.getPrototypeOf(file);
    real = files.datasync;
  });
  afterEach(() => replace(real));

  const newPet = { name: 'Rex', categoryId: 1 };

  test('that is slow holds up whoever has changed something, or would see it, and nobody else', async () => {
    // The clock stands still: a key that had to be read again would wait for the disk too.
    const service = await startOnSqlite({ now: testClock().now });
    const page = (await service.call('GET', '/v1/pets')).body;
    const isReady = Promise.withResolvers<void>();
    replace(async function (this: FileHandle) {
      await isReady.promise;
      await real.call(this);
    });

    const done: string[] = [];
    const noted = async (name: string, answer: ReturnType<typeof service.call>) => {
      const { status } = await answer;
      done.push(name);
      return status;
    };
    const added = noted('the new animal', service.call('POST', '/v1/pets', { body: newPet }));
    const nameless = service.call('POST', '/v1/pets', { body: {} });
    expect((await nameless).status).toBe(400);
    const listed = service.call('GET', '/v1/pets?status=available');
    const found = noted('who reads it', service.call('GET', '/v1/pets/1'));
    expect((await service.call('GET', '/healthz')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(done).toEqual([]);

    isReady.resolve();
    expect(await added).toBe(201);
    expect(await found).toBe(200);
    expect((await listed).body).toMatchObject([{ name: 'Rex' }]);
    expect(page).toEqual([]);
    await service.close();
  });

  test('that fails is trusted no more: nothing is acknowledged, or shown, that may not be there', async () => {
    const service = await startOnSqlite();
    replace(() => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })));
    const added = await service.call('POST', '/v1/pets', { body: newPet });
    expect([added.status, added.body.code]).toEqual([503, 'service_unavailable']);
    replace(real);
    for (const [method, path, body] of [
      ['POST', '/v1/pets', newPet],
      ['GET', '/v1/pets', undefined],
      ['GET', '/v1/pets/1', undefined],
      ['GET', '/readyz', undefined],
    ] as const) {
      expect((await service.call(method, path, { body })).status, `${method} ${path}`).toBe(503);
    }
    const store = new SqliteDatabase(join(service.dataDir, 'production.sqlite'), { readonly: true });
    expect(store.prepare('select count(*) from pets').pluck().get()).toBe(1);
    store.close();
    await service.close();
  });
});

test('a store behind a link is opened, with the log that belongs to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  const [file, link] = [join(folder, 'disk', 'store.sqlite'), join(folder, 'store.sqlite')];
  await mkdir(join(folder, 'disk'));
  await symlink(file, link);
  await (await openSqlite({ file })).close();
  const database = await openSqlite({ file: link });
  await database.transaction((tx) => tx.insertInto('meta').values({ name: 'a', value: 'b' }).execute());
  await database.close();
  const store = new SqliteDatabase(file, { readonly: true });
  expect(store.prepare("select value from meta where name = 'a'").pluck().get()).toBe('b');
  store.close();
  await rm(folder, { recursive: true });
});

test('an id beyond 2^53 is told as it is stored', async () => {
  const service = await startOnSqlite();
  const store = new SqliteDatabase(join(service.dataDir, 'production.sqlite'));
  store.prepare("insert into sqlite_sequence (name, seq) values ('pets', 9007199254740992)").run();
  store.close();
  const added = await service.call('POST', '/v1/pets', { body: { name: 'Big', categoryId: 1 } });
  expect(added.headers.get('location')).toBe('/v1/pets/9007199254740993');
  expect(added.text).toContain('"id":9007199254740993,');
  await service.close();
});
