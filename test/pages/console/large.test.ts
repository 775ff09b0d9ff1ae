import SqliteDatabase from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { databaseFile } from '../../../src/settings/settings.ts';
import { DESKTOP, expectToSee, PHONE, type WindowOptions } from '../../support/browser.ts';
import { row } from '../../support/windows.ts';
import { consoleScene } from '../scene.ts';

const { service, open } = consoleScene();
const ANIMALS = 10_000;
const ORDERS = 1_000;
const APPLICATIONS = 1_000;
const WANTED = 5_000;
/** Rows or cards in the document at the same time. A page of a list has 20 to 50. */
const MOST_DRAWN = 80;
/** Rows or cards that come into the document in one frame. Ten rows of animals take a slow machine 112 ms. */
const MOST_AT_ONCE = 5;
const DRAWN = 'main :is(tbody tr:not([aria-hidden]), article)';
/** Of a page that people do not feel move, as Chromium counts it. */
const MOST_SHIFT = 0.05;

beforeAll(() => {
  const store = new SqliteDatabase(databaseFile('production', service()));
  const nowMs = Date.now();
  store.exec(`
    with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < ${ANIMALS})
    insert into pets (account_id, organization_id, name, name_folded, category_id, status, version, created_at, updated_at)
      select 1, 1, 'Animal ' || value, 'ANIMAL ' || value, value % 7 + 1,
        case when value > ${ORDERS} then 'available' when value % 3 = 2 then 'sold' else 'pending' end, 1, ${nowMs}, ${nowMs}
      from numbers;
    insert into orders (pet_id, pet_account_id, account_id, organization_id, status, adopter_name, adopter_email, note, expires_at, created_at, updated_at, version)
      select id, 1, 1, 1, case id % 3 when 0 then 'placed' when 1 then 'approved' else 'delivered' end, 'Adopter ' || id,
        'adopter-' || id || '@example.org', case when id % 4 = 0 then 'We have a garden, and time in the evenings.' end,
        ${nowMs + 3_600_000} + id * 100000, ${nowMs}, ${nowMs}, 1
      from pets where id <= ${ORDERS};
    with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < ${APPLICATIONS})
    insert into applications (pet_id, pet_account_id, organization_id, account_id, by_visitor, status, adopter_name, adopter_email, note, created_at, updated_at)
      select ${WANTED}, 1, 1, 1, 1, 'submitted', 'Applicant ' || value, 'applicant-' || value || '@example.org',
        'We have a garden, and time in the evenings.', ${nowMs}, ${nowMs}
      from numbers;`);
  store.close();
});

const drawnOn = (page: Page): Promise<number> => page.locator(DRAWN).count();

/** How far the page has moved by itself since it was opened. */
const shiftOf = (page: Page): Promise<number> => page.evaluate('shift');

