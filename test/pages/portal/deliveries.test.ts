import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoBarriers, expectNotToSee, expectToSee } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { row } from '../../support/windows.ts';
import { addWebhook, deliveriesOf, type MadeWebhook, openReceiver, type Receiver } from '../../webhooks/receiver.ts';
import { ann, signUp } from '../page.ts';
import { expectTitle, portalScene } from '../portal-scene.ts';

const { service, account, call, signedIn } = portalScene();
let good: Receiver;
let bad: Receiver;
let works: MadeWebhook;
let fails: MadeWebhook;

beforeAll(async () => {
  good = await openReceiver();
  bad = await openReceiver();
  const { key } = account();
  const { body: animal } = await call('POST', '/v1/pets', { key, body: { name: 'Kim', categoryId: 2 } });
  works = await addWebhook(service(), { url: good.url }, key);
  fails = await addWebhook(service(), { url: bad.url, events: ['pet.created', 'pet.updated'] }, key);
  // An endpoint that has answered is tried with several events before they wait.
  await call('PATCH', `/v1/pets/${animal.id}`, { key, body: { name: 'Kai' } });
  await eventually(async () => (await deliveriesOf(service(), fails, key))[0]?.status === 'succeeded');
  bad.answer = refuse;
  await create('Mia');
  await create('Leo');
});
afterAll(() => Promise.all([good.close(), bad.close()]));

const refuse: Receiver['answer'] = (response) =>
  response.writeHead(500, { 'x-why': 'full' }).end('{"error":"The disk is full."}');

/** Adds an animal of the account, whose webhooks hear of no other, and waits until both webhooks have had its event. */
async function create(name: string): Promise<void> {
  await call('POST', '/v1/pets', { key: account().key, body: { name, categoryId: 2 } });
  const got = ({ received }: Receiver) => received.some(({ event }) => event.data.name === name);
  await eventually(() => got(good) && got(bad));
}

const shown = (page: Page) => page.getByRole('row').filter({ hasText: 'pet.created' });
const count = async (page: Page, expected: number) => {
  await expect.poll(() => shown(page).count()).toBe(expected);
};

test('the deliveries of all webhooks are live, and those that failed are found and sent again together', async () => {
  const page = await signedIn('/portal/webhooks');
  await expectToSee(page.getByRole('status').getByText('1 of 2 webhooks fail.'));
  await expectToSee(row(page, bad.url).getByText('Failing', { exact: true }));
  await expectToSee(row(page, good.url).getByText('Enabled'));
  await page.getByRole('link', { name: 'All deliveries' }).click();
  await expectTitle(page, 'Deliveries');
  await count(page, 4);
  await create('Ada');
  await count(page, 6);

  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await count(page, 3);
  await expectNotToSee(row(page, 'Succeeded'));
  await page.getByLabel('Event').selectOption('webhook.test');
  await expectToSee(page.getByText('No such deliveries'));
  await page.getByLabel('Event').selectOption('');
  await count(page, 3);
  await page.getByLabel('Select all shown').check();
  await shown(page).getByRole('checkbox').last().uncheck();
  // On a phone, where the table has no head.
  await page.getByRole('button', { name: 'All 3 shown' }).click();
  await expectToSee(page.getByText('3 selected'));
  await expectNotToSee(page.getByRole('button', { name: 'All 3 shown' }));
  await shown(page).getByRole('checkbox').last().uncheck();
  await expectToSee(page.getByText('2 selected'));
  await expectNoBarriers(page);

  bad.answer = 204;
  const before = bad.received.length;
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectToSee(page.getByText('2 events are being sent again.'));
  await eventually(() => bad.received.length === before + 2);
  expect(new Set(bad.received.slice(-2).map(({ event }) => event.data.name))).toEqual(new Set(['Ada', 'Leo']));
  await expectNotToSee(page.getByText('2 selected'));
  await page.getByRole('button', { name: 'Succeeded', exact: true }).click();
  await count(page, 5);
  await expectToSee(page.getByRole('status').getByText('Retrying'));
});

