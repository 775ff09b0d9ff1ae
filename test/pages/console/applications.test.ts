import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { at, behindProxy, visitorsOf } from '../../orders/callers.ts';
import { newMember } from '../../organizations/members.ts';
import { moveOrder, placeOrder } from '../../support/adoption.ts';
import { addPet } from '../../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE, shiftsOf } from '../../support/browser.ts';
import { openMailServer } from '../../support/mail.ts';
import type { TestService } from '../../support/service.ts';
import { tabTo } from '../../support/windows.ts';
import { consoleScene } from '../scene.ts';

const mailServer = await openMailServer();
const settings = { ...behindProxy, smtpUrl: mailServer.url, mailFrom: 'Petstore <mail@shelter.example>' };
const { open, service } = consoleScene({ settings });
const WIDE = { viewport: { width: 1440, height: 900 } };
const LOCALES = ['es', 'en', undefined] as const;
let visitors: TestService;
let people = 0;

beforeAll(async () => {
  const application = [{ question: 'Have you a garden?', kind: 'yes_no' }];
  await service().call('PATCH', '/v1/organizations/1', { body: { name: 'Riverside', adoption: 'apply', application } });
  visitors = await visitorsOf(service());
});

interface Applicant {
  readonly id: number;
  readonly email: string;
}

/** Applies with the language of its turn. */
async function apply(petId: number, more: object = {}): Promise<Applicant> {
  people += 1;
  const { body: organization } = await service().call('GET', '/v1/organizations/1');
  const email = `person-${people}@families.example`;
  const { status, body, text } = await at(`203.0.113.${people}`, visitors).call('POST', '/v1/applications', {
    body: {
      petId,
      adopter: { name: `Person ${people}`, email },
      note: `We are family ${people}.`,
      answers: [{ questionId: organization.application[0].id, answer: people % 2 === 0 ? 'yes' : 'no' }],
      ...(LOCALES[people % 3] !== undefined && { locale: LOCALES[people % 3] }),
      ...more,
    },
  });
  expect(status, text).toBe(201);
  return { id: body.id, email };
}

const get = async (id: number) => (await service().call('GET', `/v1/applications/${id}`)).body;
const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') => {
  await tabTo(page, page.getByRole(role, { name, exact: true }));
  await page.keyboard.press('Enter');
};

