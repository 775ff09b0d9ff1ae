import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepAnswers } from '../../src/idempotency/store.ts';
import { hourMs } from '../support/adoption.ts';
import { expectError } from '../support/answers.ts';
import { startOnSqlite, testClock, type TestService } from '../support/service.ts';

/** Stored responses in the database file: after failures, for a thief of the file, and after a sweep. */
let service: TestService;
let file: string;
const clock = testClock();
const headers = { 'idempotency-key': 'retry' };
const addRex = () => service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 }, headers });
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true';

beforeEach(async () => {
  service = await startOnSqlite({ now: clock.now });
  file = join(service.dataDir, 'production.sqlite');
});
afterEach(() => service.close());

function beside<Result>(work: (other: SqliteDatabase.Database) => Result): Result {
  const other = new SqliteDatabase(file);
  try {
    return work(other);
  } finally {
    other.close();
  }
}
const keptCount = () => beside((other) => other.prepare('select count(*) from idempotency_keys').pluck().get());
const petCount = () => beside((other) => other.prepare('select count(*) from pets').pluck().get());

describe('neither a 5xx response nor its effect is stored', () => {
  test('500: the retry is executed once the fault is corrected', async () => {
    beside((other) => other.exec(`create trigger fault after insert on pets begin select raise(abort, 'fault'); end`));
    expectError(await addRex(), 500, 'internal_error');
    expect([keptCount(), petCount()]).toEqual([0, 0]);
    beside((other) => other.exec('drop trigger fault'));
    const retry = await addRex();
    expect([retry.status, isReplayed(retry)]).toEqual([201, false]);
    expect([keptCount(), petCount()]).toEqual([1, 1]);
  });

  test('500: the effect is undone if the response cannot be stored', async () => {
    const fault = `create trigger fault after insert on idempotency_keys begin select raise(abort, 'fault'); end`;
    beside((other) => other.exec(fault));
    expectError(await addRex(), 500, 'internal_error');
    expect(petCount()).toBe(0);
    beside((other) => other.exec('drop trigger fault'));
    expect((await addRex()).status).toBe(201);
    expect(petCount()).toBe(1);
  });
});

test('a repeated request is 409 while the first one runs, and a replay afterwards', async () => {
  const other = new SqliteDatabase(file);
  other.exec('begin exclusive');
  // One of the requests waits for the lock; the others are answered at once.
  const sent = [addRex(), addRex(), addRex()];
  const told = await Promise.race(sent);
  expectError(told, 409, 'idempotency_key_in_use', '`Idempotency-Key`');
  other.exec('rollback');
  other.close();
  await Promise.all(sent);
  const retry = await addRex();
  expect([retry.status, isReplayed(retry), petCount()]).toEqual([201, true, 1]);
});

describe('a response that shows an API key', () => {
  const make = (key = service.operatorKey) =>
    service.call('POST', '/v1/account/keys', { key, body: { name: 'Web' }, headers });

  test('is replayed to the key of the first request only', async () => {
    const desk = (await service.call('POST', '/v1/account/keys', { body: { name: 'Desk' } })).body.key;
    const first = await make();
    expect(first.headers.get('cache-control')).toBe('no-store');
    const retry = await make();
    expect([retry.status, retry.text, isReplayed(retry)]).toEqual([201, first.text, true]);
    expect(retry.headers.get('cache-control')).toBe('no-store');
    expect((await service.call('GET', '/v1/account', { key: retry.body.key })).status).toBe(200);

    const other = await make(desk);
    expectError(other, 422, 'idempotency_key_reused');
    expect(other.text).not.toContain(first.body.key);
    expect((await service.call('GET', '/v1/account/keys')).body).toHaveLength(3);
    expect((await make()).text).toBe(first.text);
  });

  test('never shows the key in a file of the database', async () => {
    const { body: made } = await make();
    const roll = `/v1/account/keys/${made.id}/roll`;
    const { body: rolled } = await service.call('POST', roll, { body: { overlapDays: 1 }, headers });
    await service.call('POST', '/v1/pets', { body: { name: 'In plain sight', categoryId: 1 }, headers });
    const bytes = readdirSync(service.dataDir, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => readFileSync(join(service.dataDir, name)));
    const contains = (text: string) => Buffer.concat(bytes).includes(text);
    expect(contains('"name":"In plain sight"')).toBe(true);
    for (const secret of [made.key, rolled.key, service.operatorKey]) {
      expect(contains(secret)).toBe(false);
      expect(contains(secret.slice('psk_live_'.length, -10))).toBe(false);
    }
    const kept = beside((other) => other.prepare('select path, body from idempotency_keys').all()) as {
      path: string;
      body: string;
    }[];
    expect(kept.map(({ path }) => path).toSorted()).toEqual(['/v1/account/keys', roll, '/v1/pets'].toSorted());
    for (const { path, body } of kept) {
      expect(body.includes('"name"')).toBe(path === '/v1/pets');
      expect(Buffer.from(body, 'base64').includes('psk_')).toBe(false);
    }
  });
});

test('a sweep deletes all expired responses and nothing else', async () => {
  const send = (key: string) =>
    service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 }, headers: { 'idempotency-key': key } });
  await Promise.all(Array.from({ length: 520 }, (_, index) => send(`old-${index}`)));
  clock.advance(24 * hourMs - 1);
  await send('new');
  const { database } = await service.beside();
  const sweep = () => database.transaction((tx) => sweepAnswers(tx, clock.now()));
  try {
    expect([await sweep(), keptCount()]).toEqual([false, 521]);
    clock.advance(1);
    while (await sweep());
    expect(keptCount()).toBe(1);
  } finally {
    await database.close();
  }
  expect(isReplayed(await send('new'))).toBe(true);
});
