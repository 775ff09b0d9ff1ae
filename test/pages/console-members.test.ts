import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee } from '../support/browser.ts';
import { column, row } from '../support/windows.ts';
import { ann, signUp } from './page.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();

const members = '/console/organizations/1/members';

/** Invites somebody on the page of the members. Returns the link, which is shown once. */
async function invite(page: Page, role: 'Staff' | 'Manager', email = ''): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog').getByLabel(role).check();
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create the link' }).click();
  const dialog = page.getByRole('dialog', { name: 'The invitation' });
  const link = await dialog.getByText('/portal/join#token=').innerText();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expectNotToSee(dialog);
  return link;
}

/** Creates an account on the page of an invitation. */
async function joinAs(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create an account and join' }).click();
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Console' }).first().getByRole('link');

test('a manager and staff join by links, and each sees the own part of the console', async () => {
  await addPet(service(), { name: 'Rex' });
  const operator = await open(members);
  await expectToSee(row(operator, 'operator@localhost').getByText('You', { exact: true }));
  await operator.getByRole('button', { name: 'Invite' }).click();
  await expectNoBarriers(operator);
  await operator.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const managerLink = await invite(operator, 'Manager');

  // A new account.
  const manager = await browser().open(managerLink);
  await expectToSee(manager.getByText('invites you as a manager'));
  await manager.getByRole('button', { name: 'Create an account and join' }).click();
  await expectToSee(manager.getByText('Enter an email address'));
  await expectNoBarriers(manager);
  await joinAs(manager, 'Bea', 'bea@shelter.example');
  await expectToSee(manager.getByRole('button', { name: 'Edit Rex' }));
  const ofManagers = [
    'Animals',
    'Adoptions',
    'Inbox',
    'Categories',
    'Statistics',
    'Organization',
    'Members',
    'Listing sites',
    'History',
    'Notifications',
  ];
  await expect.poll(() => navigation(manager).allTextContents()).toEqual(ofManagers);
  await expectToSee(row(operator, 'bea@shelter.example'));
  await expectToSee(operator.getByText('Nobody is invited at the moment.'));

  // An account that exists, with an animal.
  const { key } = await signUp(service());
  await service().call('POST', '/v1/pets', { key, body: { name: 'Mia', categoryId: 2 } });
  await navigation(manager).filter({ hasText: 'Members' }).click();
  const staffLink = await invite(manager, 'Staff', ann.email);
  await expectToSee(row(manager, ann.email).getByRole('button', { name: 'Withdraw' }));
  await expectNoBarriers(manager);
  const staff = await browser().open(staffLink);
  await staff.getByRole('button', { name: 'I have an account' }).click();
  await staff.getByLabel('Password', { exact: true }).fill(ann.password);
  await staff.getByRole('button', { name: 'Sign in' }).click();
  await expectToSee(staff.getByLabel('Bring my animal'));
  await expectNoBarriers(staff);
  await staff.getByRole('button', { name: 'Join', exact: true }).click();
  await expectToSee(row(staff, 'Mia').getByText(ann.name));
  await expectToSee(row(staff, 'Rex'));
  await expect
    .poll(() => navigation(staff).allTextContents())
    .toEqual(['Animals', 'Adoptions', 'Inbox', 'Categories', 'Statistics', 'Notifications']);
  await staff.goto(service().origin + members);
  await expectToSee(staff.getByText('This page is for managers'));

  // The link has ended.
  const late = await browser().open(staffLink);
  await expectToSee(late.getByRole('heading', { name: 'This invitation has ended' }));
  await late.close();

  // What others add is not for this organization's staff; what colleagues add is.
  const stranger = await service().newAccount({ email: 'stranger@shelter.example' });
  await service().call('POST', '/v1/pets', { key: stranger.key, body: { name: 'Strange', categoryId: 1 } });
  await staff.goto(`${service().origin}/console/animals`);
  await expectToSee(row(staff, 'Rex'));
  await addPet(service(), { name: 'Sunny' });
  await expectToSee(row(staff, 'Sunny'));
  await expectNotToSee(row(staff, 'Strange'));

  // Another role, and the end of the membership.
  await row(manager, ann.name).getByRole('combobox').selectOption('Manager');
  await expectToSee(navigation(staff).filter({ hasText: 'Members' }));
  await row(manager, ann.name).getByRole('button', { name: 'Remove' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNotToSee(row(manager, ann.name));
  await expectToSee(staff.getByText('The console is for shelters'));
});

test('an invited person approves an order, the audit says who it was, and nothing is left after the removal', async () => {
  const petId = await addPet(service(), { name: 'Luna' });
  const adopter = { name: 'Ann Lee', email: 'ann.lee@example.org' };
  const { body: order } = await service().call('POST', '/v1/store/orders', { body: { petId, adopter } });
  const operator = await open(members);
  const member = await browser().open(await invite(operator, 'Staff'));
  await joinAs(member, 'Cleo', 'cleo@shelter.example');
  await expectToSee(row(member, 'Luna'));
  await navigation(member).filter({ hasText: 'Adoptions' }).click();
  const card = member.getByRole('article', { name: `Adoption ${order.id}` });
  await expectToSee(card.getByText('Ann Lee'));
  await card.getByRole('button', { name: 'Approve' }).click();
  await member.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expectToSee(column(member, 'Ready to go home').getByRole('article', { name: `Adoption ${order.id}` }));

  await navigation(operator).filter({ hasText: 'History' }).click();
  await expectToSee(operator.getByText(`Cleo approved adoption ${order.id} of Luna.`));
  await operator.goto(service().origin + members);
  await row(operator, 'cleo@shelter.example').getByRole('button', { name: 'Remove' }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectToSee(member.getByText('The console is for shelters'));
  await expectNotToSee(member.getByText('Luna'));
  // Neither does the service answer what an open page could still ask for.
  const ask = `Promise.all(['store/orders', 'organizations/1/messages', 'organizations/1/members'].map(
    async (path) => (await fetch('/v1/' + path, { headers: { 'x-petstore-page': '1' } })).text()))`;
  expect(await member.evaluate<string[]>(ask)).toEqual([
    '[]',
    expect.stringContaining('forbidden'),
    expect.stringContaining('forbidden'),
  ]);
});