test.each([
  ['at 1440 px', WIDE],
  ['at 390 px', PHONE],
] as const)(
  'twenty apply, one adopts, and nineteen read what somebody has read before, by keyboard, %s',
  async (_, size) => {
    const petId = await addPet(service(), { name: 'Rex' });
    const applicants: Applicant[] = [];
    for (let count = 0; count < 20; count += 1) applicants.push(await apply(petId));
    const [first, second] = applicants as [Applicant, Applicant];
    const names = [await get(first.id), await get(second.id)].map(({ adopter }) => adopter.name as string);
    const page = await open(`/console/animals/${petId}`, size);
    const expectNoBarriersNow = async () => {
      // On a phone, too.
      if (size === WIDE) await expectNoBarriers(page, WIDE);
      await page.setViewportSize(size.viewport);
    };
    await expectToSee(page.getByText('20 applications wait for an answer.'));
    await press(page, 'Compare them', 'link');

    // Two are compared.
    await tabTo(page, page.getByRole('combobox', { name: 'Order' }));
    await page.keyboard.type('Oldest');
    for (const name of names) {
      await tabTo(page, page.getByRole('checkbox', { name: `Select ${name}`, exact: true }));
      await page.keyboard.press('Space');
    }
    await expectNoBarriersNow();
    await page.getByRole('link', { name: 'Compare 2 chosen' }).focus();
    await page.keyboard.press('Enter');
    const [one, other] = names.map((name) => page.getByRole('article', { name }));
    await expectToSee(one!.getByText(/^We are family/));
    await expectToSee(other!.getByText('Have you a garden?'));
    const areBeside = async () => {
      const places = [one!, other!].map((column) => column.getByText('Have you a garden?').boundingBox());
      const [first, second] = await Promise.all(places);
      return first!.y === second!.y;
    };
    await expect.poll(areBeside).toBe(size === WIDE);
    expect(await shiftsOf(page)).toBeLessThan(0.05);
    await expectNoBarriersNow();
    if (size === PHONE) {
      await press(page, names[1]!);
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(names[1]);
    }
    await press(page, `Add a note (${names[1]})`);
    await expectToSee(page.getByLabel('Note', { exact: true }).and(page.locator(':focus')));
    await page.keyboard.type('Visited: a good home.');
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await expectToSee(other!.getByText('Visited: a good home.'));
    await press(page, `Approve for a year (${names[1]})`);
    await expectToSee(other!.getByText('Approved until'));

    // One is accepted.
    await press(page, `Accept (${names[1]})`);
    await page.getByLabel('Message to the adopter').focus();
    await page.keyboard.type('Come and meet Rex.');
    await expectNoBarriersNow();
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Accept' }));
    await page.keyboard.press('Enter');
    await expectToSee(other!.getByText('Accepted', { exact: true }));
    expect(await get(first.id)).toMatchObject({ status: 'submitted' });
    const { orderId } = await get(second.id);
    await expectToSee(other!.getByRole('link', { name: `Adoption No. ${orderId}` }));

    // It goes home: on the desk, or on the page of the adoption, somebody reads the prepared answer, and changes it.
    await page.goto(`${service().origin}/console/orders${size === WIDE ? '' : `/${orderId}`}`);
    await press(page, `Went home (adoption ${orderId})`);
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Went home' }));
    await page.keyboard.press('Enter');
    await expectToSee(page.getByText('19 applications wait for an answer'));
    expect(await get(first.id)).toMatchObject({ status: 'submitted' });
    await press(page, 'Write to them');
    const words = page.getByLabel('What they read');
    expect(await words.inputValue()).toMatch(/^Thank you for applying for Rex.*Rex has found a home.*Riverside$/s);
    await expectToSee(
      page.getByText(/They read (?=.*Spanish \(\d\))(?=.*English \(\d\)).*the language of your site \(\d\)/),
    );
    await tabTo(page, words);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Rex has moved in with a family by the river.');
    await expectNoBarriersNow();
    expect((await get(first.id)).status).toBe('submitted');
    await press(page, 'Close 19 applications and tell everybody');
    await expectToSee(page.getByText('19 applications closed.'));
    await expectNotToSee(page.getByText('19 applications wait for an answer'));

    const told = applicants.filter((applicant) => applicant !== second);
    for (const { id } of told)
      expect(await get(id)).toMatchObject({
        status: 'closed',
        messageToAdopter: 'Rex has moved in with a family by the river.',
      });
    const mails: { readonly to: string; readonly text: string }[] = [];
    while (mails.length < told.length) {
      const { to, text } = await mailServer.next();
      if (text.includes('by the river')) mails.push({ to: to[0]!, text });
    }
    expect(mails.map(({ to }) => to).toSorted()).toEqual(told.map(({ email }) => email).toSorted());
    for (const { to, text } of mails) {
      const isSpanish = LOCALES[Number(/\d+/.exec(to)![0]) % 3] === 'es';
      expect(text).toContain(isSpanish ? 'Rex ya no busca hogar' : 'Rex is no longer looking for a home');
    }
  },
);

test('a message to the applicants of one animal does not reach those of the next', async () => {
  const page = await open('/console/orders', WIDE);
  const deliver = async (name: string) => {
    const petId = await addPet(service(), { name });
    await apply(petId);
    const { id } = await apply(petId);
    await service().call('POST', `/v1/applications/${id}/accept`);
    const { orderId } = await get(id);
    await page.getByRole('button', { name: `Went home (adoption ${orderId})` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Went home' }).click();
    await expectToSee(page.getByText(`${name} went home with somebody else.`));
  };
  await deliver('Bella');
  await page.getByRole('button', { name: 'Write to them' }).click();
  await page.getByLabel('What they read').fill('Bella has moved in with a family by the river.');
  await deliver('Coco');
  expect(await page.getByLabel('What they read').count()).toBe(0);
  await page.getByRole('button', { name: 'Write to them' }).click();
  expect(await page.getByLabel('What they read').inputValue()).toContain('Coco has found a home');
});

test('an answer about an animal that still looks for a home goes to those whom somebody has read', async () => {
  const petId = await addPet(service(), { name: 'Nala' });
  for (let count = 0; count < 6; count += 1) await apply(petId);
  const page = await open(`/console/animals/${petId}/applications`, WIDE);
  const boxes = page.getByRole('checkbox');
  await expect.poll(() => boxes.count()).toBe(6);
  await boxes.first().click();
  await boxes.last().click({ modifiers: ['Shift'] });
  await expectToSee(page.getByRole('link', { name: 'Compare 4 chosen' }));
  await page.getByRole('button', { name: 'Write to them' }).click();
  const words = page.getByLabel('What they read');
  expect(await words.inputValue()).toContain('\n\nWe have closed your application.');
  await apply(petId);
  await expectToSee(page.getByText('7 applications wait for an answer'));
  await expectToSee(page.getByRole('button', { name: 'Close 6 applications and tell everybody' }));
});

test('rows stay while others apply, and say who takes care of them', async () => {
  const [petId, other] = [await addPet(service(), { name: 'Oscar' }), await addPet(service(), { name: 'Paula' })];
  const [{ id }, second] = [await apply(petId), await apply(petId)];
  const { adopter } = await get(id);
  const page = await open(`/console/applications?q=${encodeURIComponent(adopter.name)}`, WIDE);
  const found = page.getByRole('row').filter({ has: page.getByRole('link', { name: adopter.name, exact: true }) });
  await expectToSee(found.getByText('New'));
  await apply(other);
  await service().call('POST', `/v1/applications/${id}/review`);
  await expectToSee(found.getByText('In review'));

  // The page of an operator asks again every 30 s anyway.
  await page.addInitScript(
    'globalThis.setInterval = ((set) => (run, ms, ...rest) => set(run, ms === 30_000 ? 1e6 : ms, ...rest))(setInterval)',
  );
  await page.goto(`${service().origin}/console/animals/${petId}/applications`);
  await expectToSee(found.getByText('In review'));
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/\/applications\?/.test(request.url())) lists.push(request.url());
  });
  await service().call('POST', '/v1/applications/close', {
    body: { applicationIds: [id, second.id], messageToAdopter: 'No.' },
  });
  await apply(other);
  await expectToSee(found.getByText('Closed'));
  await expectToSee(page.getByRole('link', { name: 'Ended 2' }));
  expect(lists).toEqual([]);

  const { body: hillside } = await service().call('POST', '/v1/organizations', {
    body: { name: 'Hillside', adoption: 'apply', listed: true },
  });
  const member = await newMember(service(), hillside.id, 'manager');
  const quinn = await addPet(service(), { name: 'Quinn' }, member.key);
  const { body: application } = await at('203.0.113.250', visitors).call('POST', '/v1/applications', {
    body: { petId: quinn, adopter: { name: 'Ben', email: 'ben@families.example' } },
  });
  const kept = await member.call('PATCH', `/v1/applications/${application.id}`, {
    body: { assigneeId: member.accountId },
  });
  expect(kept.status, kept.text).toBe(200);
  await page.goto(`${service().origin}/console/applications`);
  const cell = page.getByRole('row').filter({ hasText: 'Quinn' });
  const { body: account } = await service().call('GET', `/v1/admin/accounts/${member.accountId}`);
  await expectToSee(cell.getByText(account.name ?? account.email));
});

