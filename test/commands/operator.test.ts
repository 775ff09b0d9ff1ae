import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { command, jsonOf } from '../support/command.ts';
import { eventually, withinASecond } from '../support/eventually.ts';
import { dropTestDatabase, lockTable, testDatabase } from '../support/postgres.ts';
import { startOnSqlite, testClock, type TestService } from '../support/service.ts';

let env: { DATA_DIR: string };
let service: TestService;
const run = (...args: string[]) => command(args, env);
const json = (...args: string[]) => jsonOf(args, env);
const get = (path: string, key?: string) => service.call('GET', path, key === undefined ? {} : { key });
const limitOf = async (key: string) => (await get('/v1/pets', key)).headers.get('x-ratelimit-limit');

beforeAll(async () => {
  service = await startOnSqlite();
  env = { DATA_DIR: service.dataDir };
});
afterAll(() => service.close());

describe('petstore accounts, while the service is running', () => {
  test('list all, and show one by id or email', async () => {
    const { accountId, key, keyId } = await service.newAccount({ plan: 'pro', email: 'ann@shelter.example' });
    await get('/v1/pets', key);
    const accounts = await json('accounts', 'list');
    expect(accounts.map(({ email }) => email)).toEqual(['ann@shelter.example', 'operator@localhost']);
    const shown = await eventually(async () => {
      const [found] = await json('accounts', 'show', String(accountId));
      return found.usage.length > 0 && found;
    });
    expect(shown).toEqual({
      ...accounts[0],
      keys: [expect.objectContaining({ id: keyId })],
      bans: [],
      usage: [{ date: expect.any(String), admitted: 1, refused: 0, strikes: 0 }],
    });
    const { stdout } = await run('accounts', 'show', 'Ann@shelter.example');
    expect(stdout).toMatch(/^Account\t\d+\nEmail\tann@shelter\.example\nPlan\tpro\n/);
  });

  test('the service follows plan, limits, suspend and resume within a second', async () => {
    const { key, accountId } = await service.newAccount({ plan: 'free' });
    const which = String(accountId);
    expect(await limitOf(key)).toBe('60');
    expect(await run('accounts', 'limits', which, '--per-minute', '700')).toMatchObject({
      code: 1,
      stderr:
        'petstore: Custom limits are for the plan `enterprise`, not for `free`. `petstore accounts plan` changes the plan.\n',
    });
    expect(await json('accounts', 'plan', which, 'enterprise')).toMatchObject([{ id: accountId, plan: 'enterprise' }]);
    expect(await json('accounts', 'limits', which, '--per-minute', '700')).toMatchObject([
      { limits: { perMinute: 700 } },
    ]);
    await withinASecond(
      () => limitOf(key),
      (limit) => limit === '700',
    );
    expect(await json('accounts', 'limits', which, '--per-day', '70')).toMatchObject([
      { limits: { perMinute: 700, perDay: 70 } },
    ]);
    expect(await json('accounts', 'limits', which, '--default')).toMatchObject([{ limits: { perMinute: 10_000 } }]);
    const { body: pet } = await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    const { body: order } = await service.call('POST', '/v1/store/orders', { key, body: { petId: pet.id } });
    await json('accounts', 'suspend', which);
    const { body: freed } = await get(`/v1/store/orders/${order.id}`);
    expect([order.status, freed.status]).toEqual(['placed', 'cancelled']);
    const send = () => get('/v1/pets', key);
    await withinASecond(send, ({ body }) => body.code === 'account_suspended');
    await json('accounts', 'resume', which);
    await withinASecond(send, ({ status }) => status === 200);
  });

  test('approve, role, rename, join, leave and close', async () => {
    const account = { email: 'cleo@shelter.example', password: 'seven quiet otters' };
    const signedUp = await service.call('POST', '/v1/accounts', { key: null, body: account });
    const which = String(signedUp.body.id);
    expect(await json('accounts', 'approve', account.email)).toMatchObject([{ approved: true }]);
    expect(await json('accounts', 'role', which, 'operator')).toMatchObject([{ role: 'operator' }]);
    expect(await json('accounts', 'rename', which, ' Cleo ')).toMatchObject([{ name: 'Cleo' }]);
    const audit = await get('/v1/audit?types=account.updated&limit=3');
    for (const { actor } of audit.body) expect(actor).toEqual({ type: 'command_line' });
    expect(audit.body).toHaveLength(3);
    const membership = { id: 1, role: 'manager' };
    expect(await json('accounts', 'join', which, '1', '--role', 'manager')).toMatchObject([
      { organization: membership },
    ]);
    expect((await json('accounts', 'leave', which))[0]).not.toHaveProperty('organization');
    const { stdout } = await run('accounts', 'close', which);
    expect(stdout).toMatch(/^Email\tclosed-\d+@localhost\n.*^State\tclosed\nRole\tmember$/ms);
    const { key } = signedUp.body.apiKey;
    await withinASecond(
      () => get('/v1/pets', key),
      ({ status }) => status === 401,
    );
  });

  test.each([
    [['accounts', 'role', '1', 'member'], 1, /last operator/],
    [['accounts', 'join', '1', '999'], 1, /no organization 999/],
    [['accounts', 'rename', '1', ''], 2, /1 to 255 characters/],
    [['accounts', 'show', 'nobody@shelter.example'], 1, /no account with the email "nobody@shelter.example"/],
    [['accounts', 'plan', '999', 'pro'], 1, /no account 999/],
    [['accounts', 'limits', '1'], 2, /--per-minute and --per-day, or --default/],
    [['keys', 'create', '--plan', 'free', '--email', 'ann@'], 2, /"ann@" must be an email address/],
    [['keys', 'create', '--plan', 'free', '--email', `${'a'.repeat(250)}@b.example`], 2, /must be an email address/],
    [['keys', 'create', '--plan', 'free', '--per-minute', '5'], 2, /Custom limits are for the plan `enterprise`/],
    [['keys', 'partner', 'Directory\u0007'], 2, /The name must be/],
    [['keys', 'revoke', '999'], 1, /no key 999/],
    [['keys', 'roll', '999'], 1, /no key 999/],
    [['keys', 'roll', '1', '--overlap-days', '8'], 2, /at most 7/],
  ])('%j is refused', async (args, exit, says) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr).toMatch(/^petstore: \S[^\n]*\n$/);
    expect(stderr).toMatch(says);
  });

  test('a folder without a database is reported, and stays empty', async () => {
    const { code, stderr } = await command(['accounts', 'list'], { DATA_DIR: '/tmp/petstore-nowhere' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      "petstore: There is no database /tmp/petstore-nowhere/production.sqlite. Set DATA_DIR to the service's data folder.\n",
    );
  });
});

