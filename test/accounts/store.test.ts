import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChangeRefused } from '../../src/accounts/account-changes.ts';
import { keyPrincipals } from '../../src/accounts/keys/principals.ts';
import { buildEnvironment } from '../../src/composition/environment.ts';
import type { Principal } from '../../src/http/principal.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import type { Environment } from '../../src/vocabulary/environments.ts';
import { PLANS } from '../../src/vocabulary/plans.ts';
import { testClock } from '../support/service.ts';

const clock = testClock();
let dataDir = '';
let opened: Awaited<ReturnType<typeof buildEnvironment>>[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'petstore-accounts-'));
});

afterEach(async () => {
  for (const { database } of opened) await database.close();
  opened = [];
  await rm(dataDir, { recursive: true });
});

async function open(environment: Environment = 'production') {
  const store = await buildEnvironment(environment, { ...readSettings({}), dataDir }, { now: clock.now });
  opened.push(store);
  return store;
}

describe('the operator account', () => {
  test('is made at the first start only', async () => {
    const { accounts } = await open();
    expect((await accounts.ensureOperator())?.key).toMatch(/^psk_live_/);
    expect(await accounts.ensureOperator()).toBeUndefined();
    expect(await accounts.list({}, 10)).toMatchObject([
      { email: 'operator@localhost', role: 'operator', plan: 'enterprise' },
    ]);
  });

  test('is made once if many processes start at the same time', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => open()));
    const firstKeys = await Promise.all(stores.map(({ accounts }) => accounts.ensureOperator()));
    expect(firstKeys.filter((key) => key !== undefined)).toHaveLength(1);
    expect(await stores[0]!.accounts.list({}, 10)).toHaveLength(1);
  });
});

describe('a key from the command line', () => {
  test('makes a new account, or belongs to the account of the email', async () => {
    const { accounts } = await open('staging');
    const first = await accounts.createKey({});
    const second = await accounts.createKey({ plan: 'pro', email: ' Ann@Shelter.example' });
    const third = await accounts.createKey({ plan: 'business', email: 'ann@shelter.EXAMPLE' });
    expect(first).toMatchObject({ plan: 'free', environment: 'staging', key: expect.stringMatching(/^psk_test_/) });
    expect(second).toMatchObject({ plan: 'pro' });
    expect(third).toMatchObject({ plan: 'business', accountId: second.accountId });
    expect(second.accountId).not.toBe(first.accountId);
    expect(await accounts.findByEmail('ANN@shelter.example')).toMatchObject({
      plan: 'business',
      limits: PLANS.business,
    });
    expect(await accounts.keysOf(second.accountId)).toEqual([second.keyId, third.keyId]);
    expect((await accounts.find(first.accountId))?.email).toMatch(/^cli-[0-9a-f]{16}@localhost$/);
  });

  test('takes custom limits for Enterprise only', async () => {
    const { accounts } = await open();
    const limits = { perMinute: 7, perDay: 70 };
    const { accountId } = await accounts.createKey({ plan: 'enterprise', limits });
    expect(await accounts.find(accountId)).toMatchObject({ limits });
    await expect(accounts.createKey({ plan: 'pro', limits })).rejects.toThrow(ChangeRefused);
    expect(await accounts.list({}, 10)).toHaveLength(1);
  });

  test("for the operator's email belongs to the operator, even before the first start", async () => {
    const { accounts } = await open();
    const { accountId } = await accounts.createKey({ plan: 'enterprise', email: 'operator@localhost' });
    expect(await accounts.find(accountId)).toMatchObject({ role: 'operator' });
    expect(await accounts.ensureOperator()).toBeUndefined();
  });
});

