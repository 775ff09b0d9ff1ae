import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/words/languages.ts';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, expectToSee } from '../support/browser.ts';
import { printed } from '../support/paper.ts';
import { operatorPassword, row } from '../support/windows.ts';
import { hostileNames } from './hostile-names.ts';
import { setLogo } from './logos.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();
const FORMATS = ['A4', 'Letter'] as const;

const DAY_MS = 86_400_000;
/** The same day for all tests: midnight may pass. */
const startMs = Date.now();
const dayIn = (days: number): string => new Date(startMs + days * DAY_MS).toISOString().slice(0, 10);
const words = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));

/** What only staff may know. */
const secrets = { notes: 'Secret note', behaviorNotes: 'Secret behavior', biteHistory: 'Secret bite' };

const profile = {
  species: 'Dog',
  breed: { primary: 'Labrador Retriever', mixed: true },
  birthDate: dayIn(-420),
  sex: 'female',
  size: 'large',
  colors: ['Black', 'White / Cream'],
  weightGrams: 24_500,
  altered: true,
  specialNeedsNote: 'Eats only special food, twice a day.',
  summary: 'Brings every stick twice.',
  goodWith: { children: 'yes', cats: 'no' },
  adoptionFee: { amount: 25_000, currency: 'USD', display: false },
  placement: 'shelter',
  staff: {
    ...secrets,
    microchip: { number: '985112001234567', issuer: '24PetWatch' },
    vaccinations: [
      { name: 'Rabies', date: dayIn(-300), nextDate: dayIn(-2) },
      { name: 'Distemper', date: dayIn(-30), nextDate: dayIn(3) },
      { name: 'Kennel cough', date: dayIn(-30), nextDate: dayIn(90) },
      { name: 'Kennel cough', date: dayIn(-400), nextDate: dayIn(-35) },
    ],
    treatments: [
      { name: 'Deworming', date: dayIn(-2), until: dayIn(5) },
      { name: 'Old ointment', until: dayIn(-1) },
    ],
  },
};

/** Every member of a profile that visitors see, as long as it may be. */
const longProfile = {
  ...profile,
  breed: { primary: 'W'.repeat(50), secondary: 'M'.repeat(50), mixed: true },
  colors: ['W '.repeat(50).trim(), 'M '.repeat(50).trim(), 'Black'],
  coat: 'wire',
  markings: 'White socks. '.repeat(19).trim(),
  tags: Array.from({ length: 20 }, (_, index) => `word ${index} of many that describe it`),
  reference: 'R'.repeat(255),
  shotsCurrent: true,
  microchipped: true,
  declawed: false,
  specialNeedsNote: 'Needs care. '.repeat(80).trim(),
  tests: { fiv: 'negative', felv: 'negative', heartworm: 'positive' },
  goodWith: { children: 'yes', childrenFromAge: 6, dogs: 'selective', cats: 'no', seniors: 'yes', farmAnimals: 'no' },
  houseTrained: true,
  crateTrained: true,
  leashTrained: true,
  goodTraveler: true,
  energyLevel: 'high',
  needs: { yard: true, fence: true, indoorOnly: true, grooming: 'high', ownerExperience: 'breed' },
  summary: 'Long words. '.repeat(16).trim(),
  courtesyListing: true,
  sponsorable: true,
};

let luna: number;
let longest: number;
let salma: number;
let harry: number;
let order: number;