describe('petstore keys', () => {
  test('roll creates a key, and ends the old one immediately or after the overlap', async () => {
    const old = await service.newAccount({ plan: 'free' });
    const [later] = await json('keys', 'roll', String(old.keyId), '--overlap-days', '1');
    const status = async (key: string) => (await get('/v1/pets', key)).status;
    expect([await status(old.key), await status(later.key)]).toEqual([200, 200]);
    const [now] = await json('keys', 'roll', String(later.keyId));
    await withinASecond(
      () => status(later.key),
      (found) => found === 401,
    );
    expect(await status(now.key)).toBe(200);
    expect(now.accountId).toBe(old.accountId);
  });

  test('list shows the keys of all accounts, but no secret', async () => {
    const { key, keyId } = await service.newAccount({ plan: 'free', email: 'bea@shelter.example' });
    const { stdout } = await run('keys', 'list');
    const [first = ''] = stdout.split('\n');
    expect(first.split('\t')).toEqual([
      String(keyId),
      `psk_live_…${key.slice(-4)}`,
      'bea@shelter.example',
      expect.any(String),
      '',
      '',
      // It was never used.
      '',
    ]);
    expect(stdout).not.toContain(key.slice(9, -4));
  });
});

describe('petstore accounts unban', () => {
  /** Of services in which a minute does not pass while the test runs. */
  const clock = testClock(Date.now());

  /** A banned key: it has more strikes within a minute than its limit. Strikes count from a second after the first 429. */
  async function bannedKey(of: TestService) {
    const made = await of.newAccount({ plan: 'enterprise', limits: { perMinute: 2, perDay: 1_000 } });
    const send = async () => (await of.call('GET', '/v1/pets', made)).body.code;
    for (let i = 0; i < 3; i += 1) await send();
    clock.advance(1_000);
    for (let i = 0; i < 2; i += 1) expect(await send()).toBe('rate_limit_exceeded');
    expect(await send()).toBe('api_key_banned');
    return { ...made, send };
  }

  test('asks the running service, at its address or at --url', async () => {
    // The command goes by the machine's clock: for it, the ban lasts for a minute and a half, and the service takes its key of a minute.
    clock.set(Date.now() + 30_000);
    const banning = await startOnSqlite({ now: clock.now });
    const { accountId, keyId, send } = await bannedKey(banning);
    const own = { DATA_DIR: banning.dataDir };
    const unban = (...args: string[]) => command(['accounts', 'unban', String(accountId), ...args], own);
    const bansOf = async () => (await jsonOf(['accounts', 'show', String(accountId)], own))[0].bans;
    const bans = await eventually(async () => {
      const found = await bansOf();
      return found.length > 0 && found;
    });
    expect(bans).toEqual([{ keyId, until: expect.any(String) }]);

    const other = await startOnSqlite();
    const elsewhere = await unban('--base-url', `${other.origin}/v1`);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('uses another database')]);
    const nowhere = await unban('--url', 'http://127.0.0.1:1');
    expect([nowhere.code, nowhere.stderr]).toEqual([4, expect.stringContaining('does not respond')]);
    expect(await send()).toBe('api_key_banned');

    const { port } = new URL(banning.origin);
    const { code, stdout } = await command(['accounts', 'unban', String(accountId)], { ...own, PORT: port });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^No key of account \d+ \(.*\) is banned any more\.\n$/)]);
    expect(await send()).toBe('rate_limit_exceeded');
    await eventually(async () => (await bansOf()).length === 0);

    // The temporary key is revoked.
    const keys = await jsonOf(['keys', 'list', '--email', 'operator@localhost'], own);
    expect(keys.map(({ name }) => name)).toEqual([undefined]);
  });

  test('changes the database if no service is running', async () => {
    const before = await startOnSqlite({ now: clock.now });
    const { accountId, key } = await bannedKey(before);
    await before.stop();
    const { code, stdout } = await command(['accounts', 'unban', String(accountId)], { DATA_DIR: before.dataDir });
    expect([code, stdout]).toEqual([0, expect.stringContaining('No service was running.')]);
    const after = await startOnSqlite({ now: clock.now, dataDir: before.dataDir });
    expect((await after.call('GET', '/v1/pets', { key })).status).toBe(200);
  });
});

test('a database that does not answer in time is reported in one sentence', async () => {
  const DATABASE_URL = await testDatabase('slow_command');
  onTestFinished(() => dropTestDatabase('slow_command'));
  await lockTable(DATABASE_URL, 'accounts');
  const { code, stdout, stderr } = await command(['accounts', 'list'], { ...env, DATABASE_URL });
  expect([code, stdout]).toEqual([4, '']);
  // PostgreSQL and the service give up at the same moment: either says why.
  expect(stderr).toMatch(/^petstore: The database is unavailable\.\n  .+\n$/);
});