test('says which of the selected deliveries are not sent again', async () => {
  // The account keeps the webhook that another plan allowed.
  const change = (plan: string) => call('PATCH', `/v1/admin/accounts/${account().accountId}`, { body: { plan } });
  await change('pro');
  const removed = await addWebhook(service(), { url: good.url, events: ['pet.created'] }, account().key);
  await change('free');
  for (const { path } of [removed, works]) await call('POST', `${path}/test`, { key: account().key });
  const page = await signedIn('/portal/webhooks/deliveries');
  const tests = row(page, 'webhook.test');
  await expect.poll(() => tests.count()).toBe(2);
  await tests.getByRole('checkbox').first().check();
  await tests.getByRole('checkbox').last().check();
  await page.route('**/redeliver-several', async (route) => {
    await call('DELETE', removed.path, { key: account().key });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectToSee(page.getByText('The event is being sent again.'));
  await expectToSee(page.getByRole('alert').getByText(/^Delivery \d+ was not sent again: The account has no delivery/));
  await expect.poll(() => tests.count()).toBe(2);
  await expectNotToSee(page.getByText('selected'));
});

test('an attempt is shown with its request beside its response', async () => {
  bad.answer = refuse;
  await call('POST', `${fails.path}/test`, { key: account().key });
  const page = await signedIn(`/portal/webhooks/${fails.id}`);
  await expectToSee(row(page, 'webhook.test').getByText('500'));
  let reads = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/deliveries/*', async (route) => {
    reads += 1;
    await held.promise;
    await route.continue();
  });
  await page.clock.install();
  await row(page, 'webhook.test')
    .getByRole('button', { name: /^Inspect/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Delivery/ });
  await expectToSee(dialog);
  await expect.poll(() => reads).toBe(1);
  // On a slow line, another reading would end this one each time.
  await page.clock.runFor(7_000);
  expect(reads).toBe(1);
  held.resolve();
  const request = dialog.getByRole('region', { name: 'Request' });
  const response = dialog.getByRole('region', { name: 'Response' });
  await expect.poll(() => request.locator('pre').textContent()).toContain(`POST ${bad.url}\n`);
  const { headers, body } = bad.received.at(-1) ?? {};
  const sent = (await request.locator('pre').textContent()) ?? '';
  expect(sent).toContain(`webhook-signature: ${String(headers?.['webhook-signature'])}`);
  expect(sent).toContain(body);
  expect(sent).not.toContain(fails.secret);
  const answered = (await response.locator('pre').textContent()) ?? '';
  expect(answered).toContain('HTTP 500\nx-why: full\n');
  expect(answered).toContain('\n\n{"error":"The disk is full."}');
  const [left, right] = [await request.boundingBox(), await response.boundingBox()];
  expect([right?.y, (right?.x ?? 0) > (left?.x ?? 0)]).toEqual([left?.y, true]);
  await expectNoBarriers(page);
});

test('a webhook that the service disables is shown as disabled at once', async () => {
  const pages = [await signedIn('/portal/webhooks'), await signedIn(`/portal/webhooks/${fails.id}`)];
  for (const page of pages) await expectToSee(page.getByText('Failing', { exact: true }).last());
  bad.answer = 410;
  await call('POST', `${fails.path}/test`, { key: account().key });
  await eventually(async () => (await call('GET', fails.path, { key: account().key })).body.disabled);
  for (const page of pages) {
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await expectToSee(page.getByText('Disabled: it answered 410'));
    await page.close();
  }
});

test('works while the requests of the account are used up', async () => {
  const dave = { ...ann, email: 'dave@shelter.example' };
  const { accountId, key } = await signUp(service(), dave);
  const made = await addWebhook(service(), { url: good.url, events: ['pet.created'] }, key);
  await call('POST', `${made.path}/test`, { key });
  const change = { plan: 'enterprise', limits: { perMinute: 1_000, perDay: 1 } };
  await call('PATCH', `/v1/admin/accounts/${accountId}`, { body: change });
  expect((await call('GET', '/v1/pets', { key })).status).toBe(429);
  const page = await signedIn('/portal/webhooks/deliveries', dave);
  await expectToSee(page.getByText('manage your keys and webhooks'));
  await row(page, 'webhook.test').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => row(page, 'webhook.test').count()).toBe(2);
});
