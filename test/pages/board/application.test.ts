import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, behindProxy, visitorsOf } from '../../orders/callers.ts';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE, type WindowOptions } from '../../support/browser.ts';
import type { TestService } from '../../support/service.ts';
import { tabTo } from '../../support/windows.ts';
import { pagesScene } from '../scene.ts';

const { browser, service } = pagesScene({ settings: behindProxy });

let addresses = 0;
/** Each visitor has an address: the service limits how much one sends. */
const newAddress = () => `192.0.2.${(addresses += 1)}`;
const from = (size: WindowOptions): WindowOptions => ({
  ...size,
  extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
});

const WIDE = { viewport: { width: 1_440, height: 900 } };
const questions = [
  { question: 'Have you a garden?', kind: 'yes_no', required: true },
  { question: 'Who lives with you?', kind: 'text' },
];
const adoptBy = (adoption: 'reserve' | 'apply') =>
  service().call('PATCH', '/v1/organizations/1', { body: { adoption } });
const applicationsFor = async (petId: number) => (await service().call('GET', `/v1/applications?petId=${petId}`)).body;
const decide = async (id: number, move: string, body?: object) => {
  const answer = await service().call('POST', `/v1/applications/${id}/${move}`, { body });
  expect(answer.status, answer.text).toBe(200);
};
/** The page asks again when its window is shown. */
const wake = (page: Page) => page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');

/** An application of a visitor, and the path of its page. */
async function applied(petId: number, email = 'bea@example.org') {
  const visitor = at(newAddress(), await visitorsOf(service()));
  const { body, status, text } = await visitor.call('POST', '/v1/applications', {
    body: { petId, adopter: { name: 'Bea Ray', email }, answers: await answersOf(visitor) },
  });
  expect(status, text).toBe(201);
  return { id: body.id as number, token: String(body.applicationUrl).split('#')[1], visitor };
}
async function answersOf(caller: TestService) {
  const { body } = await caller.call('GET', '/v1/organizations/1');
  return [{ questionId: body.application[0].id, answer: 'yes' }];
}
const pageOf = (token: string | undefined) => `${service().origin}/application#${token}`;

beforeAll(async () => {
  const profile = { name: 'Riverside', phone: '+1 555 0100', application: questions, adoption: 'apply' };
  await service().call('PATCH', '/v1/organizations/1', { body: profile });
});

const SAYS = {
  en: {
    apply: 'Apply to adopt',
    title: 'Apply to adopt Dolly',
    several: 'Several people may apply, and Riverside chooses.',
    binding: 'Nothing is reserved, it costs nothing, and you can withdraw at any time.',
    name: 'Your name',
    email: 'Your email address',
    sent: 'Your application is sent',
    see: 'See your application',
  },
  es: {
    apply: 'Solicitar adopción',
    title: 'Solicitar la adopción de Dolly',
    several: 'Varias personas pueden enviar una solicitud y Riverside elige.',
    binding: 'Nada queda reservado. No cuesta nada y puedes retirar la solicitud cuando quieras.',
    name: 'Tu nombre',
    email: 'Tu correo electrónico',
    sent: 'Solicitud enviada',
    see: 'Ver tu solicitud',
  },
} as const;

describe.each([
  ['en', WIDE],
  ['es', PHONE],
] as const)('in %s', (language, size) => {
  const says = SAYS[language];

  test('a visitor applies by keyboard alone, and others may apply, too', async () => {
    const petId = await addPet(service(), { name: 'Dolly', categoryId: 4 });
    const page = await browser().open(`${service().origin}/pets/${petId}?lang=${language}`, from(size));
    const button = page.getByRole('button', { name: says.apply });
    await tabTo(page, button);
    await expectNoBarriers(page);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: says.title });
    await expectToSee(dialog.getByText(says.several));
    await expectToSee(dialog.getByText(says.binding));
    await tabTo(page, dialog.getByLabel(says.name));
    await page.keyboard.type('Ann Lee');
    await tabTo(page, dialog.getByLabel(says.email));
    await page.keyboard.type(`ann-${language}@example.org`);
    await tabTo(page, dialog.getByLabel('Have you a garden?'));
    await page.keyboard.press('ArrowDown');
    await expectNoBarriers(page);
    await tabTo(page, dialog.getByRole('button', { name: says.apply }));
    await page.keyboard.press('Enter');
    await expectToSee(page.getByText(says.sent));
    await expectNotToSee(button);
    await expectNoBarriers(page);
    expect(await applicationsFor(petId)).toMatchObject([
      { status: 'submitted', locale: language, answers: [{ question: 'Have you a garden?', answer: 'yes' }] },
    ]);
    await applied(petId);

    // Another visit, and the page of the application.
    await page.reload();
    await expectToSee(page.getByText(says.sent));
    await expectNotToSee(button);
    await page.getByRole('link', { name: says.see }).click();
    await expectToSee(page.getByRole('heading', { level: 1, name: says.sent }));
    await expectToSee(page.getByText(`ann-${language}@example.org`));
    await expectNoBarriers(page);
  });
});

