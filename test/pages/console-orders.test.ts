import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { invited } from '../organizations/members.ts';
import { newImage } from '../pets/photos/images.ts';
import { petStatus } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { barriersIn, expectNoBarriers, expectNotToSee, expectToSee, shiftsOf } from '../support/browser.ts';
import { column, follow, openAs, row, tabTo } from '../support/windows.ts';
import { ann, openPage, type Page as Visitor } from './page.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();
const WIDE = { viewport: { width: 1440, height: 900 } };

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
    const { status, text, body } = await visitor.call('POST', '/session/join', { body: { ...ann, email, token } });
    expect(status, text).toBe(200);
    // A test is quicker than people.
    await service().call('PATCH', `/v1/admin/accounts/${body.account.id}`, { body: { plan: 'business' } });
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

/** What one can point at, and is smaller than 24 pixels. WCAG 2.5.8. */
const smallTargetsOn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
    .map((target) => [(target.closest('label') ?? target).getBoundingClientRect(), target.outerHTML])
    .filter(([{ width, height }]) => width > 0 && Math.min(width, height) < 24)
    .map(([, html]) => html)`);

/** The names of the animals whose orders the page shows. */
const shownOn = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

test('members see the orders and messages of their organization, and learn why a name is withheld', async () => {
  const page = await openAs(browser(), service(), hilltop, '/console/orders');
  await expectToSee(page.getByText('Name withheld: your organization was not listed when the animal was reserved.'));
  await expect.poll(() => shownOn(page)).toEqual(['Goat']);
  expect(await page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0);
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Inbox' }).click();
  await expectToSee(page.getByText('May I meet Goat?'));
  expect(await page.getByText(/May I meet/).count()).toBe(1);
});

test('an operator chooses the organization whose orders and messages are shown', async () => {
  const page = await open('/console/orders');
  await expect.poll(() => shownOn(page)).toEqual(['Rex', 'Mia', 'Goat']);
  const organization = page.getByRole('combobox', { name: 'Organization' });
  await organization.selectOption('Hilltop Rescue');
  await expect.poll(() => shownOn(page)).toEqual(['Goat']);
  await expectToSee(page.getByRole('article').getByText('Ann Lee'));
  await page.goto(`${service().origin}/console/inbox`);
  await expectToSee(page.getByText('May I meet Rex?'));
  await organization.selectOption('Hilltop Rescue');
  await expectNotToSee(page.getByText('May I meet Rex?'));
  await expectToSee(page.getByText('May I meet Goat?'));
});

test('cancels all open orders of a person, for the animals of the organization only', async () => {
  const page = await openAs(browser(), service(), riverside, '/console/orders');
  await column(page, 'Reserved').getByRole('link', { name: 'Mia' }).click();
  const panel = page.getByRole('complementary', { name: /^Adoption / });
  await panel.getByRole('button', { name: 'Cancel all 2 open adoptions of Ann Lee' }).click();
  const dialog = page.getByRole('dialog');
  await expectToSee(dialog.getByText('ann.lee@example.org'));
  expect(await barriersIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel all 2' }).click();
  await expectToSee(page.getByText('2 adoptions cancelled.'));
  await expect.poll(() => shownOn(page)).toEqual([]);
  await expectToSee(panel.getByText(/^Cancelled .*now$/));
  const statuses = Object.values(animals).map((id) => petStatus(service(), id));
  expect(await Promise.all(statuses)).toEqual(['available', 'available', 'pending']);
});

test('an operator still reads a withheld name when somebody approves the order', async () => {
  const organization = (listed: boolean) => service().call('PATCH', '/v1/organizations/1', { body: { listed } });
  await organization(false);
  const petId = await addPet(service(), { name: 'Kit' });
  const { key } = await service().newAccount({ email: 'other-site@example.org' });
  const adopter = { name: 'Bob', email: 'bob@example.org' };
  const { body: order } = await service().call('POST', '/v1/store/orders', { key, body: { petId, adopter } });
  const page = await open('/console/orders');
  await expectToSee(column(page, 'Reserved').getByText('bob@example.org'));
  await riverside.call('POST', `/v1/store/orders/${order.id}/approve`);
  const approved = column(page, 'Ready to go home').getByRole('article', { name: `Adoption ${order.id}` });
  await expectToSee(approved.getByText('bob@example.org'));
  await organization(true);
});

test('staff mark an adoption as paid with its fee, and take that back, on every width', async () => {
  const adoptionFee = { amount: 12_500, currency: 'USD', display: false };
  const petId = await addPet(service(), { name: 'Penny', profile: { adoptionFee } });
  const adopter = { name: 'Pia Poe', email: 'pia@example.org' };
  // Who placed it is another side, whose events do not say what was paid.
  const { key } = await service().newAccount({ email: 'third-site@example.org' });
  const { body: order } = await service().call('POST', '/v1/store/orders', { key, body: { petId, adopter } });
  const page = await openAs(browser(), service(), riverside, `/console/orders/${order.id}`, WIDE);
  const panel = page.getByRole('complementary', { name: `Adoption ${order.id}` });
  const card = (name: string) => column(page, name).getByRole('article', { name: `Adoption ${order.id}` });
  await tabTo(page, panel.getByRole('button', { name: 'Mark US$125 as paid' }));
  await page.keyboard.press('Enter');
  await expectToSee(panel.getByText(/^US\$125 · Paid/));
  await expectToSee(panel.getByText('Riverside Shelter marked it as paid.'));
  await expectToSee(card('Reserved').getByText('Paid', { exact: true }));
  await expectNoBarriers(page, WIDE);
  await service().call('POST', `/v1/store/orders/${order.id}/approve`);
  await expectToSee(card('Ready to go home').getByText('Paid', { exact: true }));
  await panel.getByRole('button', { name: 'Take back (paid)' }).click();
  await expectToSee(panel.getByRole('button', { name: 'Mark US$125 as paid' }));
  await expectToSee(panel.getByText('Riverside Shelter took back that it is paid.'));
  await expectNotToSee(card('Ready to go home').getByText('Paid', { exact: true }));
  await expectNoBarriers(page, WIDE);
  // A colleague marks it.
  await service().call('PUT', `/v1/store/orders/${order.id}/payment`);
  await expectToSee(panel.getByRole('button', { name: 'Take back (paid)' }));
  await follow(page, `/console/animals/${petId}`);
  await expectToSee(
    page
      .getByRole('list', { name: 'History of this animal' })
      .getByText(/marked .* as paid/)
      .first(),
  );
});

test('who marks an adoption as paid by pressing twice does not take that back', async () => {
  const petId = await addPet(service(), { name: 'Twice', profile: { adoptionFee: { amount: 9000, currency: 'USD' } } });
  const { body: order } = await service().call('POST', '/v1/store/orders', { body: { petId } });
  const page = await openAs(browser(), service(), riverside, `/console/orders/${order.id}`, WIDE);
  const panel = page.getByRole('complementary', { name: `Adoption ${order.id}` });
  await tabTo(page, panel.getByRole('button', { name: 'Mark US$90 as paid' }));
  await page.clock.install();
  // Until it arrives there, the clock of the page goes on.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('Enter');
  await expectToSee(panel.getByText(/^US\$90 · Paid/));
  await page.keyboard.press('Enter');
  await page.clock.runFor(1000);
  await page.keyboard.press('Enter');
  await expectToSee(panel.getByRole('button', { name: 'Mark US$90 as paid' }));
  const { body: history } = await service().call('GET', `/v1/audit?orderId=${order.id}`);
  expect(history.map(({ type }: { type: string }) => type)).toEqual(['order.unpaid', 'order.paid', 'order.placed']);
  await page.clock.resume();
  await service().call('POST', `/v1/store/orders/${order.id}/cancel`);
});

test('a paid adoption that no list shows stays paid when an event leaves that out', async () => {
  const petId = await addPet(service(), { name: 'Fern' });
  const { key } = await service().newAccount({ email: 'fifth-site@example.org' });
  const adopter = { name: 'Flo', email: 'flo@example.org' };
  const { body: order } = await service().call('POST', '/v1/store/orders', { key, body: { petId, adopter } });
  const move = (name: string) => service().call('POST', `/v1/store/orders/${order.id}/${name}`);
  await service().call('PUT', `/v1/store/orders/${order.id}/payment`);
  for (const name of ['approve', 'deliver']) await move(name);
  const page = await openAs(browser(), service(), riverside, '/console/orders', WIDE);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const read = page.waitForResponse((response) => response.url().includes('status=returned'));
  await follow(page, '/console/orders?show=returned');
  await read;
  await move('return');
  await expectToSee(page.getByRole('row', { name: /Fern/ }).getByText('Paid', { exact: true }));
});

test('nobody is asked for a fee that is waived', async () => {
  const petId = await addPet(service(), { name: 'Gratis', profile: { adoptionFee: { waived: true } } });
  const { body: order } = await service().call('POST', '/v1/store/orders', { body: { petId } });
  const page = await openAs(browser(), service(), riverside, `/console/orders/${order.id}`, WIDE);
  const panel = page.getByRole('complementary', { name: `Adoption ${order.id}` });
  await expectToSee(panel.getByText('Waived'));
  await expectNotToSee(panel.getByRole('button', { name: /paid/ }));
  await service().call('POST', `/v1/store/orders/${order.id}/cancel`);
});

test('an order that changes while its list is read is shown as it is now', async () => {
  const petId = await addPet(service(), { name: 'Dot' });
  const { body: order } = await service().call('POST', '/v1/store/orders', { body: { petId } });
  const page = await open('/console/orders?q=nobody');
  await expectToSee(column(page, 'Ready to go home').getByText('No adoptions match.'));
  const [read, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/v1/store/orders?*status=placed*', async (route) => {
    const response = await route.fetch();
    read.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  await follow(page, '/console/orders');
  await read.promise;
  await riverside.call('POST', `/v1/store/orders/${order.id}/approve`);
  const card = (name: string) => column(page, name).getByRole('article', { name: `Adoption ${order.id}` });
  await expectToSee(card('Ready to go home'));
  held.resolve();
  await expectToSee(column(page, 'Reserved').getByText('Goat'));
  expect(await card('Reserved').count()).toBe(0);
});

test('the desk by keyboard: search, approve with a visit, note, history, several at once, and an order at the desk', async () => {
  const long = 'We have a garden and two quiet children. '.repeat(8).trim();
  const names = ['Łatka', 'Bruno', 'Coco'];
  const ids: Record<string, number> = {};
  for (const name of names) {
    const petId = await addPet(service(), { name });
    const adopter = { name: `Zoë ${name}`, email: `${name.length}@families.example`, phone: '+49 69 0100' };
    const { key } = await service().newAccount({ email: `${name.length}-${petId}@sites.example` });
    const { body } = await service().call('POST', '/v1/store/orders', { key, body: { petId, adopter, note: long } });
    ids[name] = body.id;
  }
  const photo = { body: await newImage(), headers: { 'content-type': 'image/jpeg' } };
  const { body: latka } = await service().call('GET', `/v1/store/orders/${ids['Łatka']}`);
  expect((await service().call('POST', `/v1/pets/${latka.petId}/photos`, photo)).status).toBe(201);
  await addPet(service(), { name: 'Walk-in' });
  const page = await openAs(browser(), service(), riverside, '/console/orders', WIDE);
  // What expires soonest comes first.
  await expect.poll(async () => (await shownOn(page)).filter((name) => names.includes(name))).toEqual(names);
  expect(await shiftsOf(page)).toBeLessThan(0.05);
  await expectNoBarriers(page, WIDE);

  const placed = column(page, 'Reserved');
  await expectToSee(placed.getByRole('heading', { level: 2, name: /^Reserved \d$/ }));
  const card = placed.getByRole('article', { name: `Adoption ${ids['Łatka']}` });
  expect(await card.getByText('garden').textContent()).toMatch(/children\.$/);
  await expectToSee(card.locator('img'));
  await tabTo(page, card.getByRole('button', { name: 'Show all' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => card.getByText('garden').textContent()).toBe(long);

  const search = page.getByRole('searchbox', { name: 'Search by name, email, answer or animal' });
  await search.fill('zoe latka');
  await expect.poll(() => shownOn(page)).toEqual(['Łatka']);
  await card.getByRole('link', { name: 'Łatka', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/orders/${ids['Łatka']}?q=zoe+latka`);
  const panel = page.getByRole('complementary', { name: `Adoption ${ids['Łatka']}` });
  await expectToSee(panel.locator('img'));
  await expectToSee(panel.getByRole('link', { name: '+49 69 0100' }));
  await expectToSee(panel.getByText('began it.'));
  expect(await smallTargetsOn(page)).toEqual([]);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(`Adoption ${ids['Łatka']}`);
  await expectNoBarriers(page, WIDE);

  await tabTo(page, panel.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Visit').fill('2001-01-01T10:00');
  await page.keyboard.press('Enter');
  await expectToSee(dialog.getByText('Choose a time in the future.'));
  await dialog.getByLabel('Visit').fill('2099-05-01T10:00');
  await dialog.getByLabel('Message to the adopter').fill('Please bring a carrier.');
  expect(await barriersIn(page)).toEqual([]);
  await tabTo(page, dialog.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expectToSee(panel.getByText('Please bring a carrier.'));
  await expectToSee(panel.getByText('Riverside Shelter approved it.'));
  const { body: approved } = await service().call('GET', `/v1/store/orders/${ids['Łatka']}`);
  expect(approved).toMatchObject({ status: 'approved', visitAt: expect.stringMatching(/^2099-0/) });

  await tabTo(page, panel.getByRole('textbox', { name: 'New note' }));
  await page.keyboard.type('They called: all is well.');
  // Escape closes the order; what was typed stays.
  await page.keyboard.press('Escape');
  await expectNotToSee(panel);
  await page.goBack();
  await tabTo(page, panel.getByRole('textbox', { name: 'New note' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const calls = panel.getByRole('list', { name: 'Staff notes' }).getByText('They called: all is well.');
  await expectToSee(calls);
  // They call again.
  await panel.getByRole('textbox', { name: 'New note' }).fill('They called: all is well.');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect.poll(() => calls.count()).toBe(2);
  await page.keyboard.press('Escape');
  await expectNotToSee(panel);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Łatka');

  // Several at once; one of them was cancelled meanwhile.
  await search.fill('');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expectToSee(row(page, 'Bruno'));
  await expectNoBarriers(page, WIDE);
  await page.route('**/change-several', async (route) => {
    await service().call('POST', `/v1/store/orders/${ids['Coco']}/cancel`);
    await route.continue();
  });
  await row(page, 'Bruno').getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await row(page, 'Coco').getByRole('checkbox').check();
  await expectToSee(page.getByText('2 adoptions selected'));
  await page.getByRole('button', { name: 'Approve (selected)' }).click();
  await dialog.getByRole('button', { name: 'Approve (2)' }).click();
  await expectToSee(page.getByText('1 adoption approved.'));
  await expectToSee(page.getByRole('alert').getByText('1 adoption could not be changed:'));
  await expectToSee(page.getByRole('alert').getByText(/The order is closed: it is cancelled/));
  expect(await barriersIn(page)).toEqual([]);

  // The choice of the view is remembered.
  await page.reload();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Ready to go home');
  await expectToSee(row(page, 'Bruno'));
  await page.getByRole('button', { name: 'Reserve for somebody' }).click();
  await dialog.getByLabel('Find the animal').fill('walk');
  const walkIn = dialog.getByRole('radio', { name: /^Walk-in/ });
  await walkIn.check();
  // Another search forgets the animal, which may not be in view.
  await dialog.getByLabel('Find the animal').fill('walk-');
  expect(await walkIn.isChecked()).toBe(false);
  await walkIn.check();
  await dialog.getByLabel('Adopter’s name').fill('Kim Park');
  await dialog.getByRole('button', { name: 'Reserve' }).click();
  await expectToSee(dialog.getByText('Enter an email address'));
  await dialog.getByLabel('Adopter’s email address').fill('kim@families.example');
  expect(await barriersIn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expectToSee(
    page
      .getByRole('complementary', { name: /^Adoption / })
      .getByText('kim@families.example')
      .first(),
  );
});

test('who has no address must be called, and the dialog says so', async () => {
  const { key } = await service().newAccount({ email: 'phone-site@sites.example' });
  const petId = await addPet(service(), { name: 'Phoned' });
  const { id } = (await service().call('POST', '/v1/store/orders', { key, body: { petId } })).body;
  const page = await openAs(browser(), service(), riverside, '/console/orders', WIDE);
  await page
    .getByRole('article', { name: `Adoption ${id}` })
    .getByRole('button', { name: 'Approve' })
    .click();
  await expectToSee(page.getByRole('dialog').getByText('Not mailed: call.'));
});

test('two clicks approve with a visit, and one more shows what else the person has adopted', async () => {
  const adopter = { name: 'Ola Nowak', email: 'ola@families.example', phone: '+48 22 0100' };
  const { key } = await service().newAccount({ email: 'ola-site@sites.example' });
  const place = async (name: string): Promise<number> => {
    const petId = await addPet(service(), { name });
    return (await service().call('POST', '/v1/store/orders', { key, body: { petId, adopter } })).body.id;
  };
  const earlier = await place('Bella');
  for (const move of ['approve', 'deliver']) await riverside.call('POST', `/v1/store/orders/${earlier}/${move}`);
  const id = await place('Tofu');
  await service().call('POST', '/v1/messages', {
    key,
    body: { message: 'When may we fetch Tofu?', petId: await addPet(service(), { name: 'Ask' }), from: adopter },
  });
  const page = await openAs(browser(), service(), riverside, '/console/orders', WIDE);
  const card = page.getByRole('article', { name: `Adoption ${id}` });
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByLabel('Visit').fill('2099-05-01T10:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expectToSee(column(page, 'Ready to go home').getByRole('article', { name: `Adoption ${id}` }));
  expect((await service().call('GET', `/v1/store/orders/${id}`)).body.visitAt).toMatch(/^2099-/);

  await card.getByRole('link', { name: 'Ola Nowak' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Ola Nowak' }));
  const main = page.getByRole('main');
  await expect
    .poll(() =>
      main
        .getByRole('listitem')
        .filter({ has: page.getByRole('link') })
        .allInnerTexts(),
    )
    .toEqual([expect.stringMatching(/^Tofu\nReady to go home/), expect.stringMatching(/^Bella\nWent home/)]);
  await expectToSee(main.getByRole('link', { name: '+48 22 0100' }));
  await expectNoBarriers(page, WIDE);
  await main.getByRole('link', { name: /When may we fetch Tofu/ }).click();
  const context = page.getByRole('complementary', { name: 'About this message' });
  await expectToSee(context.getByRole('link', { name: 'Bella' }));
  expect(await smallTargetsOn(page)).toEqual([]);
  await expectNoBarriers(page, WIDE);
  await context.getByRole('link', { name: 'All about this person' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Ola Nowak' }));

  // Of the same day: the statistics take it as a correction.
  await follow(page, `/console/orders/${earlier}`);
  await page
    .getByRole('complementary', { name: `Adoption ${earlier}` })
    .getByRole('button', { name: 'Came back' })
    .click();
  await expectToSee(page.getByRole('dialog').getByText('they count neither an adoption nor a return'));
});

test('staff learn nothing of an adopter whose name is withheld, and nothing of others', async () => {
  const page = await openAs(browser(), service(), hilltop, '/console/adopters/1');
  await expectToSee(page.getByText('Nobody found'));
  expect(await barriersIn(page)).toEqual([]);
});
