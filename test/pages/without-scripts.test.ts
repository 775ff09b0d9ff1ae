import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { expectToSee, PHONE } from '../support/browser.ts';
import { pagesScene } from './scene.ts';

const { browser, service } = pagesScene();

test('without JavaScript the links of the board work, and nothing is shown that needs it', async () => {
  await service().call('PATCH', '/v1/organizations/1', { body: { phone: '+1 217 555 0142' } });
  for (let count = 1; count <= 25; count += 1)
    await addPet(service(), { name: `Dog ${count}`, profile: { species: 'Dog', age: 'young' } });
  const page = await browser().open(service().origin, { ...PHONE, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Show more' }).click();
  await page.getByRole('link', { name: /Dog 1\b/ }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Dog 1' }));
  await expectToSee(page.getByRole('paragraph').filter({ hasText: 'I am looking for a home.' }));
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expectToSee(page.getByRole('paragraph').filter({ hasText: 'Ich suche ein Zuhause.' }));
  await expectToSee(page.getByRole('link', { name: '+1 217 555 0142' }));
  await page.getByRole('link', { name: 'Alle Tiere' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Wir suchen ein Zuhause' }));
  await page.getByRole('link', { name: 'Ablauf der Adoption' }).first().click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Ablauf der Adoption' }));
  await page.getByRole('link', { name: 'Barrierefreiheit' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Barrierefreiheit' }));
  await expectToSee(page.getByRole('link', { name: '+1 217 555 0142' }));
  expect(await page.locator('button, input, select, dialog').filter({ visible: true }).count()).toBe(0);
});
