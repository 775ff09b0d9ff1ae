import { expect, test } from 'vitest';
import { invited } from '../organizations/members.ts';
import { addPet } from '../support/answers.ts';
import { barriersIn, expectNotToSee, expectToSee, PHONE } from '../support/browser.ts';
import { openAs } from '../support/windows.ts';
import { ann, openPage } from './page.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();

test('says in sentences who changed what, with filters for the what and the who', async () => {
  const rex = await addPet(service(), { name: 'Rex' });
  const colleague = openPage(service());
  const token = await invited(service(), 1, { role: 'manager' });
  const joined = await colleague.call('POST', '/session/join', { body: { ...ann, token } });
  expect(joined.status, joined.text).toBe(200);
  await colleague.call('POST', '/v1/store/orders', { body: { petId: rex } });
  await colleague.call('POST', '/v1/store/orders/1/approve');

  const page = await open('/console/animals');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'History' }).click();
  const changes = page.getByRole('main').getByRole('listitem');
  await expectToSee(changes.filter({ hasText: `${ann.name} approved adoption 1 of Rex.` }));
  await expectToSee(changes.filter({ hasText: 'operator@localhost with key 1 added Rex.' }));
  await expectToSee(changes.filter({ hasText: 'Somebody at the command line created the key' }));
  await expectToSee(changes.filter({ hasText: `${ann.name} signed up.` }));
  expect(await changes.getByRole('link', { name: 'adoption 1' }).first().getAttribute('href')).toBe(
    '/console/orders/1',
  );
  expect(await barriersIn(page)).toEqual([]);

  await page.getByLabel('What changed').selectOption('Adoptions');
  await expectNotToSee(changes.filter({ hasText: 'added Rex' }));
  await expect.poll(() => changes.count()).toBe(2);
  await page.getByLabel('What changed').selectOption('Every change');
  await page.getByLabel('Who changed it').selectOption('operator@localhost');
  await expectToSee(changes.filter({ hasText: 'added Rex' }));
  await expectNotToSee(changes.filter({ hasText: 'approved adoption 1' }));
  await page.goBack();
  await expectToSee(changes.filter({ hasText: 'approved adoption 1' }));
  await page.close();

  const phone = await openAs(browser(), service(), colleague, '/console/audit?about=order', PHONE);
  await expectToSee(phone.getByText(`${ann.name} began adoption 1 of Rex.`));
  await phone.goto(`${service().origin}/console/audit?about=pet`);
  await expectToSee(phone.getByText('operator@localhost with key 1 added Rex.'));
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await barriersIn(phone)).toEqual([]);
});
