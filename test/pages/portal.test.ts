import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitStore } from '../../src/limits/store.ts';
import { KINDS } from '../../src/vocabulary/event-kinds.ts';
import { OPEN_ORDERS, PLAN_NAMES, PLANS } from '../../src/vocabulary/plans.ts';
import { PUBLISHABLE_SCOPES, SCOPES } from '../../src/vocabulary/scopes.ts';
import { drawn, expectNoBarriers, expectNotToSee, expectToSee, loseAnswer } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { follow } from '../support/windows.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { ann, signUp } from './page.ts';
import { expectTitle, portalScene } from './portal-scene.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const { clock, service, account, call, statusOf, signedIn } = portalScene();

const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });

describe('keys', () => {
  test('creates a publishable key, which it lists and shows again with the line that embeds the board', async () => {
    const page = await signedIn('/portal/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('Website');
    await form.getByLabel('A website').check();
    await form.getByLabel('Origins').fill('https://shelter.example/animals');
    await form.getByLabel('Expires').selectOption('After 30 days');
    await form.getByRole('button', { name: 'Create key' }).click();
    await expectToSee(form.getByText('https://shelter.example/animals is not an origin'));
    await form.getByLabel('Origins').fill('https://shelter.example\nhttps://www.shelter.example');
    await form.getByRole('button', { name: 'Create key' }).click();

    const shown = page.getByRole('dialog', { name: 'Your new key' });
    const key = (await shown.getByText(/^ppk_live_\w{38}$/).textContent()) ?? '';
    await page.keyboard.press('Escape');
    await expectToSee(row(page, 'Website').getByText(`ppk_live_…${key.slice(-4)}`));
    const { body } = await call('GET', '/v1/account/keys', { key: account().key });
    expect(body[0]).toMatchObject({
      name: 'Website',
      kind: 'publishable',
      scopes: ['pets:read', 'orders:write', 'messages:write'],
      origins: ['https://shelter.example', 'https://www.shelter.example'],
    });
    expect(Date.parse(body[0].expiresAt)).toBeGreaterThan(Date.now() + 29 * dayMs);
    await page.getByRole('button', { name: `Actions for the key that ends in ${key.slice(-4)}` }).click();
    await page.getByRole('menuitem', { name: 'Show and embed' }).click();
    const again = page.getByRole('dialog', { name: 'Website' });
    await expectToSee(again.getByText(`<script src="${service().origin}/embed.js" data-key="${key}"></script>`));
    await expectNoBarriers(page);
  });

  test("creates a client_id and a client_secret for a client of Petfinder's API", async () => {
    const page = await signedIn('/portal/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('A Petfinder client').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new Petfinder client' });
    const textOf = async (shape: RegExp) => (await shown.getByText(shape).textContent()) ?? '';
    const members = { client_id: await textOf(/^\w{50}$/), client_secret: await textOf(/^\w{40}$/) };
    const body = { grant_type: 'client_credentials', ...members };
    expect((await call('POST', '/v2/oauth2/token', { key: null, body })).status).toBe(200);
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await expectToSee(row(page, 'Petfinder client').getByText('Publishable, from everywhere'));
  });

  test('a rolled key works during the overlap, and a revoked key is refused', async () => {
    const { body: old } = await call('POST', '/v1/account/keys', { key: account().key, body: { name: 'Import' } });
    const page = await signedIn('/portal/keys');
    const menuOf = (lastFour: string) =>
      page.getByRole('button', { name: `Actions for the key that ends in ${lastFour}` });
    await menuOf(old.lastFour).click();
    await page.getByRole('menuitem', { name: 'Roll' }).click();
    await page.getByLabel('Old key stops working').selectOption('After a day');
    // The answer is lost, and the second click gets the same key.
    await page.route('**/roll', loseAnswer, { times: 1 });
    await page.getByRole('button', { name: 'Roll key' }).click();
    await expectToSee(page.getByRole('alert'));
    await page.getByRole('button', { name: 'Roll key' }).click();
    const key =
      (await page
        .getByRole('dialog')
        .getByText(/^psk_live_\w{38}$/)
        .textContent()) ?? '';
    // Escape does not lose it, however often.
    for (let times = 1; times <= 3; times += 1) await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expectToSee(row(page, `…${key.slice(-4)}`).getByText('Import'));
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Import' }).count()).toBe(2);
    expect([await statusOf(old.key), await statusOf(key)]).toEqual([200, 200]);

    await menuOf(key.slice(-4)).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await expectToSee(page.getByRole('dialog').getByText('stops working within a second'));
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expectNotToSee(row(page, `…${key.slice(-4)}`));
    expect([await statusOf(old.key), await statusOf(key)]).toEqual([200, 401]);
    clock.advance(dayMs);
    expect(await statusOf(old.key)).toBe(401);
  });

  test('shows when a key was banned', async () => {
    const { body: greedy } = await call('POST', '/v1/account/keys', { key: account().key, body: { name: 'Greedy' } });
    for (let sent = 0; sent < 60; sent += 1) await statusOf(greedy.key);
    clock.advance(2_000);
    for (let sent = 0; sent < 61; sent += 1) await statusOf(greedy.key);
    expect((await call('GET', '/v1/pets', { key: greedy.key })).body.code).toBe('api_key_banned');
    clock.advance(minuteMs);
    const page = await signedIn('/portal/keys');
    await expectToSee(row(page, 'Greedy').getByText('Banned on'));
  });

  test('works with the keyboard alone', async () => {
    const page = await signedIn('/portal/keys');
    await page.getByRole('button', { name: 'Create a key' }).press('Enter');
    await page.keyboard.type('Typed');
    await page.keyboard.press('Enter');
    await expectToSee(page.getByRole('dialog', { name: 'Your new key' }));
    await page.getByRole('button', { name: 'I have saved it' }).press('Enter');
    await expectToSee(row(page, 'Typed'));
    await row(page, 'Typed').getByRole('button').press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectToSee(page.getByRole('dialog', { name: 'Revoke this key' }));
    await page.keyboard.press('Escape');
    await expectNotToSee(page.getByRole('dialog'));
    await expectToSee(row(page, 'Typed'));
  });
});

