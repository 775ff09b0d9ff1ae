import { beforeEach, describe, expect, test } from 'vitest';
import { openRecorder } from '../../src/request-log/recorder.ts';
import { requestLogStore } from '../../src/request-log/store.ts';
import { sweepOperationDays, usageStore } from '../../src/request-log/usage-store.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { newcomers, openPage } from '../pages/page.ts';
import { withKey } from '../support/adoption.ts';
import { expectError } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';

const path = '/v1/account/usage/breakdown';
const dayMs = 24 * 3_600_000;

describe.each(BACKENDS)('usage by key and operation on %s', (_, start) => {
  const clock = testClock();
  let owner: TestService;
  let keyId: number;

  const service = sharedService(start, { now: clock.now });
  beforeEach(async () => {
    clock.advance(61_000);
    const account = await service.newAccount();
    keyId = account.keyId;
    owner = withKey(service, account.key);
  });

  const environment = () => service.beside();
  interface Total {
    readonly key?: { readonly id: number };
    readonly operation?: string;
    readonly requests: number;
    readonly errors: number;
  }
  const byKey = ({ keys }: { keys: Total[] }) => keys.map(({ key, requests, errors }) => [key?.id, requests, errors]);
  const byOperation = ({ operations }: { operations: Total[] }) =>
    operations.map(({ operation, requests, errors }) => [operation, requests, errors]);

  test('200: the requests of the last 30 days by key, by operation, and by day', async () => {
    const { body: second } = await owner.call('POST', '/v1/account/keys', { body: { name: 'Website' } });
    await owner.call('GET', '/v1/pets');
    await owner.call('GET', '/v1/nothing');
    await owner.call('GET', path);
    const yesterday = new Date(clock.now()).toISOString().slice(0, 10);
    clock.advance(dayMs);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    for (let i = 0; i < 4; i += 1) await owner.call('GET', '/v1/pets/99', { key: second.key });
    await owner.call('GET', '/v1/pets', { key: second.key });

    const { body } = await owner.call('GET', path);
    expect(byKey(body)).toEqual([
      [second.id, 5, 4],
      [keyId, 4, 1],
    ]);
    expect(body.keys[0].key).toEqual({
      id: second.id,
      kind: 'secret',
      name: 'Website',
      prefix: 'psk_live_',
      lastFour: second.lastFour,
    });
    expect(byOperation(body)).toEqual([
      ['getPet', 4, 4],
      ['listPets', 2, 0],
      ['createApiKey', 1, 0],
      ['getUsageBreakdown', 1, 0],
      ['none', 1, 1],
    ]);
    expect(body.operations[1].days).toEqual([
      { date: yesterday, requests: 1, errors: 0 },
      { date: today, requests: 1, errors: 0 },
    ]);
    const { body: ofSecond } = await owner.call('GET', `${path}?keyId=${second.id}`);
    expect([byKey(ofSecond), byOperation(ofSecond)]).toEqual([
      [[second.id, 5, 4]],
      [
        ['getPet', 4, 4],
        ['listPets', 1, 0],
      ],
    ]);
    expectError(await owner.call('GET', `${path}?keyId=x`), 400, 'invalid_parameter', '`keyId`');
  });

  test('what the site requests with a session counts without a key', async () => {
    const { email, password } = await newcomers(() => service, clock)();
    const page = openPage(service);
    await page.signIn(email, password);
    await page.call('GET', '/v1/pets');
    await page.call('GET', '/v1/account/requests');
    const { body } = await page.call('GET', path);
    expect(byKey(body)).toEqual([[undefined, 2, 0]]);
  });

  test('a revoked key keeps its counts; after 30 days they are gone, and the sweep deletes them', async () => {
    const { body: key } = await owner.call('POST', '/v1/account/keys', { body: {} });
    await owner.call('GET', '/v1/pets', { key: key.key });
    await owner.call('DELETE', `/v1/account/keys/${key.id}`);
    expect(byKey((await owner.call('GET', path)).body)).toContainEqual([key.id, 1, 0]);
    clock.advance(30 * dayMs);
    expect((await owner.call('GET', path)).body).toEqual({ keys: [], operations: [] });
    expect(byKey((await owner.call('GET', path)).body)).toEqual([[keyId, 1, 0]]);
    const { database } = await environment();
    while (await database.transaction((tx) => sweepOperationDays(tx, clock.now() + dayMs)));
    const days = await database.read.selectFrom('operation_days').select('day').distinct().execute();
    expect(days).toEqual([{ day: Math.floor(clock.now() / dayMs) }]);
    await database.close();
  });

  test('each key shows when it was last used', async () => {
    const { body: key } = await owner.call('POST', '/v1/account/keys', { body: {} });
    const lastUses = async () => {
      // Writes what waits.
      await owner.call('GET', path);
      const { body } = await owner.call('GET', '/v1/account/keys');
      return body.map(({ id, lastUsedAt }: { id: number; lastUsedAt?: string }) => [id, lastUsedAt]);
    };
    const made = new Date(clock.now()).toISOString();
    expect(await lastUses()).toEqual([
      [key.id, undefined],
      [keyId, made],
    ]);
    clock.advance(5_000);
    await owner.call('GET', '/v1/pets', { key: key.key });
    const used = new Date(clock.now()).toISOString();
    clock.advance(5_000);
    expect(await lastUses()).toEqual([
      [key.id, used],
      [keyId, made],
    ]);
    expect((await owner.call('GET', `/v1/account/keys/${key.id}`)).body).toMatchObject({ lastUsedAt: used });
  });

  test('what could not be written is written later, and once', async () => {
    const { accountId, keyId: writtenKey } = await service.newAccount();
    const { database } = await environment();
    let failures = 2;
    const failing: typeof database = {
      ...database,
      transaction: (work) => {
        failures -= 1;
        return failures < 0 ? database.transaction(work) : Promise.reject(new Error('no space'));
      },
    };
    const [store, usage] = [requestLogStore(database, Math.random), usageStore(database)];
    const log = openLog({ level: 'silent', environment: 'production', destination: { write: () => {} } });
    const recorder = openRecorder({ database: failing, store, usage, log, idStart: 'req_', now: clock.now });
    const record = (status: number) =>
      recorder.record(
        { operation: { operationId: 'listPets', url: '/v1/pets' }, method: 'GET', id: 'one', params: {} } as never,
        { accountId, keyId: writtenKey } as never,
        status,
        1,
      );
    record(200);
    await expect(recorder.writeLines()).rejects.toThrow('no space');
    await expect(recorder.writeCounts()).rejects.toThrow('no space');
    clock.advance(1_000);
    record(404);
    await Promise.all([recorder.writeLines(), recorder.writeLines(), recorder.writeCounts()]);
    await recorder.writeCounts();
    const lines = await store.list(accountId, {}, clock.now(), 10, undefined);
    expect(lines.map(({ status }) => status)).toEqual([404, 200]);
    expect(await usage.byOperation(accountId, 0)).toMatchObject([{ operation: 'listPets', requests: 2, errors: 1 }]);
    await database.close();
  });
});
