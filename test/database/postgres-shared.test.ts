import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildEnvironment } from '../../src/composition/environment.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { follow } from '../events/streams.ts';
import { withKey } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { administrate, dropTestDatabase, lockTable, urlOf } from '../support/postgres.ts';
import { endAll, serve } from '../support/process.ts';
import { startOnPostgres, testClock, type TestService } from '../support/service.ts';

const databases: string[] = [];

/** A database without tables. */
async function emptyDatabase(): Promise<string> {
  const name = `shared-${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await administrate(`create database "${name}"`);
  return urlOf(name);
}

/** How many statements wait for a lock, or how many of those that begin so. */
async function waiting({ settings }: TestService, beginning = ''): Promise<number> {
  const name = new URL(settings.databaseUrl).pathname.slice(1);
  const count = `select count(*)::int as count from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock' and query like '${beginning}%'`;
  return (await administrate<{ count: number }>(count))[0]?.count ?? 0;
}

afterAll(async () => {
  await endAll();
  for (const name of databases) await dropTestDatabase(name);
});

describe('several processes on one empty PostgreSQL', () => {
  test('create its tables once when they start at the same time', async () => {
    const url = await emptyDatabase();
    const settings = { ...readSettings({}), databaseUrl: url };
    const open = () => buildEnvironment('production', settings, { deadlineMs: 15_000 });
    const environments = await Promise.all(Array.from({ length: 5 }, open));
    const keys = await Promise.all(environments.map(({ accounts }) => accounts.ensureOperator()));
    expect(keys.filter((key) => key !== undefined)).toHaveLength(1);
    await Promise.all(environments.map(({ database }) => database.close()));
  });

  test('all serve it, and exactly one prints the first key', async () => {
    const env = { DATA_DIR: '/nowhere', DATABASE_URL: await emptyDatabase(), LOG_LEVEL: 'warn' };
    const running = await Promise.all([1, 2].map(() => serve(env, ['--environment', 'production'])));
    const [key = '', ...more] = running.flatMap(({ keys }) => keys.production ?? []);
    expect(more).toEqual([]);
    for (const { production } of running) {
      const answer = await fetch(`${production}/v1/categories`, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(200);
    }
    for (const service of running) expect(await service.stop()).toMatchObject({ code: 0 });
  });

  test('refuse it for the other environment', async () => {
    const url = await emptyDatabase();
    await (await openPostgres({ url, environment: 'production' })).close();
    await expect(openPostgres({ url: `${url}&application_name=x`, environment: 'staging' })).rejects.toThrow(
      'it is the database of production',
    );
  });
});

describe('two services on one PostgreSQL', () => {
  let one: TestService;
  let other: TestService;

  beforeAll(async () => {
    one = await startOnPostgres();
    other = withKey(await startOnPostgres({ dataDir: one.dataDir }), one.operatorKey);
  });
  afterAll(async () => {
    await other.stop();
    await one.close();
  });

  test('place exactly one of 200 orders for one animal', async () => {
    const petId = await addPet(one, {});
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        (i % 2 === 0 ? one : other).call('POST', '/v1/store/orders', { body: { petId } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'pet_not_available')).toHaveLength(199);
  });

  test('execute a request once when both receive its Idempotency-Key at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const headers = { 'idempotency-key': `both ${round}` };
      const send = (service: TestService) =>
        service.call('POST', '/v1/pets', { headers, body: { name: `Round ${round}`, categoryId: 1 } });
      const answers = await Promise.all([send(one), send(other), send(other), send(one)]);
      const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
      expect(new Set(ids).size).toBe(1);
      for (const { status, body } of answers)
        expect(['idempotency_key_in_use', undefined], `${status}`).toContain(body.code);
      const { body: found } = await one.call('GET', `/v1/pets?q=Round%20${round}`);
      expect(found.filter(({ name }: { name: string }) => name === `Round ${round}`)).toHaveLength(1);
    }
  });

  test('each reads at once what the other has acknowledged, however many write and read at a time', async () => {
    const stale: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        const [writer, reader] = worker % 2 === 0 ? [one, other] : [other, one];
        for (let round = 0; round < 40; round += 1) {
          const id = await addPet(writer, { name: `Seen ${round}` }, one.operatorKey);
          const { body } = await reader.call('GET', '/v1/pets?limit=100');
          if (!body.some((pet: { id: number }) => pet.id === id)) stale.push(id);
        }
      }),
    );
    expect(stale).toEqual([]);
  });

  test('a page that no commit has changed is sent without reading the table', async () => {
    const ask = () => one.call('GET', '/v1/pets?limit=7');
    // Background work may commit between the two reads, also in another database of this server: then the second one waits for the lock.
    const kept = await eventually(async () => {
      const read = await ask();
      const unlock = await lockTable(one.settings.databaseUrl, 'pets');
      let isAnswered = false;
      const again = ask().finally(() => (isAnswered = true));
      const isWaiting = await eventually(async () => isAnswered || ((await waiting(one)) > 0 && 'waiting'));
      await unlock();
      return isWaiting === true && { read, again: await again };
    });
    expect(kept.again.status).toBe(200);
    expect(kept.again.text).toBe(kept.read.text);
  });

  test('a flood of requests with one key causes one query for the key', async () => {
    const { key } = await one.newAccount();
    const unlock = await lockTable(one.settings.databaseUrl, 'api_keys');
    const flood = Array.from({ length: 100 }, () => other.call('GET', '/v1/account', { key }));
    const inFlight = /^petstore_http_requests_in_flight\S* (\d+)$/m;
    await eventually(async () => {
      const metrics = await (await fetch(`${other.origin}/metrics`)).text();
      return Number(inFlight.exec(metrics)?.[1]) >= flood.length;
    });
    // In the background, the service may note the use of other keys.
    await eventually(async () => (await waiting(one, 'select')) > 0);
    expect(await waiting(one, 'select')).toBe(1);
    await unlock();
    for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
  });

  test('a stream is answered only after its position in the feed is known', async () => {
    const unlock = await lockTable(one.settings.databaseUrl, 'events');
    let isAnswered = false;
    const opening = follow(one).then((stream) => {
      isAnswered = true;
      return stream;
    });
    await eventually(async () => (await waiting(one)) > 0);
    expect(isAnswered).toBe(false);
    await unlock();
    const stream = await opening;
    const id = await addPet(one, {});
    await stream.until(({ events }) => events.length === 1, 'the event');
    expect(stream.events[0]?.data.id).toBe(id);
    stream.close();
  });
});

