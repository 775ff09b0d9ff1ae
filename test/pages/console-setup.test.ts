import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, expectToSee } from '../support/browser.ts';
import { follow, tabTo } from '../support/windows.ts';
import { consoleScene } from './scene.ts';

const { service, open } = consoleScene();

test('leads an operator through what is left, until it is hidden', async () => {
  const page = await open('/console');
  await page.waitForURL('**/console/setup');
  await expectToSee(page.getByText('8 steps are left.'));
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const profile = step('Say who you are');
  await expectToSee(profile.getByText('its name, an email address or a telephone number, opening hours, and a logo'));
  await expectToSee(step('Give it an address').getByText('PUBLIC_URL is not set'));
  await expectToSee(step('Send mail').getByText('SMTP_URL is not set'));
  await expectToSee(step('Keep backups').getByText('BACKUP_URL is not set'));
  expect(await profile.getByRole('link').getAttribute('href')).toBe('/console/organizations/1');
  await expectNoBarriers(page);

  // Each step has what does it.
  await step('Show the animals').getByRole('button').click();
  await page.getByLabel('Address of your website').fill('shelter.example');
  await page.getByRole('button', { name: 'Make the line' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expectToSee(step('Show the animals').getByLabel('Done'));
  await step('Add the first animal').getByRole('button', { name: 'Add an animal' }).click();
  await expectToSee(page.getByRole('dialog', { name: 'Add an animal' }));
  await page.keyboard.press('Escape');
  await addPet(service(), { name: 'Rex' });
  await follow(page, '/console/setup');
  await expectToSee(page.getByText('2 of 8 done'));
  await expectToSee(step('Add the first animal').getByLabel('Done'));

  await tabTo(page, page.getByRole('button', { name: 'Do not show this first' }));
  await page.keyboard.press('Enter');
  await expectToSee(page.getByRole('button', { name: 'Show this first' }));
  await follow(page, '/console');
  await page.waitForURL('**/console/animals');
  await expectToSee(page.getByRole('link', { name: 'Rex' }));
});