async function create(path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const answer = await service().call('POST', path, { body, headers });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

beforeAll(async () => {
  const organization = {
    name: 'Riverside Shelter',
    phone: '+1 555 0100',
    locale: 'en',
    address: { street: '12 Mill Lane', city: 'Springfield' },
  };
  await service().call('PATCH', '/v1/organizations/1', { body: organization });
  await setLogo(service(), 1);
  luna = await addPet(service(), { name: 'Luna', profile });
  const image = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await create(`/v1/pets/${luna}/photos`, image, { 'content-type': 'image/jpeg' });
  longest = await addPet(service(), { name: 'Wilhelmine '.repeat(23).trim(), profile: longProfile });
  salma = await addPet(service(), {
    name: 'سلمى الجميلة',
    profile: { species: 'Cat', summary: 'قطة لطيفة.', language: 'ar' },
  });
  const hold = { type: 'medical', until: dayIn(9) };
  harry = await addPet(service(), { name: 'Harry', profile: { placement: 'foster', staff: { hold } } });
  const adopter = { name: 'Priya Nair', email: 'priya@example.org', phone: '+1 555 0101' };
  order = await create('/v1/store/orders', { petId: luna, adopter });
});

/** Opens a paper, with its animals on it. */
async function openPaper(path: string): Promise<Page> {
  const page = await open(`/print/${path}`);
  await expectToSee(page.locator('.sheet, .empty-state').first());
  return page;
}

describe.each(FORMATS)('on %s', (format) => {
  test('a kennel card is one page, without what only staff may know', async () => {
    const page = await openPaper(`kennel-cards?ids=${luna},${longest},${salma}`);
    const { pages } = await printed(page, format);
    expect(pages.map(({ outside }) => outside)).toEqual([[], [], []]);
    for (const { text } of pages) expect(text).toContain('12 Mill Lane, Springfield');
    const [arabic, long, short] = pages.map(({ text }) => text);
    expect(short).toContain('Luna');
    expect(short).toContain('Labrador Retriever mix · Young · Female · Large');
    expect(short).toContain('Eats only special food, twice a day.');
    expect(short).not.toMatch(/Secret|985112001234567|Priya|Rabies/);
    expect(long?.match(/Wilhelmine/g)).toHaveLength(23);
    expect(long).toContain('Farm animals');
    expect(arabic).toContain(`No. ${salma}`);
  });

  test('names of every kind leave each card and each poster on its page', async () => {
    const ids: number[] = [];
    for (const name of hostileNames) ids.push(await addPet(service(), { name, profile }));
    for (const paper of ['kennel-cards', 'posters']) {
      const page = await openPaper(`${paper}?ids=${ids.join(',')}`);
      const { pages } = await printed(page, format);
      expect(pages.map(({ outside }) => outside)).toEqual(ids.map(() => []));
      for (const { text } of pages) expect(text).toContain('12 Mill Lane');
    }
    for (const id of ids) await service().call('DELETE', `/v1/pets/${id}`);
  });

  test('a poster is one page, and its code opens the page of its animal', async () => {
    const page = await openPaper(`posters?ids=${salma},${longest},${luna}`);
    const { pages, code } = await printed(page, format);
    expect(pages.map(({ outside }) => outside)).toEqual([[], [], []]);
    const [arabic, long, short] = pages.map(({ text }) => text);
    expect(short).toContain('Scan to meet Luna');
    expect(short).toContain('Reserved');
    expect(short).not.toMatch(/Secret|Priya/);
    expect(long).toContain('Looking for a home');
    expect(arabic).toContain(`/pets/${salma}`);
    const codes = [await code(1), await code(2), await code(3)];
    expect(codes).toEqual(
      [salma, longest, luna].toSorted((a, b) => b - a).map((id) => `${service().origin}/pets/${id}`),
    );
  });

  test('an adoption sheet has what both sides sign for', async () => {
    const { pages } = await printed(await openPaper(`adoption-sheet?order=${order}`), format);
    expect(pages.map(({ outside }) => outside)).toEqual([[]]);
    const text = pages[0]?.text;
    for (const part of [
      `Adoption no. ${order}`,
      '985112001234567',
      '24PetWatch',
      '$250',
      `Distemper ${words(dayIn(-30))} ${words(dayIn(3))}`,
      `Deworming, until ${words(dayIn(5))}`,
      'Priya Nair',
      'priya@example.org',
      '+1 555 0101',
      'Signature for Riverside Shelter',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Secret|Old ointment/);
  });

  test('an adoption sheet leads to the payment by a code', async () => {
    const paymentUrl = 'https://pay.example/riverside?for=adoptions';
    const change = (body: object) => service().call('PATCH', '/v1/organizations/1', { body });
    await change({ paymentUrl });
    const due = await printed(await openPaper(`adoption-sheet?order=${order}`), format);
    expect(due.pages.map(({ outside }) => outside)).toEqual([[]]);
    expect(due.pages[0]?.text).toContain('Pay the fee');
    expect(await due.code(1)).toBe(paymentUrl);
    const longUrl = `${paymentUrl}&session=${'a1b2c3d4'.repeat(40)}`;
    await change({ paymentUrl: longUrl });
    const long = await printed(await openPaper(`adoption-sheet?order=${order}`), format);
    expect(long.pages.flatMap(({ outside }) => outside)).toEqual([]);
    expect((await long.code(1)) ?? (await long.code(2))).toBe(longUrl);
    await change({ paymentUrl: null });
  });

  test('the morning round lists all animals in care, with heads on each page', async () => {
    const ids: number[] = [];
    for (let count = 1; count <= 60; count += 1)
      ids.push(await addPet(service(), { name: `Round ${count}`, profile: { placement: 'shelter' } }));
    const sold = await addPet(service(), { name: 'Adopted Otto', status: 'sold' });
    const { pages } = await printed(await openPaper('round'), format);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flatMap(({ outside }) => outside)).toEqual([]);
    for (const { text } of pages) for (const head of ['Seen', 'Animal', 'Due', 'Notes']) expect(text).toContain(head);
    const text = pages.map((page) => page.text).join(' ');
    for (let count = 1; count <= 60; count += 1) expect(text).toContain(`Round ${count} `);
    expect(text).toContain(`Rabies: overdue since ${words(dayIn(-2))}`);
    expect(text).toContain(`Distemper: due ${words(dayIn(3))}`);
    expect(text).toContain(`Medical hold, until ${words(dayIn(9))}`);
    expect(text).toContain('Has bitten: take care');
    expect(text).toMatch(/At the shelter .*In a foster home .*Harry/);
    expect(text).not.toMatch(/Kennel cough|Adopted Otto|Priya/);
    for (const id of [...ids, sold]) await service().call('DELETE', `/v1/pets/${id}`);
  });
});

test('an adoption sheet says when it was paid', async () => {
  const { body } = await service().call('PUT', `/v1/store/orders/${order}/payment`);
  await service().call('PATCH', '/v1/organizations/1', { body: { paymentUrl: 'https://pay.example/riverside' } });
  const sheet = (await openPaper(`adoption-sheet?order=${order}`)).locator('.sheet');
  // The organization has no time zone, so the browser's counts.
  const paidOn = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date(body.paidAt));
  await expectToSee(sheet.getByText(`$250 · Paid on ${paidOn}`));
  expect(await sheet.getByText('Pay the fee').count()).toBe(0);
  await service().call('DELETE', `/v1/store/orders/${order}/payment`);
  await service().call('PATCH', '/v1/organizations/1', { body: { paymentUrl: null } });
});