async function openWatched(path: string, options: WindowOptions): Promise<Page> {
  const page = await open('/no-such-page', options);
  await page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    globalThis.mostAtOnce = 0;
    let drawn = 0;
    const count = () => {
      const now = document.querySelectorAll('${DRAWN}').length;
      mostAtOnce = Math.max(mostAtOnce, now - drawn);
      drawn = now;
      requestAnimationFrame(count);
    };
    count();
    if ('${path}'.includes('show=')) localStorage.setItem('petstore-orders-view', 'list');`);
  await page.goto(service().origin + path);
  return page;
}

test.each([
  ['/console/animals', DESKTOP, 'Animal 10000', 'Animal 9900'],
  ['/console/animals', PHONE, 'Animal 10000', 'Animal 9940'],
  ['/console/orders?show=all', DESKTOP, 'No. 1000', 'No. 920'],
  ['/console/orders', DESKTOP, 'No. 3', 'No. 120'],
  ['/console/applications', DESKTOP, 'Applicant 1000', 'Applicant 870'],
  [`/console/animals/${WANTED}/applications`, PHONE, 'Applicant 1000', 'Applicant 870'],
] as const)('%s draws what is near the view, and does not move by itself', async (path, size, first, later) => {
  const page = await openWatched(path, size);
  const words = (text: string) => page.getByRole('main').getByText(text, { exact: true });
  await expectToSee(words(first));
  // The first rows of each list are drawn as soon as they are there.
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  await page.evaluate('mostAtOnce = 0');
  await words(first).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 900);
      expect(await drawnOn(page)).toBeLessThanOrEqual(MOST_DRAWN);
      return words(later).count();
    })
    .toBe(1);
  await words(later).scrollIntoViewIfNeeded();
  await expect.poll(() => words(first).count()).toBe(0);
  expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
  expect(await page.evaluate('mostAtOnce')).toBeLessThanOrEqual(MOST_AT_ONCE);
});

/** The longest list that visitors get without asking for more. */
const MOST_BY_ITSELF = 240;

const isShown = (page: Page, text: string): Promise<boolean> => page.getByText(text, { exact: true }).isVisible();

/** Stays at the end of a list, each time until the next page is there, until so many elements are. */
const waitAtEnd = (page: Page, scroller: string, elements: string, count: number): Promise<void> =>
  page.evaluate(`(async () => {
    const box = document.querySelector('${scroller}');
    const countNow = () => box.querySelectorAll('${elements}').length;
    const frame = () => new Promise(requestAnimationFrame);
    const endMs = performance.now() + 60_000;
    box.scrollIntoView({ block: 'end' });
    while (countNow() < ${count}) {
      const before = countNow();
      while (countNow() === before) {
        if (performance.now() > endMs)
          throw new Error('The list ends with ' + before + ': ' + box.querySelector('.list-end')?.outerHTML);
        // What is drawn late can make it longer.
        box.scrollTop = box.scrollHeight;
        await frame();
      }
      // It is painted where it has moved before the view moves.
      await frame();
      await frame();
    }
  })()`);

test('a column of the orders board does not move when its end is reached before its next page', async () => {
  const page = await openWatched('/console/orders', PHONE);
  await expectToSee(page.getByText('No. 3', { exact: true }));
  await waitAtEnd(page, '.orders-scroll', '.list-part', 24);
  expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
});

test('visitors see how many animals a long list has, as far as they are counted', async () => {
  const page = await openWatched('/', PHONE);
  await expectToSee(page.getByText('9,000 animals'));
  await page.goto(`${service().origin}/?q=animal`);
  await expectToSee(page.getByText('More than 2,500 animals'));
  await page.goto(`${service().origin}/?category=1&lang=de`);
  await expectToSee(page.getByText('1.286 Tiere'));
});

test("the visitors' list pauses after many animals, and does not move before", async () => {
  const page = await openWatched('/', PHONE);
  const cards = page.locator('.pet-card');
  await expect.poll(() => cards.count()).toBe(24);
  expect(await isShown(page, 'Animals without a photo have a drawing.')).toBe(false);
  await waitAtEnd(page, ':root', '.pet-card', MOST_BY_ITSELF);
  await expectToSee(page.getByText('Animals without a photo have a drawing.'));
  expect(await cards.count()).toBe(MOST_BY_ITSELF);
  expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(MOST_BY_ITSELF);
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('the page of an animal does not move when what it shows arrives, on a %s', async (_, size) => {
  const page = await openWatched(`/console/animals/${ANIMALS}`, size);
  await expectToSee(page.getByRole('heading', { name: 'Photos' }));
  await expectToSee(page.getByLabel('Sex'));
  // The history is read when it is near the view: on a phone only then, if the profile above it arrives first.
  await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
});

test('a thousand people who wait are read, drawn and told as few at a time', async () => {
  const page = await openWatched(`/console/animals/${WANTED}/applications`, DESKTOP);
  await page.getByRole('button', { name: 'Write to them' }).click();
  await page.getByText('To whom (1000)').click();
  const readers = page.getByRole('region', { name: 'To whom' });
  await expectToSee(readers.getByText('Applicant 1000', { exact: true }));
  expect(await readers.getByRole('listitem').count()).toBeLessThanOrEqual(MOST_DRAWN);
  expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const startMs = performance.now();
  await page.getByRole('button', { name: 'Close 1,000 applications' }).click();
  await expectToSee(page.getByText('1,000 applications closed.'));
  await expectToSee(page.getByRole('link', { name: 'Ended 1,000' }));
  await expect
    .poll(() =>
      page
        .getByRole('link', { name: /^Applications/ })
        .first()
        .textContent(),
    )
    .toBe('Applications');
  // The list and five counts answer the events of at least 300 ms together. Besides, the message is sent, and the waiting are counted.
  const windows = Math.ceil((performance.now() - startMs) / 300);
  expect(requests.length).toBeLessThanOrEqual(2 + 6 * windows);
});

test('rows that are not drawn are selected, counted and kept all the same', async () => {
  const page = await open('/console/animals');
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box('Select Animal 10000').press('Space');
  // What has the focus stays, however far away it is.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 900);
      return box('Select Animal 9900').count();
    })
    .toBe(1);
  expect(await box('Select Animal 10000').evaluate((element) => element.matches(':focus'))).toBe(true);
  await expect.poll(() => box('Select Animal 9960').count()).toBe(0);
  await box('Select Animal 9900').click({ modifiers: ['Shift'] });
  await expectToSee(page.getByText('101 selected'));
  const of = (name: string | RegExp) => row(page, name).first().getAttribute('aria-rowindex');
  expect(await of('Animal 9900')).toBe('102');
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
});
