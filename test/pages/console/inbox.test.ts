import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { visitorsOf } from '../../orders/callers.ts';
import { newMember } from '../../organizations/members.ts';
import { addPet } from '../../support/answers.ts';
import { barriersIn, expectNotToSee, expectNoBarriers, expectToSee, PHONE } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestService } from '../../support/service.ts';
import { follow, operatorPassword, openAs } from '../../support/windows.ts';
import { openPage } from '../page.ts';
import { consoleScene } from '../scene.ts';

const { browser, open, service } = consoleScene();
const ann = { name: 'Ann Lee', email: 'ann@example.org' };
let website: string;
let petId: number;
let colleague: TestService;

const send = (body: object) => service().call('POST', '/v1/messages', { key: website, body });
const inbox = async () => (await service().call('GET', '/v1/admin/inbox')).body as { id: string; state: string }[];
const thread = async (message: RegExp) =>
  (await inbox()).find((found) => message.test((found as unknown as { message: string }).message))!;
const item = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('link').filter({ hasText: text });
const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent');
const opened = (page: Page) => page.getByRole('region', { name: 'Message', exact: true });
const state = (page: Page, name: string) => page.getByRole('navigation', { name: 'State' }).getByRole('link', { name });

beforeAll(async () => {
  website = (await service().newAccount({ email: 'website@example.org' })).key;
  colleague = await newMember(service(), 1, 'staff');
  petId = await addPet(service(), { name: 'Rex' });
  await send({ message: 'Is Rex good with cats?\n\nWe have two.', petId, from: ann });
  await send({ message: 'About Rex (animal 1):\n\nMay I come?\n\nFrom Bob, bob@example.org' });
  await send({ message: 'A program wrote this.', petId });
  await eventually(async () => (await inbox()).length === 3);
});

test('answers, assigns and closes in place, with what waits in the navigation and the title', async () => {
  const page = await open('/console/inbox', { viewport: { width: 1440, height: 900 } });
  await expectToSee(page.getByRole('link', { name: 'Inbox 3 waiting' }).first());
  await expect.poll(() => page.title()).toBe('(3) Inbox');
  await expect.poll(() => state(page, 'Open').textContent()).toBe('Open 3');
  const [openTab, answeredTab] = await Promise.all(['Open', 'Answered'].map((name) => state(page, name).boundingBox()));
  expect(answeredTab!.x - openTab!.x - openTab!.width).toBeGreaterThan(8);

  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Add a template' }).click();
  await page.getByLabel('Name').fill('Come and see');
  await page.getByLabel('Text').fill('Dear {name},\n\ncome and see {animal}.\n\n{weather}');
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByRole('button', { name: 'Edit Come and see' }));
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expectNotToSee(page.getByRole('dialog'));

  // Newest first.
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toContain('A program wrote this.');
  for (const key of 'jjjk') await page.keyboard.press(key);
  await expect.poll(() => focused(page)).toContain('May I come?');
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toContain('Is Rex good with cats?');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Ann Lee');
  await expectToSee(opened(page).getByRole('link', { name: 'Rex' }));
  await opened(page).getByLabel('Begin with a template').selectOption('Come and see');
  const answer = opened(page).getByLabel('Your answer');
  await expect.poll(() => answer.inputValue()).toBe('Dear Ann Lee,\n\ncome and see Rex.\n\n{weather}');
  await expectNoBarriers(page);

  // What was typed stays while another page is visited.
  await answer.fill('Dear Ann,\n\ncome and see him.');
  await item(page, 'May I come?').click();
  await expectToSee(opened(page).getByText('bob@example.org'));
  expect(await opened(page).getByRole('link', { name: 'Write in your mail program' }).getAttribute('href')).toBe(
    'mailto:bob%40example.org',
  );
  await page.goBack();
  await expectToSee(opened(page).getByText('ann@example.org'));
  await expect.poll(() => answer.inputValue()).toBe('Dear Ann,\n\ncome and see him.');

  // A colleague is quicker, and the page does not know it yet.
  const { id } = await thread(/^Is Rex/);
  let isAnswered = false;
  await page.route(`**/v1/inbox/${id}/answers`, async (route) => {
    if (!isAnswered) await colleague.call('POST', `/v1/inbox/${id}/answers`, { body: { message: 'Yes, he is.' } });
    isAnswered = true;
    await route.continue();
  });
  await opened(page).getByRole('button', { name: 'Keep the answer' }).click();
  await expectToSee(opened(page).getByText('A colleague has changed this message meanwhile.'));
  await expectToSee(opened(page).getByText('Yes, he is.'));
  await opened(page).getByRole('button', { name: 'Keep the answer' }).click();
  await expectToSee(opened(page).getByRole('listitem').getByText('come and see him.'));
  await expect.poll(() => answer.inputValue()).toBe('');
  await expectToSee(item(page, 'Is Rex good with cats?').getByText('Answered'));
  await expect.poll(() => page.title()).toBe('(2) Inbox');

  await opened(page).getByLabel('Assigned to').selectOption('Assigned to me');
  await expect.poll(async () => (await service().call('GET', `/v1/inbox/${id}`)).body.assigneeId).toBe(1);
  await opened(page).getByRole('button', { name: 'Close' }).click();
  await expectToSee(opened(page).getByRole('button', { name: 'Reopen' }));
  await state(page, 'Closed').click();
  await expectToSee(item(page, 'Is Rex good with cats?'));
  await page.getByRole('combobox', { name: 'Assigned to' }).first().selectOption('Assigned to nobody');
  await expectToSee(page.getByText('Nothing closed'));
  await expectNoBarriers(page);

  await send({ message: 'One more?', petId });
  await service().call('POST', '/v1/store/orders', { key: website, body: { petId } });
  await expect.poll(() => page.title()).toBe('(4) Inbox');
  await expectToSee(page.getByRole('link', { name: 'Adoptions 1 waiting' }).first());
});

