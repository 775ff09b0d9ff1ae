import { expect, test } from 'vitest';
import { consoleScene } from '../../pages/scene.ts';
import { newOwner, placeOrder } from '../../support/adoption.ts';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectToSee } from '../../support/browser.ts';
import { follow } from '../../support/windows.ts';
import { addWebhook } from '../../webhooks/receiver.ts';

const { browser, service, open } = consoleScene({ environment: 'staging' });

test('the page of the clock shows it, and advances it to what is due', async () => {
  const owner = service();
  await addWebhook(owner, { url: 'https://ok.petstore.test/', events: ['order.expired'] });
  const orderId = await placeOrder(owner, await addPet(owner, { name: 'Rex' }));
  const page = await open('/portal/clock');
  await expectToSee(page.getByText('Real time'));
  await page.getByText('in 1 day 23 hours').waitFor();
  await page.getByRole('button', { name: '+ 1 hour' }).click();
  await expectToSee(page.getByText('Ahead by 1 hour'));
  expect((await owner.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('placed');
  await page.getByRole('button', { name: 'Until the next is due' }).click();
  await expectToSee(page.getByText('Ahead by 1 day 23 hours'));
  expect((await owner.call('GET', `/v1/store/orders/${orderId}`)).body.status).toBe('expired');
  await expectToSee(page.getByText('Nothing is due'));
  const happened = page.getByRole('list', { name: 'What happened on the way' });
  await expectToSee(happened.getByText('advanced the clock by 1 day'));
  const lines = async () =>
    (await happened.getByRole('listitem').allInnerTexts()).map((line) => line.split('\n').at(-1));
  await expect
    .poll(lines)
    .toEqual([
      `The service ended adoption ${orderId} of Rex, because nobody approved it in time.`,
      'The service changed the status of Rex to Available.',
      'Succeeded order.expired to webhook 1.',
      expect.stringMatching(/^operator@localhost advanced the clock/),
    ]);
  expect(await happened.getByRole('link', { name: `adoption ${orderId}` }).getAttribute('href')).toBe(
    `/console/orders/${orderId}`,
  );

  await page.getByLabel('Duration').fill('tomorrow');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expectToSee(page.getByText(/without years and months/));
  await page.getByLabel('Duration').fill('P8D');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expectToSee(page.getByText('Ahead by 9 days 23 hours'));
  await expectNoBarriers(page);

  await page.getByRole('link', { name: 'Keys' }).click();
  await expectToSee(page.getByText("Staging's clock is ahead by 9 days 23 hours."));
  const other = await newOwner(service());
  await other.call('POST', '/v1/test/clock/advance', { body: { by: 'PT1H' } });
  await page.getByRole('link', { name: 'Clock' }).first().click();
  await expectToSee(happened.getByText(/with key \d+ advanced the clock by 1 hour/));

  // What lies ahead on the other pages goes by that time, too: this key ends in a week of staging, and the hold in two days.
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expectToSee(page.getByText('You cannot see it again'));
  const { body: keys } = await service().call('GET', '/v1/account/keys');
  const { body: clock } = await service().call('GET', '/v1/test/clock');
  const made = keys.find(({ name }: { name: string }) => name === 'Getting started');
  const days = (Date.parse(made.expiresAt) - Date.parse(clock.now)) / 86_400_000;
  // The page reckons by the browser's clock. The service follows a jump of that clock only after a while.
  expect(Math.abs(days - 7)).toBeLessThan(0.1);
  await placeOrder(owner, await addPet(owner, {}));
  await page.goto(`${service().origin}/console/orders`);
  await expectToSee(page.getByText(/Expires in (?:48|47) h/));

  // Yesterday by the real time, and eleven days ago in staging.
  const birthDate = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await follow(page, `/pets/${await addPet(owner, { profile: { species: 'dog', birthDate } })}`);
  // An hour before midnight it is twelve: staging is ahead by ten days and an hour.
  await expectToSee(page.getByText(/Baby, about 1[12] days/));
});

test("the reference has staging's own operations, with samples, and no barriers", async () => {
  const page = await browser().open(`${service().origin}/docs/reference/testing`);
  await page.locator('main:not(:has([aria-busy=true])) h1').waitFor();
  const sections = page.locator('section.operation');
  await expect
    .poll(() => sections.evaluateAll((all) => all.map(({ id }) => id)))
    .toEqual(['getClock', 'advanceClock', 'listMails']);
  for (const [id, request, path] of [
    ['getClock', 'GET', '/v1/test/clock'],
    ['advanceClock', 'POST', '/v1/test/clock'],
    ['listMails', 'GET', '/v1/test/mails'],
  ] as const) {
    const words = (await page.locator(`#${id}`).innerText()).split('\n');
    for (const word of [request, path, 'curl', 'TypeScript', 'Python', 'PHP', 'Go', 'Try it'])
      expect.soft([id, word, words.some((line) => line.startsWith(word))]).toEqual([id, word, true]);
  }
  await expectNoBarriers(page);
});
