import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../../support/browser.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene();
let rex: number;
let luna: number;

beforeAll(async () => {
  luna = await addPet(service(), { name: 'Luna', categoryId: 2, profile: { age: 'adult' } });
  const adopted = await addPet(service(), { name: 'Adopted', status: 'sold' });
  rex = await addPet(service(), {
    name: 'Rex',
    profile: {
      species: 'Dog',
      breed: { primary: 'Labrador Retriever', secondary: 'Border Collie', mixed: true },
      birthDate: '2015-05-01',
      sex: 'male',
      size: 'large',
      weightGrams: 24_500,
      altered: true,
      goodWith: { children: 'yes', childrenFromAge: 8, dogs: 'no', cats: 'selective' },
      bondedWith: [luna, adopted],
      summary: 'Wants to go for a walk.',
      description: `Rex is **kind**.<img src=x onerror=alert(1)>\n\n- likes balls\n\nSee [his diary](https://riverside.example/rex) or [this](javascript:alert(1)).`,
      videos: [{ url: 'https://videos.example/watch?v=rex' }],
      adoptionFee: { amount: 15_000, currency: 'USD' },
      staff: { notes: 'Zorblax' },
    },
  });
});

test('a card says the breed, then age, sex and size in one line; without a profile, the category', async () => {
  await addPet(service(), { name: 'Tom', categoryId: 2 });
  const page = await browser().open(service().origin);
  const card = page.getByRole('link', { name: /Rex/ });
  await expectToSee(card.getByText('Senior · Male · Large'));
  expect(await card.locator('.pet-card-facts > *').allTextContents()).toEqual([
    'Labrador Retriever and Border Collie mix',
    // No line begins with a dot.
    'Senior\u00a0· Male\u00a0· Large',
  ]);
  await expectToSee(page.getByRole('link', { name: /Tom/ }).getByText('Cats'));
});

