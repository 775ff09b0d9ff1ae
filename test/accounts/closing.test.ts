import { beforeEach, describe, expect, test } from 'vitest';
import { buildAccountChanges } from '../../src/composition/account-changes.ts';
import { newMember } from '../organizations/members.ts';
import { ann, newcomers, openPage, signUp, tokenIn } from '../pages/page.ts';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, sharedService, testClock } from '../support/service.ts';

const dayMs = 24 * 3_600_000;

describe.each(BACKENDS)('closing an account on %s', (_, start) => {
  const clock = testClock();
  const newcomer = newcomers(() => service, clock);

  const service = sharedService(start, { now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
  beforeEach(() => clock.advance(61_000));

  const close = (accountId: number, key = service.operatorKey) =>
    service.call('POST', `/v1/admin/accounts/${accountId}/close`, { key });
  const get = async (path: string, key = service.operatorKey) => service.call('GET', `/v1${path}`, { key });
  async function signedIn(email: string, password = ann.password) {
    const page = openPage(service);
    expect((await page.signIn(email, password)).status).toBe(200);
    return page;
  }

  test('204: its owner closes it, with the password', async () => {
    const { email, accountId, key } = await newcomer();
    const page = await signedIn(email);
    const closeOwn = (password: string) => page.call('POST', '/session/close', { body: { password } });
    expectError(await closeOwn('nine small otters'), 401, 'invalid_credentials', '`password`');
    expect((await closeOwn(ann.password)).status).toBe(204);
    expect(page.cookie).toBe('');
    expectError(await closeOwn(ann.password), 401, 'not_signed_in');
    expectError(await get('/account', key), 401, 'invalid_api_key');
    expectError(await openPage(service).signIn(email, ann.password), 401, 'invalid_credentials');
    const { body } = await get(`/admin/accounts/${accountId}`);
    expect(body).toMatchObject({
      email: `closed-${accountId}@localhost`,
      closedAt: new Date(clock.now()).toISOString(),
    });
    expect(body).not.toHaveProperty('name');
  });

  test('200: an operator closes it; the address is free again', async () => {
    const { email, accountId } = await newcomer();
    expect((await close(accountId)).body).toMatchObject({ id: accountId, email: `closed-${accountId}@localhost` });
    await signUp(service, { ...ann, email });
  });

  test('ends its keys, sessions and links, and removes its webhooks', async () => {
    const { email, accountId, key } = await newcomer();
    const { body: second } = await service.call('POST', '/v1/account/keys', { key, body: {} });
    const webhook = { url: 'http://127.0.0.1:9/', events: ['pet.created'] };
    await service.call('POST', '/v1/webhooks', { key, body: webhook });
    const page = await signedIn(email);
    const { body } = await service.call('POST', `/v1/admin/accounts/${accountId}/password-link`);
    await close(accountId);
    for (const ended of [key, second.key]) expectError(await get('/account', ended), 401, 'invalid_api_key');
    expect((await page.call('GET', '/session')).status).toBe(204);
    const reset = { token: tokenIn(body.link), password: ann.password };
    const answer = await openPage(service).call('POST', '/session/reset-password', { body: reset });
    expectError(answer, 404, 'password_link_not_found');
    const { database } = await service.beside();
    const left = database.read.selectFrom('webhooks').select('secret').where('account_id', '=', accountId);
    expect((await left.where('deleted_at', 'is', null).execute()).length).toBe(0);
  });

  test('cancels the orders that it placed, and removes the animals that it owns alone, with their orders', async () => {
    const { accountId, key } = await newcomer();
    const other = await service.newAccount();
    const [held, alone] = [await addPet(service, {}, other.key), await addPet(service, {}, key)];
    const order = async (petId: number, by: string) =>
      (await service.call('POST', '/v1/store/orders', { key: by, body: { petId } })).body.id as number;
    const [placed, received] = [await order(held, key), await order(alone, other.key)];
    const statusOf = async (id: number) => (await get(`/store/orders/${id}`, other.key)).body.status;
    expect([await statusOf(placed), await statusOf(received)]).toEqual(['placed', 'placed']);
    await close(accountId);
    expect(await statusOf(placed)).toBe('cancelled');
    expect((await get(`/pets?ids=${held}`)).body).toMatchObject([{ status: 'available' }]);
    await eventually(async () => (await get(`/pets?ids=${alone}`)).body.length === 0);
    expect(await statusOf(received)).toBe('cancelled');
  });

  test('leaves the orders for animals of its organization to its colleagues', async () => {
    const member = await newMember(service, 1, 'staff');
    const { body: order } = await member.call('POST', '/v1/store/orders', {
      body: { petId: await addPet(service, {}) },
    });
    await close(member.accountId);
    expect((await get(`/store/orders/${order.id}`)).body.status).toBe('placed');
  });

  test('writes the events of its webhooks, for the managers of its organization, and those of its keys', async () => {
    const member = await newMember(service, 1, 'staff');
    const webhook = { url: 'http://127.0.0.1:9/', events: ['pet.created'] };
    const { body: added } = await member.call('POST', '/v1/webhooks', { body: webhook });
    await close(member.accountId);
    const query = '?types=webhook.deleted,api_key.revoked,account.closed';
    const { body: all } = await get(`/audit${query}&limit=3`);
    expect(all.map(({ type }: { type: string }) => type)).toContain('api_key.revoked');
    const { body: events } = await get(`/audit${query}&organizationId=1&limit=2`);
    expect(events).toMatchObject([
      { type: 'account.closed', actor: { accountId: 1 }, data: { id: member.accountId } },
      { type: 'webhook.deleted', actor: { accountId: 1 }, data: { id: added.id } },
    ]);
    expect(events[0].data).not.toHaveProperty('email');
    expect(events[0].data).not.toHaveProperty('name');
  });

  test('keeps the animals that it added for its organization', async () => {
    const member = await newMember(service, 1, 'staff');
    const petId = await addPet(service, {}, member.key);
    await close(member.accountId);
    const open = await service.beside();
    expect(await open.database.transaction(buildAccountChanges(open).removeAnimals)).toBe(false);
    expect((await get(`/pets?ids=${petId}`)).body).toHaveLength(1);
  });

  test('a closed account stays as it is: 409 account_closed', async () => {
    const { accountId } = await newcomer();
    await close(accountId);
    expectError(await close(accountId), 409, 'account_closed');
    const link = await service.call('POST', `/v1/admin/accounts/${accountId}/password-link`);
    expectError(link, 409, 'account_closed');
    for (const body of [{ plan: 'pro' }, { suspended: true }, { role: 'operator' }, { approved: true }])
      expectError(await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body }), 409, 'account_closed');
  });

  test('403: neither the account of the board, nor the own one of an operator, nor a suspended one by its owner', async () => {
    await service.call('GET', '/page-settings', { key: null });
    const { body: board } = await get('/admin/accounts?email=board@localhost');
    expectError(await close(board[0].id), 403, 'forbidden', '`board@localhost`');
    expectError(await close((await get('/account')).body.id), 403, 'forbidden', '/portal/account');
    const { email, accountId } = await newcomer();
    const page = await signedIn(email);
    await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
    const answer = await page.call('POST', '/session/close', { body: { password: ann.password } });
    expectError(answer, 403, 'account_suspended');
  });

  test('403: the last operator cannot close the account', async () => {
    const page = openPage(service);
    const body = { token: tokenIn(service.operatorLink), password: ann.password };
    expect((await page.call('POST', '/session/reset-password', { body })).status).toBe(200);
    const closeOwn = () => page.call('POST', '/session/close', { body: { password: ann.password } });
    expectError(await closeOwn(), 403, 'forbidden', 'last operator');
    const { accountId, key } = await service.newAccount();
    await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { role: 'operator' } });
    expect((await closeOwn()).status).toBe(204);
    expect((await get('/admin/accounts', key)).status).toBe(200);
  });
});

describe.each(BACKENDS)('an account whose address is never confirmed, on %s', (_, start) => {
  test('is closed after seven days', async () => {
    const clock = testClock();
    // Nobody reads the mail.
    const service = await start({ now: clock.now, settings: { smtpUrl: 'smtp://127.0.0.1:1' } });
    const { accountId } = await signUp(service);
    const confirmed = await service.newAccount();
    const open = await service.beside();
    const sweep = () => open.database.transaction((tx) => buildAccountChanges(open).closing.closeUnconfirmed(tx));
    const isClosed = async (id: number) =>
      (await service.call('GET', `/v1/admin/accounts/${id}`)).body.closedAt !== undefined;
    clock.advance(7 * dayMs - 1);
    await sweep();
    expect(await isClosed(accountId)).toBe(false);
    clock.advance(1);
    expect(await sweep()).toBe(false);
    expect([await isClosed(accountId), await isClosed(confirmed.accountId)]).toEqual([true, false]);
  });
});