test('the morning round has an old animal below any number of adopted ones, and says so if it has not', async () => {
  const paul = await addPet(service(), { name: 'Patient Paul' });
  const ids: number[] = [];
  for (let count = 1; count <= 201; count += 1) ids.push(await addPet(service(), { name: `Newer ${count}` }));
  const text = async () => {
    const { pages } = await printed(await openPaper('round'), 'A4');
    return pages.map((page) => page.text).join(' ');
  };
  const cut = await text();
  expect(cut).toContain('These are the first animals of a longer list.');
  expect(cut).not.toContain('Patient Paul');
  for (const id of ids) await service().call('PATCH', `/v1/pets/${id}`, { body: { status: 'sold' } });
  const whole = await text();
  expect(whole).toContain('Patient Paul');
  expect(whole).not.toMatch(/These are the first|Newer/);
  for (const id of [...ids, paul]) await service().call('DELETE', `/v1/pets/${id}`);
});

test('the day of the morning round is that of the organization', async () => {
  // Their clocks are 25 hours apart, so that it is never the same day in both.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await service().call('PATCH', '/v1/organizations/1', { body: { timeZone } });
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(new Date());
    await expectToSee((await openPaper('round')).locator('.sheet-title').getByText(day, { exact: true }));
  }
  await service().call('PATCH', '/v1/organizations/1', { body: { timeZone: null } });
});

