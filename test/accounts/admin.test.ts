import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import { PLANS } from '../../src/vocabulary/plans.ts';
import { expectError } from '../support/answers.ts';
import { type Answer, BACKENDS, linksOf, sharedService, testClock } from '../support/service.ts';

const list = '/v1/admin/accounts';

describe.each(BACKENDS)("an operator's routes on %s", (_, start) => {
  const clock = testClock();

  const service = sharedService(start, { now: clock.now });

  const get = (accountId: number) => service.call('GET', `${list}/${accountId}`);
  const change = (accountId: number, body: unknown) => service.call('PATCH', `${list}/${accountId}`, { body });
  const limitOf = async (key: string) =>
    (await service.call('GET', '/v1/pets', { key })).headers.get('x-ratelimit-limit');

  test('404 account_not_found: an unknown id', async () => {
    for (const accountId of [0, -1, 999_999]) {
      expectError(await service.call('GET', `${list}/${accountId}`), 404, 'account_not_found', '`accountId`');
      expectError(await change(accountId, {}), 404, 'account_not_found');
      expectError(await service.call('POST', `${list}/${accountId}/lift-ban`), 404, 'account_not_found');
    }
  });

  test('GET lists all accounts, newest first, in pages', async () => {
    for (let i = 0; i < 3; i += 1) await service.newAccount({ plan: 'pro' });
    const all = (await service.call('GET', `${list}?limit=100`)).body;
    const seen = [];
    let path: string | undefined = `${list}?limit=2`;
    while (path !== undefined) {
      const page: Answer = await service.call('GET', path);
      seen.push(...page.body);
      path = linksOf(page)['next'];
    }
    expect(seen).toEqual(all);
    const ids = all.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    expect(all.at(-1)).toMatchObject({ email: 'operator@localhost', role: 'operator', plan: 'enterprise' });
    expectError(await service.call('GET', `${list}?cursor=abc`), 400, 'invalid_cursor');
  });

  test('PATCH of the plan applies from the next request on, and keeps the usage', async () => {
    const { key, accountId } = await service.newAccount({ plan: 'free' });
    expect(await limitOf(key)).toBe('60');
    const { status, body } = await change(accountId, { plan: 'business' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: accountId, plan: 'business', limits: PLANS.business });
    const answer = await service.call('GET', '/v1/pets', { key });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('998');
  });

  test('PATCH of custom limits: for Enterprise only; null or another plan removes them', async () => {
    const { key, accountId } = await service.newAccount({ plan: 'pro' });
    const limits = { perMinute: 5_000, perDay: 2_000_000 };
    expectError(await change(accountId, { limits }), 400, 'invalid_body', 'enterprise');
    expectError(await change(accountId, { plan: 'business', limits }), 400, 'invalid_body', 'enterprise');
    expect((await get(accountId)).body).toMatchObject({ plan: 'pro', limits: PLANS.pro });

    expect((await change(accountId, { plan: 'enterprise', limits })).body).toMatchObject({
      plan: 'enterprise',
      limits,
    });
    expect(await limitOf(key)).toBe('5000');
    expect((await change(accountId, {})).body.limits).toEqual(limits);
    expect((await change(accountId, { plan: 'enterprise' })).body.limits).toEqual(limits);
    expect((await change(accountId, { limits: null })).body.limits).toEqual(PLANS.enterprise);

    await change(accountId, { limits });
    expect((await change(accountId, { plan: 'pro' })).body.limits).toEqual(PLANS.pro);
    expect((await change(accountId, { plan: 'enterprise' })).body.limits).toEqual(PLANS.enterprise);
  });

  test('PATCH refuses what is invalid with 400', async () => {
    const { accountId } = await service.newAccount();
    const wrong: [body: unknown, words: string][] = [
      [{ plan: 'gold' }, '`plan` must be one of `free`, `pro`, `business`, `enterprise`'],
      [{ plan: null }, '`plan`'],
      [{ limits: { perMinute: 1 } }, '`limits.perDay` is required'],
      [{ limits: { perMinute: 0, perDay: 1 } }, '`limits.perMinute` must be an integer from 1 to 1000000000'],
      [{ limits: { perMinute: 1, perDay: 1e12 + 1 } }, '`limits.perDay`'],
      [{ limits: { perMinute: 1.5, perDay: 2 } }, '`limits.perMinute`'],
      [{ limits: 5 }, '`limits`'],
      [{ suspended: 'yes' }, '`suspended` must be `true` or `false`'],
      [[], 'JSON object'],
    ];
    const before = (await get(accountId)).body;
    for (const [body, words] of wrong) expectError(await change(accountId, body), 400, 'invalid_body', words);
    expect((await get(accountId)).body).toEqual(before);
  });

  test('PATCH suspends: every request is 403 account_suspended until the suspension ends', async () => {
    const { key, accountId } = await service.newAccount();
    expect((await service.call('GET', '/v1/account', { key })).status).toBe(200);
    expect((await change(accountId, { suspended: true })).body).toMatchObject({ suspended: true });
    for (const [method, path] of [
      ['GET', '/v1/pets'],
      ['POST', '/v1/pets'],
      ['GET', '/v1/account'],
      ['GET', '/v1/account/usage'],
    ] as const) {
      expectError(await service.call(method, path, { key }), 403, 'account_suspended');
    }
    expect((await change(accountId, { suspended: false })).body).toMatchObject({ suspended: false });
    expect((await service.call('GET', '/v1/account', { key })).status).toBe(200);
  });

  test('PATCH does not let operators suspend themselves', async () => {
    expectError(await change(1, { suspended: true }), 403, 'forbidden', 'suspend');
    expect((await change(1, { suspended: false })).status).toBe(200);
  });

  test('a change by another process applies within a second', async () => {
    const { key, accountId } = await service.newAccount({ plan: 'pro' });
    expect(await limitOf(key)).toBe('300');
    const beside = await service.beside();
    await beside.database.transaction((tx) =>
      beside.accounts.change(tx, accountId, { plan: 'business', suspended: true }, COMMAND_LINE),
    );
    clock.advance(999);
    const answer = await service.call('GET', '/v1/pets', { key });
    expectError(answer, 403, 'account_suspended');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000');
  });

  test('lift-ban: the account may send again', async () => {
    const { key, accountId } = await service.newAccount({ limits: { perMinute: 2, perDay: 1_000 } });
    const send = () => service.call('GET', '/v1/pets', { key });
    for (let i = 0; i < 3; i += 1) await send();
    clock.advance(1_000);
    for (let i = 0; i < 3; i += 1) await send();
    clock.advance(59_000);
    expectError(await send(), 429, 'api_key_banned');
    expectError(await service.call('GET', '/v1/account/usage', { key }), 429, 'api_key_banned');

    const answer = await service.call('POST', `${list}/${accountId}/lift-ban`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await send()).status).toBe(200);
  });
});
