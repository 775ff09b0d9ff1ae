import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { administrate, dropTestDatabase, lockTable, testDatabase } from '../support/postgres.ts';
import { type Answer, startOnSqlite, type TestService } from '../support/service.ts';
import { certificateFor } from '../support/tls.ts';
import { openPausingProxy, type Proxy } from './proxies.ts';

const name = `connections-${randomBytes(6).toString('hex')}`;

describe('a connection whose statement failed, while PostgreSQL has not said how the transaction stands', () => {
  let url: string;
  let proxy: Proxy;
  let service: TestService;

  beforeAll(async () => {
    url = await testDatabase(name);
    proxy = await openPausingProxy(url);
    service = await startOnSqlite({ settings: { databaseUrl: proxy.url } });
  });
  afterAll(async () => {
    await service.close();
    await proxy[Symbol.asyncDispose]();
    await dropTestDatabase(name);
  });

  const read = () => service.call('GET', '/v1/pets');
  const write = () => service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });

  /** The answer to a request whose statement waits for a lock, and is canceled by an administrator, as are those of background jobs. */
  async function canceled(request: Promise<Answer>): Promise<Answer> {
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
    let answer: Answer | undefined;
    const answering = request.then((it) => (answer = it));
    await eventually(async () => {
      await administrate(cancel);
      return answer;
    });
    return answering;
  }

  async function expectNoFailure(): Promise<void> {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? read() : write())));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }

  test('is not used by other requests: an addition was canceled', async () => {
    const unlock = await lockTable(url, 'pets');
    expectError(await canceled(write()), 503, 'service_unavailable');
    await unlock();
    await expectNoFailure();
  });

  test('is not used by other requests: the numbering of events was canceled', async () => {
    expect((await write()).status).toBe(201);
    const unlock = await lockTable(url, 'events');
    expectError(await canceled(service.call('GET', '/v1/events')), 503, 'service_unavailable');
    await unlock();
    await expectNoFailure();
  });

  test('is used again after its transaction overlapped with another one', async () => {
    // On a busy machine, two transactions take longer than a request may.
    // The service opens connections of its own when it likes.
    const own = await openPausingProxy(url);
    onTestFinished(() => own[Symbol.asyncDispose]());
    const database = await openPostgres({ url: own.url, environment: 'production', deadlineMs: 15_000 });
    onTestFinished(() => database.close());
    let attempts = 0;
    const bothHaveWritten = Promise.withResolvers<void>();
    /** Each reads what the other one writes: only one can be committed. */
    const write = (row: string) =>
      database.transaction(async (tx) => {
        await tx.selectFrom('meta').select('value').where('name', 'in', ['one', 'other']).execute();
        await tx.insertInto('meta').values({ name: row, value: '' }).execute();
        attempts += 1;
        if (attempts === 2) bothHaveWritten.resolve();
        await bothHaveWritten.promise;
      });
    const before = own.connections;
    await Promise.all([write('one'), write('other')]);
    expect(attempts).toBe(3);
    await database.transaction(async (tx) => {
      await tx.deleteFrom('meta').where('name', 'in', ['one', 'other']).execute();
    });
    expect(own.connections - before).toBe(2);
  });
});

test('`sslmode=verify-full` reaches the server whose certificate the named authority has signed, and no other', async () => {
  const port = await freePort();
  const server = await startPostgres({ listen_addresses: '127.0.0.1', port: String(port) });
  onTestFinished(() => server.close());
  const [{ cert, key }, other] = [certificateFor('IP:127.0.0.1'), certificateFor('IP:127.0.0.1')];
  const [shown] = (await server.run('show data_directory')) as [{ readonly data_directory: string }];
  const data = shown.data_directory;
  const { uid, gid } = await stat(data);
  for (const [name, pem] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    await writeFile(join(data, name), pem, { mode: 0o600 });
    await chown(join(data, name), uid, gid);
  }
  await server.run('alter system set ssl = on');
  await server.run('select pg_reload_conf()');
  await eventually(async () => (await server.run('show ssl')).some((row) => (row as { ssl: string }).ssl === 'on'));

  const folder = await mkdtemp(join(tmpdir(), 'petstore-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const urlWith = async (authority: string): Promise<string> => {
    const file = join(folder, `${randomBytes(4).toString('hex')}.pem`);
    await writeFile(file, authority);
    return `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
  };
  const service = await startOnSqlite({ settings: { databaseUrl: await urlWith(cert) } });
  onTestFinished(() => service.close());
  expect((await service.call('GET', '/v1/pets')).status).toBe(200);
  const encrypted = await server.run(
    'select count(*)::int as count from pg_stat_ssl where ssl and pid <> pg_backend_pid()',
  );
  expect(encrypted).not.toEqual([{ count: 0 }]);
  await expect(openPostgres({ url: await urlWith(other.cert), environment: 'production' })).rejects.toThrow(
    /certificate/,
  );
});