test('the animals of all messages are read with one request', async () => {
  const other = await addPet(service(), { name: 'Bo' });
  await send({ message: 'And Bo?', petId: other });
  await eventually(async () => (await thread(/^And Bo/)) !== undefined);
  const page = await open('/console/categories');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/pets?')) asked.push(new URL(request.url()).searchParams.get('ids') ?? '');
  });
  await follow(page, '/console/inbox');
  await expectToSee(item(page, 'And Bo?').getByText('Bo', { exact: true }));
  await expectToSee(item(page, 'A program wrote this.').getByText('Rex', { exact: true }));
  expect(asked.map((ids) => ids.split(',').toSorted())).toEqual([[String(petId), String(other)].toSorted()]);
});

test('a search finds messages of every state, by words, person and animal', async () => {
  const id = (await thread(/^A program/)).id;
  await service().call('PATCH', `/v1/inbox/${id}`, { body: { state: 'closed' } });
  const page = await open('/console/inbox');
  const search = page.getByRole('searchbox', { name: 'Search person, animal, words' });
  // A pause after a space keeps it.
  await search.pressSequentially('program ');
  await expect.poll(() => page.evaluate('location.search')).toContain('q=program');
  await search.pressSequentially('wrote');
  expect(await search.inputValue()).toBe('program wrote');
  await expectToSee(item(page, 'A program wrote this.').getByText('Closed'));
  await expectNotToSee(item(page, 'May I come?'));
  await state(page, 'Open').click();
  await expectToSee(page.getByText('No messages match'));
  await page.goBack();
  await search.fill('ann@example');
  await expectToSee(item(page, 'Is Rex good with cats?'));
  await search.fill('');
  await expectNotToSee(item(page, 'A program wrote this.'));
  await service().call('PATCH', `/v1/inbox/${id}`, { body: { state: 'open' } });
});

test('on a phone, the list and the message are pages of their own', async () => {
  const page = await open('/console/inbox', PHONE);
  await expectToSee(item(page, 'May I come?'));
  await expectNotToSee(page.getByText('No message is open'));
  expect(await barriersIn(page)).toEqual([]);
  await item(page, 'A program wrote this.').click();
  await expectToSee(opened(page).getByText('The sender gave no address'));
  await expectNotToSee(item(page, 'May I come?'));
  await expectToSee(opened(page).getByRole('link', { name: 'website@example.org' }));
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('link', { name: 'All messages' }).click();
  await expectToSee(item(page, 'May I come?'));
});

test('whoever signs in next in the same window reads no draft of the one before', async () => {
  const other = openPage(service());
  await other.signIn('operator@localhost', operatorPassword);
  const page = await openAs(browser(), service(), other, '/console/inbox');
  await item(page, 'A program wrote this.').click();
  await opened(page).getByLabel('Your answer').fill('Between us: no.');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill('operator@localhost');
  await page.getByLabel('Password').fill(operatorPassword);
  await page.keyboard.press('Enter');
  await expect.poll(() => opened(page).getByLabel('Your answer').inputValue()).toBe('');
});

test('what an adopter writes through the link to an adoption leads to the adoption', async () => {
  const visitor = await visitorsOf(service());
  const adopter = { ...ann, email: 'nala@example.org' };
  const body = { petId: await addPet(service(), { name: 'Nala' }), adopter, locale: 'pl' };
  const { body: order } = await visitor.call('POST', '/v1/store/orders', { body });
  const headers = { authorization: `Bearer ${order.reservationUrl.split('#')[1]}` };
  const message = { message: 'May my mother come along?' };
  const { status } = await service().call('POST', '/v1/reservation/messages', { key: null, headers, body: message });
  expect(status).toBe(202);
  const page = await open('/console/inbox');
  await item(page, 'May my mother come along?').click();
  await expectToSee(opened(page).getByText('nala@example.org · Polish').first());
  await opened(page)
    .getByRole('link', { name: `Adoption ${order.id}` })
    .first()
    .click();
  await page.waitForURL(`**/console/orders/${order.id}`);
  await expectToSee(page.getByRole('term').filter({ hasText: 'Language' }));
});
