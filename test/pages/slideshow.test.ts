import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { newMember } from '../organizations/members.ts';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee } from '../support/browser.ts';
import { codeIn } from '../support/qr-code.ts';
import { pagesScene } from './scene.ts';

const publicUrl = 'https://pets.shelter.example';
const { browser, service } = pagesScene({ settings: { publicUrl } });

const dayMs = 86_400_000;

let luna: number;
let tom: number;
let rex: number;

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const answer = await service().call('POST', path, { body, headers });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

async function addPhoto(petId: number, background: string): Promise<void> {
  const image = sharp({ create: { width: 900, height: 600, channels: 3, background } });
  await post(`/v1/pets/${petId}/photos`, await image.jpeg().toBuffer(), { 'content-type': 'image/jpeg' });
}

const setStatus = (id: number, status: string) => service().call('PATCH', `/v1/pets/${id}`, { body: { status } });

beforeAll(async () => {
  rex = await addPet(service(), { name: 'Rex' });
  tom = await addPet(service(), { name: 'Tom' });
  for (const id of [rex, tom]) await addPhoto(id, 'teal');
  luna = await addPet(service(), {
    name: 'Luna',
    profile: { species: 'Cat', sex: 'female', summary: 'Sleeps in the sun.', goodWith: { children: 'yes' } },
  });
  await addPhoto(luna, 'tomato');
});

const openSlideshow = async (
  search = '',
  options?: Parameters<ReturnType<typeof browser>['open']>[1],
): Promise<Page> => {
  const page = await browser().open(`${service().origin}/slideshow${search}`, options);
  await expectToSee(page.locator('.slide, .slideshow-empty'));
  return page;
};

const name = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens it with a clock that the test moves on. */
async function openWithClock(search: string): Promise<Page> {
  const page = await browser().open(`${service().origin}/words/en`);
  await page.clock.install();
  let reads = 0;
  page.on('requestfinished', (request) => (reads += Number(new URL(request.url()).pathname === '/v1/pets')));
  await page.goto(`${service().origin}/slideshow${search}`);
  await expectToSee(name(page).getByText('Luna'));
  // When its stream begins, it reads once more.
  await expect.poll(() => reads).toBeGreaterThan(1);
  return page;
}

test('shows one animal after the other, each with the code of its public page', async () => {
  const page = await openWithClock('?seconds=60');
  await expectToSee(page.getByText('Sleeps in the sun.'));
  await expectToSee(page.getByText('Scan to meet Luna'));
  await expect.poll(async () => codeIn(await page.screenshot())).toBe(`${publicUrl}/pets/${luna}`);
  for (const next of ['Tom', 'Rex', 'Luna']) {
    await page.clock.fastForward(60_000);
    await expectToSee(name(page).getByText(next));
  }
});

test('follows the keyboard', async () => {
  const page = await openSlideshow('?seconds=3600');
  await expectToSee(name(page).getByText('Luna'));
  await page.keyboard.press('ArrowRight');
  await expectToSee(name(page).getByText('Tom'));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expectToSee(name(page).getByText('Rex'));
  await page.keyboard.press(' ');
  await expectToSee(page.getByRole('button', { name: 'Continue' }));
  await page.keyboard.press(' ');
  await expectToSee(page.getByRole('button', { name: 'Pause' }));
  await page.keyboard.press('Escape');
  await page.waitForURL(`${service().origin}/`);
});

test('stands still while it is paused', async () => {
  const page = await openWithClock('?seconds=60');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(10 * 60_000);
  expect(await name(page).innerText()).toBe('Luna');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.clock.runFor(61_000);
  await expectToSee(name(page).getByText('Tom'));
});

test.each([
  ['adopted', (id: number) => setStatus(id, 'sold')],
  ['removed', (id: number) => service().call('DELETE', `/v1/pets/${id}`)],
  [
    'on hold',
    (id: number) =>
      service().call('PATCH', `/v1/pets/${id}/profile`, { body: { staff: { hold: { type: 'medical' } } } }),
  ],
])('an animal comes, and leaves as soon as it is %s', async (_, leave) => {
  const page = await openSlideshow('?seconds=3600');
  await page.keyboard.press('ArrowLeft');
  await expectToSee(name(page).getByText('Rex'));
  const bella = await addPet(service(), { name: 'Bella' });
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      return name(page).innerText();
    })
    .toBe('Bella');
  await leave(bella);
  await expectNotToSee(name(page).getByText('Bella'));
  await expectToSee(name(page).getByText('Luna'));
});

test('shows the animals of one organization, in the language of the address', async () => {
  const other = await post('/v1/organizations', { name: 'Hillside Shelter', listed: true });
  const page = await openSlideshow(`?organization=${other}&lang=ar`);
  await expectToSee(page.locator('.slideshow-empty'));
  await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl');
  await service().call('DELETE', `/v1/organizations/${other}`);
});

test('an organization that is unlisted takes its animals with it, and brings them back', async () => {
  const other = await post('/v1/organizations', { name: 'Hillside Shelter', listed: true });
  const staff = await newMember(service(), other, 'staff');
  const { body: fox } = await staff.call('POST', '/v1/pets', { body: { name: 'Fox', categoryId: 1 } });
  const setListed = (listed: boolean) => service().call('PATCH', `/v1/organizations/${other}`, { body: { listed } });
  const page = await openSlideshow(`?organization=${other}`);
  await expectToSee(name(page).getByText('Fox'));
  await setListed(false);
  await expectToSee(page.locator('.slideshow-empty'));
  await setListed(true);
  await page.evaluate('dispatchEvent(new Event("online"))');
  await expectToSee(name(page).getByText('Fox'));
  await service().call('DELETE', `/v1/pets/${fox.id}`);
  await service().call('DELETE', `/v1/accounts/${staff.accountId}`);
  await service().call('DELETE', `/v1/organizations/${other}`);
});

