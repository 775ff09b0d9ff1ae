import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { barriersIn, DESKTOP, expectNotToSee, expectToSee, PHONE } from '../support/browser.ts';
import { startOnSqlite } from '../support/service.ts';
import { column, openAs, operatorOf, row } from '../support/windows.ts';
import { hostileNames } from './hostile-names.ts';
import { consoleScene } from './scene.ts';

const { pages, browser, service, open } = consoleScene();

test('says when it is offline, and updates when it is online again', async () => {
  await addPet(service(), { name: 'Mia' });
  const page = await open('/console/animals?q=mia');
  await expectToSee(row(page, 'Mia'));
  await page.context().setOffline(true);
  await expectToSee(page.getByText('You are offline'));
  await page.context().setOffline(false);
  await expectNotToSee(page.getByText('You are offline'));
  await page.context().close();
});

test('shows hostile names literally, within their rows', async () => {
  const hostile = await startOnSqlite({ pages: pages(), environment: 'staging' });
  for (const name of hostileNames) {
    const id = await addPet(hostile, { name });
    if (id <= 3) await hostile.call('POST', '/v1/store/orders', { body: { petId: id } });
  }
  const visitor = await operatorOf(hostile);
  for (const device of [DESKTOP, PHONE]) {
    const page = await openAs(browser(), hostile, visitor, '/console/animals', device);
    await expectToSee(page.getByText('For practice. No animals here are real.'));
    const area = page.locator('.top-bar-area');
    expect(await area.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const names = page.locator('.animal-name .user-text');
    await expect.poll(() => names.count()).toBe(hostileNames.length);
    const shown = await names.allTextContents();
    expect(shown.toReversed()).toEqual(hostileNames.map((name) => name.trim()));
    const heights = (await page.evaluate(
      '[...document.querySelectorAll(".animal-name")].map((name) => name.getBoundingClientRect().height)',
    )) as number[];
    expect(Math.max(...heights)).toBeLessThan(60);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.goto(`${hostile.origin}/console/orders`);
    await expectToSee(page.getByText(hostileNames[1] ?? ''));
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await barriersIn(page)).toEqual([]);
    await page.context().close();
  }
  await hostile.close();
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
  await page.context().close();
});

test('going back restores the scroll position, also when the list loads first', async () => {
  for (let count = 1; count <= 20; count += 1) await addPet(service(), { name: `Puppy ${count}` });
  const page = await open('/console/animals?q=puppy', { viewport: { width: 1280, height: 500 } });
  await expectToSee(row(page, 'Puppy 20'));
  await page.evaluate('scrollTo(0, 600)');
  await expect.poll(() => page.evaluate('scrollY')).toBe(600);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Orders' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Orders' }));
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate('scrollY')).toBe(600);
  await page.context().close();
});

test('the top bar does not cover the focused element', async () => {
  const page = await open('/console/animals?q=puppy', { viewport: { width: 1280, height: 500 } });
  await row(page, 'Puppy 1').last().getByRole('button').last().focus();
  for (let count = 0; count < 30; count += 1) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(
      'document.activeElement.getBoundingClientRect().top - document.querySelector(".top-bar").offsetHeight',
    );
    expect(top, `${count} before the last`).toBeGreaterThanOrEqual(0);
  }
  await page.context().close();
});

test('opening a dialog does not move the page behind it', async () => {
  const page = await open('/console/categories');
  await expectToSee(row(page, 'Dogs'));
  const edge = () => page.evaluate('document.querySelector(".top-bar-end").getBoundingClientRect().right');
  const before = await edge();
  await page.getByRole('button', { name: 'Add a category' }).click();
  await expectToSee(page.getByRole('dialog'));
  expect(await edge()).toBe(before);
  await page.context().close();
});

test('a list that could not be loaded is not shown as empty', async () => {
  const page = await open('/console/inbox');
  await page.route('**/v1/categories*', (route) => route.abort());
  await page.route('**/v1/store/orders*', (route) => route.abort());
  await page.goto(`${service().origin}/console/categories`);
  await expectToSee(page.getByText('No connection'));
  await expect.poll(() => page.getByText('No categories yet').count()).toBe(0);
  await page.goto(`${service().origin}/console/orders`);
  await expectToSee(column(page, 'Placed').getByText('No connection'));
  await expect.poll(() => column(page, 'Placed').getByRole('heading', { level: 2 }).textContent()).toBe('Placed ');
  await page.context().close();
});

test('shows the top bar while the console is loading', async () => {
  const page = await browser().open(service().origin);
  await page.route('**/assets/console-*.js', () => {});
  await page.getByRole('link', { name: 'Shelter', exact: true }).first().click();
  await expectToSee(page.getByRole('banner').getByText('Console'));
  await page.context().close();
});
