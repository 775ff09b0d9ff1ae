import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { Petstore } from '../../client/src/petstore.ts';
import { openService } from '../../src/service.ts';
import { readSettings } from '../../src/settings.ts';
import { WEEKDAYS } from '../../src/vocabulary/organizations.ts';
import { builtPages, executablePath } from './browser.ts';

// Takes the pictures of the README: `npm run screenshots`. The data comes from a service of its own, which is removed afterwards.

const folder = 'docs/images';
const hourMs = 3_600_000;

/** The ids of the categories that a first start creates. */
const [dog, cat, bird, rabbit, , reptile, small] = [1, 2, 3, 4, 5, 6, 7];

const ANIMALS = [
  ['Moose', dog],
  ['Biscuit', dog],
  ['Luna', cat],
  ['Kiwi', bird],
  ['Pepper', cat],
  ['Thumper', rabbit],
  ['Bella', dog],
  ['Oscar', cat],
  ['Shelly', reptile],
  ['Waffles', small],
  ['Dexter', dog],
  ['Hazel', small],
  ['Clover', rabbit],
  ['Sunny', bird],
  ['Juniper', cat],
  ['Rosie', dog],
] as const;

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
  const service = await openService('production', settings, { pages: await builtPages(), now });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const origin = await service.listen();
    const petstore = new Petstore({ baseUrl: `${origin}/v1`, apiKey: service.firstKey ?? '' });
    agoMs = 80 * hourMs;
    await petstore.organizations.update(1, ORGANIZATION);
    const ids = new Map<string, number>();
    for (const [name, categoryId] of ANIMALS) ids.set(name, (await petstore.pets.create({ name, categoryId })).id);
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
    await mkdir(folder, { recursive: true });
    await picture(browser, `${origin}/?status=all`, 'board');
    await picture(browser, origin + service.firstLink, 'console', `${origin}/console/orders`);
  } finally {
    await browser.close();
    await service.close();
    await rm(dataDir, { recursive: true });
  }
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
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

await main();
