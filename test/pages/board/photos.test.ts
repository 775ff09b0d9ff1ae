import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { DESKTOP, expectNoBarriers, expectToSee, PHONE, shiftsOf } from '../../support/browser.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene();
let rex: number;

/** As hard to compress as a photo of fur. */
const photo = (hue: number, width = 600, height = 450): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .blur(2)
    .tint(`hsl(${hue}, 50%, 50%)`)
    .jpeg()
    .toBuffer();

async function addPhoto(petId: number, image: Buffer, alt?: string): Promise<{ id: number }> {
  const query = alt === undefined ? '' : `?alt=${encodeURIComponent(alt)}`;
  const headers = { 'content-type': 'image/jpeg' };
  const answer = await service().call('POST', `/v1/pets/${petId}/photos${query}`, { body: image, headers });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

beforeAll(async () => {
  for (let count = 1; count <= 23; count += 1)
    await addPhoto(await addPet(service(), { name: `Dog ${count}` }), await photo(count * 15));
  rex = await addPet(service(), { name: 'Rex' });
  await addPhoto(rex, await photo(0), 'Rex asleep on a sofa');
  await addPhoto(rex, await photo(120, 450, 600));
  await addPhoto(rex, await photo(240));
});

test.each([
  ['desktop', { ...DESKTOP, viewport: { width: 1440, height: 900 } }],
  ['phone', PHONE],
])('on a %s the first view of 24 photos is at most 450 KB, and nothing in it moves', async (_, device) => {
  const page = await browser().open(`${service().origin}/no-such-page`, device);
  const debug = await page.context().newCDPSession(page);
  let bytes = 0;
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await debug.send('Network.enable');
  await page.goto(service().origin);
  await expectToSee(page.getByRole('link', { name: /Rex/ }));
  const loaded = `[...document.querySelectorAll('.pet-card img')].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length`;
  await expect.poll(() => page.evaluate(loaded)).toBeGreaterThan(3);
  expect(await shiftsOf(page)).toBeLessThan(0.001);
  // Also those that the window does not show yet.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400);
      return page.evaluate(loaded);
    })
    .toBe(24);
  expect(bytes).toBeGreaterThan(24 * 5_000);
  expect(bytes).toBeLessThan(450_000);
});

test('a card has the impression of its photo before it is loaded, and keeps it if the photo is gone', async () => {
  const page = await browser().open(`${service().origin}/no-such-page`);
  await page.route('**/photos/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(service().origin);
  const card = page.getByRole('link', { name: /Rex/ });
  await expectToSee(card.locator('canvas'));
  expect(await page.evaluate('document.querySelector(".pet-card canvas").width')).toBe(32);
  await expect.poll(() => card.locator('img').count()).toBe(0);
});

test('the photos of an animal are shown one after the other, with the keyboard, buttons and fingers', async () => {
  const page = await browser().open(`${service().origin}/pets/${rex}`);
  const gallery = page.getByRole('region', { name: 'Photos of Rex' });
  const count = gallery.getByRole('status');
  await expectToSee(gallery.getByRole('img', { name: 'Rex asleep on a sofa' }));
  expect(
    await gallery.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('alt'))),
  ).toEqual(['Rex asleep on a sofa', 'Photo 2 of Rex', 'Photo 3 of Rex']);
  const strip = gallery.getByRole('list', { name: 'Photos, one at a time' });
  await strip.press('ArrowRight');
  await expect.poll(() => count.textContent()).toBe('Photo 2 / 3');
  await strip.press('End');
  await expect.poll(() => count.textContent()).toBe('Photo 3 / 3');
  await gallery.getByRole('button', { name: 'Previous photo' }).click();
  await expect.poll(() => count.textContent()).toBe('Photo 2 / 3');
  await gallery.getByRole('button', { name: 'Show photo 1' }).click();
  await expect.poll(() => count.textContent()).toBe('Photo 1 / 3');
  // What a finger does.
  await strip.evaluate((list) => list.scrollTo({ left: list.clientWidth * 1.9, behavior: 'instant' }));
  await expect.poll(() => count.textContent()).toBe('Photo 3 / 3');
  await expectNoBarriers(page);
});

test('a page that is open shows a photo that is added', async () => {
  const id = await addPet(service(), { name: 'Luna' });
  const page = await browser().open(`${service().origin}/pets/${id}`);
  await expectToSee(page.locator('.pet-about-picture svg'));
  await addPhoto(id, await photo(60), 'Luna in the grass');
  await expectToSee(page.getByRole('img', { name: 'Luna in the grass' }));
  const { body } = await service().call('GET', `/v1/pets/${id}/photos`);
  const document = await (await fetch(`${service().origin}/pets/${id}`)).text();
  expect(document).toContain(`<meta property="og:image" content="${service().origin}${body[0].urls.share}" />`);
  expect(document).toContain('<meta property="og:image:alt" content="Luna in the grass" />');
  expect(document).toContain('<meta name="twitter:card" content="summary_large_image" />');
  const { items } = JSON.parse(await (await fetch(`${service().origin}/feed.json`)).text());
  expect(items[0]).toMatchObject({ title: 'Luna · Dogs', image: service().origin + body[0].urls.share });
});
