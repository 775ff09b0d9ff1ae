import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { ann, openPage, signUp } from '../pages/page.ts';
import { logLines } from '../support/logs.ts';
import { type Answer, startOnSqlite, type TestService } from '../support/service.ts';

const logs = logLines();
let service: TestService;
const closings: (() => Promise<void> | void)[] = [];

async function start(): Promise<string> {
  logs.lines.length = 0;
  service = await startOnSqlite({ logs: logs.stream, settings: { logLevel: 'info' } });
  closings.push(() => service.close());
  return join(service.dataDir, 'production.sqlite');
}

/** A second connection to the service's database, as another process would open it. */
function beside(file: string): SqliteDatabase.Database {
  const other = new SqliteDatabase(file);
  closings.push(() => void other.close());
  return other;
}

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

const addPet = (name: string) => service.call('POST', '/v1/pets', { body: { name, categoryId: 1 } });

function expectUnavailable(answer: Answer): void {
  expect(answer.body).toEqual({ code: 'service_unavailable', message: expect.any(String), status: 503 });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
}

describe('an internal failure', () => {
  test('is 500 without internal details, and is logged once under the request id', async () => {
    const other = beside(await start());
    other.exec('drop table pets');
    const answer = await service.call('GET', '/v1/pets', { headers: { 'x-request-id': 'the-one' } });
    expect(answer.body).toEqual({
      code: 'internal_error',
      message: 'The service failed; its log has the cause under this `X-Request-Id`.',
      status: 500,
    });
    expect(answer.status).toBe(500);
    expect(answer.headers.get('x-request-id')).toBe('the-one');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('10000');
    expect(answer.text + JSON.stringify([...answer.headers])).not.toMatch(
      /sqlite|no such|table|select|node_modules|\.ts|Error:/i,
    );

    const ofRequest = () => logs.parsed().filter(({ requestId }) => requestId === 'the-one');
    await expect.poll(() => ofRequest().map(({ level }) => level)).toEqual(['error', 'info']);
    expect(JSON.stringify(ofRequest()[0])).toContain('no such table: pets');
    expect(ofRequest()[1]).toMatchObject({ method: 'GET', route: '/v1/pets', status: 500 });
  });

  test('while looking up a session leaves the limit headers in the response', async () => {
    const other = beside(await start());
    await signUp(service);
    const page = openPage(service);
    await page.signIn(ann.email, ann.password);
    other.exec('alter table sessions rename to gone');
    const answer = await page.call('GET', '/v1/account');
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
    for (const name of ['limit', 'remaining', 'reset'])
      expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    other.exec('alter table gone rename to sessions');
    expect((await page.call('GET', '/v1/account')).status).toBe(200);
  });

  test('of one operation does not affect others', async () => {
    const other = beside(await start());
    other.exec('alter table pets rename to gone');
    expect((await addPet('Rex')).status).toBe(500);
    expect((await service.call('GET', '/v1/account')).status).toBe(200);
    other.exec('alter table gone rename to pets');
    expect((await addPet('Rex')).status).toBe(201);
  });

  test('over corrupt data is 500, not a wrong response', async () => {
    const other = beside(await start());
    expect((await addPet('Rex')).status).toBe(201);
    other.exec(`update pets set category_id = 'x'`);
    const { status, body } = await service.call('GET', '/v1/pets');
    expect([status, body.code]).toEqual([500, 'internal_error']);
  });
});

describe('while another process holds the write lock', () => {
  test('writes wait and reads do not; the writes complete once the lock is released', async () => {
    const other = beside(await start());
    expect((await addPet('First')).status).toBe(201);
    other.exec('begin exclusive');
    let written = 0;
    const writes = ['Second', 'Third'].map(async (name) => {
      const answer = await addPet(name);
      written += 1;
      return answer.status;
    });
    for (let i = 0; i < 3; i += 1) {
      const { body } = await service.call('GET', '/v1/pets');
      expect(body.map(({ name }: { name: string }) => name)).toEqual(['First']);
      // A read that waited for the lock would end after the writes, which give up after five seconds.
      expect(written).toBe(0);
    }
    other.exec('rollback');
    expect(await Promise.all(writes)).toEqual([201, 201]);
    expect((await service.call('GET', '/v1/pets')).body).toHaveLength(3);
  });

  test('writes are 503 with Retry-After after five seconds, and store nothing', async () => {
    const other = beside(await start());
    other.exec('begin exclusive');
    const started = performance.now();
    const answers = await Promise.all([addPet('Lost'), addPet('Lost too')]);
    expect(performance.now() - started).toBeGreaterThan(4_500);
    expect(performance.now() - started).toBeLessThan(30_000);
    answers.forEach(expectUnavailable);
    expect((await service.call('GET', '/v1/pets')).status).toBe(200);
    other.exec('rollback');
    expect((await addPet('Kept')).status).toBe(201);
    const { body } = await service.call('GET', '/v1/pets');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Kept']);
  });
});
