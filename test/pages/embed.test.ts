import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { barriersIn, type Browser, expectToSee, openBrowser, PHONE } from '../support/browser.ts';
import { builtPages, startOnSqlite, type TestService, sharedService } from '../support/service.ts';
import { setLogo, widthOf } from './logos.ts';

let browser: Browser;
/** A shelter's own site on another origin, with styles that would break the board. */
let site: Server;
let siteUrl: string;

const pageWith = (script: string) => `<!doctype html>
<html lang="en"><head><title>Riverside Shelter</title><style>
  html { font-size: 9px } body { font: italic 30px/3 serif; color: purple; text-align: right }
  * { letter-spacing: 9px } div { text-transform: uppercase } a, button, h2 { display: none !important }
</style></head><body><h1>Our animals</h1>${script}</body></html>`;

const service = sharedService(startOnSqlite, { pages: builtPages });
beforeAll(async () => {
  browser = await openBrowser([service.origin]);
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      pageWith(
        `<style>${style}</style><script src="${service.origin}/embed.js" data-key="${key}" ${attributes}></script>`,
      ),
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  key = await newKey({});
});
let key: string;
const newKey = async (more: object): Promise<string> =>
  (await service.call('POST', '/v1/account/keys', { body: { kind: 'publishable', origins: [siteUrl], ...more } })).body
    .key;
let attributes = '';
let style = '';

afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});
afterEach(() => browser.assertClean());

test('the script is small, without what only the own board has', async () => {
  const { text } = await service.call('GET', '/embed.js', { key: null });
  expect(text).not.toMatch(/petstore-favorites|hreflang/);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(57_700);
});