describe('principals', () => {
  async function openCounted() {
    const { accounts, database } = await open();
    let lookups = 0;
    const findByHash = (hash: string) => {
      lookups += 1;
      return accounts.keys.findByHash(hash);
    };
    const counted = { ...accounts, keys: { ...accounts.keys, findByHash } };
    const principals = keyPrincipals({ accounts: counted, environment: 'production', now: clock.now });
    return { accounts, database, principals, lookups: () => lookups };
  }

  test('of malformed keys and of the other environment are refused without a look-up', async () => {
    const { principals, lookups } = await openCounted();
    const { key } = await (await open('staging')).accounts.createKey({});
    for (const wrong of ['', 'psk_live_', 'x'.repeat(47), key, key.replace('test', 'live')]) {
      expect(principals.find(wrong)).toBeUndefined();
    }
    expect(lookups()).toBe(0);
  });

  test('are looked up once for concurrent requests, and then cached for 900 ms', async () => {
    const { accounts, principals, lookups } = await openCounted();
    const { key, keyId, accountId } = await accounts.createKey({ plan: 'pro' });
    const found = await Promise.all(Array.from({ length: 50 }, async () => principals.find(key)));
    expect(new Set(found).size).toBe(1);
    expect(found[0]).toMatchObject({
      accountId,
      keyId,
      operator: false,
      suspended: false,
      origins: undefined,
      caller: { bucket: `account:${accountId}`, keyId, limits: PLANS.pro },
    });
    clock.advance(899);
    expect(principals.find(key)).toBe(found[0]);
    expect(lookups()).toBe(1);
    clock.advance(1);
    expect(principals.find(key)).toBeInstanceOf(Promise);
    expect(await principals.find(key)).toEqual(found[0]);
    expect(lookups()).toBe(2);
  });

  test('of unknown keys are looked up each time', async () => {
    const { accounts, principals, lookups } = await openCounted();
    const elsewhere = await mkdtemp(join(tmpdir(), 'petstore-elsewhere-'));
    const other = await buildEnvironment('production', { ...readSettings({}), dataDir: elsewhere });
    const { key } = await other.accounts.createKey({});
    await other.database.close();
    await rm(elsewhere, { recursive: true });

    expect(await principals.find(key)).toBeUndefined();
    expect(await principals.find(key)).toBeUndefined();
    expect(lookups()).toBe(2);
    expect(await accounts.keysOf(1)).toEqual([]);
  });

  test('reflect a change by another process within 900 ms', async () => {
    const { accounts, principals } = await openCounted();
    const { key, keyId, accountId } = await accounts.createKey({ plan: 'enterprise' });
    const { accounts: beside, database } = await open();
    const find = async () => (await principals.find(key)) as Principal;
    await find();

    const limits = { perMinute: 5, perDay: 6 };
    await database.transaction((tx) => beside.change(tx, accountId, { suspended: true, limits }, COMMAND_LINE));
    expect(await find()).toMatchObject({ suspended: false });
    clock.advance(900);
    expect(await find()).toMatchObject({ suspended: true, caller: { limits: { perMinute: 5, perDay: 6 } } });

    await beside.keys.revoke(keyId, { type: 'command_line' });
    clock.advance(900);
    expect(await find()).toBeUndefined();
  });

  test('are read anew after they are cleared, also while a look-up is running', async () => {
    const { accounts, principals, lookups } = await openCounted();
    const { key } = await accounts.createKey({});
    const before = principals.find(key);
    principals.clear();
    const after = principals.find(key);
    expect(after).not.toBe(before);
    await Promise.all([before, after]);
    expect(principals.find(key)).toBe(await after);
    expect(lookups()).toBe(2);
  });

  test('are not cached beyond the expiry of their key, nor after the clock is set back', async () => {
    const { accounts, database, principals, lookups } = await openCounted();
    const { accountId } = await accounts.createKey({});
    const expiresMs = clock.now() + 500;
    const { key } = await database.transaction((tx) =>
      accounts.keys.create(
        tx,
        accountId,
        { kind: 'secret', scopes: ['pets:read'], expiresMs },
        { type: 'command_line' },
      ),
    );
    expect(await principals.find(key)).toMatchObject({ scopes: new Set(['pets:read']) });
    clock.advance(-3_600_000);
    expect(principals.find(key)).toBeInstanceOf(Promise);
    await principals.find(key);
    expect(lookups()).toBe(2);
    clock.set(expiresMs - 1);
    expect(await principals.find(key)).toBeDefined();
    clock.set(expiresMs);
    expect(await principals.find(key)).toBeUndefined();
    clock.advance(10_000);
    expect(await principals.find(key)).toBeUndefined();
  });
});
