import { expect, test } from 'vitest';
import { expectNoBarriers, expectNotToSee, expectToSee } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { row } from '../support/windows.ts';
import { ann, signUp } from './page.ts';
import { consoleScene } from './scene.ts';

const { service, browser, open } = consoleScene({ settings: { signup: 'approved' } });

test('an operator finds who waits, approves the account, gives it an organization and a role, and closes it', async () => {
  const { key, accountId } = await signUp(service(), ann);
  const now = async () => (await service().call('GET', `/v1/admin/accounts/${accountId}`)).body;
  const page = await open('/console/accounts');
  await expectToSee(row(page, ann.email).getByText('Awaits approval'));
  await page.getByLabel('Awaiting approval').check();
  await expectNotToSee(row(page, 'operator@localhost'));
  await page.getByRole('link', { name: ann.email }).click();
  await expectToSee(page.getByText('The account works once you approve it.'));
  await expectNoBarriers(page);

  expect((await service().call('GET', '/v1/pets', { key })).body.code).toBe('account_not_approved');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectToSee(page.getByText('The account was approved.'));
  expect((await service().call('GET', '/v1/pets', { key })).status).toBe(200);

  await page.getByLabel('Member of').selectOption('Our shelter');
  await page.getByLabel('Role in the organization').selectOption('Manager');
  await page.getByRole('button', { name: 'Save membership' }).click();
  await expectToSee(page.getByText('The membership was saved.'));
  expect((await now()).organization).toEqual({ id: 1, role: 'manager' });
  await page.getByLabel('Member of').selectOption('No organization');
  // Somebody else changes the account.
  await service().call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { plan: 'pro' } });
  await page.getByRole('button', { name: 'Save membership' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectToSee(page.getByText('Current limits: 300 a minute, 10,000 a day.'));
  await page.getByLabel('Member of').selectOption('No organization');
  await page.getByRole('button', { name: 'Save membership' }).click();
  await expectNotToSee(page.getByLabel('Role in the organization'));
  await eventually(async () => !('organization' in (await now())));

  await page.getByRole('button', { name: 'Make operator' }).click();
  await expectToSee(page.getByText('Operators see and change everything'));
  await page.getByRole('button', { name: 'Take the role away' }).click();
  await expectToSee(page.getByRole('button', { name: 'Make operator' }));
  expect((await now()).role).toBe('member');

  await page.getByRole('button', { name: 'Close the account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click();
  await expectToSee(page.getByText('Closed', { exact: true }));
  await expectNotToSee(page.getByRole('button', { name: 'Suspend' }));
  expect(await now()).toMatchObject({ email: `closed-${accountId}@localhost` });
});

test('operators can neither give up the role nor close themselves here', async () => {
  const page = await open('/console/accounts/1');
  await expectToSee(page.getByText('Only another operator can take the role from you.'));
  expect(await page.getByRole('button', { name: 'Take the role away' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Close the account' }).count()).toBe(0);
});

test('a board whose key is revoked says so, until an operator makes another in the console', async () => {
  const board = await browser().open(`${service().origin}/`);
  await expectToSee(board.getByRole('heading', { name: 'Looking for a home', exact: true }));
  const { accounts, database } = await service().beside();
  const account = await accounts.findByEmail('board@localhost');
  const [newest] = await accounts.keys.list(account!.id, 1);
  const key = /ppk_live_\w{38}/.exec(await board.content())?.[0] ?? '';
  await accounts.keys.revoke(newest!.id, { type: 'command_line' });
  await database.close();
  // The service learns of it within a second.
  await eventually(async () => (await service().call('GET', '/v1/pets', { key })).status === 401);
  await board.reload();
  await expectToSee(board.getByRole('heading', { name: 'This board is switched off' }));
  await expectToSee(board.getByText('or with petstore keys board.'));
  await expectNoBarriers(board);

  const page = await open(`/console/accounts/${account!.id}`);
  await page.getByRole('button', { name: 'Make another key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
  await expectToSee(page.getByText('The board has a new key.'));
  await expectToSee(page.getByRole('button', { name: 'Replace the key' }));
  await board.getByRole('button', { name: 'Reload the page' }).click();
  await expectToSee(board.getByRole('heading', { name: 'Looking for a home', exact: true }));
});
