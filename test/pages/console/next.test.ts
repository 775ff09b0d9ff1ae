import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { expectNotToSee, expectToSee } from '../../support/browser.ts';
import { consoleScene } from '../scene.ts';

/** What was read or typed for one animal, person or organization is not for the next on the same page. */

const { service, open } = consoleScene();

/** As a link or the palette does. */
const goTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
const refuse = (page: Page, path: RegExp): Promise<unknown> =>
  page.route(path, (route) => route.fulfill({ status: 400, json: { code: 'invalid_parameter', message: 'Not now.' } }));

/** The order of a person for a new animal. */
async function orderOf(name: string): Promise<number> {
  const petId = await addPet(service(), { name: `Pet of ${name}` });
  const adopter = { name, email: `${name.toLowerCase().replace(' ', '.')}@families.example` };
  const { status, body, text } = await service().call('POST', '/v1/store/orders', { body: { petId, adopter } });
  expect(status, text).toBe(201);
  return body.id;
}

const newOrganization = async (name: string): Promise<number> =>
  (await service().call('POST', '/v1/organizations', { body: { name } })).body.id;

test('an animal that cannot be read is not called missing', async () => {
  const [tara, otto] = [await addPet(service(), { name: 'Tara' }), await addPet(service(), { name: 'Otto' })];
  const page = await open(`/console/animals/${tara}`);
  await expectToSee(page.getByRole('heading', { name: 'Tara', level: 1 }));
  await refuse(page, new RegExp(`/v1/pets\\?(?=.*limit=1).*ids=${otto}`));
  await goTo(page, `/console/animals/${otto}`);
  await expectToSee(page.getByText('Not now.').first());
  await expectNotToSee(page.getByText('Animal not found'));
  await expectNotToSee(page.getByRole('heading', { name: 'Tara' }));
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expectToSee(page.getByRole('heading', { name: 'Otto', level: 1 }));
});

test('a person is not shown at the address of another', async () => {
  const [kim, lou] = [await orderOf('Kim Park'), await orderOf('Lou Reyes')];
  const page = await open(`/console/adopters/${kim}`);
  await expectToSee(page.getByRole('heading', { name: 'Kim Park' }));
  await refuse(page, new RegExp(`/v1/store/orders/${lou}$`));
  await goTo(page, `/console/adopters/${lou}`);
  await expectToSee(page.getByText('Not now.'));
  await expectNotToSee(page.getByText('Kim Park'));
});

test('nor are the other adoptions of a person beside those of another', async () => {
  const [first] = [await orderOf('Ada Moss'), await orderOf('Ada Moss')];
  const other = await orderOf('Ben Hart');
  const page = await open(`/console/orders/${first}`);
  await expectToSee(page.getByText('Other adoptions of this person'));
  await refuse(page, /\/v1\/store\/adopter\?email=ben/);
  await goTo(page, `/console/orders/${other}`);
  await expectToSee(page.getByText('ben.hart@families.example').first());
  await expectNotToSee(page.getByText('Other adoptions of this person'));
});

test('an invitation that was begun for one organization ends at the next', async () => {
  const [one, other] = [await newOrganization('Hilltop'), await newOrganization('Lakeside')];
  const page = await open(`/console/organizations/${one}/members`);
  await expectToSee(page.getByText('Hilltop').first());
  await page.getByRole('button', { name: 'Invite' }).click();
  await expectToSee(page.getByRole('dialog'));
  await goTo(page, `/console/organizations/${other}/members`);
  await expectToSee(page.getByText('Lakeside').first());
  await expectNotToSee(page.getByRole('dialog'));
});

test('the account at a site that lists animals, too', async () => {
  const [one, other] = [await newOrganization('Meadow'), await newOrganization('Harbor')];
  const page = await open(`/console/listing-sites/petfinder?organization=${one}`);
  await page.getByLabel('Username for uploads').fill('IL123');
  await goTo(page, `/console/listing-sites/petfinder?organization=${other}`);
  await expect.poll(() => page.getByLabel('Username for uploads').inputValue()).toBe('');
});