describe('a key that another process revokes', () => {
  let one: TestService;
  let other: TestService;
  const clock = testClock(Date.now());

  beforeAll(async () => {
    one = await startOnPostgres();
    // The other process checks its streams when the test advances the timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    other = await startOnPostgres({ dataDir: one.dataDir, now: clock.now });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await other.stop();
    await one.close();
  });

  const revoke = async (key: string, keyId: number) =>
    expect((await one.call('DELETE', `/v1/account/keys/${keyId}`, { key })).status).toBe(204);

  test('answers 401 when the process last read it 900 ms ago', async () => {
    const { key, keyId } = await one.newAccount();
    const status = async () => (await other.call('GET', '/v1/pets', { key })).status;
    expect(await status()).toBe(200);
    await revoke(key, keyId);
    clock.advance(899);
    expect(await status()).toBe(200);
    clock.advance(1);
    expect((await other.call('GET', '/v1/pets', { key })).body.code).toBe('invalid_api_key');
  });

  test('ends its streams within 900 ms, even while requests still use the cached key', async () => {
    const { key, keyId } = await one.newAccount();
    const stream = await follow(other, { key });
    await revoke(key, keyId);
    expect((await other.call('GET', '/v1/pets', { key })).status).toBe(200);
    await vi.advanceTimersByTimeAsync(900);
    await stream.ended;
  });
});
