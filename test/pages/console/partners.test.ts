import { expect, test } from 'vitest';
import { expectNoBarriers, expectToSee, PHONE } from '../../support/browser.ts';
import { row } from '../../support/windows.ts';
import { consoleScene } from '../scene.ts';

const { open, service } = consoleScene();

test('an operator makes a partner’s key, which is shown once, sees it used, and revokes it', async () => {
  const page = await open('/console/animals');
  await page.getByRole('link', { name: 'Partners' }).click();
  await page.getByText('A directory that wants to show your animals needs a key from you.').waitFor();
  await page.getByRole('button', { name: 'Add a partner' }).click();
  const form = page.getByRole('dialog', { name: 'Add a partner' });
  await form.getByRole('button', { name: 'Make the key' }).click();
  await expectToSee(form.getByText('Enter a name.'));
  await form.getByLabel('Name').fill('Directory of Ohio');
  await expectNoBarriers(page);
  await form.getByRole('button', { name: 'Make the key' }).click();
  const shown = page.getByRole('dialog', { name: 'The key for Directory of Ohio' });
  await shown.waitFor();
  const key = /ptk_\w+/.exec(await shown.innerText())?.[0] ?? '';
  const read = async () => (await service().call('GET', '/v1/pets', { key })).status;
  expect(await read()).toBe(200);
  await shown.getByRole('button', { name: 'I have saved it' }).click();

  await page.setViewportSize(PHONE.viewport);
  const partner = row(page, 'Directory of Ohio');
  await expectToSee(partner.getByText(`ptk_live_…${key.slice(-4)}`));
  await expect
    .poll(async () => {
      await page.reload();
      await partner.waitFor();
      return partner.getByText('Never used').count();
    })
    .toBe(0);
  await expectNoBarriers(page);
  await partner.getByRole('button', { name: 'Revoke the key of Directory of Ohio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('A directory that wants to show your animals').waitFor();
  expect(await read()).toBe(401);
});
