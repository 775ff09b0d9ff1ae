import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { petStatus } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { barriersIn, expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../support/browser.ts';
import { column, follow, keepUndo, openAs, operatorPassword, row, tabTo } from '../support/windows.ts';
import { ann, openPage, signUp } from './page.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene({ settings: { backupUrl: 'file:///nowhere/backups' } });

const statusOf = (id: number) => petStatus(service(), id);

describe('access', () => {
  test('without a session leads to the sign-in, and back to the address', async () => {
    const page = await browser().open(`${service().origin}/console/animals?status=pending`);
    await page.getByLabel('Email').fill('operator@localhost');
    await page.getByLabel('Password', { exact: true }).fill(operatorPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectToSee(page.getByRole('heading', { level: 1, name: 'Animals' }));
    await expect.poll(() => page.url()).toBe(`${service().origin}/console/animals?status=pending`);
  });

  test('shows an account without an organization the way to the portal', async () => {
    await signUp(service());
    const member = openPage(service());
    await member.signIn(ann.email, ann.password);
    const page = await openAs(browser(), service(), member, '/console/accounts');
    await expectToSee(page.getByText('The console is for shelters'));
    await expectToSee(page.getByText('ask its manager for an invitation'));
    await expectToSee(page.getByRole('main').getByText(ann.email));
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the portal' }).click();
    await page.waitForURL('**/portal');
  });
});

describe('animals', () => {
  test('the list is there with the document: who is signed in and what it shows are asked for again only once it follows', async () => {
    const page = await open('/robots.txt');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const follows = page.waitForRequest(/\/v1\/events/);
    await page.goto(`${service().origin}/console/animals`);
    await follows;
    const before = asked.slice(0, asked.indexOf('/v1/events'));
    expect(before).toContain('/v1/store/inventory');
    expect(before.filter((path) => path === '/session' || path === '/v1/pets')).toEqual([]);
  });

  test('an animal added here appears on the board, is reserved there, and is approved and delivered here', async () => {
    const board = await browser().open(service().origin, PHONE);
    await expectToSee(board.getByText('No animals are looking for a home right now'));

    const page = await open('/console/animals');
    await page.getByRole('button', { name: 'Add an animal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an animal' });
    await dialog.getByRole('button', { name: 'Add and show' }).click();
    await expectToSee(dialog.getByText('Enter a name.'));
    await dialog.getByLabel('Name').fill('Rex');
    await dialog.getByLabel('Category').selectOption('Dogs');
    await dialog.getByRole('button', { name: 'Add and show' }).click();
    await expectToSee(page.getByRole('heading', { name: 'Rex' }));
    await page.getByRole('link', { name: 'Animals' }).first().click();
    await expectToSee(row(page, 'Rex'));

    await board.getByRole('link', { name: /Rex/ }).tap();
    await board.getByRole('button', { name: 'Reserve' }).tap();
    await board.getByLabel('Your name').fill('Ann Lee');
    await board.getByLabel('Your email address').fill('ann@example.org');
    await board.getByRole('dialog').getByRole('button', { name: 'Reserve' }).tap();
    await expectToSee(board.getByText('Reserved for you'));

    // Nothing is offered that the service would refuse.
    await expectToSee(row(page, 'Rex').getByRole('link', { name: 'Adoption 1' }));
    await expectNotToSee(row(page, 'Rex').getByRole('combobox'));
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Adoptions' }).click();
    const card = page.getByRole('article', { name: 'Adoption 1' });
    await expectToSee(column(page, 'Reserved').getByText('Ann Lee'));
    await expectToSee(card.getByText(/Expires in 48 h/));
    // With the keyboard alone: the focus follows the card.
    await card.getByRole('button', { name: 'Approve' }).press('Enter');
    await expectToSee(page.getByRole('dialog').getByLabel('Visit').and(page.locator(':focus')));
    await page.keyboard.press('Enter');
    await expectToSee(
      column(page, 'Ready to go home').getByRole('article', { name: 'Adoption 1' }).and(page.locator(':focus')),
    );
    await tabTo(page, card.getByRole('button', { name: 'Went home' }));
    await page.keyboard.press('Enter');
    await expectToSee(page.getByRole('dialog').getByLabel('Message to the adopter').and(page.locator(':focus')));
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Went home' }));
    await page.keyboard.press('Enter');
    await expectToSee(column(page, 'Went home').getByText('Rex'));
    await expect.poll(() => statusOf(1)).toBe('sold');
    await expectToSee(board.getByText('Found a home').first());
  });

  test('offers only allowed statuses, and does not overwrite the change of somebody else', async () => {
    const mia = await addPet(service(), { name: 'Mia', categoryId: 2, status: 'sold' });
    const page = await open('/console/animals?q=mia');
    await keepUndo(page);
    const status = row(page, 'Mia').getByRole('combobox', { name: 'Status of Mia' });
    await expectToSee(status);
    expect(await status.getByRole('option').allTextContents()).toEqual(['Adopted', 'Available']);
    await status.selectOption('Available');
    await expect.poll(() => statusOf(mia)).toBe('available');
    await expectToSee(page.getByText('Mia is now available.'));
    await expect.poll(() => status.inputValue()).toBe('available');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToSee(page.getByText('The change is undone.'));
    await expect.poll(async () => [await statusOf(mia), await status.inputValue()]).toEqual(['sold', 'sold']);
    await status.selectOption('Available');
    await expect.poll(() => statusOf(mia)).toBe('available');

    // A change whose event the page does not receive.
    await page.route('**/v1/events*', (route) => route.abort());
    await page.reload();
    await expectToSee(status);
    await service().call('PATCH', `/v1/pets/${mia}`, { body: { status: 'pending' } });
    await status.selectOption('Adopted');
    await expectToSee(row(page, 'Mia').getByText('Somebody else has changed this animal.'));
    expect(await statusOf(mia)).toBe('pending');
    await page.getByRole('button', { name: 'Show the current state' }).click();
    await expectToSee(row(page, 'Mia').locator('select[data-status=pending]'));
  });

  test('an animal with an open order keeps its status, and links to the order', async () => {
    const id = await addPet(service(), { name: 'Held' });
    const { body: order } = await service().call('POST', '/v1/store/orders', { body: { petId: id } });
    const page = await open('/console/animals?q=held');
    await row(page, 'Held')
      .getByRole('link', { name: `Adoption ${order.id}` })
      .click();
    const card = page.getByRole('article', { name: `Adoption ${order.id}` });
    await card.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel the adoption' }).click();
    await expectNotToSee(card);
    await page.getByRole('link', { name: 'Closed adoptions' }).click();
    await expectToSee(page.getByRole('row').filter({ hasText: 'Held' }));
    expect(await statusOf(id)).toBe('available');
  });

  test('when two people edit the same animal, the second one decides, about what both have changed', async () => {
    const id = await addPet(service(), { name: 'Luna', categoryId: 2 });
    const page = await open('/console/animals?q=lun');
    const edit = async (name: string, categoryId: number) => {
      await page.getByRole('button', { name: 'Edit Lun' }).click();
      const dialog = page.getByRole('dialog', { name: /Edit/ });
      await expectToSee(dialog.locator('button:not([aria-busy=true])', { hasText: 'Save' }));
      await service().call('PATCH', `/v1/pets/${id}`, { body: { name: `Luna ${name}`, categoryId } });
      await dialog.getByLabel('Name').fill(`Lunetta ${name}`);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expectToSee(dialog.getByText('Somebody else changed this while you were editing'));
      await expectToSee(dialog.getByText(`Luna ${name}`).last());
      return dialog;
    };
    const first = await edit('one', 1);
    await first.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expectToSee(row(page, 'Lunetta one'));
    expect((await service().call('GET', `/v1/pets?ids=${id}`)).body[0]).toMatchObject({
      name: 'Lunetta one',
      categoryId: 1,
    });
    const second = await edit('two', 2);
    await second.getByRole('button', { name: 'Keep theirs' }).click();
    await expect.poll(() => second.getByLabel('Name').inputValue()).toBe('Luna two');
    await second.getByRole('button', { name: 'Save' }).click();
    await expectNotToSee(second);
    expect((await service().call('GET', `/v1/pets?ids=${id}`)).body[0].name).toBe('Luna two');
  });

  test('asks before it deletes an animal', async () => {
    const id = await addPet(service(), { name: 'Gone' });
    const page = await open('/console/animals?q=gone');
    await page.getByRole('button', { name: 'More actions for Gone' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expectToSee(page.getByText('No animals match'));
    expect(await statusOf(id)).toBeUndefined();
  });
});

test('orders and messages of any account appear automatically', async () => {
  const shelter = await service().newAccount({ email: 'other@shelter.example' });
  const adopter = await service().newAccount({ email: 'adopter@app.example' });
  const { body: pet } = await service().call('POST', '/v1/pets', {
    key: shelter.key,
    body: { name: 'Foreign', categoryId: 1 },
  });
  const page = await open('/console/orders');
  await expectToSee(column(page, 'Went home').getByText('Rex'));
  const { body: order } = await service().call('POST', '/v1/store/orders', {
    key: adopter.key,
    body: { petId: pet.id, adopter: { name: 'Bob', email: 'bob@example.org' }, note: 'At ten.\nWith <b>Bo</b>.' },
  });
  const card = column(page, 'Reserved').getByRole('article', { name: `Adoption ${order.id}` });
  await expectToSee(card.getByText('With <b>Bo</b>.'));
  // The adopter cancels before the approval arrives.
  await page.route('**/approve', async (route) => {
    await service().call('POST', `/v1/store/orders/${order.id}/cancel`, { key: adopter.key, body: {} });
    await route.continue();
  });
  await card.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expectToSee(dialog.getByText('This adoption is closed'));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expectNotToSee(card);
  await page.getByRole('link', { name: 'Closed adoptions' }).click();
  await expectToSee(page.getByRole('row').filter({ hasText: 'Foreign' }));
  await page.getByRole('button', { name: 'Board' }).click();
});

test('adds and renames categories, and does not delete one that has animals', async () => {
  const page = await open('/console/categories');
  await page.getByRole('button', { name: 'Add a category' }).click();
  await page.getByLabel('Name').fill('Ponies');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await row(page, 'Ponies').getByRole('button', { name: 'Edit Ponies' }).click();
  await page.getByLabel('Name').fill('Horses');
  await page.getByLabel('Description').fill('Ponies too.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectToSee(row(page, 'Horses').getByText('Ponies too.'));
  const { body } = await service().call('GET', '/v1/categories');
  const { id } = body.find(({ name }: { name: string }) => name === 'Horses');
  const horse = await addPet(service(), { name: 'Horse', categoryId: id });

  const remove = async () => {
    await row(page, 'Horses').getByRole('button', { name: 'Delete Horses' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await expectToSee(page.getByText('This category still has animals.'));
  await page.getByRole('link', { name: 'View its animals' }).click();
  await expectToSee(row(page, 'Horse').getByRole('link', { name: 'Horse', exact: true }));
  await service().call('DELETE', `/v1/pets/${horse}`);
  await page.goBack();
  await remove();
  await expectNotToSee(row(page, 'Horses'));
});

test('finds an account, suspends and resumes it, and sets its plan, limits and password', async () => {
  const { key, accountId } = await signUp(service(), { ...ann, email: 'bea@shelter.example' });
  const page = await open('/console/accounts');
  await page.getByRole('searchbox').fill('BEA@');
  // The list is drawn again then: a click before would be on a row that goes.
  await page.waitForURL('**/console/accounts?q=BEA%40');
  await expectNotToSee(row(page, 'operator@localhost'));
  await page.getByRole('link', { name: 'bea@shelter.example' }).click();

  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expectToSee(page.getByText('Suspended', { exact: true }).first());
  expect((await service().call('GET', '/v1/pets', { key })).body.code).toBe('account_suspended');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectToSee(page.getByRole('button', { name: 'Suspend' }));
  expect((await service().call('GET', '/v1/pets', { key })).status).toBe(200);

  await page.getByLabel('Plan').selectOption('enterprise');
  await page.getByLabel('Custom limits').check();
  await page.getByLabel('Requests a minute').fill('lots');
  await page.getByLabel('Requests a day').fill('5000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByText('Enter a whole number from 1 to 1,000,000,000.'));
  await page.getByLabel('Requests a minute').fill('50');
  // Somebody else changes the account.
  await service().call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { plan: 'pro' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByText('Somebody else has changed this'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectToSee(page.getByText('Current limits: 300 a minute, 10,000 a day.'));
  await page.getByLabel('Plan').selectOption('business');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByText('Current limits: 1,000 a minute, 100,000 a day.'));

  await page.getByRole('button', { name: 'Lift bans' }).click();
  await expectToSee(page.getByText('All bans of the account were lifted.'));
  await page.getByRole('button', { name: 'Create a link' }).click();
  await expectToSee(page.getByText(/\/portal\/set-password#token=ppl_/));
});

test('a session that ends keeps what was typed until the same person signs in again', async () => {
  const other = openPage(service());
  await other.signIn('operator@localhost', operatorPassword);
  const page = await openAs(browser(), service(), other, '/console/categories');
  await expectToSee(row(page, 'Dogs'));
  await page.getByRole('button', { name: 'Add a category' }).click();
  const form = page.getByRole('dialog', { name: 'Add a category' });
  await form.getByLabel('Name').fill('Goats');
  await other.call('DELETE', '/session');
  // A request of the page itself may meet the end first, and its dialog covers the button.
  await form.getByRole('button', { name: 'Add' }).dispatchEvent('click');
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expectToSee(ended);
  await page.keyboard.press('Escape');
  await expectToSee(ended.getByLabel('Password').and(page.locator(':focus')));
  await expectNoBarriers(page);
  await ended.getByLabel('Password').fill(operatorPassword);
  await page.keyboard.press('Enter');
  await expect.poll(() => ended.count()).toBe(0);
  await form.getByRole('button', { name: 'Add' }).click();
  await expectToSee(row(page, 'Goats'));

  // Whoever leaves signs in on a page of its own, and comes back.
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Accounts' }).dispatchEvent('click');
  await page.getByRole('button', { name: 'Leave this page' }).click();
  await page.waitForURL('**/portal/sign-in?next=%2Fconsole%2Faccounts');
});

describe('accessibility', () => {
  const PAGES: readonly (readonly [path: string, ready: (page: Page) => Locator])[] = [
    ['/console/animals', (page) => page.getByRole('combobox', { name: /^Status of / })],
    ['/console/animals/import', (page) => page.getByText('Drop a file here')],
    ['/console/orders', (page) => column(page, 'Went home').getByText('Rex')],
    ['/console/accounts', (page) => page.getByRole('link', { name: ann.email })],
    ['/console/accounts/1', (page) => page.getByText('This is your own account')],
    ['/console/categories', (page) => page.getByRole('button', { name: 'Edit Dogs' })],
    ['/console/figures', (page) => page.getByRole('img', { name: /^Chart: Adoptions, from / })],
    ['/console/health', (page) => page.getByRole('img', { name: /Chart: Requests a second\. Answered: / })],
  ];

  test('shows health as charts and as a table', async () => {
    const page = await open('/console/health');
    await page.getByRole('img', { name: /Chart: Latency\. Median: [\d.]+ ms/ }).waitFor();
    await expectToSee(page.getByText('none yet'));
    await expectToSee(page.getByText('There is no folder /nowhere/backups. Make it, or mount its disk.'));
    // Something has been drawn in each of the four.
    const drawn = `[...document.querySelectorAll('.chart-canvas canvas')].map((canvas) =>
      new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size > 2)`;
    await expect.poll(() => page.evaluate(drawn)).toEqual([true, true, true, true]);
    await page.getByRole('tab', { name: 'Charts' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectToSee(page.getByRole('table', { name: 'Samples, newest first' }));
  });

  test('shows figures as charts and tables, and saves them as a table', async () => {
    await addPet(service(), { name: 'Figaro', categoryId: 1 });
    const page = await open('/console/figures');
    const { body } = await service().call('GET', '/v1/statistics');
    await expectToSee(
      page.getByRole('img', { name: new RegExp(`^Chart: Adoptions, .*: .* ${body.months.at(-1).adoptions} at last`) }),
    );
    await page.getByRole('tab', { name: 'Adoptions' }).focus();
    for (const name of ['Days until adopted', 'In care', 'Return rate']) {
      await page.keyboard.press('ArrowRight');
      await expectToSee(page.getByRole('img', { name: new RegExp(`^Chart: ${name}, `) }));
    }
    await page.keyboard.press('ArrowRight');
    const months = page.getByRole('table', { name: 'Statistics by month' }).getByRole('row');
    await expect.poll(() => months.count()).toBe(13);
    await expectToSee(page.getByRole('table', { name: 'Statistics by category' }).getByRole('cell', { name: 'Dogs' }));
    await page.emulateMedia({ media: 'print' });
    await expectNotToSee(page.getByRole('navigation', { name: 'Console' }));
    await expectNotToSee(page.getByRole('button', { name: 'Print' }));
    await expect.poll(() => months.count()).toBe(13);
    const categories = page.getByRole('table', { name: 'Statistics by category' });
    await expectToSee(categories.getByRole('cell', { name: 'Dogs' }));
    await page.emulateMedia({ media: 'screen' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const table = (await buffer(await download.createReadStream())).toString();
    const { text: csv } = await service().call('GET', '/v1/statistics', { headers: { accept: 'text/csv' } });
    expect(table).toBe(`\uFEFF${csv}`);
  });

  test('has no violations on desktop and phone, light and dark', async () => {
    const page = await open('/console');
    for (const [path, ready] of PAGES) {
      await follow(page, path);
      await expectToSee(ready(page).first());
      await expectNoBarriers(page);
    }
    await follow(page, '/console/animals');
    await page.getByRole('button', { name: 'Add an animal' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add and show' }).click();
    await expectToSee(page.getByRole('dialog').getByText('Enter a name.'));
    await expectNoBarriers(page);
  });
});
