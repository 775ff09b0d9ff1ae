import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../../support/browser.ts';
import { openAs, row, tabTo } from '../../support/windows.ts';
import { newcomers, openPage } from '../page.ts';
import { expectTitle, portalScene } from '../portal-scene.ts';

const { clock, browser, service, call, signedIn } = portalScene();
const newcomer = newcomers(service, clock);
let developer: Awaited<ReturnType<typeof newcomer>>;
let page: Page;

const send = (path: string, method = 'GET', key = developer.key) => call(method, path, { key });
async function newKey(name: string) {
  const { status, body, text } = await call('POST', '/v1/account/keys', { key: developer.key, body: { name } });
  if (status !== 201) throw new Error(text);
  return body;
}
const lines = (): Locator => page.locator('tbody tr:not([aria-hidden])');

beforeEach(async () => {
  developer = await newcomer();
});

test('a first request appears while the page is open, and leads to its operation and its error', async () => {
  page = await signedIn('/portal', developer);
  await page.getByRole('link', { name: 'Requests' }).first().click();
  await expectTitle(page, 'Requests');
  await expectToSee(page.getByRole('heading', { name: 'No requests yet' }));
  await expectToSee(page.getByText(`curl -i '${service().origin}/v1/pets?limit=1'`));
  await expectNoBarriers(page);

  const { headers } = await send('/v1/pets/4711/photos?q=Ann');
  const line = row(page, '/v1/pets/4711');
  await expectToSee(line.getByText('404'));
  await expectToSee(line.getByText('Ignored: ?q'));
  const requestId = headers.get('x-request-id')!;
  await expectToSee(line.getByRole('button', { name: `Copy the request id ${requestId}` }));
  await send('/v1/categories');
  await expect.poll(() => lines().count()).toBe(2);
  expect(await lines().first().textContent()).toContain('/v1/categories');
  await expectNoBarriers(page);

  await tabTo(page, line.getByRole('link', { name: 'pet_not_found' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toBe(`${service().origin}/docs/errors#pet_not_found`);
  await page.goBack();
  await line.getByRole('link', { name: 'listPhotos' }).click();
  await expect.poll(() => page.url()).toBe(`${service().origin}/docs/reference/pets#listPhotos`);
  await expectToSee(page.locator('#listPhotos'));
});

test('filters by what a request was and got, and keeps the filters in the address', async () => {
  const website = await newKey('Website');
  await send('/v1/pets/4711/photos');
  await send('/v1/pets?limit=1', 'GET', website.key);
  await send('/v1/pets/4712', 'DELETE');
  const { headers } = await send('/v1/unknown');
  page = await signedIn('/portal/requests?status=4xx', developer);
  await expect.poll(() => lines().count()).toBe(3);
  const select = (name: string, option: string) => page.getByRole('combobox', { name }).selectOption(option);
  await select('Method', 'DELETE');
  await expectNotToSee(row(page, '/v1/pets/4711'));
  await expect.poll(() => lines().count()).toBe(1);
  await select('Key', 'Website');
  await expectToSee(page.getByRole('heading', { name: 'No requests match' }));
  expect(new URL(page.url()).search).toBe('?status=4xx&method=DELETE&key=' + website.id);
  await expectNoBarriers(page);
  await page.goBack();
  await expectToSee(row(page, '/v1/pets/4712'));

  await page.goto(`${service().origin}/portal/requests`);
  await expect.poll(() => lines().count()).toBe(5);
  await select('Operation', 'listPets');
  await expect.poll(() => lines().count()).toBe(1);
  await expectToSee(lines().getByText('Website'));
  await select('Operation', 'Any operation');
  const search = page.getByRole('searchbox', { name: 'Error code or request id' });
  await search.fill('pet_not_found');
  await expect.poll(() => lines().count()).toBe(2);
  await search.fill(headers.get('x-request-id')!);
  await expectToSee(row(page, '/v1/*'));
  await expect.poll(() => lines().count()).toBe(1);
  await expectToSee(lines().getByText('No operation'));
});

test('shows further pages, also when the limits are used up, and each line on a phone as three', async () => {
  const limits = { perMinute: 1_000, perDay: 50 };
  await call('PATCH', `/v1/admin/accounts/${developer.accountId}`, { body: { plan: 'enterprise', limits } });
  for (let sent = 0; sent < 58; sent += 1) await send('/v1/categories');
  const visitor = openPage(service());
  await visitor.signIn(developer.email, developer.password);
  page = await openAs(browser(), service(), visitor, '/portal/requests', PHONE);
  await expectToSee(page.getByText("Today's 50 requests are used up."));
  await expectToSee(lines().first().getByRole('link', { name: 'daily_quota_exceeded' }));
  expect((await lines().first().boundingBox())!.height).toBeLessThan(130);
  const end = page.getByText('The log keeps the last 10,000 requests');
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return end.isVisible();
    })
    .toBe(true);
  await expect.poll(() => lines().count()).toBe(58);
  await expectNoBarriers(page);
});

test('reads on after a failure, and nothing while it is paused or hidden', async () => {
  page = await signedIn('/portal/requests', developer);
  let reads = 0;
  page.on('request', (request) => (reads += Number(request.url().includes('/v1/account/requests'))));
  await page.clock.install();
  await page.reload();
  await expectToSee(page.getByText('Live', { exact: true }));
  await page.route('**/v1/account/requests*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Something failed.' } }),
  );
  await page.clock.runFor(4_000);
  await expectToSee(page.getByRole('alert'));
  await page.unroute('**/v1/account/requests*');
  await send('/v1/pets/4711');
  await page.clock.runFor(4_000);
  await expectToSee(row(page, '/v1/pets/4711'));
  await page.getByRole('button', { name: 'Pause' }).click();
  await expectToSee(page.getByText('Paused', { exact: true }));
  const before = reads;
  await send('/v1/categories');
  await page.clock.runFor(9_000);
  expect(reads).toBe(before);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectToSee(row(page, '/v1/categories'));

  await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })");
  const whileShown = reads;
  await page.clock.runFor(9_000);
  expect(reads).toBe(whileShown);
  await send('/v1/store/inventory');
  await page.evaluate('delete document.visibilityState; document.dispatchEvent(new Event("visibilitychange"))');
  await expectToSee(row(page, '/v1/store/inventory'));
});