describe('webhooks', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver((response) => response.writeHead(200).end('heard'));
  });
  afterEach(() => receiver.close());

  test('adds and tests a webhook, shows a delivery, and sends its event again', async () => {
    const page = await signedIn('/portal/webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add a webhook' });
    await form.getByLabel('URL').fill('shelter.example');
    await form.getByRole('button', { name: 'Add webhook' }).click();
    await expectToSee(form.getByText('Enter a full URL'));
    await expectToSee(form.getByText('Choose at least one event.'));
    await form.getByLabel('URL').fill(receiver.url);
    await form.getByRole('button', { name: 'All of Animals' }).click();
    await form.getByLabel('pet.deleted').uncheck();
    await form.getByRole('button', { name: 'Add webhook' }).click();
    const secret = page.getByRole('dialog', { name: 'Your webhook secret' });
    await expectToSee(secret.getByText(/^whsec_/));
    await secret.getByRole('button', { name: 'I have saved it' }).click();

    await expectTitle(page, receiver.url);
    await expectToSee(page.getByText('No deliveries yet'));
    await page.getByRole('button', { name: 'Send test' }).click();
    await eventually(() => receiver.received.length === 1);
    await expectToSee(row(page, 'webhook.test').getByText('Succeeded'));
    await row(page, 'webhook.test')
      .getByRole('button', { name: /^Inspect/ })
      .click();
    const delivery = page.getByRole('dialog', { name: /^Delivery/ });
    await expectToSee(delivery.getByRole('region', { name: 'Response' }).getByText('heard'));
    await expectToSee(delivery.getByText(String(receiver.received[0]?.headers['webhook-id']), { exact: true }));
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await eventually(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    await delivery.getByRole('button', { name: 'Close' }).last().click();
    await expectToSee(page.getByRole('cell', { name: 'Succeeded' }).nth(1));
  });

  test('a webhook receives events, is edited, disabled and enabled, gets a new secret, and is removed', async () => {
    receiver.answer = 500;
    const settings = { url: receiver.url, events: ['pet.created'] };
    const { body: added } = await call('POST', '/v1/webhooks', { key: account().key, body: settings });
    const page = await signedIn('/portal/webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await call('POST', '/v1/pets', { key: account().key, body: { name: 'Mia', categoryId: 2 } });
    await eventually(() => receiver.received.at(-1)?.event.type === 'pet.created');
    await expectToSee(row(page, 'pet.created').getByText('500'));
    await expectToSee(row(page, 'pet.created').getByText('Retrying'));

    const more = async (what: string) => {
      await page.getByRole('button', { name: 'More actions for this webhook' }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await more('Edit');
    await page.getByLabel('Description').fill('The website');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToSee(page.getByText('The website'));
    await more('Roll the secret');
    await page.getByRole('button', { name: 'Roll secret' }).click();
    await expectToSee(page.getByText(/^whsec_/));
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await expectToSee(page.getByRole('button', { name: 'Enable' }));
    await expect.poll(() => page.getByRole('button', { name: 'Send test' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Enable' }).click();
    await expectToSee(page.getByRole('button', { name: 'Disable' }));
    await more('Remove');
    await page.getByRole('button', { name: 'Remove webhook' }).click();
    await expectTitle(page, 'Webhooks');
    for (const id of [added.id, 'abc']) {
      await page.goto(`${service().origin}/portal/webhooks/${id}`);
      await expectToSee(page.getByText('Webhook not found'));
      // Only a page that is not busy does.
      await drawn(page);
    }
  });
});

describe('usage', () => {
  test('shows 30 days as a chart and as a table', async () => {
    const carol = { ...ann, email: 'carol@shelter.example' };
    const { accountId, key } = await signUp(service(), carol);
    const today = Math.floor(clock.now() / dayMs);
    const usage = Array.from({ length: 29 }, (_, index) => ({
      accountId,
      day: today - 29 + index,
      admitted: 100 * (index + 1),
      refused: index === 10 ? 700 : 0,
      strikes: index === 10 ? 3 : 0,
    }));
    const { database } = await service().beside();
    await limitStore(database).save({ dayWindows: [], bans: [], liftedKeyIds: [], usage });
    await database.close();

    const page = await signedIn('/portal/usage', carol);
    const chart = page.getByRole('img', {
      name: /^Chart of the last 30 days: 43,500 requests admitted, 700 refused, 3 strikes/,
    });
    await expectToSee(chart);
    // Admitted, refused, and the lozenge over a day with strikes.
    await expect.poll(() => colorsIn(page)).toEqual(expect.arrayContaining(['27,107,79', '179,38,30', '33,30,26']));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => colorsIn(page)).toContain('95,199,155');

    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: 70, y: height / 2 } });
    await expectToSee(page.getByText('100 admitted, 0 refused, 0 strikes'));
    expect(width).toBeGreaterThan(500);
    await page.getByRole('tab', { name: 'Table' }).click();
    const dayTen = new Date((today - 19) * dayMs).toISOString().slice(0, 10);
    await expect
      .poll(() => row(page, dayTen).getByRole('cell').allTextContents())
      .toEqual([dayTen, '1,100', '700', '3']);

    await expectToSee(page.getByText('0 of 60 used'));
    for (let sent = 0; sent < 50; sent += 1) await statusOf(key);
    await expectToSee(page.getByText('50 of 60 used'));
    await expectToSee(page.getByText('950 left'));
  });

  test('when the day is used up, the portal says until when, and still shows usage, keys and webhooks', async () => {
    const dave = { ...ann, email: 'dave@shelter.example' };
    const { accountId, key } = await signUp(service(), dave);
    const change = { plan: 'enterprise', limits: { perMinute: 1_000, perDay: 5 } };
    await call('PATCH', `/v1/admin/accounts/${accountId}`, { body: change });
    for (let sent = 0; sent < 5; sent += 1) await statusOf(key);
    const page = await signedIn('/portal/keys', dave);
    await expectToSee(page.getByText("Today's 5 requests are used up."));
    await page.getByRole('button', { name: `Actions for the key that ends in ${key.slice(-4)}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expectToSee(page.getByText('No API keys'));
    expect(await statusOf(key)).toBe(401);
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await expectToSee(page.getByText('No webhooks'));
    await page.getByRole('link', { name: 'Usage' }).first().click();
    await expectToSee(page.getByText('5 of 5 used'));
    await page.getByRole('link', { name: 'Account' }).first().click();
    await expectToSee(page.getByText('5 in 24 hours', { exact: true }));
    await call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
    await page.reload();
    await expectToSee(page.getByText('This account is suspended.'));
  });
});

test('offers the plans, scopes and event kinds of the service', async () => {
  const page = await signedIn('/portal/account');
  await expectTitle(page, 'Account');
  const figures = () => page.locator('.portal-plan strong').allTextContents();
  await expect
    .poll(figures)
    .toEqual(
      PLAN_NAMES.flatMap((plan) =>
        [PLANS[plan].perMinute, PLANS[plan].perDay, OPEN_ORDERS[plan]].map((figure) => figure.toLocaleString()),
      ),
    );

  await page.getByRole('link', { name: 'Keys' }).first().click();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const offered = page.getByRole('dialog').locator('.checkbox');
  await expect.poll(() => offered.locator('code').allTextContents()).toEqual(SCOPES);
  await page.getByLabel('A website').check();
  await expect.poll(() => offered.locator('code').allTextContents()).toEqual(PUBLISHABLE_SCOPES);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const subscribable = Object.entries(KINDS).filter(
    ([kind, { audience }]) => kind !== 'webhook.test' && audience !== 'nobody',
  );
  const expected = subscribable.map(([kind, { when }]) => [kind, when.replaceAll('`', '')].join(''));
  const sorted = (words: readonly string[]) => words.map((text) => text.toLowerCase()).toSorted();
  await expect.poll(async () => sorted(await offered.locator('> span').allTextContents())).toEqual(sorted(expected));
});

test('the pages of an account have no accessibility violations', async () => {
  const receiver = await openReceiver(503);
  const { body: webhook } = await call('POST', '/v1/webhooks', {
    key: account().key,
    body: { url: receiver.url, events: ['pet.created'] },
  });
  await call('POST', `/v1/webhooks/${webhook.id}/test`, { key: account().key });
  const page = await signedIn('/portal');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await step(page, 'List animals').getByRole('button', { name: 'Run' }).click();
  await expectToSee(step(page, 'List animals').getByText('200 OK'));
  await expectNoBarriers(page);
  const visit = async (path: string, isThere: string) => {
    await follow(page, path);
    await expectToSee(page.getByRole('main').getByText(isThere).first());
    await expectNoBarriers(page);
  };
  await visit('/portal/usage', 'Day with strikes');
  await visit('/portal/account', 'Plan and limits');
  await visit('/portal/nowhere', 'Page not found');
  await visit('/portal/keys', 'psk_live_…');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expectToSee(page.getByRole('dialog'));
  await expectNoBarriers(page);
  await visit('/portal/webhooks', receiver.url);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await expectToSee(page.getByRole('dialog'));
  await expectNoBarriers(page);
  await visit(`/portal/webhooks/${webhook.id}`, '503');
  await page.getByRole('button', { name: /^Inspect/ }).click();
  await expectToSee(page.getByRole('dialog'));
  await expectNoBarriers(page);
  await receiver.close();
});

/** The colors of the chart's pixels, as `red,green,blue`. */
const colorsIn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colors = new Set();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 255) colors.add(data.slice(at, at + 3).join());
    }
    return [...colors];
  })()`);
