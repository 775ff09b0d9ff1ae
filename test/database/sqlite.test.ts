import { type FileHandle, mkdir, mkdtemp, open, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.ts';
import { DAMAGED, translated } from '../../src/database/sqlite/errors.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';
import { walSync } from '../../src/database/sqlite/wal-sync.ts';
import { runningClock, startOnSqlite, testClock } from '../support/service.ts';

describe('waiting for the disk', () => {
  test('ends when all earlier commits are on the disk, with at most one sync at a time', async () => {
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
        for (const action of steps) {
          if (action === 'commit') {
            commits += 1;
            wal.committed();
          } else if (action === 'wait') {
            const needed = commits;
            waits.push(wal.durable().then(() => expect(onDisk).toBeGreaterThanOrEqual(needed)));
          } else if (action === 'the disk answers') answerOne();
          else await new Promise(setImmediate);
        }
        const all = Promise.all(waits).then(() => 'over');
        while ((await Promise.race([all, new Promise(setImmediate)])) !== 'over') answerOne();
        expect(mostCalls).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  test('without an earlier commit causes no sync', async () => {
    let calls = 0;
    const wal = walSync(async () => void (calls += 1));
    await wal.durable();
    expect(calls).toBe(0);
    wal.committed();
    await Promise.all([wal.durable(), wal.durable()]);
    await wal.durable();
    expect(calls).toBe(1);
  });

  test('fails from the first failure of the disk on', async () => {
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

  test('that is slow delays only requests that changed something or would show the change', async () => {
    // The clock stands still: otherwise the key would be read again, and would wait for the disk too.
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
    const added = noted('the write', service.call('POST', '/v1/pets', { body: newPet }));
    const nameless = service.call('POST', '/v1/pets', { body: {} });
    expect((await nameless).status).toBe(400);
    const listed = service.call('GET', '/v1/pets?status=available');
    const found = noted('the read', service.call('GET', '/v1/pets/1'));
    // Whatever does not wait is answered before these.
    for (let i = 0; i < 20; i += 1) expect((await service.call('GET', '/healthz')).status).toBe(200);
    expect(done).toEqual([]);

    isReady.resolve();
    expect(await added).toBe(201);
    expect(await found).toBe(200);
    expect((await listed).body).toMatchObject([{ name: 'Rex' }]);
    expect(page).toEqual([]);
  });

  test('that hangs: requests get 503 at the deadline, and a retry takes effect once', async () => {
    // Enough for a disk that is busy, once it answers again.
    const service = await startOnSqlite({ now: runningClock(), deadlineMs: 1_500 });
    const answers = Promise.withResolvers<void>();
    replace(async function (this: FileHandle) {
      await answers.promise;
      await real.call(this);
    });
    const add = (key: string) =>
      service.call('POST', '/v1/pets', { body: newPet, headers: { 'idempotency-key': key } });
    const read = () => service.call('GET', '/v1/pets');
    const first = await add('a');
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    // Nothing new is committed, so that its outcome is known, and what the first has written is not shown.
    const later = await Promise.all([add('b'), read()]);
    expect(later.map(({ status }) => status)).toEqual([503, 503]);
    const readiness = await service.call('GET', '/readyz', { key: null });
    expect([readiness.status, readiness.body.message]).toEqual([
      503,
      'The database cannot be written: the disk does not respond.',
    ]);
    expect((await service.call('GET', '/healthz', { key: null })).status).toBe(200);

    answers.resolve();
    await expect.poll(async () => (await read()).status).toBe(200);
    expect((await read()).body).toHaveLength(1);
    const retried = [await add('a'), await add('b')];
    expect(retried.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, 'true'],
      [201, null],
    ]);
    expect((await read()).body).toHaveLength(2);
    await expect.poll(async () => (await service.call('GET', '/readyz', { key: null })).status).toBe(200);
  });

  test('that fails stays unusable: nothing is acknowledged or shown that may not be on the disk', async () => {
    const service = await startOnSqlite({ now: runningClock() });
    replace(() => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })));
    const added = await service.call('POST', '/v1/pets', { body: newPet });
    expect([added.status, added.body.code]).toEqual([503, 'service_unavailable']);
    replace(real);
    for (const [method, path, body] of [
      ['POST', '/v1/pets', newPet],
      ['GET', '/v1/pets', undefined],
      ['GET', '/v1/pets/1', undefined],
    ] as const) {
      expect((await service.call(method, path, { body })).status, `${method} ${path}`).toBe(503);
    }
    const readiness = await service.call('GET', '/readyz', { key: null });
    expect([readiness.status, readiness.body.message]).toEqual([
      503,
      'The disk failed. Nothing is written until the service is restarted; then run petstore doctor.',
    ]);
    const connection = new SqliteDatabase(join(service.dataDir, 'production.sqlite'), { readonly: true });
    expect(connection.prepare('select count(*) from pets').pluck().get()).toBe(1);
    connection.close();
  });
});

test.each(['SQLITE_CORRUPT_VTAB', 'SQLITE_NOTADB'])('%s is no fault of the request, and says what to do', (code) => {
  const fail = () => {
    throw new SqliteDatabase.SqliteError('malformed', code);
  };
  expect(() => translated(fail)).toThrow(DatabaseUnavailable);
  expect(() => translated(fail)).toThrow(expect.objectContaining({ reason: DAMAGED }));
});

test('a database behind a symbolic link opens with the log beside the linked file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  const [file, link] = [join(folder, 'disk', 'petstore.sqlite'), join(folder, 'petstore.sqlite')];
  await mkdir(join(folder, 'disk'));
  await symlink(file, link);
  await (await openSqlite({ file })).close();
  const database = await openSqlite({ file: link });
  await database.transaction((tx) => tx.insertInto('meta').values({ name: 'a', value: 'b' }).execute());
  await database.close();
  const connection = new SqliteDatabase(file, { readonly: true });
  expect(connection.prepare("select value from meta where name = 'a'").pluck().get()).toBe('b');
  connection.close();
  await rm(folder, { recursive: true });
});

test('an id beyond 2^53 is returned exactly', async () => {
  const service = await startOnSqlite({ now: runningClock() });
  const connection = new SqliteDatabase(join(service.dataDir, 'production.sqlite'));
  connection.prepare("insert into sqlite_sequence (name, seq) values ('pets', 9007199254740992)").run();
  connection.close();
  const added = await service.call('POST', '/v1/pets', { body: { name: 'Big', categoryId: 1 } });
  expect(added.headers.get('location')).toBe('/v1/pets/9007199254740993');
  expect(added.text).toContain('"id":9007199254740993,');
});
