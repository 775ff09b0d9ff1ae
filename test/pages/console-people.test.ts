import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getOrder, placeOrder } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { barriersIn, expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../support/browser.ts';
import { row } from '../support/windows.ts';
import { consoleScene } from './scene.ts';

const { service, open } = consoleScene();

const search = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
};

test('an operator shows, corrects and erases what is kept of a person', async () => {
  const petId = await addPet(service(), { name: 'Rex' });
  const adopter = { name: 'An Lee', email: 'an@x.example' };
  const orderId = await placeOrder(service(), petId, { adopter, note: 'Ring 555-0100' });
  const other = { name: 'Joan', email: 'joan@x.example' };
  const otherId = await placeOrder(service(), await addPet(service(), { name: 'Ida' }), { adopter: other });
  await service().call('POST', '/v1/messages', { body: { message: 'Is Rex shy? An, an@x.example' } });

  const page = await open('/console/animals');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'People' }).click();
  await search(page, 'an');
  await expectToSee(page.getByText('Enter the whole email address.'));
  await search(page, 'nobody@x.example');
  await expectToSee(page.getByRole('heading', { name: 'Nothing is kept' }));

  // Show.
  await search(page, ' AN@x.example');
  await expectToSee(page.getByRole('heading', { name: 'an@x.example' }));
  await expectToSee(row(page, `Adoption ${orderId}`).filter({ hasText: 'Ring 555-0100' }));
  await expectToSee(row(page, 'Is Rex shy?'));
  await expectNotToSee(page.getByText(other.email));
  expect(page.url()).not.toContain('x.example');
  await expectNoBarriers(page);

  // Correct.
  await page.getByRole('button', { name: 'Correct' }).click();
  const correction = page.getByRole('dialog');
  expect(await correction.getByLabel('Name').inputValue()).toBe(adopter.name);
  expect(await correction.getByRole('button', { name: 'Correct' }).isDisabled()).toBe(true);
  await correction.getByLabel('Email address').fill('ann');
  await correction.getByRole('button', { name: 'Correct' }).click();
  await expectToSee(correction.getByText('Enter an email address.'));
  expect(await barriersIn(page)).toEqual([]);
  await correction.getByLabel('Name').fill('Ann Lee');
  await correction.getByLabel('Email address').fill('ann@x.example');
  await correction.getByRole('button', { name: 'Correct' }).click();
  await expectToSee(page.getByRole('heading', { name: 'ann@x.example' }));
  await expectToSee(row(page, `Adoption ${orderId}`).filter({ hasText: 'Ann Lee' }));
  expect((await getOrder(service(), orderId)).body.adopter).toEqual({ name: 'Ann Lee', email: 'ann@x.example' });

  // Erase.
  await page.getByRole('button', { name: 'Erase' }).click();
  const question = page.getByRole('dialog');
  await expectToSee(question.getByText('The open adoption is cancelled: its animal is available again.'));
  await expectToSee(question.getByText('One message is replaced by “[erased]”.'));
  expect(await barriersIn(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await getOrder(service(), orderId)).body.status).toBe('placed');
  await page.getByRole('button', { name: 'Erase' }).click();
  await question.getByRole('button', { name: 'Erase' }).click();
  await expectToSee(page.getByRole('heading', { name: 'Nothing is kept' }));
  const { body } = await getOrder(service(), orderId);
  expect(body).toMatchObject({ status: 'cancelled' });
  expect(body).not.toHaveProperty('adopter');
  expect((await getOrder(service(), otherId)).body).toMatchObject({ status: 'placed', adopter: other });
});

test('says why the account of the last operator stays, on a phone too', async () => {
  const page = await open('/console/people', PHONE);
  await search(page, 'operator@localhost');
  await page.getByRole('button', { name: 'Erase' }).click();
  const question = page.getByRole('dialog');
  await expectToSee(question.getByText('The account is closed:'));
  await question.getByRole('button', { name: 'Erase' }).click();
  await expectToSee(question.getByRole('alert').getByText('last operator'));
  expect(await barriersIn(page)).toEqual([]);
});

test('an operator reads how far an application is, in the words of the console', async () => {
  const petId = await addPet(service(), { profile: { adoption: 'apply' } });
  const body = { petId, adopter: { name: 'Eva', email: 'eva@x.example' } };
  const { id } = (await service().call('POST', '/v1/applications', { body })).body;
  await service().call('POST', `/v1/applications/${id}/review`);
  const page = await open('/console/people');
  await search(page, 'eva@x.example');
  await expectToSee(row(page, `Application ${id}`).getByText('In review', { exact: true }));
});