test("one script adds the live board to a shelter's own page, unaffected by its styles", async () => {
  await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
  const page = await browser.open(siteUrl, PHONE);
  const card = page.getByRole('link', { name: /Rex/ });
  await expectToSee(card.getByText('Dogs'));
  const { body: tom } = await service.call('POST', '/v1/pets', { body: { name: 'Tom', categoryId: 2 } });
  await expectToSee(page.getByRole('link', { name: /Tom/ }));
  await postPhoto(service, tom.id, '?alt=On%20a%20chair');
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'On a chair' }))).toBeGreaterThan(0);

  // In a new tab it is the service's own page; here it is part of the shelter's.
  expect(await card.getAttribute('href')).toMatch(`${service.origin}/pets/`);
  await page.getByRole('link', { name: /Tom/ }).tap();
  await expectToSee(page.getByRole('heading', { name: 'Tom' }));
  // The browser's back leads to the list, and the host's own state of its history stays.
  await page.evaluate('history.replaceState({ ...history.state, host: 1 }, "")');
  await page.goBack();
  await page.getByRole('link', { name: /Rex/ }).waitFor();
  await page.goForward();
  await expectToSee(page.getByRole('heading', { name: 'Tom' }));
  expect(await page.evaluate('history.state.host')).toBe(1);
  await expect.poll(() => page.url()).toBe(`${siteUrl}/`);
  expect(await page.title()).toBe('Riverside Shelter');

  const look = 'getComputedStyle(document.querySelector("body > div").shadowRoot.querySelector(".pet-about-state"))';
  expect(
    await page.evaluate(`(({ fontStyle, letterSpacing, textAlign, textTransform, fontSize }) =>
    ({ fontStyle, letterSpacing, textAlign, textTransform, fontSize }))(${look})`),
  ).toEqual({
    fontStyle: 'normal',
    letterSpacing: 'normal',
    textAlign: 'start',
    textTransform: 'none',
    fontSize: '18px',
  });

  await page.getByRole('button', { name: 'Reserve' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Reserve Tom' });
  await dialog.getByLabel('Your name').fill('Ann Lee');
  await dialog.getByLabel('Your email address').fill('ann@example.org');
  expect(await barriersIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reserve' }).tap();
  await expectToSee(page.getByText('Reserved for you'));
  const { body: pets } = await service.call('GET', `/v1/pets?ids=${tom.id}`);
  expect(pets).toEqual([expect.objectContaining({ status: 'pending' })]);
  expect(await page.context().cookies()).toEqual([]);
});

test('a script that another one adds to the head shows the board, too', async () => {
  const page = await browser.open(siteUrl);
  await page.evaluate(`{
    const late = document.querySelector('body script').cloneNode();
    document.head.append(Object.assign(document.createElement('script'), { src: late.src, async: true }));
    document.head.lastChild.dataset.key = late.dataset.key;
  }`);
  await expect.poll(() => page.getByRole('region', { name: 'Animals looking for a home' }).count()).toBe(2);
});

test('offers to apply where several may, and leads to the page of the application', async () => {
  const profile = { species: 'Dog', adoption: 'apply' };
  const { body: coco } = await service.call('POST', '/v1/pets', { body: { name: 'Coco', categoryId: 1, profile } });
  const page = await browser.open(siteUrl, PHONE);
  await page.getByRole('link', { name: /Coco/ }).tap();
  await page.getByRole('button', { name: 'Apply to adopt' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Apply to adopt Coco' });
  await dialog.getByLabel('Your name').fill('Ann Lee');
  await dialog.getByLabel('Your email address').fill('ann@example.org');
  expect(await barriersIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply to adopt' }).tap();
  await expectToSee(page.getByText('Your application is sent'));
  expect(await barriersIn(page)).toEqual([]);
  const link = page.getByRole('link', { name: 'See your application' });
  expect(await link.getAttribute('href')).toMatch(`${service.origin}/application?lang=en#pap_`);
  // Another visit knows it, too.
  await page.reload();
  await expectToSee(link);
  await page.close();
  await service.call('DELETE', `/v1/pets/${coco.id}`);
});

test('looks like the page around it, and follows its changes', async () => {
  style = 'h1 { color: gray } body { background: #123 } body.day { background: oklch(97% 0 0) }';
  attributes = 'data-accent="gold"';
  const page = await browser.open(siteUrl, { colorScheme: 'light' });
  await page.getByRole('link', { name: /Rex/ }).waitFor();
  const look = () => page.evaluate('document.querySelector("[data-petstore-board]").dataset.theme');
  expect(await look()).toBe('dark');
  expect(await barriersIn(page)).toEqual([]);
  await page.evaluate('document.body.className = "day"');
  await expect.poll(look).toBe('light');
  await page.getByRole('link', { name: /Rex/ }).click();
  await page.getByRole('button', { name: 'Reserve' }).waitFor();
  const colorsOf = `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(
    document.querySelector("[data-petstore-board]").shadowRoot.querySelector(".pet-about-actions .button")))`;
  expect(await page.evaluate(colorsOf)).toEqual(['rgb(255, 215, 0)', 'rgb(0, 0, 0)']);
  // Gold on white could not be seen.
  await page.keyboard.press('Tab');
  const outline = `(({ activeElement }) => getComputedStyle(activeElement).outlineColor)(
    document.querySelector("[data-petstore-board]").shadowRoot)`;
  expect(await page.evaluate(outline)).toBe('rgb(128, 108, 0)');
  expect(await barriersIn(page)).toEqual([]);
  await page.close();
  [style, attributes] = ['', ''];
});

test('data-organization shows the animals of one organization alone, and says who sees what a visitor sends', async () => {
  const lakeside = { name: 'Lakeside Rescue', email: 'hello@lakeside.example', listed: true };
  const { body: organization } = await service.call('POST', '/v1/organizations', { body: lakeside });
  const staff = await newMember(service, organization.id, 'staff');
  const add = (caller: TestService, name: string) => caller.call('POST', '/v1/pets', { body: { name, categoryId: 1 } });
  await add(staff, 'Moose');
  await setLogo(service, organization.id);
  attributes = `data-organization="${organization.id}"`;
  const page = await browser.open(siteUrl);
  await expectToSee(page.getByRole('link', { name: /Moose/ }));
  await add(service, 'Max');
  await add(staff, 'Misty');
  await expectToSee(page.getByRole('link', { name: /Misty/ }));
  expect(await page.getByRole('link', { name: /Rex|Max|Rescue/ }).count()).toBe(0);

  await page.getByRole('link', { name: /Moose/ }).click();
  const contact = page.getByRole('region', { name: 'Lakeside Rescue' });
  await expectToSee(contact.getByRole('link', { name: 'hello@lakeside.example' }));
  await expect.poll(() => widthOf(contact.locator('img'))).toBe(1);
  await page.getByRole('button', { name: 'Reserve' }).click();
  await expectToSee(
    page.getByText('Only Lakeside Rescue and the operators of this service see your name and address.'),
  );
  await page.close();

  // Without it, the board shows all animals, each with its organization.
  attributes = '';
  const all = await browser.open(siteUrl);
  await expectToSee(all.getByRole('link', { name: /Moose/ }).getByText('Lakeside Rescue'));
  await expectToSee(all.getByRole('link', { name: /Max/ }).getByText('Our shelter'));
});

test('has no button for what its key may not do', async () => {
  const { body: pet } = await service.call('POST', '/v1/pets', { body: { name: 'Kiki', categoryId: 1 } });
  const before = key;
  for (const [scopes, buttons] of [
    [['pets:read'], []],
    [['pets:read', 'messages:write'], ['Ask about me']],
    [undefined, ['Reserve', 'Ask about me']],
  ] as const) {
    key = await newKey({ scopes });
    const page = await browser.open(siteUrl);
    await page.getByRole('link', { name: /Kiki/ }).click();
    await expectToSee(page.getByText('I am looking for a home.'));
    const names = page.locator('.pet-about-actions button');
    await expect.poll(() => names.allTextContents()).toEqual(buttons);
    await page.close();
  }
  key = before;
  await service.call('DELETE', `/v1/pets/${pet.id}`);
});

test('on a phone, shows why a long form was refused', async () => {
  const adopter = { name: 'Ann Lee', email: 'full@example.org' };
  const ids: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    const { body } = await service.call('POST', '/v1/pets', { body: { name: `Nelly ${i}`, categoryId: 1 } });
    ids.push(body.id);
    if (i < 3) await service.call('POST', '/v1/store/orders', { key, body: { petId: body.id, adopter } });
  }
  const page = await browser.open(siteUrl, PHONE);
  await page.getByRole('link', { name: /Nelly 3/ }).tap();
  await page.getByRole('button', { name: 'Reserve' }).tap();
  const reserve = page.getByRole('dialog', { name: 'Reserve Nelly 3' });
  await reserve.getByLabel('Your name').fill(adopter.name);
  await reserve.getByLabel('Your email address').fill(adopter.email);
  await reserve.getByRole('button', { name: 'Reserve' }).tap();
  await expectToSee(page.locator(':focus').getByRole('alert'));
  await expect.poll(() => page.evaluate(isAlertSeen)).toBe(true);
  await page.close();
  for (const id of ids) await service.call('DELETE', `/v1/pets/${id}`);
});

/** Whether all of the alert is in what is shown of its dialog. */
const isAlertSeen = `(alert => {
  const [part, whole] = [alert, alert.closest('.dialog-body')].map((element) => element.getBoundingClientRect());
  return part.top >= whole.top - 1 && part.bottom <= whole.bottom + 1;
})(document.querySelector('[data-petstore-board]').shadowRoot.querySelector('dialog .error-notice'))`;

test('shows an animal from its top below a header that the page keeps in view', async () => {
  style = 'h1 { position: sticky; top: 0; height: 90px; margin: 0 } body { margin: 0; padding-top: 700px }';
  const page = await browser.open(siteUrl, PHONE);
  await page.getByRole('link', { name: /Rex/ }).first().tap();
  const back = page.getByRole('link', { name: 'All animals' });
  await expectToSee(back);
  await expect.poll(async () => (await back.boundingBox())!.y).toSatisfy((y: number) => y > 90 && y < 200);
  style = '';
});

test('shows an error if the key is not for this origin', async () => {
  const { body } = await service.call('POST', '/v1/account/keys', {
    body: { kind: 'publishable', origins: ['https://elsewhere.example'] },
  });
  const before = key;
  key = body.key;
  const page = await browser.open(siteUrl);
  await expectToSee(page.getByRole('alert'));
  key = before;
});

test('speaks the language of data-lang, or of the page around it', async () => {
  await service.call('POST', '/v1/pets', { body: { name: 'Zita', categoryId: 1 } });
  const languageOf = 'document.querySelector("[data-petstore-board]").lang';
  const inEnglish = await browser.open(siteUrl);
  await expectToSee(inEnglish.getByRole('searchbox', { name: 'Search by name' }));
  expect(await inEnglish.evaluate(languageOf)).toBe('en');
  attributes = 'data-lang="es-MX"';
  const inSpanish = await browser.open(siteUrl);
  await expectToSee(inSpanish.getByRole('searchbox', { name: 'Buscar por nombre' }));
  expect(await inSpanish.evaluate(languageOf)).toBe('es');
  await inSpanish.getByRole('link', { name: /Zita/ }).first().click();
  await expectToSee(inSpanish.getByRole('button', { name: 'Pregunta por mí' }));
  attributes = '';
});

test('an animal that a visitor opens on the page of the shelter counts', async () => {
  const { body: zoe } = await service.call('POST', '/v1/pets', { body: { name: 'Zoe', categoryId: 1 } });
  // The browser of the tests says that it has no window.
  const page = await browser.open(siteUrl, { ...PHONE, userAgent: 'Mozilla/5.0 (iPhone) Mobile/15E148 Safari/604.1' });
  await page.getByRole('link', { name: /Zoe/ }).tap();
  await expect
    .poll(async () => (await service.call('GET', `/v1/pets/${zoe.id}/interest`)).body.total)
    .toMatchObject({ views: 1 });
});
