import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../support/browser.ts';
import { builtPages, startOnSqlite, testClock } from '../support/service.ts';
import { follow } from '../support/windows.ts';
import { ann, openPage } from './page.ts';
import { expectTitle, portalScene } from './portal-scene.ts';

const minuteMs = 60_000;
const { clock, browser, service, account, call, statusOf, signedIn } = portalScene();

const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function fillSignIn(page: Page, { email, password } = ann): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a new account gets a key, and sends the first requests from the page', async () => {
  const page = await browser().open(`${service().origin}/portal`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectToSee(page.getByText('Enter an email address'));
  await page.getByLabel('Email').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill('eleven long');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expectToSee(page.getByText('Use at least 12 characters.'));
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expectToSee(page.getByText('It must be hard to guess, but this password resembles a common one.'));
  await page.getByLabel('Password', { exact: true }).fill('twelve nights');
  await expectNotToSee(page.getByText('It must be hard to guess'));
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expectToSee(page.getByText('This email address already has an account. Sign in instead.'));
  await page.getByLabel('Email').fill('bob@shelter.example');
  await page.getByLabel('Organization').fill('<b>Bob</b> 🐕');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expectTitle(page, 'Get started');
  const key = (await page.getByText(/^psk_live_\w{38}$/).textContent()) ?? '';
  expect(await statusOf(key)).toBe(200);
  const list = step(page, 'List animals');
  await expectToSee(list.getByText(`curl -i '${service().origin}/v1/pets?status=available&limit=3' \\`));
  await list.getByText(`-H 'Authorization: Bearer ${key}'`).waitFor();
  await list.getByRole('button', { name: 'Run' }).click();
  await expectToSee(list.getByText('200 OK'));
  await expectToSee(list.getByText('X-RateLimit-Remaining'));
  await expectToSee(list.getByText('[]', { exact: true }));

  await step(page, 'Make a mistake').getByRole('button', { name: 'Run' }).click();
  await expectToSee(step(page, 'Make a mistake').getByText('400 Bad Request'));
  await expectToSee(step(page, 'Make a mistake').getByText('"code": "invalid_parameter"'));

  await step(page, 'Add an animal').getByRole('button', { name: 'Add', exact: true }).click();
  await expectToSee(step(page, 'Add an animal').getByText('201 Created'));
  const { body: added } = await call('GET', '/v1/pets');
  expect(added).toEqual([{ id: expect.any(Number), name: 'Test animal', categoryId: 1, status: 'pending' }]);
  for (const language of ['JavaScript', 'curl']) await page.getByRole('tab', { name: language }).click();
  const remove = step(page, 'Remove the animal');
  await expectToSee(remove.getByText(`curl -i -X DELETE '${service().origin}/v1/pets/${added[0].id}' \\`));
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expectToSee(remove.getByText('204 No Content'));
  expect((await call('GET', '/v1/pets')).body).toEqual([]);

  await page.getByRole('button', { name: 'Your account' }).click();
  await expectToSee(page.getByText('<b>Bob</b> 🐕'));
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectTitle(page, 'Sign in');
});