test('an animal that visitors do not see has no poster', async () => {
  const page = await openPaper(`posters?ids=${harry}`);
  await expectToSee(page.getByText('No poster for Harry'));
  await expectToSee(page.getByText('Visitors do not see this animal'));
  expect(await page.locator('.sheet').count()).toBe(0);
});

test('papers are in the language of the organization, or in another one', async () => {
  const setLocale = (locale: string) => service().call('PATCH', '/v1/organizations/1', { body: { locale } });
  await setLocale('de-AT');
  const page = await openPaper(`kennel-cards?ids=${luna}`);
  await expectToSee(page.getByRole('heading', { name: 'Zwingerkarten' }));
  await expectToSee(page.getByText('Schutzgebühr').or(page.getByText('Kastriert')).first());
  await page.getByLabel('Sprache des Papiers').selectOption({ label: 'العربية' });
  await expectToSee(page.getByRole('heading', { name: 'بطاقات الأقفاص' }));
  await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl');
  const { pages } = await printed(page, 'A4');
  expect(pages.map(({ outside }) => outside)).toEqual([[]]);
  await setLocale('en');
});

test.each(Object.keys(LANGUAGES))('in %s each paper fits', async (language) => {
  const both = `ids=${luna},${longest}`;
  const papers = [`kennel-cards?${both}`, `posters?${both}`, `adoption-sheet?order=${order}`, `round?${both}`];
  for (const paper of papers) {
    const { pages } = await printed(await openPaper(`${paper}&lang=${language}`), 'Letter');
    expect(pages.map(({ outside }) => outside)).toEqual(pages.map(() => []));
    expect(pages.length).toBeLessThanOrEqual(2);
  }
});

test('staff print from the animal, the adoption and the list', async () => {
  const page = await open('/console/animals?q=luna');
  const printing = async (item: string): Promise<Page> => {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: item }).click();
    const paper = await opened;
    await expectToSee(paper.locator('.sheet').first());
    return paper;
  };
  await expectToSee(row(page, 'Luna'));
  await page.getByRole('button', { name: 'Print' }).click();
  const listed = await printing('Morning round');
  await expect
    .poll(() => listed.locator('tbody th[scope=row]').allInnerTexts())
    .toEqual([expect.stringContaining('Luna')]);
  await listed.close();
  await page.getByRole('checkbox', { name: 'Luna' }).check();
  await page.getByRole('group', { name: 'Selected animals' }).getByRole('button', { name: 'Print' }).click();
  const selected = await printing('Kennel cards');
  await expect.poll(() => selected.locator('.kennel-card').count()).toBe(1);
  await selected.close();
  await row(page, 'Luna').getByRole('link', { name: 'Luna' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Luna' }));
  await page.getByRole('button', { name: 'Print' }).click();
  await (await printing('Poster')).close();
  await page.goto(`${service().origin}/console/orders/${order}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Print the adoption sheet' }).click();
  const sheet = await opened;
  await expectToSee(sheet.getByText('Priya Nair'));
  await sheet.close();
});

test.each(['kennel-cards', 'posters', 'round'])('%s have no barriers', async (paper) => {
  await expectNoBarriers(await openPaper(`${paper}?ids=${luna},${harry}`));
});

test('the adoption sheet has no barriers, and an unknown one says so', async () => {
  const paymentUrl = 'https://pay.example/riverside';
  await service().call('PATCH', '/v1/organizations/1', { body: { paymentUrl } });
  await expectNoBarriers(await openPaper(`adoption-sheet?order=${order}`));
  await service().call('PATCH', '/v1/organizations/1', { body: { paymentUrl: null } });
  const missing = await openPaper('adoption-sheet?order=999999');
  await expectToSee(missing.getByText('No animals to print'));
});

test('who is not signed in signs in first, and then sees the paper', async () => {
  const page = await browser().open(`${service().origin}/print/kennel-cards?ids=${luna}`);
  await page.getByLabel('Email').fill('operator@localhost');
  await page.getByLabel('Password', { exact: true }).fill(operatorPassword);
  await page.keyboard.press('Enter');
  await expectToSee(page.locator('.sheet'));
});
