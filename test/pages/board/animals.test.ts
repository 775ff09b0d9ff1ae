import { beforeAll, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee } from '../../support/browser.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene();
let rex: number;
let luna: number;

beforeAll(async () => {
  luna = await addPet(service(), { name: 'Luna', categoryId: 2, profile: { age: 'adult' } });
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
      bondedWith: [luna],
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

test('has no accessibility violations on desktop and phone, light and dark', async () => {
  const page = await browser().open(`${service().origin}/pets/${rex}`);
  await expectToSee(page.getByRole('link', { name: /Luna/ }));
  await expectNoBarriers(page);
});
