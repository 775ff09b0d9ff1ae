import { setImmediate as endOfTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildEnvironment } from '../../src/composition/environment.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { addPet, expectError, pagesOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { logLines } from '../support/logs.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { lockTable } from '../support/postgres.ts';
import { type Answer, startOnSqlite, type TestService } from '../support/service.ts';

/** The service answers 503 within the first time, and recovers within the second, on a busy machine: `bench:faults` measures both. */
const [refusedMs, recoveredMs] = [15_000, 60_000];

let server: PostgresServer;
let service: TestService;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  await server.run('create database faults');
  url = server.url('faults');
  service = await startOnSqlite({ settings: { databaseUrl: url }, deadlineMs: 4_000 });
});
afterAll(async () => {
  await service.close();
  await server.close();
});

/** Sends a request, and expects the answer within `refusedMs`. */
async function inTime(send: () => Promise<Answer>): Promise<Answer> {
  const since = performance.now();
  const answer = await send();
  expect(performance.now() - since).toBeLessThan(refusedMs);
  return answer;
}

const read = () => service.call('GET', '/v1/pets');
const stream = () => service.call('GET', '/v1/events', { headers: { accept: 'text/event-stream' } });
const write = () => service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });

function expectUnavailable(answer: Answer): void {
  expectError(answer, 503, 'service_unavailable');
  expect(answer.headers.get('retry-after')).toBe('1');
}

async function expectRecovery(): Promise<void> {
  const since = performance.now();
  for (const send of [read, write]) {
    while ((await send()).status >= 500) expect(performance.now() - since).toBeLessThan(recoveredMs);
  }
  expect(performance.now() - since).toBeLessThan(recoveredMs);
  // No later request gets a broken connection. On a busy machine, more of them at once would take longer than the deadline.
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? read() : write())));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
}

const FAULTS: Record<string, { readonly begin: () => Promise<void>; readonly end: () => Promise<void> }> = {
  killed: { begin: () => server.kill(), end: () => server.start() },
  frozen: { begin: () => server.freeze(), end: () => server.thaw() },
};

describe.each(Object.entries(FAULTS))('PostgreSQL is %s', (_, fault) => {
  beforeEach(expectRecovery);

  test('every request answers 503 in time, and the service recovers soon after', async () => {
    await fault.begin();
    try {
      // Requests on open connections, more requests than connections, and later requests.
      const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => inTime(i % 2 === 0 ? read : write)));
      const later = [await inTime(read), await inTime(write), await inTime(stream)];
      for (const answer of [...answers, ...later]) expectUnavailable(answer);
      expect((await inTime(() => service.call('GET', '/readyz', { key: null }))).status).toBe(503);
      expect((await inTime(() => service.call('GET', '/healthz', { key: null }))).status).toBe(200);
    } finally {
      await fault.end();
    }
    await expectRecovery();
  });

  test('under a load of writes, acknowledged writes are stored, and retries of the others take effect once', async () => {
    const answered = new Map<string, number>();
    const over = new AbortController();
    /** Requests by client. */
    const sent = Array.from({ length: 8 }, () => 0);
    const clients = sent.map(async (_, client) => {
      for (let i = 0; !over.signal.aborted; i += 1) {
        const name = `${client}, ${i}, ${fault === FAULTS['killed'] ? 'killed' : 'frozen'}`;
        const send = () => {
          sent[client]! += 1;
          return service.call('POST', '/v1/pets', {
            body: { name, categoryId: 2 },
            headers: { 'idempotency-key': name },
          });
        };
        let answer = await send();
        while (answer.status !== 201) {
          expect(['service_unavailable', 'idempotency_key_in_use']).toContain(answer.body.code);
          await new Promise((resolve) => setTimeout(resolve, 50));
          answer = await send();
        }
        answered.set(name, answer.body.id);
      }
    });
    const twoEach = async () => {
      const goal = answered.size + 2 * clients.length;
      await eventually(() => answered.size >= goal);
    };
    await twoEach();
    await fault.begin();
    const before = [...sent];
    await eventually(() => sent.every((requests, client) => requests > before[client]!));
    await fault.end();
    await twoEach();
    over.abort();
    await Promise.all(clients);
    const pages = await pagesOf(service, '/v1/pets?categoryId=2&limit=100');
    const found = pages.flatMap(({ body }) => body as { id: number; name: string }[]);
    const own = found.filter(({ name }) => answered.has(name));
    expect(own).toHaveLength(answered.size);
    expect(new Map(own.map(({ name, id }) => [name, id]))).toEqual(answered);
  });
});