test('lets one reading finish, however often another is asked for, and then reads once more', async () => {
  const page = await openWithClock('?seconds=3600');
  const held: Route[] = [];
  await page.route('**/v1/pets?*', (route) => void held.push(route));
  const online = () => page.evaluate('for (let count = 0; count < 3; count += 1) dispatchEvent(new Event("online"))');
  await online();
  await expect.poll(() => held.length).toBe(1);
  await online();
  await held[0]?.fulfill({ json: [] });
  await expectToSee(page.locator('.slideshow-empty'));
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.continue();
  await expectToSee(name(page).getByText('Luna'));
  expect(held).toHaveLength(2);
});

/** The addresses of the first photo of an animal. */
async function photoOf(id: number): Promise<string[]> {
  const { body } = await service().call('GET', `/v1/pets/${id}/photos`);
  return Object.values(body[0].urls);
}

test('a photo that does not arrive holds up no other', async () => {
  const page = await browser().open(`${service().origin}/words/en`);
  await page.addInitScript(`const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 60);`);
  for (const url of await photoOf(luna)) await page.route(`**${url}`, () => {});
  const others = (await Promise.all([tom, rex].map(photoOf))).map((urls) =>
    page.waitForRequest((request) => urls.includes(new URL(request.url()).pathname)),
  );
  await page.goto(`${service().origin}/slideshow?seconds=3600`, { waitUntil: 'commit' });
  expect(await Promise.all(others)).toHaveLength(2);
});

test('a photo that was replaced leaves the slide', async () => {
  const bella = await addPet(service(), { name: 'Bella' });
  await addPhoto(bella, 'gold');
  const page = await openSlideshow('?seconds=3600');
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      return page.locator('.slide-picture > img').count();
    })
    .toBe(1);
  await expectToSee(name(page).getByText('Bella'));
  const { body } = await service().call('GET', `/v1/pets/${bella}/photos`);
  await service().call('DELETE', `/v1/pets/${bella}/photos/${body[0].id}`);
  await addPhoto(bella, 'navy');
  const url = (await photoOf(bella)).find((each) => each.endsWith('/600.webp'));
  await page.evaluate('dispatchEvent(new Event("online"))');
  await expectToSee(page.locator(`.slide-picture img[src="${url}"]`));
  await expect.poll(() => page.locator('.slide-picture img').count()).toBe(1);
  await service().call('DELETE', `/v1/pets/${bella}`);
});

test.each([
  { width: 1_920, height: 1_080 },
  { width: 1_080, height: 1_920 },
  { width: 390, height: 844 },
])('everything fits on a screen of $width × $height', async (viewport) => {
  const long = await addPet(service(), {
    name: 'Wilhelmine '.repeat(23).trim(),
    profile: { summary: 'Long words. '.repeat(16).trim(), goodWith: { children: 'yes', dogs: 'no', cats: 'no' } },
  });
  const page = await openSlideshow('', { viewport });
  await expectToSee(name(page).getByText('Wilhelmine'));
  const overflow = `[document.documentElement, document.querySelector('.slide-about')].map((it) =>
    [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight])`;
  expect(await page.evaluate(overflow)).toEqual([
    [0, 0],
    [0, 0],
  ]);
  await service().call('DELETE', `/v1/pets/${long}`);
});

test('has no barriers', async () => {
  const page = await openSlideshow('?seconds=3600');
  await page.keyboard.press(' ');
  await expectNoBarriers(page);
});

test('runs for a week, with the network gone for days of it', async () => {
  const slideMs = 30 * 60_000;
  const page = await openWithClock(`?seconds=${slideMs / 1_000}`);
  const photo = page.locator('.slide-picture img');
  const seen = new Set<string>();
  const days = async (count: number) => {
    for (let slide = 0; slide < (count * dayMs) / slideMs; slide += 1) {
      await page.clock.fastForward(slideMs);
      seen.add(await name(page).innerText());
    }
  };
  const nodes = () => page.evaluate<number>('document.querySelectorAll("*").length');
  await days(1);
  const before = await nodes();
  expect([...seen].toSorted()).toEqual(['Luna', 'Rex', 'Tom']);

  const withPhoto = new Set<string>();
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      if ((await page.locator('.slide-picture > img').count()) === 1) withPhoto.add(await name(page).innerText());
      return withPhoto.size;
    })
    .toBe(3);
  await page.context().setOffline(true);
  const debug = await page.context().newCDPSession(page);
  // Nothing but the page itself has the photos.
  await debug.send('Network.clearBrowserCache');
  // The browser lets open streams go on: this one falls silent.
  await page.clock.runFor(60_000);
  await setStatus(luna, 'sold');
  seen.clear();
  await days(3);
  expect([...seen].toSorted()).toEqual(['Luna', 'Rex', 'Tom']);
  expect(await photo.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth)).toBe(900);

  await page.context().setOffline(false);
  seen.clear();
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      await page.keyboard.press('ArrowRight');
      seen.add(await name(page).innerText());
      const shown = [...seen].toSorted().join();
      seen.delete('Luna');
      return shown;
    })
    .toBe('Rex,Tom');
  await days(3);
  expect(Math.abs((await nodes()) - before)).toBeLessThan(20);
  await setStatus(luna, 'available');
});
