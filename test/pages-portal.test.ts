import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_KINDS } from '../src/events/kinds.ts';
import { limitLedger } from '../src/limits/ledger.ts';
import { PLANS } from '../src/limits/plans.ts';
import { openStore } from '../src/store.ts';
import {
  barriersIn,
  type Browser,
  builtPages,
  DESKTOP,
  expectNotToSee,
  expectToSee,
  openBrowser,
  PHONE,
} from './support/browser.ts';
import { ann, openPage, signUp } from './support/page.ts';
import { eventually, openReceiver, type Receiver } from './support/receiver.ts';
import { startOnSqlite, type TestService, testClock } from './support/service.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const clock = testClock(Date.now());
let pages: string;
let browser: Browser;
let service: TestService;
let annKey: string;
let annId: number;

beforeAll(async () => {
  pages = await builtPages();
  browser = await openBrowser();
  service = await startOnSqlite({ pages, now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
  ({ key: annKey, accountId: annId } = await signUp(service));
});
afterAll(async () => {
  await browser.close();
  await service.close();
});
afterEach(() => {
  // Every limit that a test has used is whole again for the next one.
  clock.advance(minuteMs + 1_000);
  browser.assertClean();
});

async function fillSignIn(page: Page, { email, password } = ann): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A window of somebody who is signed in already. */
async function signedIn(path: string, { email, password } = ann): Promise<Page> {
  const visitor = openPage(service);
  await visitor.signIn(email, password);
  const [name = '', value = ''] = visitor.cookie.split('=');
  const cookie = { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...cookie, sameSite: 'Lax' as const }], origins: [] };
  return browser.open(service.origin + path, { ...DESKTOP, storageState });
}

const title = (page: Page, name: string) => expectToSee(page.getByRole('heading', { level: 1, name }));
const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
const statusOf = async (key: string) => (await service.call('GET', '/v1/pets', { key })).status;

