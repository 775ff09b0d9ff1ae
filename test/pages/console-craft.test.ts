import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { petStatus } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import {
  barriersIn,
  DESKTOP,
  drawn,
  expectNoBarriers,
  expectNotToSee,
  expectToSee,
  PHONE,
} from '../support/browser.ts';
import { builtPages, startOnSqlite } from '../support/service.ts';
import { column, keepUndo, openAs, operatorOf, row } from '../support/windows.ts';
import { hostileNames } from './hostile-names.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();
const statusOf = (id: number) => petStatus(service(), id);

test('says when it is offline, and updates when it is online again', async () => {
  await addPet(service(), { name: 'Mia' });
  const page = await open('/console/animals?q=mia');
  await expectToSee(row(page, 'Mia'));
  await page.context().setOffline(true);
  await expectToSee(page.getByText('You are offline'));
  await page.context().setOffline(false);
  await expectNotToSee(page.getByText('You are offline'));
});

test('shows hostile names literally, within their rows', async () => {
  const hostile = await startOnSqlite({ pages: builtPages, environment: 'staging' });
  for (const name of hostileNames) {
    const id = await addPet(hostile, { name });
    if (id <= 3) await hostile.call('POST', '/v1/store/orders', { body: { petId: id } });
  }
  const visitor = await operatorOf(hostile);
  for (const device of [DESKTOP, PHONE]) {
    // Rows far from the view are not drawn.
    const viewport = { ...device.viewport, height: 12_000 };
    const page = await openAs(browser(), hostile, visitor, '/console/animals', { ...device, viewport });
    await expectToSee(page.getByText('For practice. No animals here are real.'));
    const area = page.locator('.top-bar-area');
    expect(await area.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const names = page.locator('.animal-line .user-text');
    await expect.poll(() => names.count()).toBe(hostileNames.length);
    const shown = await names.allTextContents();
    expect(shown.toReversed()).toEqual(hostileNames.map((name) => name.trim()));
    const heights = (await page.evaluate(
      '[...document.querySelectorAll(".animal-line")].map((name) => name.getBoundingClientRect().height)',
    )) as number[];
    expect(Math.max(...heights)).toBeLessThan(60);
    const boxes = (await page.evaluate(
      `[...document.querySelectorAll('tbody :is(.select-box, .animal-line)')].map((part) => part.getBoundingClientRect().toJSON())`,
    )) as { left: number; right: number }[];
    for (const [at, { left }] of boxes.entries())
      if (at % 2 === 1) expect(boxes[at - 1]?.right, `checkbox ${at}`).toBeLessThanOrEqual(left);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.goto(`${hostile.origin}/console/orders`);
    await expectToSee(page.getByText(hostileNames[1] ?? ''));
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await barriersIn(page)).toEqual([]);
    await page.close();
  }
});

test('keeps fields edited before the current version is loaded, and updates the others', async () => {
  const { body: ponies } = await service().call('POST', '/v1/categories', { body: { name: 'Ponies' } });
  await addPet(service(), { name: 'Flicka', categoryId: 1 });
  const page = await open('/console/categories');
  const version = Promise.withResolvers<void>();
  await page.route(`**/v1/categories/${ponies.id}`, async (route) => {
    if (route.request().method() === 'GET') await version.promise;
    await route.continue();
  });
  await row(page, 'Ponies').getByRole('button', { name: 'Edit Ponies' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Horses');
  await service().call('PATCH', `/v1/categories/${ponies.id}`, { body: { description: 'By the sea.' } });
  version.resolve();
  await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('By the sea.');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Horses');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(row(page, 'Horses').getByText('By the sea.'));

  await page.goto(`${service().origin}/console/animals?q=flicka`);
  const typed = Promise.withResolvers<void>();
  await page.route('**/v1/pets/*', async (route) => {
    await typed.promise;
    await service().call('PATCH', new URL(route.request().url()).pathname, { body: { categoryId: ponies.id } });
    await route.continue();
  });
  await row(page, 'Flicka').getByRole('button', { name: 'Edit Flicka' }).click();
  await dialog.getByLabel('Name').fill('Thunderhead');
  typed.resolve();
  await expect.poll(() => dialog.getByLabel('Category').inputValue()).toBe(String(ponies.id));
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Thunderhead');
});

test('going back restores the scroll position, also when the list loads first', async () => {
  for (let count = 1; count <= 20; count += 1) await addPet(service(), { name: `Puppy ${count}` });
  const page = await open('/console/animals?q=puppy', { viewport: { width: 1280, height: 500 } });
  await expectToSee(row(page, 'Puppy 20'));
  // What is drawn late makes it longer.
  await expect.poll(() => page.evaluate('scrollTo(0, 600), scrollY')).toBe(600);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Adoptions' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Adoptions' }));
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate('scrollY')).toBe(600);
});

