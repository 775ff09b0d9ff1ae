import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { barriersIn, type Browser, builtPages, DESKTOP, openBrowser, PHONE } from './support/browser.ts';
import { hostileNames } from './support/hostile-names.ts';
import { startOnSqlite, type TestService } from './support/service.ts';

let pages: string;
let browser: Browser;
let service: TestService;

beforeAll(async () => {
  pages = await builtPages();
  browser = await openBrowser();
  service = await startOnSqlite({ pages });
});
afterAll(async () => {
  await browser.close();
  await service.close();
});
afterEach(() => {
  expect(browser.takeFaults()).toEqual([]);
});

const add = async (name: string, categoryId = 1, status = 'available', to = service): Promise<number> => {
  const { status: code, body, text } = await to.call('POST', '/v1/pets', { body: { name, categoryId, status } });
  if (code !== 201) throw new Error(text);
  return body.id;
};

test('an empty store says how the first animal comes into it, and shows it as it comes', async () => {
  const page = await browser.open(service.origin);
  await page.getByText('Nobody is waiting for a home just now').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'console' }).waitFor();
  await add('Rex');
  await page.getByRole('link', { name: /Rex/ }).getByText('Available').waitFor();
  await page.context().close();
});

describe('with animals', () => {
  let dolly: number;

  beforeAll(async () => {
    for (let count = 1; count <= 30; count += 1) await add(`Dog ${count}`);
    await add('Tom', 2);
    await add('Salem', 2, 'pending');
    await add('Old Shep', 1, 'sold');
    dolly = await add('Dolly', 4);
  });

  test('it lists those that can be adopted, page after page, with their category', async () => {
    const page = await browser.open(service.origin);
    const cards = page.getByRole('region', { name: 'Animals' }).getByRole('listitem');
    await page.getByRole('link', { name: /Dolly/ }).getByText('Rabbits').waitFor();
    await page.getByRole('link', { name: 'Dog 9 ' }).waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Dog 9 ' }).scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: 'Rex' }).waitFor({ state: 'attached' });
    expect(await cards.count()).toBe(33);
    expect(await page.getByRole('link', { name: /Salem|Old Shep/ }).count()).toBe(0);
    await page.context().close();
    });

  test('filters and search are in the address, and going back undoes them', async () => {
    const page = await browser.open(service.origin);
    await page.getByRole('link', { name: 'Cats', exact: true }).click();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('link', { name: /Salem/ }).getByText('Pending').waitFor();
    expect(new URL(page.url()).search).toBe('?status=all&category=2');
    expect(await page.getByRole('link', { name: /Dog \d/ }).count()).toBe(0);

    await page.getByRole('searchbox', { name: 'Search by name' }).fill('tom');
    await page.waitForURL(/q=tom/);
    await page.getByRole('link', { name: /Salem/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Tom/ }).waitFor();

    await page.goBack();
    await page
      .getByRole('link', { name: /Dolly/ })
      .or(page.getByRole('link', { name: /Tom/ }))
      .first()
      .waitFor();
    expect(new URL(page.url()).search).toBe('?category=2');
    await page.goto(`${service.origin}/?q=nobody-is-called-so`);
    await page.getByText('Nobody here by that description').waitFor();
    await page.context().close();
    });

  test('an adopter reserves on a phone, and every other window sees it at once', async () => {
    const other = await browser.open(service.origin);
    const card = other.getByRole('link', { name: /Dolly/ });
    await card.getByText('Available').waitFor();

    const phone = await browser.open(service.origin, PHONE);
    await phone.getByRole('link', { name: /Dolly/ }).tap();
    await phone.getByRole('heading', { level: 1, name: 'Dolly' }).waitFor();
    await phone.getByRole('button', { name: 'Reserve' }).tap();
    const dialog = phone.getByRole('dialog', { name: 'Reserve Dolly' });
    await dialog.getByRole('button', { name: 'Reserve' }).tap();
    await dialog.getByText('Tell the shelter your name.').waitFor();
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    await dialog.getByLabel('Anything the shelter should know').fill('On Saturday.\nAt ten.');
    await dialog.getByRole('button', { name: 'Reserve' }).tap();
    await phone.getByText('Reserved for you').waitFor();

    await card.getByText('Pending').waitFor();
    const { body } = await service.call('GET', `/v1/store/orders?petId=${dolly}`);
    expect(body).toEqual([
      expect.objectContaining({
        status: 'placed',
        adopter: { name: 'Ann Lee', email: 'ann@example.org' },
        note: 'On Saturday.\nAt ten.',
      }),
    ]);
    await other.context().close();
    await phone.context().close();
    });

  test('who is slower is told so', async () => {
    const bella = await add('Bella');
    const page = await browser.open(`${service.origin}/pets/${bella}`);
    await page.getByRole('button', { name: 'Reserve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Bob');
    await dialog.getByLabel('Your email address').fill('bob@example.org');
    await service.call('POST', '/v1/store/orders', { body: { petId: bella } });
    await dialog.getByText('Somebody was faster by a moment.').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('main').getByText('Pending', { exact: true }).waitFor();
    await page.context().close();
    });

  test('a question goes to the shelter, with the animal and who asks', async () => {
    const tom = await add('Tommy', 2);
    const page = await browser.open(`${service.origin}/pets/${tom}`);
    await page.getByRole('button', { name: 'Ask about me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask about Tommy' });
    await dialog.getByLabel('Your question').fill('Does he like children?');
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your message is on its way to the shelter.').waitFor();
    await expect
      .poll(async () => (await service.call('GET', '/v1/admin/inbox')).body)
      .toEqual([
        expect.objectContaining({
          message: `About Tommy (animal ${tom}):\n\nDoes he like children?\n\nFrom Ann Lee, ann@example.org`,
        }),
      ]);
    await page.context().close();
    });

  test('without a connection it says so, and goes on when there is one', async () => {
    const page = await browser.open(service.origin);
    await page.getByRole('link', { name: /Tommy/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Birds', exact: true }).click();
    await page.getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await page.getByText('Nobody here by that description').waitFor();
    await page.context().close();
  });

  test('who sends too much is told how long to wait, and may try again then', async () => {
    const page = await browser.open(`${service.origin}/pets/${dolly}`);
    await page.getByRole('button', { name: 'Ask about me' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    for (let count = 1; (await dialog.getByText('One moment, please').count()) === 0; count += 1) {
      expect(count).toBeLessThan(8);
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Ask about me' }).click();
      await dialog.getByLabel('Your question').fill(`Question ${count}?`);
      await dialog.getByRole('button', { name: 'Send' }).click();
      await dialog.getByText('One moment, please').or(page.locator('main:not(:has(dialog[open]))')).first().waitFor();
    }
    await dialog.getByRole('button', { name: /Try again in \d+ s/ }).waitFor();
    await page.context().close();
    });

  test.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('nothing keeps anybody out on %s, in light and dark', async (_, device) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.open(`${service.origin}/?status=all`, { ...device, colorScheme });
      await page.getByRole('link', { name: /Dolly/ }).getByText('Rabbits').waitFor();
      expect(await barriersIn(page)).toEqual([]);
      await page.goto(`${service.origin}/pets/${dolly}`);
      await page.getByRole('button', { name: 'Ask about me' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      expect(await barriersIn(page)).toEqual([]);
      await page.context().close();
    }
    });
});

test('an address without an animal says so', async () => {
  const page = await browser.open(`${service.origin}/pets/987654321`);
  await page.getByText('This animal is not here').waitFor();
  await page.goto(`${service.origin}/no-such-page`);
  await page.getByText('There is nothing here').waitFor();
  await page.context().close();
});

test('staging is unmistakable', async () => {
  const staging = await startOnSqlite({ pages, environment: 'staging' });
  const page = await browser.open(staging.origin);
  await page.getByText('For practice: no animal here is real.').waitFor();
  await page.getByRole('banner').getByText('Staging').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  await page.context().close();
  await staging.close();
});

test('hostile names are shown as they are, run nothing, and stay in their cards', async () => {
  const hostile = await startOnSqlite({ pages });
  for (const name of hostileNames) await add(name, 1, 'available', hostile);
  for (const device of [DESKTOP, PHONE]) {
    const page = await browser.open(hostile.origin, device);
    await page.getByRole('link', { name: 'Dogs', exact: true }).waitFor();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000);
        return page.locator('.pet-card-name').count();
      })
      .toBe(hostileNames.length);
    const shown = await page.locator('.pet-card-name').allTextContents();
    expect(shown.toReversed()).toEqual(hostileNames.map((name) => name.trim()));
    // Nothing is wider than the window, and no letter's marks reach into what stands around its card.
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const heights = (await page.evaluate(
      '[...document.querySelectorAll(".pet-card-name")].map((name) => name.getBoundingClientRect().height)',
    )) as number[];
    expect(Math.max(...heights)).toBeLessThan(60);
    await page.locator('.pet-card').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.context().close();
  }
  await hostile.close();
});