describe('signing up and in', () => {
  test('who signs up gets a key, and sends the first requests from the page', async () => {
    const page = await browser.open(`${service.origin}/portal`);
    await page.getByRole('link', { name: 'Make an account' }).click();
    await page.getByRole('button', { name: 'Make the account' }).click();
    await expectToSee(page.getByText('Type an email address'));
    await page.getByLabel('Email').fill(ann.email);
    await page.getByLabel('Password', { exact: true }).fill('eleven long');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expectToSee(page.getByText('Use at least 12 characters.'));
    await page.getByLabel('Password', { exact: true }).fill('twelve nights');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expectToSee(page.getByText('There is an account with this email. Sign in instead.'));
    await page.getByLabel('Email').fill('bob@shelter.example');
    await page.getByLabel('What you are called').fill('<b>Bob</b> 🐕');
    await page.getByRole('button', { name: 'Make the account' }).click();

    await title(page, 'Get started');
    const key = (await page.getByText(/^psk_live_\w{38}$/).textContent()) ?? '';
    expect(await statusOf(key)).toBe(200);
    const list = step(page, 'List animals');
    await expectToSee(list.getByText(`curl -i '${service.origin}/v1/pets?status=available&limit=3' \\`));
    await list.getByText(`-H 'Authorization: Bearer ${key}'`).waitFor();
    await list.getByRole('button', { name: 'Run' }).click();
    await expectToSee(list.getByText('200 OK'));
    await expectToSee(list.getByText('X-RateLimit-Remaining'));
    await expectToSee(list.getByText('[]', { exact: true }));

    await step(page, 'Make a mistake').getByRole('button', { name: 'Run' }).click();
    await expectToSee(step(page, 'Make a mistake').getByText('400 Bad Request'));
    await expectToSee(step(page, 'Make a mistake').getByText('"code": "invalid_parameter"'));

    await step(page, 'Add an animal').getByRole('button', { name: 'Add it' }).click();
    await expectToSee(step(page, 'Add an animal').getByText('201 Created'));
    const { body: added } = await service.call('GET', '/v1/pets');
    expect(added).toEqual([{ id: expect.any(Number), name: 'Test animal', categoryId: 1, status: 'pending' }]);
    const remove = step(page, 'Remove it again');
    await expectToSee(remove.getByText(`curl -i -X DELETE '${service.origin}/v1/pets/${added[0].id}' \\`));
    await remove.getByRole('button', { name: 'Remove it' }).click();
    await expectToSee(remove.getByText('204 No Content'));
    expect((await service.call('GET', '/v1/pets')).body).toEqual([]);

    await page.getByRole('button', { name: 'Your account' }).click();
    await expectToSee(page.getByText('<b>Bob</b> 🐕'));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await title(page, 'Sign in');
    await page.context().close();
  });

  test('the same runs with the client, as it is shown', async () => {
    await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    const page = await signedIn('/portal');
    await expectToSee(page.getByText('The lines below need a key'));
    expect(await step(page, 'List animals').getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('tab', { name: 'JavaScript' }).click();
    await expectToSee(page.getByText("import { Petstore } from '@petstore/client';"));

    const list = step(page, 'List animals');
    await expectToSee(list.getByText("await petstore.pets.list({ status: 'available', limit: 3 }).page();"));
    await list.getByRole('button', { name: 'Run' }).click();
    await expectToSee(list.getByText('GET /v1/pets?status=available&limit=3'));
    await expectToSee(list.getByRole('figure').filter({ hasText: 'Printed' }).getByText('"name": "Rex"'));
    await step(page, 'Make a mistake').getByRole('button', { name: 'Run' }).click();
    await expectToSee(step(page, 'Make a mistake').getByText("code: 'invalid_parameter', status: 400"));
    await step(page, 'Add an animal').getByRole('button', { name: 'Add it' }).click();
    await step(page, 'Remove it again').getByRole('button', { name: 'Remove it' }).click();
    await expectToSee(step(page, 'Remove it again').getByText('204 No Content'));
    await step(page, 'See what is left').getByRole('button', { name: 'Run' }).click();
    await expectToSee(step(page, 'See what is left').getByText('"limit": 1000').first());
    expect((await service.call('GET', '/v1/pets')).body).toHaveLength(1);
    await page.context().close();
  });

  test('signing in leads back to where one was, and nowhere else', async () => {
    const page = await browser.open(`${service.origin}/portal/usage`);
    await page.waitForURL(/\/portal\/sign-in\?next=%2Fportal%2Fusage$/);
    await fillSignIn(page);
    await page.waitForURL(`${service.origin}/portal/usage`);
    await title(page, 'Usage');
    for (const elsewhere of [
      'https://elsewhere.example/',
      '//elsewhere.example/',
      '/portalx',
      '/\\elsewhere.example',
    ]) {
      await page.goto(`${service.origin}/portal/sign-in?next=${encodeURIComponent(elsewhere)}`);
      await title(page, 'Get started');
      expect(page.url()).toBe(`${service.origin}/portal`);
    }
    await page.context().close();
  });

  test('after too many guesses one waits as long as the page says', async () => {
    const page = await browser.open(`${service.origin}/portal/sign-in`);
    for (let guess = 1; guess <= 5; guess += 1) {
      await fillSignIn(page, { ...ann, password: `wrong guess ${guess}` });
      await expectToSee(page.getByRole('alert').getByText('The email and the password do not belong together.'));
    }
    await fillSignIn(page);
    await expectToSee(page.getByText('One moment, please'));
    const again = page.getByRole('button', { name: /Try again in \d+ s/ });
    await expectToSee(again);
    expect(await again.isDisabled()).toBe(true);
    clock.advance(minuteMs);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await title(page, 'Get started');
    await page.context().close();
  });

  test('a changed password ends the sessions elsewhere; they sign in again and go on where they were', async () => {
    const other = await signedIn('/portal/webhooks');
    await expectToSee(other.getByText('No webhooks'));
    const page = await signedIn('/portal/account');
    await page.getByLabel('Current password', { exact: true }).fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill('eight loud geese');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expectToSee(page.getByText('This is not your password.'));
    await page.getByLabel('Current password', { exact: true }).fill(ann.password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expectToSee(page.getByText('The password is changed.'));

    await other.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Keys' }).first().click();
    await other.waitForURL(/\/portal\/sign-in\?next=%2Fportal%2Fkeys$/);
    await fillSignIn(other, { ...ann, password: 'eight loud geese' });
    await title(other, 'API keys');
    await openPage(service).signIn(ann.email, 'eight loud geese');

    const { body } = await service.call('POST', `/v1/admin/accounts/${annId}/password-link`);
    await page.goto(service.origin + new URL(body.link).pathname + new URL(body.link).hash);
    await title(page, 'Set a new password');
    expect(page.url()).toBe(`${service.origin}/portal/set-password`);
    await page.getByLabel('New password', { exact: true }).fill(ann.password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await title(page, 'Get started');
    await page.goto(service.origin + new URL(body.link).pathname + new URL(body.link).hash);
    await page.getByLabel('New password', { exact: true }).fill(ann.password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await title(page, 'This link no longer works');
    await page.getByRole('link', { name: 'Get another link' }).click();
    await title(page, 'Get started');
    await page.context().close();
    await other.context().close();
  });

  test('where sign-up is closed and no mail is sent, the pages say who helps', async () => {
    const closed = await startOnSqlite({ pages, environment: 'staging', settings: { signup: 'closed' } });
    const page = await browser.open(`${closed.origin}/portal/sign-up`, PHONE);
    await title(page, 'Sign-up is closed');
    await expectToSee(page.getByText('For practice: no animal here is real.'));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expectToSee(page.getByText('New accounts are made by the operator of this service.'));
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expectToSee(page.getByText('petstore accounts reset-link EMAIL'));
    await page.context().close();
    await closed.close();
  });
});

describe('keys', () => {
  test('a key is made with what it needs, shown once, and listed', async () => {
    const page = await signedIn('/portal/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('Website');
    await form.getByLabel('Publishable').check();
    await form.getByLabel('Origins').fill('https://shelter.example/animals');
    await form.getByLabel('Expires').selectOption('After 30 days');
    await form.getByRole('button', { name: 'Create the key' }).click();
    await expectToSee(form.getByText('https://shelter.example/animals is no origin'));
    await form.getByLabel('Origins').fill('https://shelter.example\nhttps://www.shelter.example');
    await form.getByRole('button', { name: 'Create the key' }).click();

    const shown = page.getByRole('dialog', { name: 'Your new key' });
    const key = (await shown.getByText(/^ppk_live_\w{38}$/).textContent()) ?? '';
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await expectToSee(row(page, 'Website').getByText(`ppk_live_…${key.slice(-4)}`));
    const { body } = await service.call('GET', '/v1/account/keys', { key: annKey });
    expect(body[0]).toMatchObject({
      name: 'Website',
      kind: 'publishable',
      scopes: ['pets:read'],
      origins: ['https://shelter.example', 'https://www.shelter.example'],
    });
    expect(Date.parse(body[0].expiresAt)).toBeGreaterThan(Date.now() + 29 * dayMs);
    expect(await page.content()).not.toContain(key);
    await page.context().close();
  });

  test('a rolled key works through the overlap, a revoked one is refused', async () => {
    const { body: old } = await service.call('POST', '/v1/account/keys', { key: annKey, body: { name: 'Import' } });
    const page = await signedIn('/portal/keys');
    const menuOf = (lastFour: string) =>
      page.getByRole('button', { name: `What to do with the key that ends in ${lastFour}` });
    await menuOf(old.lastFour).click();
    await page.getByRole('menuitem', { name: 'Roll' }).click();
    await page.getByLabel('The old key stops').selectOption('After a day');
    await page.getByRole('button', { name: 'Roll it' }).click();
    const key =
      (await page
        .getByRole('dialog')
        .getByText(/^psk_live_\w{38}$/)
        .textContent()) ?? '';
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await expectToSee(row(page, `…${key.slice(-4)}`).getByText('Import'));
    expect([await statusOf(old.key), await statusOf(key)]).toEqual([200, 200]);

    await menuOf(key.slice(-4)).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await expectToSee(page.getByRole('dialog').getByText('stops working within a second'));
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await expectNotToSee(row(page, `…${key.slice(-4)}`));
    expect([await statusOf(old.key), await statusOf(key)]).toEqual([200, 401]);
    clock.advance(dayMs);
    expect(await statusOf(old.key)).toBe(401);
    await page.context().close();
  });

  test('a key that was banned says so', async () => {
    const { body: greedy } = await service.call('POST', '/v1/account/keys', { key: annKey, body: { name: 'Greedy' } });
    for (let sent = 0; sent < 60; sent += 1) await statusOf(greedy.key);
    clock.advance(2_000);
    for (let sent = 0; sent < 61; sent += 1) await statusOf(greedy.key);
    expect((await service.call('GET', '/v1/pets', { key: greedy.key })).body.code).toBe('api_key_banned');
    clock.advance(minuteMs);
    const page = await signedIn('/portal/keys');
    await expectToSee(row(page, 'Greedy').getByText('Banned on'));
    await page.context().close();
  });

  test('all of it goes with the keyboard alone', async () => {
    const page = await signedIn('/portal/keys');
    await page.getByRole('button', { name: 'Create a key' }).press('Enter');
    await page.keyboard.type('Typed');
    await page.keyboard.press('Enter');
    await expectToSee(page.getByRole('dialog', { name: 'Your new key' }));
    await page.getByRole('button', { name: 'I have kept it' }).press('Enter');
    await expectToSee(row(page, 'Typed'));
    await row(page, 'Typed').getByRole('button').press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectToSee(page.getByRole('dialog', { name: 'Revoke this key' }));
    await page.keyboard.press('Escape');
    await expectNotToSee(page.getByRole('dialog'));
    await expectToSee(row(page, 'Typed'));
    await page.context().close();
  });
});

describe('webhooks', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver((response) => response.writeHead(200).end('heard'));
  });
  afterEach(() => receiver.close());

  test('a webhook is added, tested, inspected, and an event sent again', async () => {
    const page = await signedIn('/portal/webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add a webhook' });
    await form.getByLabel('Address').fill('shelter.example');
    await form.getByRole('button', { name: 'Add it' }).click();
    await expectToSee(form.getByText('Type the whole address'));
    await expectToSee(form.getByText('Choose at least one.'));
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByRole('button', { name: 'All of Animals' }).click();
    await form.getByLabel('pet.deleted').uncheck();
    await form.getByRole('button', { name: 'Add it' }).click();
    const secret = page.getByRole('dialog', { name: 'The secret of the webhook' });
    await expectToSee(secret.getByText(/^whsec_/));
    await secret.getByRole('button', { name: 'I have kept it' }).click();

    await title(page, receiver.url);
    await expectToSee(page.getByText('Nothing was sent yet'));
    await page.getByRole('button', { name: 'Send a test' }).click();
    await eventually(() => receiver.received.length === 1);
    await expectToSee(row(page, 'webhook.test').getByText('Succeeded'));
    await row(page, 'webhook.test')
      .getByRole('button', { name: /^Inspect/ })
      .click();
    const delivery = page.getByRole('dialog', { name: /^Delivery/ });
    await expectToSee(delivery.getByText('heard', { exact: true }));
    await expectToSee(delivery.getByText(String(receiver.received[0]?.headers['webhook-id'])));
    await delivery.getByRole('button', { name: 'Send it again' }).click();
    await eventually(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    await delivery.getByRole('button', { name: 'Close' }).last().click();
    await expectToSee(page.getByRole('cell', { name: 'Succeeded' }).nth(1));
    await page.context().close();
  });

  test('it is told of what happens, changed, switched off and on, given a new secret, and removed', async () => {
    receiver.answer = 500;
    const settings = { url: receiver.url, events: ['pet.created'] };
    const { body: added } = await service.call('POST', '/v1/webhooks', { key: annKey, body: settings });
    const page = await signedIn('/portal/webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await service.call('POST', '/v1/pets', { body: { name: 'Mia', categoryId: 2 } });
    await eventually(() => receiver.received.at(-1)?.event.type === 'pet.created');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectToSee(row(page, 'pet.created').getByText('500'));
    await expectToSee(row(page, 'pet.created').getByText('Pending'));

    const more = async (what: string) => {
      await page.getByRole('button', { name: 'More to do with this webhook' }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await more('Change');
    await page.getByLabel('What it is for').fill('The website');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToSee(page.getByText('The website'));
    await more('Roll the secret');
    await page.getByRole('button', { name: 'Roll it' }).click();
    await expectToSee(page.getByText(/^whsec_/));
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await expectToSee(page.getByRole('button', { name: 'Switch on' }));
    expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await expectToSee(page.getByRole('button', { name: 'Switch off' }));
    await more('Remove');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await title(page, 'Webhooks');
    await page.goto(`${service.origin}/portal/webhooks/${added.id}`);
    await expectToSee(page.getByText('This webhook is not here'));
    await page.context().close();
  });
});

describe('usage', () => {
  test('30 days are drawn, with refusals and strikes, and stand in a table too', async () => {
    const carol = { ...ann, email: 'carol@shelter.example' };
    const { accountId, key } = await signUp(service, carol);
    const today = Math.floor(clock.now() / dayMs);
    const usage = Array.from({ length: 29 }, (_, index) => ({
      accountId,
      day: today - 29 + index,
      admitted: 100 * (index + 1),
      refused: index === 10 ? 700 : 0,
      strikes: index === 10 ? 3 : 0,
    }));
    const { database } = await openStore('production', service.settings);
    await limitLedger(database).save({ dayWindows: [], bans: [], liftedKeyIds: [], usage });
    await database.close();

    const page = await signedIn('/portal/usage', carol);
    const chart = page.getByRole('img', {
      name: /^Chart of the last 30 days: 43,500 requests admitted, 700 refused, 3 strikes/,
    });
    await expectToSee(chart);
    const drawn = await coloursIn(page);
    // Admitted, refused, and the lozenge over a day with strikes.
    expect(drawn).toEqual(expect.arrayContaining(['27,107,79', '179,38,30', '33,30,26']));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => coloursIn(page)).toContain('95,199,155');

    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: 70, y: height / 2 } });
    await expectToSee(page.getByText('100 admitted, 0 refused, 0 strikes'));
    expect(width).toBeGreaterThan(500);
    await page.getByRole('tab', { name: 'Table' }).click();
    const dayTen = new Date((today - 19) * dayMs).toISOString().slice(0, 10);
    expect(await row(page, dayTen).getByRole('cell').allTextContents()).toEqual([dayTen, '1,100', '700', '3']);

    await expectToSee(page.getByText('0 of 60 used'));
    for (let sent = 0; sent < 50; sent += 1) await statusOf(key);
    await expectToSee(page.getByText('50 of 60 used'));
    await expectToSee(page.getByText('950 left'));
    await page.context().close();
  });

  test('when the day is used up the pages say until when, and usage is still to be seen', async () => {
    const dave = { ...ann, email: 'dave@shelter.example' };
    const { accountId, key } = await signUp(service, dave);
    const change = { plan: 'enterprise', limits: { perMinute: 1_000, perDay: 5 } };
    await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: change });
    for (let sent = 0; sent < 5; sent += 1) await statusOf(key);
    const page = await signedIn('/portal/keys', dave);
    await expectToSee(page.getByText("Today's 5 requests are used up."));
    await expectToSee(page.getByRole('alert').getByText('Enough for today'));
    await page.getByRole('link', { name: 'Usage' }).first().click();
    await expectToSee(page.getByText('5 of 5 used'));
    await page.getByRole('link', { name: 'Account' }).first().click();
    await expectToSee(page.getByText('5 in 24 hours', { exact: true }));
    await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
    await page.reload();
    await expectToSee(page.getByText('This account is suspended.'));
    await page.context().close();
  });
});

