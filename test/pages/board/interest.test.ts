import { beforeAll, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { DESKTOP, expectToSee } from '../../support/browser.ts';
import { openAs, operatorOf } from '../../support/windows.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene();
/** Of a browser that somebody looks at: the one of the tests says that it has no window. */
const options = {
  ...DESKTOP,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
};
let rex: number;
let mia: number;

beforeAll(async () => {
  rex = await addPet(service(), { name: 'Rex' });
  mia = await addPet(service(), { name: 'Mia' });
});

const interestIn = async (petId: number) => (await service().call('GET', `/v1/pets/${petId}/interest`)).body.total;

test('a page that a visitor opens counts once, and so does a heart; a reload counts nothing', async () => {
  const page = await browser().open(service().origin, options);
  for (let i = 0; i < 2; i += 1) {
    await page.getByRole('link', { name: /Rex/ }).click();
    await expectToSee(page.getByRole('heading', { name: 'Rex' }));
    await page.goBack();
  }
  await expect.poll(() => interestIn(rex)).toMatchObject({ views: 1, hearts: 0 });
  const heart = page.getByRole('button', { name: 'Favorite: Rex' });
  for (const pressed of ['true', 'false', 'true']) {
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe(pressed);
  }
  await expect.poll(() => interestIn(rex)).toMatchObject({ views: 1, hearts: 1 });
  expect(await page.evaluate('document.cookie + Object.keys(sessionStorage)')).toBe('');

  const other = await browser().open(`${service().origin}/pets/${rex}?lang=de`, options);
  await expect.poll(() => interestIn(rex)).toMatchObject({ views: 2, hearts: 1 });
  await other.reload();
  await expectToSee(other.getByRole('heading', { name: 'Rex' }));
  await other.getByRole('link', { name: 'français' }).click();
  await expectToSee(other.locator('html[lang=fr]'));
  await expectToSee(other.getByRole('heading', { name: 'Rex' }));
  // What is told later is counted later.
  await other.goto(`${service().origin}/pets/${mia}`);
  await expect.poll(() => interestIn(mia)).toMatchObject({ views: 1 });
  expect(await interestIn(rex)).toMatchObject({ views: 2, hearts: 1 });

  await other.goto(`${service().origin}/pets/${rex}/`);
  await expect.poll(() => interestIn(rex)).toMatchObject({ views: 3 });
  await other.reload();
  await expectToSee(other.getByRole('heading', { name: 'Rex' }));
  await other.goto(`${service().origin}/pets/${mia}`);
  await expect.poll(() => interestIn(mia)).toMatchObject({ views: 2 });
  expect(await interestIn(rex)).toMatchObject({ views: 3 });
});

test('a page in a window that nobody has looked at yet does not count, nor does one of staff', async () => {
  const before = await interestIn(rex);
  const staff = await openAs(browser(), service(), await operatorOf(service()), `/pets/${rex}`, options);
  await expectToSee(staff.getByRole('heading', { name: 'Rex' }));
  const page = await browser().open(service().origin, options);
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })`);
  await page.getByRole('link', { name: /Rex/ }).click();
  await expectToSee(page.getByRole('heading', { name: 'Rex' }));
  expect(await interestIn(rex)).toEqual(before);
  const show = `delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`;
  await page.evaluate(show);
  await expect.poll(() => interestIn(rex)).toEqual({ ...before, views: before.views + 1 });
});
