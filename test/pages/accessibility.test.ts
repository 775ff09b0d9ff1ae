import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { visitorsOf } from '../orders/callers.ts';
import { newImage } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { hindrancesIn } from '../support/barriers/hindrances.ts';
import { expectNotToSee, expectToSee } from '../support/browser.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();
let petId: number;
/** The path of each page whose path is not known before. */
const paths: Record<string, string> = {};

beforeAll(async () => {
  const call = async (method: string, path: string, body: object) => {
    const answer = await service().call(method, path, { body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const change = (body: object) => call('PATCH', '/v1/organizations/1', body);
  const hours = { monday: 'closed', saturday: '10 am – 4 pm' };
  await change({ name: 'Riverside', email: 'hello@riverside.example', phone: '+1 555 0100', hours });
  petId = await addPet(service(), { name: 'Dolly', profile: { species: 'Dog', goodWith: { cats: 'yes' } } });
  for (const body of [await newImage(), await newImage()])
    await service().call('POST', `/v1/pets/${petId}/photos`, { body, headers: { 'content-type': 'image/jpeg' } });
  const visitors = await visitorsOf(service());
  const placed = async (path: string) => {
    const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
    const order = { petId: await addPet(service(), { name: 'Rex' }), adopter };
    const { status, body, text } = await visitors.call('POST', path, { body: order });
    expect(status, text).toBe(201);
    return body;
  };
  const order = await placed('/v1/store/orders');
  await change({ adoption: 'apply' });
  const application = await placed('/v1/applications');
  await change({ adoption: 'reserve' });
  Object.assign(paths, {
    'the page of a reservation': order.reservationUrl.replace(/^https?:\/\/[^/]+/, ''),
    'the page of an application': application.applicationUrl.replace(/^https?:\/\/[^/]+/, ''),
    'an adoption': `/console/orders/${order.id}`,
    'an application': `/console/applications/${application.id}`,
    'an animal': `/pets/${petId}`,
    'the editor of an animal': `/console/animals/${petId}`,
  });
});

/** Opens a page in a window of the operator, and waits for its content. */
async function shown(path: string): Promise<Page> {
  const page = await open(path);
  // Until the session is known, the portal shows another title.
  await expectToSee(page.locator(/^\/(?:console|portal)/.test(path) ? '.app-main h1' : 'main h1'));
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  return page;
}

describe('at 400 % and with wide spacing all is there, and what has the focus is seen, also in few colors', () => {
  test.each([
    ['the board', '/'],
    ['an animal', ''],
    ['favorites', '/favorites'],
    ['how to adopt', '/how-to-adopt'],
    ['the statement', '/accessibility'],
    ['the page of a reservation', ''],
    ['the page of an application', ''],
    ['an address without a page', '/nothing'],
    ['an animal that is not there', '/pets/999'],
    ['the slideshow', '/slideshow'],
    ['a paper', '/print/round'],
    ['a guide', '/docs/webhooks'],
    ['the reference', '/docs/reference/orders'],
    ['the start of the portal', '/portal'],
    ['keys', '/portal/keys'],
    ['requests', '/portal/requests'],
    ['webhooks', '/portal/webhooks'],
    ['the account', '/portal/account'],
    ['animals', '/console/animals'],
    ['the editor of an animal', ''],
    ['adoptions', '/console/orders'],
    ['an adoption', ''],
    ['applications', '/console/applications'],
    ['an application', ''],
    ['the inbox', '/console/inbox'],
    ['statistics', '/console/figures'],
    ['an organization', '/console/organizations/1'],
    ['members', '/console/organizations/1/members'],
    ['listing sites', '/console/listing-sites'],
    ['history', '/console/audit'],
    ['notifications', '/console/notifications'],
    ['an import', '/console/animals/import'],
  ])('%s', async (name, path) => {
    expect(await hindrancesIn(await shown(paths[name] ?? path))).toEqual([]);
  });

  test('the form of a reservation, with mistakes', async () => {
    const page = await shown(`/pets/${petId}`);
    await page.getByRole('button', { name: 'Reserve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reserve' }).click();
    await expectToSee(dialog.getByText('Enter your name.'));
    expect(await hindrancesIn(page)).toEqual([]);
  });

  test.each(['/portal/sign-in', '/portal/sign-up'])('%s', async (path) => {
    const page = await browser().open(service().origin + path);
    await expectToSee(page.getByRole('heading', { level: 1 }));
    expect(await hindrancesIn(page)).toEqual([]);
  });
});

test.each([
  ['the board', '/', '.filter-statuses > .choice'],
  ['the console', '/console/animals', '.side-nav .nav-link'],
])('in forced colors %s shows what is chosen, and lists as such', async (_, path, choices) => {
  const page = await shown(path);
  await page.emulateMedia({ forcedColors: 'active' });
  const styleOf = async (selector: string, name: string) => {
    await page.locator(selector).first().waitFor();
    return page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${name}`);
  };
  await expect.poll(() => styleOf('select.control', 'appearance')).toBe('auto');
  const other = await styleOf(`${choices}:not([aria-current])`, 'backgroundColor');
  expect(await styleOf(`${choices}[aria-current]`, 'backgroundColor')).not.toBe(other);
});

test('a dialog closes with a click outside, when the pointer is released there, too', async () => {
  const page = await shown(`/pets/${petId}`);
  await page.getByRole('button', { name: 'Reserve' }).click();
  const dialog = page.getByRole('dialog');
  await expectToSee(dialog);
  await page.mouse.move(5, 5);
  await page.mouse.down();
  await dialog.getByLabel('Your name').hover();
  await page.mouse.up();
  await expectToSee(dialog);
  await page.mouse.click(5, 5);
  await expectNotToSee(dialog);
});

test('a search that finds nothing says so to screen readers', async () => {
  const page = await shown('/console/animals');
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nobody has this name');
  await expectToSee(page.getByRole('status').filter({ hasText: 'No animals match' }));
});

test('the statement is reached from the board, reservations and the documentation, and names how to report a barrier', async () => {
  for (const path of ['/', paths['the page of a reservation'] ?? '', '/docs']) {
    const page = await shown(path);
    await page.getByRole('link', { name: 'Accessibility', exact: true }).last().click();
    await page.waitForURL('**/accessibility');
    await expectToSee(page.getByRole('heading', { level: 1, name: 'Accessibility' }));
    await expectToSee(page.getByText(/^Riverside wants everybody to be able to use these pages/));
    await expectToSee(page.getByText('last assessed on 26 November 2026'));
    await expectToSee(page.getByRole('link', { name: 'hello@riverside.example' }));
    await page.close();
  }
});
