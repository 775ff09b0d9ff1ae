import { beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import {
  barriersIn,
  DESKTOP,
  drawn,
  expectNoBarriers,
  expectNotToSee,
  expectToSee,
  PHONE,
} from '../support/browser.ts';
import { builtPages, startOnSqlite, testClock } from '../support/service.ts';
import { follow } from '../support/windows.ts';
import { hostileNames } from './hostile-names.ts';
import { pagesScene } from './scene.ts';

const { browser, service } = pagesScene();

test('the first view needs one script and one style sheet', async () => {
  const page = await browser().open(`${service().origin}/robots.txt`);
  // All others are never answered.
  await page.route(/\/(?:assets\/(?!shell-)|words\/)/, () => {});
  await page.goto(service().origin);
  await page.locator('#app.still').waitFor({ state: 'detached' });
  await expectToSee(page.getByText('No animals are looking for a home right now'));
});

test('the board works in a browser that keeps nothing for it', async () => {
  const page = await browser().open(`${service().origin}/robots.txt`);
  await page.addInitScript(
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })",
  );
  await page.goto(service().origin);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expectToSee(page.getByRole('dialog'));
});

test('an empty board says how to add the first animal, and shows it when it is added', async () => {
  const page = await browser().open(service().origin);
  await expectToSee(page.getByText('No animals are looking for a home right now'));
  await expectToSee(page.getByRole('main').getByRole('link', { name: 'console' }));
  await addPet(service(), { name: 'Rex' });
  await expectToSee(page.getByRole('link', { name: /Rex/ }).getByText('Dogs'));
});

