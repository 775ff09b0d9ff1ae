import { describe, expect, test } from 'vitest';
import type { Changes } from '../../src/accounts/account-changes.ts';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import { newcomers } from '../pages/page.ts';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock } from '../support/service.ts';

const list = '/v1/admin/accounts';

describe.each(BACKENDS)('the standing of accounts on %s', (_, start) => {
  const clock = testClock();
  const newcomer = newcomers(() => service, clock);

  const service = sharedService(start, { now: clock.now });

  const change = (accountId: number, body: unknown, key = service.operatorKey) =>
    service.call('PATCH', `${list}/${accountId}`, { key, body });
  const own = async (key: string) => (await service.call('GET', '/v1/account', { key })).body;
  const isOperator = async (key: string) => (await service.call('GET', list, { key })).status === 200;
  const boardId = async () => {
    await service.call('GET', '/page-settings', { key: null });
    return (await service.call('GET', `${list}?email=board@localhost`)).body[0].id;
  };

  test('an operator makes another account an operator, from its next request on, and takes the role again', async () => {
    const { key, accountId } = await newcomer();
    expect(await isOperator(key)).toBe(false);
    expect((await change(accountId, { role: 'operator' })).body).toMatchObject({ role: 'operator', approved: true });
    expect(await isOperator(key)).toBe(true);
    expect((await change(accountId, { role: 'member' })).body).toMatchObject({ role: 'member', approved: true });
    expect(await isOperator(key)).toBe(false);
    expectError(await change(accountId, { role: 'owner' }), 400, 'invalid_body', '`role` must be one of `member`');
  });

  test('403: operators cannot take the role from themselves', async () => {
    const { key, accountId } = await service.newAccount();
    await change(accountId, { role: 'operator' });
    expectError(await change(accountId, { role: 'member' }, key), 403, 'forbidden', 'role');
    expect((await change(accountId, { role: 'operator' }, key)).status).toBe(200);
    await change(accountId, { role: 'member' });
  });

  test('two operators who remove each other at the same moment leave one operator', async () => {
    const { database, accounts } = await service.beside();
    const set = (accountId: number, changes: Changes) =>
      database.transaction((tx) => accounts.change(tx, accountId, changes, COMMAND_LINE));
    const { id: first } = await own(service.operatorKey);
    const { accountId: other } = await service.newAccount();
    const demoted = { role: 'member' } as const;
    const suspended = { suspended: true };
    const pairs: [Changes, Changes][] = [
      [demoted, demoted],
      [suspended, suspended],
      [demoted, suspended],
    ];
    for (const [ofFirst, ofOther] of pairs) {
      await set(other, { role: 'operator', suspended: false });
      const results = await Promise.allSettled([set(first, ofFirst), set(other, ofOther)]);
      const [refused, ...more] = results.filter(({ status }) => status === 'rejected');
      expect([refused, more]).toMatchObject([{ reason: { message: expect.stringContaining('last operator') } }, []]);
      await set(first, { role: 'operator', suspended: false });
    }
    await set(other, { role: 'member', suspended: false });
  });

  test('the last operator can be neither demoted nor suspended at the command line', async () => {
    const { database, accounts } = await service.beside();
    const { id } = await own(service.operatorKey);
    for (const changes of [{ role: 'member' }, { suspended: true }] as const)
      await expect(database.transaction((tx) => accounts.change(tx, id, changes, COMMAND_LINE))).rejects.toThrow(
        'last operator',
      );
  });

  test('a sign-up is not approved, an account of the command line is; an operator decides', async () => {
    const stranger = await newcomer();
    const made = await service.newAccount();
    expect([await own(stranger.key), await own(made.key)]).toMatchObject([{ approved: false }, { approved: true }]);
    expect((await change(stranger.accountId, { approved: true })).body).toMatchObject({ approved: true });
    expect((await change(stranger.accountId, { approved: false })).body).toMatchObject({ approved: false });
  });

  test('the account of the board can be neither suspended nor given a role', async () => {
    const board = await boardId();
    for (const body of [{ suspended: true }, { role: 'operator' }])
      expectError(await change(board, body), 403, 'forbidden', '`board@localhost`');
    expect((await change(board, { suspended: false, role: 'member', plan: 'business' })).status).toBe(200);
  });

  test('the account of the board cannot be signed in to', async () => {
    const link = await service.call('POST', `${list}/${await boardId()}/password-link`);
    expectError(link, 403, 'forbidden', '`board@localhost`');
  });

  test('an operator lets an account join, move and leave; its animals stay with the organization', async () => {
    const { key, accountId } = await newcomer();
    const added = await service.call('POST', '/v1/organizations', { body: { name: 'Hillside Rescue' } });
    const join = (organization: unknown) => change(accountId, { organization });
    const staff = { id: 1, role: 'staff' };
    expect((await join(staff)).body.organization).toEqual(staff);
    const petId = await addPet(service, {}, key);
    expect((await join({ ...staff, role: 'manager' })).body.organization).toEqual({ id: 1, role: 'manager' });
    expect((await join({ id: added.body.id, role: 'staff' })).body.organization.id).toBe(added.body.id);
    expect((await service.call('DELETE', `/v1/pets/${petId}`, { key })).status).toBe(403);
    expect((await join(null)).body).not.toHaveProperty('organization');
    expect((await join(null)).status).toBe(200);
    const { body: events } = await service.call('GET', '/v1/events?types=account.joined,account.left', { key });
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'account.joined',
      'account.left',
      'account.joined',
      'account.left',
    ]);
    expectError(await join({ id: 999, role: 'staff' }), 404, 'organization_not_found', '`organization.id`');
    expectError(await join({ id: 1 }), 400, 'invalid_body', '`organization.role` is required');
    expectError(await change(await boardId(), { organization: staff }), 403, 'forbidden', '`board@localhost`');
  });

  test('GET finds accounts by address and by organization', async () => {
    const { accountId, email } = await newcomer();
    const find = async (query: string) => (await service.call('GET', `${list}?${query}`)).body;
    expect(await find(`email=${email.toUpperCase()}`)).toMatchObject([{ id: accountId, email }]);
    expect(await find('email=nobody@shelter.example')).toEqual([]);
    expect(await find('organizationId=1')).toMatchObject([{ email: 'operator@localhost', organization: { id: 1 } }]);
    expect(await find('awaiting=approval')).toEqual([]);
    expectError(await service.call('GET', `${list}?awaiting=money`), 400, 'invalid_parameter', '`awaiting`');
    expectError(await service.call('GET', `${list}?organizationId=x`), 400, 'invalid_parameter', '`organizationId`');
  });

  test('PATCH /account corrects the name, and removes it with null', async () => {
    const { key } = await newcomer();
    const rename = (name: unknown) => service.call('PATCH', '/v1/account', { key, body: { name } });
    expect((await rename('  Riverside Rescue ')).body).toEqual({ ...(await own(key)), name: 'Riverside Rescue' });
    expect((await rename(null)).body).not.toHaveProperty('name');
    expectError(await rename(''), 400, 'invalid_body', '`name`');
  });
});