test('the plans and the kinds of events that are offered are those of the service', () => {
  const shown = SHOWN_PLANS.map(({ plan, perMinute, perDay }) => [plan, { perMinute, perDay }]);
  expect(shown).toEqual(Object.entries(PLANS));
  const kinds = GROUPS.flatMap(({ kinds }) => kinds.map(([kind]) => kind));
  expect(new Set([...kinds, 'webhook.test'])).toEqual(new Set(EVENT_KINDS));
});

test('nothing keeps anybody out at the entrances', { timeout: 60_000 }, async () => {
  const page = await browser.open(`${service.origin}/portal/sign-in`);
  await expectNoBarriers(page);
  for (const path of ['sign-up', 'forgotten-password', 'set-password']) {
    await page.goto(`${service.origin}/portal/${path}`);
    await expectNoBarriers(page);
  }
  await page.context().close();
});

test('nothing keeps anybody out of the pages behind them', { timeout: 120_000 }, async () => {
  const receiver = await openReceiver(503);
  const { body: webhook } = await service.call('POST', '/v1/webhooks', {
    key: annKey,
    body: { url: receiver.url, events: ['pet.created'] },
  });
  await service.call('POST', `/v1/webhooks/${webhook.id}/test`, { key: annKey });
  const page = await signedIn('/portal');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await step(page, 'List animals').getByRole('button', { name: 'Run' }).click();
  await expectToSee(step(page, 'List animals').getByText('200 OK'));
  await expectNoBarriers(page);
  const visit = async (path: string, isThere: string) => {
    await page.goto(service.origin + path);
    await expectToSee(page.getByText(isThere).first());
    await expectNoBarriers(page);
  };
  await visit('/portal/usage', 'Day with strikes');
  await visit('/portal/account', 'Plan and limits');
  await visit('/portal/nowhere', 'There is nothing here');
  await visit('/portal/keys', 'psk_live_…');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expectNoBarriers(page);
  await visit('/portal/webhooks', receiver.url);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await expectNoBarriers(page);
  await visit(`/portal/webhooks/${webhook.id}`, '503');
  await page.getByRole('button', { name: /^Inspect/ }).click();
  await expectNoBarriers(page);
  await page.context().close();
  await receiver.close();
});

/** In light and dark, on a desk and on a phone, where nothing may reach over the edge either. */
async function expectNoBarriers(page: Page): Promise<void> {
  for (const { viewport } of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriersIn(page)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
}

/** The colours of the chart's own pixels, as `red,green,blue`. */
const coloursIn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 255) colours.add(data.slice(at, at + 3).join());
    }
    return [...colours];
  })()`);