describe('PostgreSQL is slow', () => {
  test('requests answer 503 in time while a table is locked, and the service recovers soon after', async () => {
    await expectRecovery();
    // Nobody has read the list since: an answer that is still true needs no table.
    expect((await write()).status).toBe(201);
    const unlock = await lockTable(url, 'pets');
    for (const answer of await Promise.all([inTime(read), inTime(write), inTime(write)])) expectUnavailable(answer);
    await unlock();
    await expectRecovery();
  });
});

/** The statements that wait for a lock. */
const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock'";

describe('PostgreSQL is slow in several queries of one request', () => {
  test.each([
    ['GET', undefined],
    ['POST', { name: 'Rex', categoryId: 1 }],
  ])('%s answers 503 in time', async (method, body) => {
    await expectRecovery();
    const { key } = await service.newAccount();
    const unlock = [await lockTable(url, 'api_keys'), await lockTable(url, 'pets')] as const;
    const refused: string[] = [];
    const send = async (name: string, call: () => Promise<Answer>) => {
      expectUnavailable(await inTime(call));
      refused.push(name);
    };
    const waitsTwice = send('waits for its key, then for the animals', () =>
      service.call(method, '/v1/pets', { key, body }),
    );
    // Its deadline runs: only then does the time lie between the two.
    await eventually(async () => (await server.run(waiting)).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await unlock[0]();
    // Another operation: requests for the same list share one read, additions one transaction, and with it the end of its deadline.
    const other = () => service.call('DELETE', '/v1/pets/1');
    await Promise.all([waitsTwice, send('waits for the animals only', other)]);
    // Both now wait for the animals; the first request has only the rest of its deadline left.
    expect(refused).toEqual(['waits for its key, then for the animals', 'waits for the animals only']);
    await unlock[1]();
    await expectRecovery();
  });
});

describe('PostgreSQL is a standby, which only reads', () => {
  test('requests answer 503 in time, and the service recovers soon after its promotion', async () => {
    await expectRecovery();
    await server.stop();
    await server.start({ standby: true });
    for (const answer of await Promise.all([inTime(read), inTime(write), inTime(read), inTime(write)]))
      expectUnavailable(answer);
    expect((await inTime(() => service.call('GET', '/readyz', { key: null }))).status).toBe(503);
    await server.run('select pg_promote()');
    await expectRecovery();
  });
});

test('an answer that comes while the process is busy counts, even if the process looks only after the deadline', async () => {
  const database = await openPostgres({ url, environment: 'production', deadlineMs: 1_500 });
  onTestFinished(() => database.close());
  const ask = () => sql`select 1`.execute(database.read);
  await ask();
  const asked = ask();
  // The question has left by the end of the turn.
  await endOfTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  expect((await asked).rows).toHaveLength(1);
});

describe('a process that stops in the middle of a transaction', () => {
  test('blocks others no longer than the deadline', async () => {
    const petId = await addPet(service, {});
    const { database } = await buildEnvironment('production', service.settings, { deadlineMs: 1_500 });
    const began = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const stuck = database.transaction(async (tx) => {
      await tx.updateTable('pets').set({ name: 'Stuck' }).where('id', '=', petId).execute();
      began.resolve();
      await never.promise;
    });
    await began.promise;
    const since = performance.now();
    await expect(stuck).rejects.toThrow('unavailable');
    const patch = () => service.call('PATCH', `/v1/pets/${petId}`, { body: { name: 'Free' } });
    while ((await patch()).status !== 200);
    expect(performance.now() - since).toBeLessThan(recoveredMs);
    never.resolve();
    await database.close();
  });
});

describe('a start that cannot succeed', () => {
  test.each([
    ['postgres://ann:s3cret@127.0.0.1:1/faults', /ECONNREFUSED/],
    ['postgres://ann:s3cret@nowhere.invalid/faults', /nowhere\.invalid/],
  ])('%s: the error states the reason without the password', async (wrong, reason) => {
    const opening = buildEnvironment('production', { ...service.settings, databaseUrl: wrong });
    await expect(opening).rejects.toThrow(/^The PostgreSQL database of DATABASE_URL cannot be opened: /);
    const error = await openPostgres({ url: wrong, environment: 'production' }).catch((cause: unknown) =>
      String(cause),
    );
    expect(error).toMatch(reason);
    expect(error).not.toContain('s3cret');
  });

  test('a missing database, another encoding than UTF-8, or a locale that compares addresses otherwise, is refused', async () => {
    const open = (name: string) => openPostgres({ url: server.url(name), environment: 'production' });
    await expect(open('gone')).rejects.toThrow('database "gone" does not exist');
    await server.run(`create database latin template template0 encoding 'LATIN1' locale 'C'`);
    await expect(open('latin')).rejects.toThrow('its encoding is LATIN1, but it must be UTF8');
    await server.run(`create database turkish template template0 locale_provider icu icu_locale 'tr' locale 'C.UTF-8'`);
    await expect(open('turkish')).rejects.toThrow('its locale writes I as ı in lowercase');
  });
});

describe('PostgreSQL is unavailable for a while', () => {
  test('each background job logs once that it waits, and once that it continues', async () => {
    await expectRecovery();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const logs = logLines();
    // Time passes a hundred times as fast for the jobs as for the database: no deadline may pass.
    const deadlineMs = 1_000_000;
    const settings = { ...service.settings, logLevel: 'info' as const };
    const other = await startOnSqlite({ settings, logs: logs.stream, deadlineMs });
    /** Runs the jobs until the log has `count` lines, and then twenty more times. */
    const linesAfter = async (count: number) => {
      const lines = () =>
        logs
          .parsed()
          .map(({ msg }) => String(msg))
          .filter((text) => /the (delivery of messages|expiry of orders|sending of webhooks)/.test(text));
      const runJobs = () => vi.advanceTimersByTimeAsync(1_000);
      await expect.poll(() => runJobs().then(lines)).toHaveLength(count);
      for (let round = 0; round < 20; round += 1) {
        await runJobs();
        await new Promise(setImmediate);
      }
      return lines();
    };
    await server.kill();
    const jobs = ['the delivery of messages', 'the expiry of orders', 'the sending of webhooks'];
    const waiting = jobs.map((name) => `${name} waits for the database`);
    expect((await linesAfter(3)).toSorted()).toEqual(waiting);
    await server.start();
    const continuing = jobs.map((name) => `${name} continues: the database is back`);
    expect((await linesAfter(6)).toSorted()).toEqual([...waiting, ...continuing].toSorted());
    vi.useRealTimers();
    await other.close();
  });
});

test('commits that wait for a frozen standby take few connections, reads go on, and writes come back with it', async () => {
  await expectRecovery();
  const ids = await Promise.all(Array.from({ length: 12 }, () => addPet(service, {})));
  await using opened = new AsyncDisposableStack();
  const standby = await server.replicate();
  opened.defer(() => standby.close());
  opened.defer(async () => {
    await server.run('alter system reset synchronous_standby_names');
    await server.run('select pg_reload_conf()');
  });
  await standby.freeze();
  const rounds = 4;
  for (let round = 0; round < rounds; round += 1) {
    const rename = (id: number) => service.call('PATCH', `/v1/pets/${id}`, { body: { name: `Rex ${round}` } });
    const answers = await Promise.all(ids.map((id) => inTime(() => rename(id))));
    answers.forEach(expectUnavailable);
  }
  const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`;
  // Ten in each round, if each of them gave up its connection for another one.
  expect((await server.run(waiting)).length).toBeLessThan(10 * (rounds - 1));
  expect((await inTime(read)).status).toBe(200);
  await standby.thaw();
  await expectRecovery();
});

test('an outage uses up no allowance of an address: valid keys get 503 however often they ask', async () => {
  await expectRecovery();
  const { key } = await service.newAccount();
  await server.kill();
  try {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 650; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => service.call('GET', '/v1/pets', { key })));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([503]);
  } finally {
    await server.start();
  }
  await expectRecovery();
});
