import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { visitorsOf } from '../../orders/callers.ts';
import { moveOrder } from '../../support/adoption.ts';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, loseAnswer, PHONE } from '../../support/browser.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene();

describe('a reservation, as its visitor sees it', () => {
  let petId: number;
  const orderOf = async (): Promise<{ id: number; answers: object[]; adopter: object; note: string }> =>
    (await service().call('GET', `/v1/store/orders?petId=${petId}`)).body[0];
  /** The page asks again when its window is shown. */
  const wake = (page: Page) => page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');

  test('an application, which a reload does not lose; then the reservation is still there, on every visit', async () => {
    const application = [
      { question: 'Have you a garden?', kind: 'yes_no', required: true },
      { question: 'Where do you live?', kind: 'choice', choices: ['House', 'Flat'] },
      { question: 'Who lives with you?', kind: 'text', required: true },
    ];
    const hours = { monday: 'closed', saturday: '10 am – 4 pm' };
    const address = { street: '12 Mill Lane', city: 'Springfield' };
    const paymentUrl = 'https://pay.example/riverside';
    const profile = { name: 'Riverside', phone: '+1 555 0100', hours, address, application, paymentUrl };
    await service().call('PATCH', '/v1/organizations/1', { body: profile });
    const adoptionFee = { amount: 12_500, currency: 'USD' };
    petId = await addPet(service(), { name: 'Dolly', categoryId: 4, profile: { adoptionFee } });
    const page = await browser().open(`${service().origin}/pets/${petId}`, PHONE);
    await page.getByRole('button', { name: 'Reserve' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Reserve Dolly' });
    await expectToSee(dialog.getByText('The adoption fee of US$125 is due then.'));
    await dialog.getByLabel('Your telephone number').fill('+1 555 0100');
    // A day later, perhaps somebody else sits here.
    await page.evaluate(`{
      const name = 'petstore-application';
      const draft = JSON.parse(localStorage.getItem(name));
      localStorage.setItem(name, JSON.stringify({ ...draft, changedAt: draft.changedAt - 86_400_000 }));
    }`);
    await page.reload();
    await page.getByRole('button', { name: 'Reserve' }).tap();
    expect(await dialog.getByLabel('Your telephone number').inputValue()).toBe('');
    await dialog.getByLabel('Your telephone number').fill('+1 555 0199');
    await dialog.getByLabel('Who lives with you?').fill('Two cats.');
    await page.reload();
    await page.getByRole('button', { name: 'Reserve' }).tap();
    expect(await dialog.getByLabel('Who lives with you?').inputValue()).toBe('Two cats.');
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    await dialog.getByRole('button', { name: 'Reserve' }).tap();
    await expectToSee(dialog.getByText('Answer this question.'));
    await expectNoBarriers(page);
    await dialog.getByLabel('Have you a garden?').selectOption('Yes');
    await dialog.getByRole('button', { name: 'Reserve' }).tap();
    await expectToSee(page.getByText('Reserved for you'));
    expect(await orderOf()).toMatchObject({
      adopter: { name: 'Ann Lee', email: 'ann@example.org', phone: '+1 555 0199' },
      answers: [
        { question: 'Have you a garden?', answer: 'yes' },
        { question: 'Who lives with you?', answer: 'Two cats.' },
      ],
    });

    await page.reload();
    await expectToSee(page.getByText('Reserved for you'));
    await expectNotToSee(page.getByText('Somebody has reserved me.'));
    await expectNoBarriers(page);
    await page.getByRole('link', { name: 'See your reservation' }).tap();
    await expectToSee(page.getByRole('heading', { level: 1, name: 'Reserved for you' }));
    await expectToSee(page.getByRole('link', { name: '+1 555 0100' }));
    await expectToSee(page.getByText('10 am – 4 pm').first());
    await expectToSee(page.getByText('The adoption fee is US$125.'));
    await expectNotToSee(page.getByRole('link', { name: 'Pay the fee' }));
    await expectNoBarriers(page);

    const { id } = await orderOf();
    const said = { visitAt: '2099-01-05T10:00:00Z', messageToAdopter: 'Please bring\na carrier.' };
    await moveOrder(service(), id, 'approve', { body: said });
    await wake(page);
    await expectToSee(page.getByRole('heading', { level: 1, name: 'Going home with you' }));
    await expectToSee(page.getByText('Please bring'));
    expect(await page.getByRole('link', { name: 'Pay the fee' }).getAttribute('href')).toBe(paymentUrl);
    await service().call('PUT', `/v1/store/orders/${id}/payment`);
    await wake(page);
    await expectToSee(page.getByText(/^Paid on /));
    await expectNotToSee(page.getByRole('link', { name: 'Pay the fee' }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Add to calendar' }).tap(),
    ]);
    expect(download.suggestedFilename()).toBe('visit.ics');
    await expectNoBarriers(page);

    // Others learn that she goes home, and nothing else.
    const other = await browser().open(`${service().origin}/?status=all`, { colorScheme: 'dark' });
    await expectToSee(other.getByRole('link', { name: /Dolly/ }).getByText('Going home soon'));
    const waiting = await browser().open(`${service().origin}/pets/${petId}`);
    await expectToSee(waiting.getByText('Going home soon').first());
    await other.goto(page.url());
    await expectToSee(other.getByRole('heading', { level: 1, name: 'Going home with you' }));
    await expectNoBarriers(other);
    // By keyboard alone.
    await other.getByRole('button', { name: 'Cancel the reservation' }).focus();
    await other.keyboard.press('Enter');
    const question = other.getByRole('dialog', { name: 'Cancel the reservation?' });
    await expectToSee(question);
    await expectNoBarriers(other);
    await question.getByRole('button', { name: 'Cancel the reservation' }).press('Enter');
    await expectToSee(other.getByRole('heading', { level: 1, name: 'The reservation is cancelled' }));
    await expectNotToSee(other.getByRole('button', { name: 'Cancel the reservation' }));
    await other.close();
    await expectToSee(waiting.getByRole('button', { name: 'Reserve' }));
    await expectNotToSee(waiting.getByText('Going home soon'));
    await waiting.close();

    await page.goto(`${service().origin}/pets/${petId}`);
    await expectToSee(page.getByRole('button', { name: 'Reserve' }));
    await expectNotToSee(page.getByText('Reserved for you'));
  });

  test('after an adoption, the adopter tells how it goes, and ends the mails that ask', async () => {
    const donationUrl = 'https://give.example/';
    await service().call('PATCH', '/v1/organizations/1', { body: { application: null, donationUrl } });
    await service().call('PATCH', '/v1/organizations/1/follow-ups', { body: { active: true } });
    const visitor = await visitorsOf(service());
    const adopter = { name: 'Bea Ray', email: 'bea@example.org' };
    const body = { petId: await addPet(service(), { name: 'Tom' }), adopter };
    const { body: order } = await visitor.call('POST', '/v1/store/orders', { body });
    for (const move of ['approve', 'deliver']) await moveOrder(service(), order.id, move);
    const page = await browser().open(`${service().origin}/reservation#${order.reservationUrl.split('#')[1]}`, PHONE);
    await expectToSee(page.getByRole('heading', { name: /^How is Tom/ }));
    expect(await page.getByRole('link', { name: 'Donate to Riverside' }).getAttribute('href')).toBe(donationUrl);
    await page.getByRole('button', { name: 'Send' }).tap();
    await expectToSee(page.getByText('Write a few words.'));
    await page.getByRole('textbox', { name: 'Write to' }).fill('Tom sleeps on the sofa.');
    await page.getByRole('button', { name: 'Send' }).tap();
    await expectToSee(page.getByText('Sent. Thank you!'));
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Get no more mails that ask this' }).tap();
    await expectToSee(page.getByText('You get no more of these mails.'));
    const inbox = async () => (await service().call('GET', '/v1/organizations/1/messages')).body;
    const said = { message: 'Tom sleeps on the sofa.', orderId: order.id, from: adopter };
    await expect.poll(async () => (await inbox())[0]).toMatchObject(said);
  });

  test('a visitor whose answer was lost tries again, and has the reservation', async () => {
    const petId = await addPet(service(), { name: 'Lost' });
    const page = await browser().open(`${service().origin}/pets/${petId}`);
    await page.route('**/v1/store/orders', loseAnswer, { times: 1 });
    await page.getByRole('button', { name: 'Reserve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reserve Lost' });
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('ann@example.org');
    await dialog.getByRole('button', { name: 'Reserve' }).click();
    await expectToSee(dialog.getByRole('alert'));
    // The event has told the page that somebody has reserved it.
    await expectNotToSee(page.locator('.pet-about-actions').getByText('Reserve'));
    await dialog.getByRole('button', { name: 'Reserve' }).click();
    await expectToSee(page.getByText('Reserved for you'));
  });

  test('who reserves on a Spanish page has a Spanish reservation, and the order says so', async () => {
    const profile = { application: null, hours: { monday: 'closed' }, timeZone: 'America/New_York' };
    await service().call('PATCH', '/v1/organizations/1', { body: profile });
    petId = await addPet(service(), { name: 'Lola', categoryId: 4 });
    const page = await browser().open(`${service().origin}/pets/${petId}?lang=es`, PHONE);
    await page.locator('.pet-about-actions .button-primary').tap();
    const dialog = page.getByRole('dialog');
    await expectToSee(dialog.getByText('durante 2 días'));
    await dialog.locator('[name=name]').fill('Ana Paz');
    await dialog.locator('[name=email]').fill('ana@example.org');
    await dialog.locator('[type=submit]').tap();
    await expectToSee(page.getByText('Reserva a tu nombre'));
    await expectNoBarriers(page);
    expect(await orderOf()).toMatchObject({ locale: 'es' });
    const { body: order } = await service().call('GET', `/v1/store/orders/${(await orderOf()).id}`);
    const holds = new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: 'America/New_York' });
    await page.locator('.pet-note a').tap();
    await expectToSee(page.getByText(`Hasta el ${holds.format(new Date(order.expiresAt))}`));
  });

  test('a link that names nothing says so', async () => {
    const page = await browser().open(`${service().origin}/reservation`, PHONE);
    await expectToSee(page.getByText('No reservation here'));
    await expectNoBarriers(page);
  });
});
