import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { type NewPetProfile, Petstore } from '../../../client/src/petstore.ts';
import { openService } from '../../../src/composition/service.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import type { Age, Sex, Size } from '../../../src/vocabulary/animal-profile.ts';
import { WEEKDAYS } from '../../../src/vocabulary/organizations.ts';
import { executablePath } from '../browser.ts';
import { type Look, samplePhoto } from './sample-photos.ts';

// Takes the pictures of the README: `npm run screenshots`. The data comes from a service of its own, which is removed afterwards.

const folder = 'docs/images';
const hourMs = 3_600_000;

/** The ids of the categories that a first start creates. */
const [dog, cat, bird, rabbit, , reptile, small] = [1, 2, 3, 4, 5, 6, 7];

const MEADOW = ['#6f8f52', '#a9c4d6'] as const;
const ROOM = ['#b9876a', '#e6d3bd'] as const;
const PARK = ['#88924f', '#cdb98c'] as const;
const EVENING = ['#6b6a80', '#e0a98e'] as const;

type Animal = readonly [name: string, categoryId: number, profile: NewPetProfile, look?: Look];

const dogOf = (breed: string, age: Age, sex: Sex, size: Size): NewPetProfile => ({
  species: 'Dog',
  breed: { primary: breed },
  age,
  sex,
  size,
});
const catOf = (breed: string, age: Age, sex: Sex): NewPetProfile => ({
  species: 'Cat',
  breed: { primary: breed },
  age,
  sex,
});

const ANIMALS: readonly Animal[] = [
  ['Moose', dog, dogOf('Newfoundland', 'senior', 'male', 'xlarge'), ['#55504d', '#3a3634', '#d9d2ca', ...MEADOW]],
  ['Biscuit', dog, dogOf('Golden Retriever', 'young', 'male', 'large'), ['#e0b778', '#c4935a', '#fff3df', ...PARK]],
  ['Luna', cat, catOf('Russian Blue', 'adult', 'female'), ['#8d949c', '#666d76', '#eceff1', ...ROOM]],
  [
    'Kiwi',
    bird,
    { species: 'Bird', breed: { primary: 'Budgie' }, age: 'young' },
    ['#4f9d8f', '#35776c', '#f6e3a8', ...ROOM],
  ],
  ['Pepper', cat, catOf('Domestic Short Hair', 'young', 'male'), ['#6e645c', '#453d38', '#e6ddd2', ...EVENING]],
  ['Thumper', rabbit, { species: 'Rabbit', breed: { primary: 'Dutch' }, age: 'adult' }],
  ['Bella', dog, dogOf('Beagle', 'adult', 'female', 'medium'), ['#c98a55', '#6e4630', '#fff6e8', ...MEADOW]],
  ['Oscar', cat, catOf('Maine Coon', 'adult', 'male'), ['#a9784e', '#6f4a2e', '#f3e2cb', ...PARK]],
  ['Shelly', reptile, { species: 'Turtle', age: 'adult' }],
  ['Waffles', small, { species: 'Guinea Pig', age: 'young', sex: 'male' }, ['#d9a870', '#8a5a38', '#fff4e4', ...ROOM]],
  ['Dexter', dog, dogOf('Border Collie', 'young', 'male', 'medium'), ['#4a4644', '#2f2c2b', '#f6f2ec', ...EVENING]],
  ['Hazel', small, { species: 'Hamster', age: 'baby', sex: 'female' }, ['#b98b6b', '#8a5c40', '#f7e7d6', ...MEADOW]],
  [
    'Clover',
    rabbit,
    { species: 'Rabbit', breed: { primary: 'Lop Eared' }, age: 'young', sex: 'female' },
    ['#e9dcc6', '#c9b48f', '#ffffff', ...MEADOW],
  ],
  ['Sunny', bird, { species: 'Bird', breed: { primary: 'Canary' }, age: 'adult' }],
  ['Juniper', cat, catOf('Tabby', 'baby', 'female'), ['#9c8468', '#5f4a38', '#f1e4d1', ...ROOM]],
  ['Rosie', dog, dogOf('Labrador Retriever', 'adult', 'female', 'large'), ['#e9d3ad', '#cba674', '#fffaf0', ...PARK]],
];

