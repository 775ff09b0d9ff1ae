import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newOwner, placeOrder } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { type Browser, builtPages, expectNoBarriers, expectToSee, openBrowser } from '../support/browser.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';
import { openAs, operatorOf } from '../support/windows.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startOnSqlite({ environment: 'staging', pages: await builtPages() });
});
afterEach(() => browser.assertClean());
afterAll(async () => {
  await browser.close();
  await service.close();
});

test('the page of the clock shows it, and advances it to what is due', async () => {
  const owner = await newOwner(service);
  const orderId = await placeOrder(owner, await addPet(owner, {}, owner.operatorKey));
  const page = await openAs(browser, service, await operatorOf(service), '/portal/clock');
  await expectToSee(page.getByText('Real time'));
  await page.getByText('in 1 day 23 hours').waitFor();
  await page.getByRole('button', { name: '+ 1 hour' }).click();
  await expectToSee(page.getByText('Ahead by 1 hour'));
  expect((await owner.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('placed');
  await page.getByRole('button', { name: 'Until the next is due' }).click();
  await expectToSee(page.getByText('Ahead by 1 day 23 hours'));
  expect((await owner.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('expired');
  await expectToSee(page.getByText('Nothing is due'));

  await page.getByLabel('Duration').fill('tomorrow');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expectToSee(page.getByText(/without years and months/));
  await page.getByLabel('Duration').fill('P1D');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expectToSee(page.getByText('Ahead by 2 days 23 hours'));
  await expectNoBarriers(page);

  await page.getByRole('link', { name: 'Keys' }).click();
  await expectToSee(page.getByText("Staging's clock is ahead by 2 days 23 hours."));
});