test('an applicant changes what was sent, until the review begins; then withdraws', async () => {
  const petId = await addPet(service(), { name: 'Rex' });
  const { id, token } = await applied(petId);
  const page = await browser().open(pageOf(token), from(PHONE));
  await page.getByRole('button', { name: 'Change' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Change your application' });
  await expectToSee(form);
  await expectNoBarriers(page);
  await form.getByLabel('Your name').fill('');
  await form.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expectToSee(form.getByText('Enter your name.'));
  await form.getByLabel('Your name').fill('Bea Ray-Lee');
  await form.getByLabel('Have you a garden?').selectOption('No');
  await form.getByLabel('Who lives with you?').fill('Two cats.');
  await form.getByLabel('Message to the shelter').fill('We can come any day.');
  await form.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expectNotToSee(form);
  await expectToSee(page.getByText('Bea Ray-Lee'));
  await expectToSee(page.getByText('Two cats.'));
  await expectNoBarriers(page);
  expect(await applicationsFor(petId)).toMatchObject([
    {
      adopter: { name: 'Bea Ray-Lee', email: 'bea@example.org' },
      note: 'We can come any day.',
      answers: [
        { question: 'Have you a garden?', answer: 'no' },
        { question: 'Who lives with you?', answer: 'Two cats.' },
      ],
    },
  ]);

  // The review begins while the form is open: what was typed stays, to be sent in another way.
  await page.getByRole('button', { name: 'Change' }).press('Enter');
  await form.getByLabel('Who lives with you?').fill('Two cats and a dog.');
  await decide(id, 'review');
  await form.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expectToSee(form.getByText('The application can no longer be changed here'));
  await expectToSee(form.getByRole('link', { name: '+1 555 0100' }));
  expect(await form.getByLabel('Who lives with you?').inputValue()).toBe('Two cats and a dog.');
  await expectNoBarriers(page);
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Your application is being read' }));
  await expectNotToSee(page.getByRole('button', { name: 'Change' }));

  await page.getByRole('button', { name: 'Withdraw the application' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Withdraw the application?' });
  await expectToSee(question.getByText('You will no longer be applying for Rex.'));
  await expectNoBarriers(page);
  await question.getByRole('button', { name: 'Withdraw the application' }).press('Enter');
  await expectToSee(page.getByRole('heading', { level: 1, name: 'The application is withdrawn' }));
  await expectNotToSee(page.getByRole('button', { name: 'Withdraw the application' }));
  await expectNoBarriers(page);
  expect(await applicationsFor(petId)).toMatchObject([{ status: 'withdrawn' }]);
  // The page of the animal offers the form again.
  await page.goto(`${service().origin}/pets/${petId}`);
  await expectToSee(page.getByRole('button', { name: 'Apply to adopt' }));
});

test('what became of it, with the words of the shelter and the way to the reservation', async () => {
  const petId = await addPet(service(), { name: 'Tom' });
  const [chosen, other, late] = [
    await applied(petId),
    await applied(petId, 'kim@example.org'),
    await applied(petId, 'joe@example.org'),
  ];
  const page = await browser().open(pageOf(chosen.token), from(WIDE));
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Your application is sent' }));
  // This browser's animal, as its page knows it.
  const board = await browser().open(`${service().origin}/pets/${petId}`, from(WIDE));
  await expectToSee(board.getByRole('button', { name: 'Apply to adopt' }));
  await page.goto(`${service().origin}/pets/${petId}`);
  await expectToSee(page.getByText('Your application is sent'));
  await decide(chosen.id, 'accept', { messageToAdopter: 'Please come on Saturday.' });
  await wake(page);
  await expectToSee(page.getByText('Going home with you'));
  await page.getByRole('link', { name: 'See your reservation' }).click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Going home with you' }));
  await page.goto('about:blank');
  await page.goto(pageOf(chosen.token));
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Your application is accepted' }));
  await expectToSee(page.getByText('Riverside has chosen you to adopt Tom.'));
  await expectToSee(page.getByText('Please come on Saturday.'));
  await expectNoBarriers(page);
  const reservation = page.getByRole('link', { name: 'See your reservation' });
  expect(await reservation.getAttribute('href')).toContain('/reservation?lang=en#prs_');
  await reservation.click();
  await expectToSee(page.getByRole('heading', { level: 1, name: 'Going home with you' }));

  await decide(other.id, 'decline', { messageToAdopter: 'Tom goes to a house with a garden.' });
  await service().call('POST', '/v1/applications/close', { body: { applicationIds: [late.id] } });
  for (const [{ token }, title, text] of [
    [other, 'Your application was not accepted', 'Tom goes to a house with a garden.'],
    [late, 'The application is closed', 'Riverside has closed your application.'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(pageOf(token));
    await expectToSee(page.getByRole('heading', { level: 1, name: title }));
    await expectToSee(page.getByText(text));
    await expectToSee(page.getByText('Bea Ray'));
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectNoBarriers(page);
  }
  await page.goto('about:blank');
  await page.goto(pageOf('pap_nobody'));
  await expectToSee(page.getByText('No application here'));
  await expectNoBarriers(page);
});

test('the form follows when the shelter changes how the animal is adopted, and keeps what was typed', async () => {
  const petId = await addPet(service(), { name: 'Luna' });
  await adoptBy('reserve');
  const page = await browser().open(`${service().origin}/pets/${petId}`, from(PHONE));
  await page.getByRole('button', { name: 'Reserve' }).tap();
  const reserve = page.getByRole('dialog', { name: 'Reserve Luna' });
  await reserve.getByLabel('Your name').fill('Ann Lee');
  await reserve.getByLabel('Your email address').fill('luna@example.org');
  await reserve.getByLabel('Have you a garden?').selectOption('Yes');
  await adoptBy('apply');
  await reserve.getByRole('button', { name: 'Reserve' }).tap();
  const apply = page.getByRole('dialog', { name: 'Apply to adopt Luna' });
  await expectToSee(apply.getByText('The shelter now takes applications for Luna.'));
  await expect.poll(() => apply.getByLabel('Your name').inputValue()).toBe('Ann Lee');
  await expectNoBarriers(page);

  await adoptBy('reserve');
  await apply.getByRole('button', { name: 'Apply to adopt' }).tap();
  await expectToSee(reserve.getByText('You can now reserve Luna directly.'));
  await reserve.getByRole('button', { name: 'Reserve' }).tap();
  await expectToSee(page.getByText('Reserved for you'));
  await adoptBy('apply');
});

test('a form that was cancelled stays closed, and the reservation does not show the state of the application', async () => {
  const petId = await addPet(service(), { name: 'Coco' });
  await adoptBy('reserve');
  const page = await browser().open(`${service().origin}/pets/${petId}`, from(PHONE));
  // Only the refusal says that the shelter takes applications by now.
  await page.route('**/v1/events*', (route) => route.abort());
  await page.reload();
  const dialog = page.getByRole('dialog');
  const fillIn = async (verb: string) => {
    await page.getByRole('button', { name: verb }).tap();
    await dialog.getByLabel('Your name').fill('Ann Lee');
    await dialog.getByLabel('Your email address').fill('coco@example.org');
    await dialog.getByLabel('Have you a garden?').selectOption('Yes');
  };
  await fillIn('Reserve');
  await adoptBy('apply');
  const order = Promise.withResolvers<void>();
  await page.route('**/v1/store/orders', (route) => order.promise.then(() => route.continue()));
  await dialog.getByRole('button', { name: 'Reserve' }).tap();
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expectNotToSee(dialog);
  order.resolve();
  await expectToSee(page.getByRole('button', { name: 'Apply to adopt' }));
  await expectNotToSee(dialog);

  await fillIn('Apply to adopt');
  await dialog.getByRole('button', { name: 'Apply to adopt' }).tap();
  await expectToSee(page.getByText('Your application is sent'));
  const [{ id }] = await applicationsFor(petId);
  await decide(id, 'accept');
  const reservation = Promise.withResolvers<void>();
  await page.route('**/v1/reservation', (route) => reservation.promise.then(() => route.continue()));
  const asked = page.waitForRequest('**/v1/reservation');
  await wake(page);
  await asked;
  await expectNotToSee(page.getByText('Your application is sent'));
  reservation.resolve();
  await expectToSee(page.getByText('Going home with you'));
});

test('an animal that differs from its shelter, and why an application is refused', async () => {
  const profile = { species: 'Dog', adoption: 'reserve' };
  const first = await addPet(service(), { name: 'Kiwi', profile });
  const page = await browser().open(`${service().origin}/pets/${first}`, from(PHONE));
  await expectToSee(page.getByRole('button', { name: 'Reserve' }));
  const adoption = page.getByRole('region', { name: 'How adoption works' });
  await expectToSee(adoption.getByText('The animal is held for you'));
  await page.goto(`${service().origin}/how-to-adopt`);
  await expectToSee(adoption.getByText('Several people may apply for an animal, and nothing is reserved.'));

  const submit = async (petId: number, email: string) => {
    await page.goto(`${service().origin}/pets/${petId}`);
    await page.getByRole('button', { name: 'Apply to adopt' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Bea Ray');
    await dialog.getByLabel('Your email address').fill(email);
    await dialog.getByLabel('Have you a garden?').selectOption('Yes');
    await dialog.getByRole('button', { name: 'Apply to adopt' }).tap();
    return dialog;
  };
  const ids: number[] = [];
  for (let count = 0; count < 6; count += 1) ids.push(await addPet(service(), { name: `Pup ${count}` }));
  await applied(ids[0]!, 'many@example.org');
  await expectToSee((await submit(ids[0]!, 'many@example.org')).getByText('You have applied already'));
  await expectNoBarriers(page);
  for (const id of ids.slice(1, 5)) await applied(id, 'many@example.org');
  await expectToSee((await submit(ids[5]!, 'many@example.org')).getByText('Too many open applications'));
  // Somebody else is chosen while the form is open.
  await page.goto(`${service().origin}/pets/${ids[4]}`);
  await page.getByRole('button', { name: 'Apply to adopt' }).tap();
  const [open] = await applicationsFor(ids[4]!);
  await decide(open.id, 'accept');
  await expectToSee(page.getByRole('dialog').getByText('Pup 4 has been promised to somebody else.'));
  await expectNoBarriers(page);
});

test('the board of several shelters knows how each adopts', async () => {
  const lakeside = { name: 'Lakeside', listed: true, adoption: 'apply' };
  const { body: organization } = await service().call('POST', '/v1/organizations', { body: lakeside });
  await adoptBy('reserve');
  await addPet(service(), { name: 'Moose', organizationId: organization.id });
  const page = await browser().open(service().origin, from(PHONE));
  // The details of the shelter are read for the page of its animal: the button does not wait for them.
  await page.route(`**/v1/organizations/${organization.id}`, (route) => route.abort());
  await page.getByRole('link', { name: /Moose/ }).tap();
  await expectToSee(page.getByRole('button', { name: 'Apply to adopt' }));
  await page.goto(`${service().origin}/how-to-adopt`);
  const either = page.getByText('Some animals are held for you as soon as you reserve them.');
  await expectToSee(either);
  await adoptBy('apply');
  await page.reload();
  await expectToSee(page.getByText('Several people may apply for an animal, and nothing is reserved.'));
  await expectNotToSee(either);
  // The one that differs is on the next page, which is not read.
  await adoptBy('reserve');
  await page.route(/\/v1\/organizations$/, (route) => route.continue({ url: `${route.request().url()}?limit=1` }));
  await page.route(/\/v1\/organizations\?(?!limit=2$)/, (route) => route.abort());
  await page.reload();
  await expectToSee(either);
});