test("an animal's page shows what is known, and nothing else", async () => {
  const page = await browser().open(`${service().origin}/pets/${rex}`);
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Rex' }));
  const title = 'Rex, senior male Labrador Retriever and Border Collie mix · Our shelter';
  await expect.poll(() => page.title()).toBe(title);
  const document = await (await fetch(`${service().origin}/pets/${rex}`)).text();
  expect(document).toContain(`<title>${title}</title>`);
  for (const [companion, answer] of [
    ['Children', 'From 8 years'],
    ['Dogs', 'No'],
    ['Cats', 'With some'],
  ] as const)
    expect(await page.getByRole('listitem').filter({ hasText: companion }).textContent()).toBe(`${companion}${answer}`);
  const facts = await page.evaluate(
    'Object.fromEntries([...document.querySelectorAll("dl.facts > dt")].map((term) => [term.textContent, term.nextSibling.textContent]))',
  );
  expect(facts).toEqual({
    Species: 'Dog',
    Breed: 'Labrador Retriever and Border Collie mix',
    Age: expect.stringMatching(/^Senior, about \d+ years$/),
    Sex: 'Male',
    Size: 'Large',
    Weight: '24.5 kg (54 lb)',
    'Spayed or neutered': 'Yes',
    'Adoption fee': 'US$150',
    'Waiting since': expect.any(String),
  });
  expect(await page.getByRole('link', { name: 'videos.example' }).getAttribute('href')).toBe(
    'https://videos.example/watch?v=rex',
  );
  await expectToSee(page.getByRole('link', { name: /Luna/ }));
  // It has found a home without Rex.
  expect(await page.getByRole('link', { name: /Adopted/ }).count()).toBe(0);
  await page.getByRole('link', { name: /Luna/ }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Luna' }));
  await expectNotToSee(page.getByText('Rex', { exact: true }));
});

test('a story is shown with its form, and runs nothing', async () => {
  const page = await browser().open(`${service().origin}/pets/${rex}`);
  const story = page.getByRole('region', { name: 'The story of Rex' });
  await expectToSee(story.getByText('<img src=x onerror=alert(1)>'));
  expect(await story.locator('strong').allTextContents()).toEqual(['kind']);
  expect(await story.getByRole('listitem').allTextContents()).toEqual(['likes balls']);
  const links = await page.evaluate('[...document.querySelectorAll(".story a")].map(({ href, rel }) => [href, rel])');
  expect(links).toEqual([['https://riverside.example/rex', 'nofollow ugc noopener']]);
  expect(await story.locator('img, script').count()).toBe(0);
});

test('a page that is open shows a profile that has changed', async () => {
  const [list, page] = [
    await browser().open(service().origin),
    await browser().open(`${service().origin}/pets/${luna}`),
  ];
  await expectToSee(list.getByRole('link', { name: /Luna/ }).getByText('Adult'));
  await expectToSee(page.getByText('Adult', { exact: true }).first());
  await service().call('PATCH', `/v1/pets/${luna}`, {
    body: { profile: { age: 'senior', description: 'Luna purrs.' } },
  });
  await expectToSee(page.getByRole('region', { name: 'The story of Luna' }).getByText('Luna purrs.'));
  await expectToSee(list.getByRole('link', { name: /Luna/ }).getByText('Senior'));
});

test('the page of an animal that comes soon by now stays open, and leaves the list', async () => {
  const id = await addPet(service(), { name: 'Soon', profile: { age: 'adult' } });
  const [list, page] = [await browser().open(service().origin), await browser().open(`${service().origin}/pets/${id}`)];
  await expectToSee(list.getByRole('link', { name: /Soon/ }));
  const staff = { hold: { type: 'coming_soon', showPage: true } };
  await service().call('PATCH', `/v1/pets/${id}`, { body: { profile: { staff } } });
  await expectNotToSee(list.getByRole('link', { name: /Soon/ }));
  await expectToSee(page.getByText('Coming soon').first());
  await service().call('DELETE', `/v1/pets/${id}`);
});

test('a visitor who was too late tries again once the animal is free', async () => {
  const petId = await addPet(service(), { name: 'Late' });
  const page = await browser().open(`${service().origin}/pets/${petId}`);
  await page.getByRole('button', { name: 'Reserve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reserve Late' });
  await dialog.getByLabel('Your name').fill('Ann Lee');
  await dialog.getByLabel('Your email address').fill('ann@example.org');
  let other = 0;
  await page.route(
    '**/v1/store/orders',
    async (route) => {
      other = (await service().call('POST', '/v1/store/orders', { body: { petId } })).body.id;
      await route.continue();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Reserve' }).click();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expectNotToSee(page.locator('.pet-about-actions').getByText('Reserve'));
  await service().call('POST', `/v1/store/orders/${other}/cancel`);
  await page.getByRole('button', { name: 'Reserve' }).click();
  expect(await dialog.getByLabel('Your name').inputValue()).toBe('Ann Lee');
  await dialog.getByRole('button', { name: 'Reserve' }).click();
  await expectToSee(page.getByText('Reserved for you'));
});

test('has no accessibility violations on desktop and phone, light and dark', async () => {
  const page = await browser().open(`${service().origin}/pets/${rex}`);
  await expectToSee(page.getByRole('link', { name: /Luna/ }));
  await expectNoBarriers(page);
});

describe('what an adopter needs is in reach', () => {
  const long = 'W'.repeat(255);
  let ids: number[];

  beforeAll(async () => {
    await service().call('PATCH', '/v1/organizations/1', {
      body: { address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL' }, adoptionPolicy: 'Come twice.' },
    });
    const profile = {
      age: 'young',
      summary: 'S'.repeat(100),
      goodWith: { children: 'yes', dogs: 'no' },
      adoptionFee: { amount: 15_000, currency: 'USD' },
      description: 'A long story. '.repeat(300),
    };
    ids = await Promise.all(['Bella', long].map((name) => addPet(service(), { name, profile })));
  });

  const bottomOf = async (part: Locator) => {
    const { y, height } = (await part.boundingBox())!;
    return y + height;
  };
  /** The text of what somebody hits who taps the middle of it. */
  const hit = async (part: Locator): Promise<unknown> => {
    const { x, y, width, height } = (await part.boundingBox())!;
    const at = `document.elementFromPoint(${x + width / 2}, ${y + height / 2})`;
    return part.page().evaluate(`${at}?.closest('a, button')?.textContent`);
  };
  const reserveOf = (page: Page) => page.getByRole('button', { name: 'Reserve' });

  test('above the fold of a laptop, where the buttons stay whatever the name is', async () => {
    const laptop = { viewport: { width: 1_440, height: 900 } };
    for (const id of ids) {
      const page = await browser().open(`${service().origin}/pets/${id}`, laptop);
      await expectToSee(page.getByRole('region', { name: 'How adoption works' }));
      expect(await bottomOf(reserveOf(page))).toBeLessThan(900);
      if (id !== ids[0]) continue;
      const words = page.locator('.pet-about-words');
      for (const term of ['Adoption fee', 'Age', 'Place', 'Waiting since', 'Gets on with'])
        expect(await bottomOf(words.getByText(term)), term).toBeLessThan(900);
      expect(await words.getByText('Springfield, IL').count()).toBe(1);
      const steps = page.getByRole('region', { name: 'How adoption works' }).getByRole('listitem');
      expect(await steps.first().textContent()).toContain('held for you for 2 days');
      for (const step of await steps.all()) expect(await bottomOf(step)).toBeLessThan(900);
    }
  });

  test.each([390, 320])('at the bottom of a phone of %i pixels, wherever it is scrolled', async (width) => {
    for (const id of ids) {
      const phone = { ...PHONE, viewport: { width, height: 844 } };
      const page = await browser().open(`${service().origin}/pets/${id}`, phone);
      await expectToSee(
        page.getByRole('region', { name: 'Similar animals' }).or(page.getByText('See all of them')).first(),
      );
      await expectToSee(page.locator('.languages'));
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      for (let top = 0; top < height; top += 400) {
        await page.evaluate(`scrollTo(0, ${top})`);
        for (const name of ['Reserve', 'Ask about me'])
          expect(await hit(page.getByRole('button', { name })), `at ${top}`).toBe(name);
      }
      // Nothing stays behind the buttons.
      expect(await hit(page.getByRole('link', { name: 'Documentation' }))).toBe('Documentation');
    }
  });

  test('other animals of its species, and from one of them the way back to the list', async () => {
    const page = await browser().open(`${service().origin}/pets/${ids[0]}`);
    const similar = page.getByRole('region', { name: 'Similar animals' });
    await similar.getByRole('link', { name: /Rex/ }).click();
    await expectToSee(page.getByRole('heading', { level: 1, name: 'Rex' }));
    await page.getByRole('link', { name: 'All animals' }).click();
    await expectToSee(page.getByRole('heading', { level: 1, name: 'Looking for a home' }));
  });
});
