import { expect, test } from 'vitest';
import { expectNoBarriers, expectToSee } from '../support/browser.ts';
import { consoleScene } from './scene.ts';

const { service, open } = consoleScene();

test('a manager chooses what they are told, and what the address of the organization is', async () => {
  const page = await open('/console/notifications');
  await page.getByLabel('Messages').first().selectOption('In the morning');
  await expectToSee(page.getByText('Saved.'));
  await page.getByLabel('Half time').last().selectOption('Not by mail');
  await expect
    .poll(async () => (await service().call('GET', '/v1/organizations/1/notifications')).body.hold_half)
    .toBe('off');
  expect((await service().call('GET', '/v1/account/notifications')).body.message).toBe('digest');
  await expectNoBarriers(page);
});