/** Each order is placed some hours ago, and then moved on. */
const ORDERS = [
  { animal: 'Moose', adopter: 'Priya Nair', hoursAgo: 70, steps: ['approve', 'deliver'] },
  { animal: 'Kiwi', adopter: 'Tom Becker', hoursAgo: 52, steps: ['approve', 'deliver'] },
  { animal: 'Hazel', adopter: 'Mara Lindqvist', hoursAgo: 30, steps: ['approve'], note: 'Pick-up on Saturday at ten.' },
  { animal: 'Biscuit', adopter: 'Daniel Okafor', hoursAgo: 20, steps: ['approve'] },
  { animal: 'Shelly', adopter: 'Sofia Marino', hoursAgo: 44, steps: [] },
  { animal: 'Pepper', adopter: 'Ann Lee', hoursAgo: 5, steps: [], note: 'We have a garden and an older cat.' },
  { animal: 'Juniper', adopter: 'Chris Walsh', hoursAgo: 1, steps: [] },
] as const;

const ORGANIZATION = {
  name: 'Riverside Shelter',
  email: 'hello@riverside.example',
  phone: '+1 555 0100',
  address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701' },
  hours: Object.fromEntries(WEEKDAYS.map((day) => [day, '10 am – 4 pm'])),
} as const;

const password = 'nine silent herons';

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'petstore-screenshots-'));
  let agoMs = 0;
  const settings = { ...readSettings({}), port: 0, dataDir, logLevel: 'silent' as const };
  const now = () => Date.now() - agoMs;
  const service = await openService('production', settings, { now });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const origin = await service.listen();
    const petstore = new Petstore({ baseUrl: `${origin}/v1`, apiKey: service.firstKey ?? '' });
    agoMs = 80 * hourMs;
    await petstore.organizations.update(1, ORGANIZATION);
    const ids = new Map<string, number>();
    for (const [name, categoryId, profile] of ANIMALS)
      ids.set(name, (await petstore.pets.create({ name, categoryId, profile })).id);
    for (const { animal, adopter, hoursAgo, steps, ...note } of ORDERS.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
      agoMs = hoursAgo * hourMs;
      const email = `${adopter.toLowerCase().replace(' ', '.')}@example.org`;
      const order = { petId: ids.get(animal) ?? 0, adopter: { name: adopter, email }, ...note };
      const { id } = await petstore.orders.place(order);
      for (const step of steps) {
        agoMs -= 4 * hourMs;
        await petstore.orders[step](id);
      }
    }
    agoMs = 0;
    await addPhotos(browser, origin, petstore);
    await mkdir(folder, { recursive: true });
    await picture(browser, `${origin}/?status=all`, 'board');
    await picture(browser, origin + service.firstLink, 'console', `${origin}/console/orders`);
  } finally {
    await browser.close();
    await service.close();
    await rm(dataDir, { recursive: true });
  }
}

/** Photos that are made of the drawings on the board. */
async function addPhotos(browser: Browser, origin: string, petstore: Petstore): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${origin}/?status=all`);
  await page.locator('.pet-card .portrait path').first().waitFor();
  const looks = new Map(ANIMALS.map(([name, , , look]) => [name, look]));
  for await (const { id, name } of petstore.pets.list()) {
    const look = looks.get(name);
    if (look === undefined) continue;
    const drawing = await page.evaluate(`document.querySelector('.pet-card[href="/pets/${id}"] .portrait').outerHTML`);
    await petstore.photos.add(id, await samplePhoto(browser, String(drawing), look, id), { alt: name });
  }
  await page.close();
}

/** @param link a password link to follow first, if the page needs a session: then `address` is the page */
async function picture(browser: Browser, link: string, name: string, address?: string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1040 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await page.goto(link);
  if (address !== undefined) {
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL('**/console/**');
    await page.goto(address);
  }
  await page.locator('main:not(:has([aria-busy=true])) .user-text').first().waitFor();
  await page.waitForFunction('[...document.images].every(({ complete, loading }) => complete || loading === "lazy")');
  // 256 colors are enough, and a third of the bytes.
  const png = sharp(await page.screenshot()).png({ palette: true, effort: 10 });
  await png.toFile(join(folder, `${name}.png`));
  await context.close();
}

await main();