describe('with animals', () => {
  let dolly: number;

  beforeAll(async () => {
    for (let count = 1; count <= 30; count += 1) await addPet(service(), { name: `Dog ${count}` });
    await addPet(service(), { name: 'Tom', categoryId: 2 });
    await addPet(service(), { name: 'Salem', categoryId: 2, status: 'pending' });
    await addPet(service(), { name: 'Old Shep', categoryId: 1, status: 'sold' });
    await addPet(service(), { name: 'Old Finch', categoryId: 3, status: 'sold' });
    dolly = await addPet(service(), { name: 'Dolly', categoryId: 4 });
  });

  test('lists the animals that can be adopted, page by page, with their categories', async () => {
    const page = await browser().open(service().origin);
    const cards = page.getByRole('region', { name: 'Animals' }).getByRole('listitem');
    await expectToSee(page.getByRole('link', { name: /Dolly/ }).getByText('Rabbits'));
    await page.getByRole('link', { name: /Dog 9\b/ }).scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: /Dog 1\b/ }).scrollIntoViewIfNeeded();
    const { body } = await service().call('GET', '/v1/pets?status=available&limit=100');
    await expect.poll(() => cards.count()).toBe(body.length);
    await expect.poll(() => page.getByRole('link', { name: /Salem|Old Shep/ }).count()).toBe(0);
  });

  test('going back from an animal, by the browser or the link, restores the scroll position', async () => {
    const page = await browser().open(service().origin);
    const card = page.getByRole('link', { name: /Dog 20\b/ });
    await card.scrollIntoViewIfNeeded();
    const before = Number(await page.evaluate('scrollY'));
    expect(before).toBeGreaterThan(300);
    await card.click();
    await expectToSee(page.getByRole('heading', { level: 1, name: 'Dog 20' }));
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await expectToSee(card);
    const expectBack = async () => {
      await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - before)).toBeLessThan(50);
    };
    await expectBack();
    await card.click();
    await page.getByRole('link', { name: 'All animals' }).click();
    await expectToSee(card);
    await expectBack();
  });

  test('keeps filters and search in the address, and going back undoes them', async () => {
    const page = await browser().open(service().origin);
    await page.getByRole('link', { name: 'Cats', exact: true }).click();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expectToSee(page.getByRole('link', { name: /Salem/ }).getByText('Pending'));
    await expect.poll(() => new URL(page.url()).search).toBe('?status=all&category=2');
    await expect.poll(() => page.getByRole('link', { name: /Dog \d/ }).count()).toBe(0);

    await page.getByRole('searchbox', { name: 'Search by name' }).fill('tom');
    await page.waitForURL(/q=tom/);
    await expectNotToSee(page.getByRole('link', { name: /Salem/ }));
    await expectToSee(page.getByRole('link', { name: /Tom/ }));

    await page.goBack();
    await expectToSee(
      page
        .getByRole('link', { name: /Dolly/ })
        .or(page.getByRole('link', { name: /Tom/ }))
        .first(),
    );
    await expect.poll(() => new URL(page.url()).search).toBe('?category=2');
    await page.goto(`${service().origin}/?q=nobody-is-called-so`);
    await expectToSee(page.getByText('No animals match'));
    // Nobody has the name of the category.
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('cat');
    await expectToSee(page.getByRole('status').filter({ hasText: 'Nobody is called “cat”. These are all in Cats' }));
    await expectToSee(page.getByRole('link', { name: /Tom/ }));

    // The animals are not made again when a search begins to mean something: the focus stays in them.
    await page.goto(service().origin);
    await expectToSee(page.getByRole('link', { name: /Dolly/ }));
    await page.locator('#animals').focus();
    await page.evaluate('history.replaceState({}, "", "?q=dog")');
    await expectToSee(page.getByRole('status').filter({ hasText: 'Show all in Dogs' }));
    expect(await page.evaluate('document.activeElement.id')).toBe('animals');
  });

  test('an adopter reserves on a phone, and other windows show it at once', async () => {
    const other = await browser().open(service().origin);
    const card = other.getByRole('link', { name: /Dolly/ });
    await expectToSee(card.getByText('Rabbits'));
    // What all of them are is not said on each.
    expect(await card.getByText('Available').count()).toBe(0);

    const phone = await browser().open(service().origin, PHONE);
    await phone.getByRole('link', { name: /Dolly/ }).tap();
    await expectToSee(phone.getByRole('heading', { level: 1, name: 'Dolly' }));
    await phone.getByRole('button', { name: 'Reserve' }).tap();
    const dialog = phone.getByRole('dialog', { name: 'Reserve Dolly' });
    await dialog.getByRole('button', { name: 'Reserve' }).tap();
    await expectToSee(dialog.getByText('Enter your name.'));
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    await dialog.getByLabel('Message to the shelter').fill('On Saturday.\nAt ten.');
    await dialog.getByRole('button', { name: 'Reserve' }).tap();
    await expectToSee(phone.getByText('Reserved for you'));

    await expectToSee(card.getByText('Pending'));
    const { body } = await service().call('GET', `/v1/store/orders?petId=${dolly}`);
    expect(body).toEqual([
      expect.objectContaining({
        status: 'placed',
        adopter: { name: 'Ann Lee', email: 'ann@example.org' },
        note: 'On Saturday.\nAt ten.',
      }),
    ]);
  });

  test('says when somebody else has reserved the animal first', async () => {
    const bella = await addPet(service(), { name: 'Bella' });
    const page = await browser().open(`${service().origin}/pets/${bella}`);
    await page.getByRole('button', { name: 'Reserve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Bob');
    await dialog.getByLabel('Your email address').fill('bob@example.org');
    await service().call('POST', '/v1/store/orders', { body: { petId: bella } });
    await expectToSee(dialog.getByText('Somebody else has just reserved Bella.'));
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expectToSee(page.getByRole('main').getByText('Pending', { exact: true }));
  });

  test('works with the keyboard alone', async () => {
    const page = await browser().open(`${service().origin}/?q=Dog 30`);
    const focused = page.locator(':focus');
    const card = page.getByRole('link', { name: /Dog 30/ });
    await expectToSee(card);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectToSee(page.getByRole('main').and(focused));
    for (let stops = 0; stops < 20 && (await card.and(focused).count()) === 0; stops += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const reserve = page.getByRole('button', { name: 'Reserve' });
    await reserve.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Reserve Dog 30' });
    await dialog.getByLabel('Your email address').press('Enter');
    await expectToSee(dialog.getByLabel('Your name').and(focused));
    await page.keyboard.press('Escape');
    await expectNotToSee(dialog);
    await expectToSee(reserve.and(focused));
    await page.goBack();
    await expectToSee(card);
  });

  test('sends a question to the shelter with the animal and the sender', async () => {
    const tom = await addPet(service(), { name: 'Tommy', categoryId: 2 });
    const page = await browser().open(`${service().origin}/pets/${tom}`);
    await page.getByRole('button', { name: 'Ask about me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask about Tommy' });
    await dialog.getByLabel('Your question').fill('Does he like children?');
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expectToSee(page.getByText('Your question was sent to Our shelter.'));
    // In one piece: the parts of a box side by side would be lines of their own.
    expect(await page.locator('.pet-note').innerText()).toBe('Your question was sent to Our shelter.');
    await expect
      .poll(async () => (await service().call('GET', '/v1/admin/inbox')).body)
      .toEqual([
        expect.objectContaining({
          message: 'Does he like children?',
          petId: tom,
          from: { name: 'Ann Lee', email: 'ann@example.org' },
        }),
      ]);
  });

  test('says when it is offline, and updates when it is online again', async () => {
    const page = await browser().open(service().origin);
    await expectToSee(page.getByRole('link', { name: /Tommy/ }));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Birds', exact: true }).click();
    await expectToSee(page.getByText('You are offline'));
    await page.context().setOffline(false);
    await expectNotToSee(page.getByText('You are offline'));
    await expectToSee(page.getByText('No animals match'));
  });

  test('says how long to wait after too many questions', async () => {
    // However long it takes, it is one minute.
    const shelter = await startOnSqlite({ pages: builtPages, now: testClock().now });
    const page = await browser().open(`${shelter.origin}/pets/${await addPet(shelter, { name: 'Dolly' })}`);
    await page.getByRole('button', { name: 'Ask about me' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    for (let count = 1; (await dialog.getByText('Too many requests').count()) === 0; count += 1) {
      // The limit is five a minute.
      expect(count).toBeLessThan(7);
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Ask about me' }).click();
      await dialog.getByLabel('Your question').fill(`Question ${count}?`);
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expectToSee(dialog.getByText('Too many requests').or(page.locator('main:not(:has(dialog[open]))')).first());
    }
    await expectToSee(dialog.getByRole('button', { name: /Try again in \d+ s/ }));
  });

  test('has no accessibility violations on desktop and phone, light and dark', async () => {
    const page = await browser().open(`${service().origin}/?status=all`);
    await expectToSee(page.getByRole('link', { name: /Dolly/ }).getByText('Rabbits'));
    await expectNoBarriers(page);
    await follow(page, `/pets/${dolly}`);
    await page.getByRole('button', { name: 'Ask about me' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expectToSee(page.getByText('Enter your question.').first());
    await expectNoBarriers(page);
  });
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])(
  'on a %s the animals do not move when the categories load, and the chosen category is visible',
  async (_, device) => {
    const shelter = await startOnSqlite({ pages: builtPages });
    for (let count = 1; count <= 12; count += 1) {
      await shelter.call('POST', '/v1/categories', { body: { name: `Animals of category ${count}` } });
      await addPet(shelter, { name: `Hamster ${count}`, categoryId: 7 });
    }
    const page = await browser().open(`${shelter.origin}/pets/1`, device);
    const names = Promise.withResolvers<void>();
    await page.route('**/v1/categories*', (route) => names.promise.then(() => route.continue()));
    await page.goto(`${shelter.origin}/?category=7`);
    const positions = () =>
      page.evaluate('[...document.querySelectorAll(".pet-card")].map((card) => card.getBoundingClientRect().toJSON())');
    await expectToSee(page.getByRole('link', { name: 'Hamster 12' }));
    await drawn(page);
    const before = await positions();
    expect(before).toHaveLength(12);
    names.resolve();
    const chosen = page.getByRole('link', { name: 'Small mammals', exact: true });
    await expectToSee(chosen);
    await expectToSee(page.getByRole('link', { name: 'Hamster 12' }).getByText('Small mammals'));
    expect(await positions()).toEqual(before);
    const { x, width } = (await chosen.boundingBox())!;
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(device.viewport.width);
    await shelter.close();
  },
);

test('an animal is shown whose page arrives between the tap and the next frame', async () => {
  const shelter = await startOnSqlite({ pages: builtPages });
  const id = await addPet(shelter, { name: 'Rex' });
  const page = await browser().open(`${shelter.origin}/no-such-page`, PHONE);
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/pet-page-*.js', (route) => arrival.promise.then(() => route.continue()));
  const requested = page.waitForRequest('**/assets/pet-page-*.js');
  await page.goto(shelter.origin);
  const url = (await requested).url();
  // No frame, and no timer that stands in for one.
  await page.evaluate(`{
    const held = [];
    const { requestAnimationFrame: nextFrame, setTimeout: later } = window;
    window.requestAnimationFrame = (draw) => held.push(draw);
    window.setTimeout = (run) => held.push(run);
    window.continueFrames = () => {
      Object.assign(window, { requestAnimationFrame: nextFrame, setTimeout: later });
      for (const run of held) run(performance.now());
    };
    document.querySelector('a[href="/pets/${id}"]').click();
  }`);
  arrival.resolve();
  await page.evaluate(`import(${JSON.stringify(url)})`);
  await page.evaluate('continueFrames()');
  await expectToSee(page.getByRole('heading', { name: 'Rex' }));
});

test('on a phone the buttons of an animal do not move when its category loads', async () => {
  const shelter = await startOnSqlite({ pages: builtPages });
  const category = { id: 99, name: 'Horses, ponies, donkeys and mules of all ages' };
  await shelter.call('POST', '/v1/categories', { body: category });
  const id = await addPet(shelter, { categoryId: category.id });
  const page = await browser().open(`${shelter.origin}/no-such-page`, PHONE);
  const names = Promise.withResolvers<void>();
  await page.route('**/v1/categories*', (route) => names.promise.then(() => route.continue()));
  await page.goto(`${shelter.origin}/pets/${id}`);
  const reserve = page.getByRole('button', { name: 'Reserve' });
  await expectToSee(reserve);
  const before = await reserve.boundingBox();
  names.resolve();
  await expectToSee(page.getByText(category.name));
  expect(await reserve.boundingBox()).toEqual(before);
});

test('an address without an animal or a page says so', async () => {
  const page = await browser().open(`${service().origin}/pets/987654321`);
  await expectToSee(page.getByText('Animal not found'));
  await page.goto(`${service().origin}/no-such-page`);
  await expectToSee(page.getByText('Page not found'));
});

test('staging is labeled', async () => {
  const staging = await startOnSqlite({ pages: builtPages, environment: 'staging' });
  const page = await browser().open(staging.origin);
  await expectToSee(page.getByText('For practice. No animals here are real.'));
  await expectToSee(page.getByRole('banner').getByText('Staging'));
  expect(await barriersIn(page)).toEqual([]);
});

test('shows hostile names literally, within their cards', async () => {
  const hostile = await startOnSqlite({ pages: builtPages });
  for (const name of hostileNames) await addPet(hostile, { name });
  for (const device of [DESKTOP, PHONE]) {
    const page = await browser().open(hostile.origin, device);
    await expectToSee(page.getByRole('link', { name: 'Dogs', exact: true }));
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
    await expectToSee(page.getByRole('heading', { level: 1 }));
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.close();
  }
});