test('a list shows what colleagues do, a note of theirs is not lost, and a person is known from before', async () => {
  const petId = await addPet(service(), { name: 'Mia' });
  const known = { name: 'Ann Lee', email: 'ann@families.example' };
  const before = await placeOrder(service(), await addPet(service(), { name: 'Bruno' }), { adopter: known });
  await moveOrder(service(), before, 'approve');
  const { id } = await apply(petId, { adopter: known });
  const colleague = await newMember(service(), 1, 'staff');
  const page = await open('/console/applications?q=mia', WIDE);
  await expectToSee(page.getByRole('link', { name: /^Applications \d+ waiting$/ }));
  await page.getByRole('searchbox').fill('');
  const link = page.getByRole('link', { name: 'Ann Lee' });
  const applicant = page.getByRole('row').filter({ has: link });
  await expectToSee(applicant.getByText('New'));
  await colleague.call('POST', `/v1/applications/${id}/review`);
  await expectToSee(applicant.getByText('In review'));
  await link.click();
  const article = page.getByRole('article', { name: 'Ann Lee' });
  await expectToSee(article.getByRole('link', { name: 'Bruno' }));
  await article.getByRole('button', { name: /^Add a note/ }).click();
  await page.getByLabel('Note', { exact: true }).fill('Mine');
  await colleague.call('PATCH', `/v1/applications/${id}`, { body: { staffNote: 'Theirs' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByRole('alert').getByText('Theirs', { exact: true }));
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expectToSee(article.getByText('Mine', { exact: true }));
  await article.getByRole('combobox').selectOption('Assigned to me');
  await expect.poll(async () => (await get(id)).assigneeId).toBe(1);

  await article.getByRole('link', { name: 'All about this person' }).click();
  await expectToSee(page.getByRole('heading', { name: 'Ann Lee', level: 1 }));
  await expectToSee(page.getByRole('heading', { name: 'Applications' }));
  await page.getByRole('link', { name: 'Mia' }).click();
  await expectToSee(article);

  // Somebody else is accepted meanwhile.
  const { id: rival } = await apply(petId);
  await colleague.call('POST', `/v1/applications/${rival}/accept`);
  await article.getByRole('button', { name: /^Accept/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expectToSee(page.getByRole('dialog').getByRole('alert'));
  expect((await get(id)).status).toBe('in_review');
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();

  await expectNotToSee(page.getByRole('dialog'));

  // Somebody who has only applied is found, too.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill((await get(rival)).adopter.name);
  await page.getByRole('option', { name: /@families\.example/ }).click();
  await expectToSee(page.getByRole('heading', { name: (await get(rival)).adopter.name, level: 1 }));
});
