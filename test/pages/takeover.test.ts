import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { DESKTOP, expectToSee, PHONE } from '../support/browser.ts';
import { pagesScene } from './scene.ts';

const { browser, service } = pagesScene();

let rex: number;
beforeAll(async () => {
  for (let count = 1; count <= 3; count += 1) await addPet(service(), { name: `Dog ${count}` });
  rex = await addPet(service(), { name: 'Rex', profile: { species: 'Dog', age: 'young', description: 'A good dog.' } });
  await postPhoto(service(), rex);
});

/** A page of the service that has not been opened yet. */
const blank = (options: typeof PHONE | typeof DESKTOP = DESKTOP): Promise<Page> =>
  browser().open(`${service().origin}/robots.txt`, options);

const hasTakenOver = (page: Page) => page.locator('#app.still').waitFor({ state: 'detached' });

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('on %s', (_, options) => {
  test.each([
    ['the board', () => '/'],
    ['an animal', () => `/pets/${rex}`],
  ])('%s is there before its scripts, and stays where it is when they run', async (_page, pathOf) => {
    const page = await blank(options);
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(service().origin + pathOf(), { waitUntil: 'commit' });
    const first = "document.querySelector('main img')";
    await expect.poll(() => page.evaluate(`${first}?.naturalWidth`)).toBeGreaterThan(0);
    await expectToSee(page.getByRole('heading', { level: 1 }));
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    const places = () =>
      Promise.all(
        ['h1', 'main img', '.filter-categories, .pet-about-name', '.pet-card, .pet-about-actions'].map((selector) =>
          page.locator(selector).first().boundingBox(),
        ),
      );
    const before = await places();
    await page.evaluate(`{ globalThis.before = ${first}; }`);
    scripts.resolve();
    await hasTakenOver(page);
    await expectToSee(page.getByRole('main').getByRole('button').first());
    expect(await places()).toEqual(before);
    expect(await page.evaluate(`${first} === before`)).toBe(true);
  });
});

test.each([
  ['the board', () => '/'],
  ['an animal', () => `/pets/${rex}`],
])('%s asks the API for nothing that its document has, until it follows the events', async (_, pathOf) => {
  const page = await blank();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const follows = page.waitForRequest('**/v1/events');
  await page.goto(service().origin + pathOf());
  await follows;
  expect(
    asked
      .slice(0, asked.indexOf('/v1/events'))
      .filter((path) => path.startsWith('/v1/') && !path.endsWith('/interest')),
  ).toEqual([]);
});

/** Opens the page of an animal whose photo waits. */
async function openWaiting(act: (page: Page) => Promise<void> = async () => {}) {
  const page = await blank();
  await act(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const photo = Promise.withResolvers<'continue' | 'abort'>();
  await page.route('**/photos/**', async (route) => route[await photo.promise]());
  await page.goto(`${service().origin}/pets/${rex}`, { waitUntil: 'commit' });
  await expect.poll(() => asked.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(1);
  await expectToSee(page.getByRole('heading', { level: 1 }));
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);
  return { page, photo };
}

test.each(['continue', 'abort'] as const)(
  "an animal's page loads its scripts once its photo has come, or has failed: %s",
  async (outcome) => {
    const { page, photo } = await openWaiting();
    photo.resolve(outcome);
    await hasTakenOver(page);
    await expectToSee(page.getByRole('main').getByRole('button').first());
  },
);

test('it waits no longer for somebody who acts', async () => {
  const { page, photo } = await openWaiting();
  await page.mouse.click(1, 1);
  await hasTakenOver(page);
  await expectToSee(page.getByRole('main').getByRole('button').first());
  photo.resolve('continue');
});

test('it waits for two seconds at most', async () => {
  const { page, photo } = await openWaiting((page) => page.clock.install());
  await page.clock.runFor(2_000);
  await hasTakenOver(page);
  await expectToSee(page.getByRole('main').getByRole('button').first());
  photo.resolve('continue');
});

test('a document that is out of date shows what has changed since', async () => {
  for (const path of ['/', `/pets/${rex}`]) {
    const page = await blank();
    await page.route(service().origin + path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('Rex', 'Bruno') });
    });
    await page.goto(service().origin + path);
    await expectToSee(page.getByRole('heading', { name: 'Rex', exact: true }));
    expect(await page.getByRole('main').getByText('Bruno', { exact: true }).count()).toBe(0);
  }
});

test('a page whose document has no answers asks for them, and shows the document until they come', async () => {
  const page = await blank();
  await page.route(`${service().origin}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/<script type="application\/json" data-answer[^]*?<\/script>/g, '');
    await route.fulfill({ response, body });
  });
  await page.goto(service().origin);
  await hasTakenOver(page);
  await expectToSee(page.getByRole('link', { name: /Rex/ }));
});
