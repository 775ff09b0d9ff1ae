import { beforeAll, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee } from '../../support/browser.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene();
let rex: number;

beforeAll(async () => {
  rex = await addPet(service(), { name: 'Rex' });
  await addPet(service(), { name: 'Mia' });
});

test('a heart keeps an animal in this browser, on a page of its own', async () => {
  const page = await browser().open(service().origin);
  const heart = page.getByRole('button', { name: 'Favorite: Rex' });
  await expectToSee(heart);
  await expectToSee(page.getByRole('link', { name: 'Favorites', exact: true }));
  await heart.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  await expectNoBarriers(page);

  await page.getByRole('link', { name: 'Favorites (1)' }).click();
  await expectToSee(page.getByRole('heading', { name: 'Favorites', level: 1 }));
  await expectToSee(page.getByRole('link', { name: /Rex/ }));
  await expectNotToSee(page.getByRole('link', { name: /Mia/ }));
  await expect.poll(() => page.title()).toBe('Favorites');
  await expectNoBarriers(page);
  await page.reload();
  await page.getByRole('link', { name: /Rex/ }).click();
  await page.getByRole('button', { name: 'Favorite: Rex' }).click();
  await page.goto(`${service().origin}/favorites`);
  await expectToSee(page.getByText('No favorites yet'));
});

test('an animal is shared with the programs of the device, or as a link', async () => {
  const page = await browser().open(`${service().origin}/pets/${rex}`, { permissions: ['clipboard-write'] });
  await page.getByRole('button', { name: 'Share' }).click();
  await expectToSee(page.getByRole('button', { name: 'The link was copied' }));
  await expectNoBarriers(page);
  await page.evaluate('navigator.share = async (shared) => { window.shared = shared; }');
  await page.getByRole('button', { name: 'The link was copied' }).click();
  await expect
    .poll(() => page.evaluate('window.shared'))
    .toEqual({ title: 'Rex', url: `${service().origin}/pets/${rex}` });
});