test('the top bar does not cover the focused element', async () => {
  const page = await open('/console/animals?q=puppy', { viewport: { width: 1280, height: 500 } });
  const last = row(page, 'Puppy 1').filter({ has: page.getByRole('link', { name: 'Puppy 1', exact: true }) });
  // What is drawn late makes it longer.
  await expect.poll(() => page.evaluate('scrollTo(0, 1e6)').then(() => last.count())).toBe(1);
  await last.getByRole('button').last().focus();
  for (let count = 0; count < 30; count += 1) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(
      'document.activeElement.getBoundingClientRect().top - document.querySelector(".top-bar").offsetHeight',
    );
    expect(top, `${count} before the last`).toBeGreaterThanOrEqual(0);
  }
});

test('opening a dialog does not move the page behind it', async () => {
  const page = await open('/console/categories');
  await expectToSee(row(page, 'Dogs'));
  const edge = () => page.evaluate('document.querySelector(".top-bar-end").getBoundingClientRect().right');
  const before = await edge();
  await page.getByRole('button', { name: 'Add a category' }).click();
  await expectToSee(page.getByRole('dialog'));
  expect(await edge()).toBe(before);
});

test('a list that could not be loaded is not shown as empty', async () => {
  const page = await open('/console/inbox');
  await page.route('**/v1/categories*', (route) => route.abort());
  await page.route('**/v1/store/orders*', (route) => route.abort());
  await page.goto(`${service().origin}/console/categories`);
  await expectToSee(page.getByText('No connection'));
  await expect.poll(() => page.getByText('No categories yet').count()).toBe(0);
  await page.goto(`${service().origin}/console/orders`);
  await expectToSee(column(page, 'Reserved').getByText('No connection'));
  await expect.poll(() => column(page, 'Reserved').getByRole('heading', { level: 2 }).textContent()).toBe('Reserved ');
});

test('shows the top bar while the console is loading', async () => {
  const page = await browser().open(service().origin);
  await page.route('**/assets/console-*.js', () => {});
  await page.getByRole('link', { name: 'Shelter', exact: true }).first().click();
  await expectToSee(page.getByRole('banner').getByText('Console'));
});

test('many are selected with the keyboard, changed, named where they were not, undone, and exported', async () => {
  const ids: number[] = [];
  for (const i of [1, 2, 3, 4])
    ids.push(await addPet(service(), { name: `Bulk ${i}`, status: i === 4 ? 'sold' : 'available' }));
  const statuses = () => Promise.all(ids.map(statusOf));
  await service().call('POST', '/v1/organizations', { body: { name: 'Hillside' } });
  await service().call('POST', '/v1/store/orders', { body: { petId: ids[0] } });
  const page = await open('/console/animals?q=bulk');
  await keepUndo(page);
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expectToSee(row(page, 'Bulk 1').getByRole('link', { name: /adoption/ }));
  await box('Select Bulk 4').press('Space');
  await box('Select Bulk 2').click({ modifiers: ['Shift'] });
  await expectToSee(page.getByText('3 selected'));
  await box('Select all shown').press('Space');
  const bar = page.getByRole('group', { name: 'Selected animals' });
  await bar.getByRole('button', { name: 'Change status' }).press('Enter');
  // The one that is held and the one that is adopted cannot become pending.
  const statusesOffered = () => bar.getByRole('menuitem').allTextContents();
  await expect.poll(statusesOffered).toEqual(['Available (1)', 'Pending (2)', 'Adopted (2)']);
  await expectNoBarriers(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectToSee(page.getByText('2 animals are now pending.'));
  expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'sold']);
  const named = page.getByRole('alert');
  await expectToSee(named.getByText('2 animals were not changed'));
  await expectToSee(named.getByRole('link', { name: 'Bulk 1' }));
  await expectToSee(named.getByText(/^Bulk 4 .*: An animal that is adopted can only become available\.$/));
  await expectNoBarriers(page);
  // Somebody else is faster with one of them: it stays.
  await service().call('PATCH', `/v1/pets/${ids[1]}`, { body: { status: 'sold' } });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expectToSee(page.getByText(/^Bulk 2 stays as it is: Somebody else has changed this/));
  await expect.poll(() => row(page, 'Bulk 2').getByRole('combobox').inputValue()).toBe('sold');
  expect(await statuses()).toEqual(['pending', 'sold', 'available', 'sold']);

  await bar.getByRole('button', { name: 'Change category' }).press('Enter');
  await bar.getByRole('menuitem', { name: 'Cats' }).press('Enter');
  await expectToSee(page.getByText('4 animals are now in Cats.'));
  await expectToSee(row(page, 'Bulk 1').getByText('Cats'));
  // An order belongs to an organization, too.
  await bar.getByRole('button', { name: 'Change organization' }).press('Enter');
  await bar.getByRole('menuitem', { name: 'Hillside' }).press('Enter');
  await expectToSee(page.getByText('3 animals are now with Hillside.'));
  await expectToSee(row(page, 'Bulk 3').getByRole('link', { name: 'Hillside' }));
  await page.getByRole('status').filter({ hasText: 'now with' }).getByRole('button', { name: 'Undo' }).last().click();
  await expectToSee(page.getByText('The changes of 3 animals are undone.'));
  await expectToSee(row(page, 'Bulk 3').getByRole('link', { name: 'Our shelter' }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const saved = await buffer(await download.createReadStream());
  expect(saved.subarray(0, 3).toString('hex')).toBe('efbbbf');
  const lines = saved.toString().trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(0, 5).join())).toEqual([
    'id,name,categoryId,category,status',
    ...ids.toReversed().map((id, i) => `${id},Bulk ${4 - i},2,Cats,${['sold', 'available', 'sold', 'pending'][i]}`),
  ]);
});