test('shows when each key was last used, and the usage by key and by operation', async () => {
  const website = await newKey('Website');
  await newKey('Unused');
  expect((await send('/v1/pets/4711', 'GET', website.key)).status).toBe(404);
  const lastUse = async () => {
    // Uses are written every ten seconds, and before the usage is read.
    await send('/v1/account/usage/breakdown');
    const { body } = await send('/v1/account/keys');
    return body.find(({ id }: { id: number }) => id === website.id).lastUsedAt;
  };
  await expect.poll(lastUse).toBe(new Date(clock.now()).toISOString());
  page = await signedIn('/portal/keys', developer);
  await expectToSee(row(page, 'Unused').getByText('Never', { exact: true }).nth(1));
  await expectToSee(row(page, 'Website').getByText('just now'));
  await expectNoBarriers(page);

  await page.getByRole('link', { name: 'Usage' }).first().click();
  const table = (name: string) => page.getByRole('table', { name });
  const cells = (name: string) => table('Usage by key').getByRole('row', { name }).getByRole('cell').allTextContents();
  await expectToSee(table('Usage by key').getByText('Website'));
  expect(await cells('Website')).toEqual(['Website', '1', '1']);
  const operation = table('Usage by operation').getByRole('row', { name: 'getPet 1 1' });
  await expectToSee(operation);
  await expectToSee(table('Usage by operation').getByRole('row', { name: 'createApiKey 2 0' }));
  await expectNoBarriers(page);
  await page.getByRole('link', { name: 'Website' }).click();
  await expectToSee(row(page, '/v1/pets/4711'));
  await expect.poll(() => lines().count()).toBe(1);
});
