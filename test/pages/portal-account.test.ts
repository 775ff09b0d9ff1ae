import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { expectNoBarriers, expectToSee } from '../support/browser.ts';
import { openMailServer } from '../support/mail.ts';
import { testClock } from '../support/service.ts';
import { openAs } from '../support/windows.ts';
import { ann, openPage, tokenIn } from './page.ts';
import { expectTitle } from './portal-scene.ts';
import { pagesScene } from './scene.ts';

const mails = await openMailServer();
afterAll(() => mails.close());
const clock = testClock(Date.now());
const { browser, service } = pagesScene({ now: clock.now, settings: { smtpUrl: mails.url, signup: 'approved' } });
// The limits of another minute.
afterEach(() => {
  clock.advance(61_000);
});

const [password, newPassword] = [ann.password, 'nine small otters'];
const newEmail = 'ann.lee@shelter.example';
let accountId: number;
let key: string;

const statusOf = async (path = '/v1/account', withKey = key) =>
  (await service().call('GET', path, { key: withKey })).status;
/** Opens the page of the link in the next mail, in a window of its own. */
async function openMailed(page: 'confirm' | 'set-password'): Promise<{ opened: Page; link: string }> {
  const { text } = await mails.next();
  expect(text).toContain(`/portal/${page}#token=`);
  const link = `${service().origin}/portal/${page}#token=${tokenIn(text)}`;
  return { opened: await browser().open(link), link };
}
async function accountPage(email: string): Promise<Page> {
  const visitor = openPage(service());
  expect((await visitor.signIn(email, password)).status).toBe(200);
  return openAs(browser(), service(), visitor, '/portal/account');
}

test('a new account awaits its confirmation, with the password, and its approval; the portal says so', async () => {
  const page = await browser().open(`${service().origin}/portal/sign-up`);
  await expectToSee(page.getByText('An operator of this service approves it first.'));
  await page.getByLabel('Email').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectTitle(page, 'Almost there');
  await expectToSee(page.getByText(`We have sent a mail to ${ann.email}`));
  key = (await page.getByText(/^psk_live_\w{38}$/).textContent()) ?? '';
  expect(await statusOf()).toBe(403);
  await expectNoBarriers(page);
  // Before the next one is sent: two that wait may overtake each other.
  await mails.next();
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expectToSee(page.getByText('The mail is on its way.'));

  const { opened, link } = await openMailed('confirm');
  await expectTitle(opened, 'Confirm your address');
  await expect.poll(() => opened.url()).toBe(`${service().origin}/portal/confirm`);
  await expectToSee(opened.getByText(ann.email));
  await expectNoBarriers(opened);
  const confirm = opened.getByRole('button', { name: 'Confirm' });
  await confirm.click();
  await expectToSee(opened.getByText('Enter your password.'));
  await opened.getByLabel('Password', { exact: true }).fill(newPassword);
  await confirm.click();
  await expectToSee(opened.getByText('Wrong password.'));
  await opened.getByLabel('Password', { exact: true }).fill(password);
  await confirm.click();
  await expectToSee(opened.getByRole('heading', { name: 'The operator’s approval' }));
  await opened.goto(`${service().origin}/console`);
  await expectTitle(opened, 'Almost there');
  const late = await browser().open(link);
  await expectTitle(late, 'This link has expired');

  const { body: waiting } = await service().call('GET', '/v1/admin/accounts?awaiting=approval');
  accountId = waiting[0].id;
  await service().call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { approved: true } });
  for (const window of [opened, page]) {
    await window.getByRole('button', { name: 'Look again' }).click();
    await expectTitle(window, 'Get started');
  }
  await expectToSee(page.getByText(key, { exact: true }));
  expect(await statusOf()).toBe(200);
});

test('the owner corrects the name and the address, which a mail confirms', async () => {
  const page = await accountPage(ann.email);
  await page.getByLabel('Name').fill('Ann Lee');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expectToSee(page.getByText('Your name was saved.'));
  const change = page.getByRole('button', { name: 'Change address' });
  await change.click();
  await expectToSee(page.getByText('Enter an email address'));
  await page.getByLabel('New address').fill(newEmail);
  await page.getByLabel('Your password', { exact: true }).fill(newPassword);
  await change.click();
  await expectToSee(page.getByText('Wrong password.'));
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await change.click();
  await expectToSee(page.getByText(`We have sent a link to ${newEmail}.`));
  await expectNoBarriers(page);
  const { opened } = await openMailed('confirm');
  await opened.getByLabel('Password', { exact: true }).fill(password);
  await opened.getByRole('button', { name: 'Confirm' }).click();
  await expectTitle(opened, 'Get started');
  expect((await mails.next()).to).toEqual([ann.email]);
  const { body } = await service().call('GET', `/v1/admin/accounts/${accountId}`);
  expect(body).toMatchObject({ name: 'Ann Lee', email: newEmail });
});

test('a mailed link offers to revoke the keys, which it does unless the owner keeps them', async () => {
  for (const isKept of [true, false]) {
    const page = await browser().open(`${service().origin}/portal/forgotten-password`);
    await page.getByLabel('Email').fill(newEmail);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expectTitle(page, 'Check your email');
    const { opened } = await openMailed('set-password');
    const revokes = opened.getByLabel('Revoke all API keys');
    await expectToSee(revokes);
    expect(await revokes.isChecked()).toBe(true);
    if (isKept) await revokes.uncheck();
    else await expectNoBarriers(opened);
    await opened.getByLabel('New password', { exact: true }).fill(password);
    await opened.getByRole('button', { name: 'Set password' }).click();
    await expectTitle(opened, 'Get started');
    expect(await statusOf()).toBe(isKept ? 200 : 401);
    for (const window of [page, opened]) await window.close();
  }
});

test("an operator's link says that it revokes the keys", async () => {
  const { body } = await service().call('POST', `/v1/admin/accounts/${accountId}/password-link`);
  const page = await browser().open(body.link);
  await expectToSee(page.getByText('The API keys of the account are revoked.'));
  expect(await page.getByRole('checkbox').count()).toBe(0);
});

test('the owner closes the account, with the password', async () => {
  const page = await accountPage(newEmail);
  const open = page.getByRole('button', { name: 'Close the account' });
  await open.click();
  const dialog = page.getByRole('dialog');
  await expectNoBarriers(page);
  const close = dialog.getByRole('button', { name: 'Close it' });
  await close.click();
  await expectToSee(dialog.getByText('Enter your password.'));
  await dialog.getByLabel('Your password', { exact: true }).fill(newPassword);
  await close.click();
  await expectToSee(dialog.getByText('Wrong password.'));
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await close.click();
  await expectTitle(page, 'Sign in');
  const { body } = await service().call('GET', `/v1/admin/accounts/${accountId}`);
  expect(body).toMatchObject({ email: `closed-${accountId}@localhost`, closedAt: expect.any(String) });
});