test('an animal that changes while its row is read again keeps the change', async () => {
  const id = await addPet(service(), { name: 'Rush' });
  const become = (status: string) => service().call('PATCH', `/v1/pets/${id}`, { body: { status } });
  const page = await open('/console/animals?q=rush');
  const shown = row(page, 'Rush').getByRole('combobox');
  await expectToSee(shown);
  const [read, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/v1/pets?*ids=*', async (route) => {
    const response = await route.fetch();
    read.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  // Its row is read for the order that may hold it.
  await become('pending');
  await read.promise;
  await become('available');
  await expect.poll(() => shown.inputValue()).toBe('available');
  const answered = page.waitForEvent('requestfinished', (request) => request.url().includes('ids='));
  held.resolve();
  await answered;
  await drawn(page);
  expect(await shown.inputValue()).toBe('available');
});

test('counts by status are links, and lists are sorted', async () => {
  const page = await open('/console/animals?q=bulk&category=2');
  const { body } = await service().call('GET', '/v1/store/inventory');
  await page
    .getByRole('navigation', { name: 'By status' })
    .getByRole('link', { name: `Adopted ${body.sold}` })
    .click();
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select Bulk/ }).count()).toBe(2);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Waiting longest first');
  await page.waitForURL('**sort=longest_waiting');
  await expectToSee(page.getByRole('row').nth(1).filter({ hasText: 'Bulk 2' }));
});

test('Ctrl-K finds animals, adoptions, people, accounts, pages and actions', async () => {
  const id = await addPet(service(), { name: 'Zorro' });
  const adopter = { name: 'Ann Lee', email: 'ann.lee@mail.example' };
  const { body: order } = await service().call('POST', '/v1/store/orders', { body: { petId: id, adopter } });
  const page = await open('/console/categories');
  await expectToSee(page.getByRole('button', { name: 'Edit Dogs' }));
  const input = page.getByRole('combobox', { name: /^Search animals/ });
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const choose = async (text: string, name: string | RegExp) => {
    await expectNotToSee(input);
    await page.keyboard.press('Control+k');
    await input.fill(text);
    await expectToSee(option(name));
    while ((await option(name).getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  };
  await choose('zorro', /^Zorro/);
  await expectToSee(option(`Adoption ${order.id}`));
  await expectNoBarriers(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/animals/${id}`);
  await choose(String(id), `Adoption ${order.id}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/orders/${order.id}`);
  await choose('lee@mail', /^Ann Lee/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/adopters/${order.id}`);
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Ann Lee' }));
  await choose('tor@local', /^operator@localhost/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console/accounts/1');
  await choose('stati', /^Statistics/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console/figures');
  await choose('dark', /^Use the dark theme/);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await choose('add an', /^Add an animal/);
  await page.keyboard.press('Enter');
  await expectToSee(page.getByRole('dialog', { name: 'Add an animal' }));
});

test('keys go to pages, and ? lists them all; none of them works while somebody types, or once they are off', async () => {
  const page = await open('/console/animals');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expectToSee(page.getByRole('navigation', { name: 'By status' }));
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.waitForURL('**/console/categories');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.waitForURL('**/console/animals');
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await expectToSee(search);
  await page.keyboard.press('/');
  await page.keyboard.type('n?gc');
  await page.keyboard.press('Control+k');
  await expect.poll(() => search.inputValue()).toBe('n?gc');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await search.press('Tab');
  await page.getByRole('heading', { name: 'Animals', exact: true }).click();
  await page.keyboard.press('?');
  await expectToSee(help);
  expect(await help.locator('dt').allTextContents()).toEqual(
    expect.arrayContaining(['Search, and commands', 'Keyboard shortcuts', 'Add an animal', 'Go to the statistics']),
  );
  await expectNoBarriers(page);
  await help.getByRole('checkbox', { name: /^Use keys without/ }).press('Space');
  await page.keyboard.press('Escape');
  await expectNotToSee(help);
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await expectToSee(page.getByRole('dialog', { name: 'Search, and commands' }));
  expect(await page.getByRole('dialog').count()).toBe(1);
});
