import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { invited } from '../organizations/members.ts';
import { petStatus } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { barriersIn, expectNotToSee, expectToSee } from '../support/browser.ts';
import { column, openAs } from '../support/windows.ts';
import { ann, openPage, type Page as Visitor } from './page.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();

/** Signed in: staff of the first organization, and of one that is not listed yet. */
let riverside: Visitor;
let hilltop: Visitor;
const animals: Record<'Rex' | 'Mia' | 'Goat', number> = { Rex: 0, Mia: 0, Goat: 0 };

beforeAll(async () => {
  const { body: organization } = await service().call('POST', '/v1/organizations', {
    body: { name: 'Hilltop Rescue' },
  });
  const staffOf = async (id: number, email: string): Promise<Visitor> => {
    const visitor = openPage(service());
    const token = await invited(service(), id, { role: 'staff' });
    const { status, text } = await visitor.call('POST', '/session/join', { body: { ...ann, email, token } });
    expect(status, text).toBe(200);
    return visitor;
  };
  riverside = await staffOf(1, 'bea@riverside.example');
  hilltop = await staffOf(organization.id, 'cleo@hilltop.example');
  animals.Rex = await addPet(service(), { name: 'Rex' });
  animals.Mia = await addPet(service(), { name: 'Mia' });
  const goat = await hilltop.call('POST', '/v1/pets', { body: { name: 'Goat', categoryId: 1 } });
  animals.Goat = goat.body.id;

  const { key } = await service().newAccount({ email: 'site@example.org' });
  for (const [name, petId] of Object.entries(animals)) {
    const adopter = { name: 'Ann Lee', email: 'ann.lee@example.org' };
    await service().call('POST', '/v1/store/orders', { key, body: { petId, adopter } });
    await service().call('PATCH', `/v1/organizations/${organization.id}`, { body: { listed: true } });
    await service().call('POST', '/v1/messages', { key, body: { petId, message: `May I meet ${name}?` } });
    await service().call('PATCH', `/v1/organizations/${organization.id}`, { body: { listed: false } });
  }
});

/** The names of the animals whose orders the page shows. */
const shownOn = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

test('members see the orders and messages of their organization, and learn why a name is withheld', async () => {
  const page = await openAs(browser(), service(), hilltop, '/console/orders');
  await expectToSee(page.getByText('Name withheld: your organization was not listed when the order was placed.'));
  expect(await shownOn(page)).toEqual(['Goat']);
  expect(await page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0);
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Inbox' }).click();
  await expectToSee(page.getByText('May I meet Goat?'));
  expect(await page.getByText(/May I meet/).count()).toBe(1);
  await page.context().close();
});

test('an operator chooses the organization whose orders and messages are shown', async () => {
  const page = await open('/console/orders');
  await expect.poll(() => shownOn(page)).toEqual(['Goat', 'Mia', 'Rex']);
  const organization = page.getByRole('combobox', { name: 'Organization' });
  await organization.selectOption('Hilltop Rescue');
  await expect.poll(() => shownOn(page)).toEqual(['Goat']);
  await expectToSee(page.getByRole('article').getByText('Ann Lee'));
  await page.goto(`${service().origin}/console/inbox`);
  await expectToSee(page.getByText('May I meet Rex?'));
  await organization.selectOption('Hilltop Rescue');
  await expectNotToSee(page.getByText('May I meet Rex?'));
  await expectToSee(page.getByText('May I meet Goat?'));
  await page.context().close();
});

test('cancels all open orders of a person, for the animals of the organization only', async () => {
  const page = await openAs(browser(), service(), riverside, '/console/orders');
  await page.getByRole('button', { name: 'Cancel all 2 open orders of Ann Lee' }).first().click();
  const dialog = page.getByRole('dialog');
  await expectToSee(dialog.getByText('ann.lee@example.org'));
  expect(await barriersIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel all 2' }).click();
  await expectToSee(page.getByText('2 orders were cancelled.'));
  await expect.poll(() => shownOn(page)).toEqual([]);
  const statuses = Object.values(animals).map((id) => petStatus(service(), id));
  expect(await Promise.all(statuses)).toEqual(['available', 'available', 'pending']);
  await page.context().close();
});

test('an operator still reads a withheld name when somebody approves the order', async () => {
  const organization = (listed: boolean) => service().call('PATCH', '/v1/organizations/1', { body: { listed } });
  await organization(false);
  const petId = await addPet(service(), { name: 'Kit' });
  const { key } = await service().newAccount({ email: 'other-site@example.org' });
  const adopter = { name: 'Bob', email: 'bob@example.org' };
  const { body: order } = await service().call('POST', '/v1/store/orders', { key, body: { petId, adopter } });
  const page = await open('/console/orders');
  await expectToSee(column(page, 'Placed').getByText('bob@example.org'));
  await riverside.call('POST', `/v1/store/orders/${order.id}/approve`);
  const approved = column(page, 'Approved').getByRole('article', { name: `Order ${order.id}` });
  await expectToSee(approved.getByText('bob@example.org'));
  await organization(true);
  await page.context().close();
});