test('the examples run with the client', async () => {
  await call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
  const page = await signedIn('/portal');
  await expectToSee(page.getByText('The examples need a key'));
  await expect.poll(() => step(page, 'List animals').getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
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
  await step(page, 'Add an animal').getByRole('button', { name: 'Add', exact: true }).click();
  await step(page, 'Remove the animal').getByRole('button', { name: 'Remove' }).click();
  await expectToSee(step(page, 'Remove the animal').getByText('204 No Content'));
  await step(page, 'Check your usage').getByRole('button', { name: 'Run' }).click();
  await expectToSee(step(page, 'Check your usage').getByText('"limit": 1000').first());
  expect((await call('GET', '/v1/pets')).body).toHaveLength(1);
});

test('the first requests work once the deprecated operation is gone', async () => {
  const later = await startOnSqlite({ pages: builtPages, now: testClock(Date.UTC(2030, 11, 6)).now });
  const page = await browser().open(`${later.origin}/portal/sign-up`);
  await page.getByLabel('Email').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await step(page, 'Add an animal').getByRole('button', { name: 'Add', exact: true }).click();
  await step(page, 'Remove the animal').getByRole('button', { name: 'Remove' }).click();
  await expectToSee(step(page, 'Remove the animal').getByText('204 No Content'));
  expect((await later.call('GET', '/v1/pets')).body).toEqual([]);
});

test('signing in leads back to the previous page, and never to another site', async () => {
  const page = await browser().open(`${service().origin}/portal/usage`);
  await page.waitForURL(/\/portal\/sign-in\?next=%2Fportal%2Fusage$/);
  await fillSignIn(page);
  await page.waitForURL(`${service().origin}/portal/usage`);
  await expectTitle(page, 'Usage');
  for (const elsewhere of ['https://elsewhere.example/', '//elsewhere.example/', '/portalx', '/\\elsewhere.example']) {
    await page.goto(`${service().origin}/portal/sign-in?next=${encodeURIComponent(elsewhere)}`);
    await expectTitle(page, 'Get started');
    await expect.poll(() => page.url()).toBe(`${service().origin}/portal`);
  }
});

test('after too many attempts the page says how long to wait', async () => {
  const page = await browser().open(`${service().origin}/portal/sign-in`);
  for (let guess = 1; guess <= 5; guess += 1) {
    await fillSignIn(page, { ...ann, password: `wrong guess ${guess}` });
    await expectToSee(page.getByRole('alert').getByText('The email or the password is wrong.'));
  }
  await fillSignIn(page);
  await expectToSee(page.getByText('Too many requests'));
  const again = page.getByRole('button', { name: /Try again in \d+ s/ });
  await expectToSee(again);
  await expect.poll(() => again.isDisabled()).toBe(true);
  clock.advance(minuteMs);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectTitle(page, 'Get started');
});

test('changing the password ends other sessions, which sign in again where they were', async () => {
  const other = await signedIn('/portal/webhooks');
  await expectToSee(other.getByText('No webhooks'));
  const page = await signedIn('/portal/account');
  await page.getByLabel('Current password', { exact: true }).fill('not this one');
  await page.getByLabel('New password', { exact: true }).fill('eight loud geese');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectToSee(page.getByText('Wrong password.'));
  await page.getByLabel('Current password', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectToSee(page.getByText('Your password was changed.'));

  await other.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Keys' }).first().click();
  const ended = other.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password', { exact: true }).fill('eight loud geese');
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await expectTitle(other, 'API keys');
  await openPage(service()).signIn(ann.email, 'eight loud geese');

  const { body } = await call('POST', `/v1/admin/accounts/${account().accountId}/password-link`);
  await page.goto(service().origin + new URL(body.link).pathname + new URL(body.link).hash);
  await expectTitle(page, 'Set a new password');
  await expect.poll(() => page.url()).toBe(`${service().origin}/portal/set-password`);
  // As a phone does that has discarded the page meanwhile.
  await page.reload();
  await expectTitle(page, 'Set a new password');
  await page.getByLabel('New password', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expectTitle(page, 'Get started');
  await page.goto(service().origin + new URL(body.link).pathname + new URL(body.link).hash);
  await expectTitle(page, 'This link has expired');
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expectTitle(page, 'Get started');
});

test('a page of one person does nothing for another, who signs in in the same browser', async () => {
  const zoe = { email: 'zoe@shelter.example', password: 'nine silent herons' };
  await call('POST', '/v1/accounts', { key: null, body: zoe });
  const page = await signedIn('/portal/keys');
  const headers = { 'content-type': 'application/json', 'x-petstore-page': '1' };
  const signIn = { method: 'POST', body: JSON.stringify(zoe), headers };
  expect(await page.evaluate(`fetch('/session', ${JSON.stringify(signIn)}).then(({ status }) => status)`)).toBe(200);
  // The page may have noticed already; its dialog is then in front of the link.
  await page
    .locator('a[href="/portal/webhooks"]')
    .first()
    .evaluate((link: { click(): void }) => link.click());
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expectToSee(ended);
  // Only signing in or leaving the page ends the dialog.
  await expectNotToSee(ended.getByRole('button', { name: 'Close' }));
  await ended.getByLabel('Password', { exact: true }).fill(ann.password);
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await expectTitle(page, 'Webhooks');
});

test('without sign-up and email, the pages point to the operator', async () => {
  const closed = await startOnSqlite({ pages: builtPages, environment: 'staging', settings: { signup: 'closed' } });
  const page = await browser().open(`${closed.origin}/portal/sign-up`, PHONE);
  await expectTitle(page, 'Sign-up is closed');
  await expectToSee(page.getByText('For practice. No animals here are real.'));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expectToSee(page.getByText('The operator of this service creates new accounts.'));
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectToSee(page.getByText('petstore accounts reset-link EMAIL'));
});

test('the pages before signing in have no accessibility violations', async () => {
  const page = await browser().open(`${service().origin}/portal`);
  for (const [path, title] of [
    ['sign-in', 'Sign in'],
    ['set-password', 'This link has expired'],
    ['sign-up', 'Create an account'],
    ['confirm', 'This link has expired'],
    ['forgotten-password', 'Forgotten password'],
  ] as const) {
    await follow(page, `/portal/${path}`);
    await expectTitle(page, title);
    await expectNoBarriers(page);
  }
});
