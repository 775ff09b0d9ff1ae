import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { petStatus } from '../../support/adoption.ts';
import { addPet } from '../../support/answers.ts';
import { type Browser, expectNoBarriers, expectNotToSee, expectToSee, openBrowser } from '../../support/browser.ts';
import { type MailServer, openMailServer } from '../../support/mail.ts';
import { builtPages, startOnSqlite, type TestService } from '../../support/service.ts';
import { openAs, operatorOf, tabTo } from '../../support/windows.ts';

let mailServer: MailServer;
let browser: Browser;
let service: TestService;
/** A visitor on the board, and somebody of the shelter in the console. */
let visitor: Page;
let staff: Page;
let petId: number;

beforeAll(async () => {
  mailServer = await openMailServer();
  browser = await openBrowser();
  const settings = { smtpUrl: mailServer.url, mailFrom: 'Petstore <mail@shelter.example>' };
  service = await startOnSqlite({ pages: builtPages, settings });
  const application = [{ question: 'Have you a garden?', kind: 'yes_no', required: true }];
  await service.call('PATCH', '/v1/organizations/1', { body: { name: 'Riverside', phone: '555 0100', application } });
  petId = await addPet(service, { name: 'Dolly', categoryId: 4 });
  visitor = await browser.open(`${service.origin}/pets/${petId}`);
  staff = await openAs(browser, service, await operatorOf(service), '/console/inbox', WIDE);
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await mailServer.close();
});

const mail = async () => {
  const { to, text } = await mailServer.next();
  expect(to).toEqual(['lee@families.example']);
  return text;
};
/** The page asks again when its window is shown. */
const wake = (page: Page) => page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
const WIDE = { viewport: { width: 1_440, height: 900 } };
const expectFit = (page: Page) => expectNoBarriers(page, WIDE);
const press = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
  await tabTo(page, page.getByRole(role, { name, exact: true }).first());
  await page.keyboard.press('Enter');
};
const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
};

/** By keyboard alone, with every page in every state at both widths, in light and dark. */
test('a whole adoption from both sides: question, answer, application, visit, delivery and return', async () => {
  // The visitor asks.
  await press(visitor, 'button', 'Ask about me');
  await type(visitor, 'Your question', 'Is she good with cats?');
  await type(visitor, 'Your name', 'Kim Lee');
  await type(visitor, 'Your email address', 'lee@families.example');
  await expectFit(visitor);
  await visitor.keyboard.press('Enter');
  await expectToSee(visitor.getByText('Your question was sent to Riverside.'));
  await expectFit(visitor);

  // The shelter answers in place, and the visitor has a mail.
  const question = staff
    .getByRole('region', { name: 'Messages' })
    .getByRole('link')
    .filter({ hasText: 'good with cats' });
  await tabTo(staff, question);
  await staff.keyboard.press('Enter');
  await type(staff, 'Your answer', 'She has grown up with two.');
  await expectFit(staff);
  await press(staff, 'button', 'Send');
  expect(await mail()).toContain('She has grown up with two.');
  await expectToSee(staff.getByRole('listitem').getByText('She has grown up with two.'));

  // The visitor applies.
  await press(visitor, 'button', 'Reserve');
  const dialog = visitor.getByRole('dialog', { name: 'Reserve Dolly' });
  await expect.poll(() => dialog.getByLabel('Your name').inputValue()).toBe('Kim Lee');
  await tabTo(visitor, dialog.getByLabel('Have you a garden?'));
  await visitor.keyboard.type('Yes');
  await expectFit(visitor);
  await tabTo(visitor, dialog.getByRole('button', { name: 'Reserve' }));
  await visitor.keyboard.press('Enter');
  await expectToSee(visitor.getByText('Reserved for you'));
  await expectFit(visitor);
  const placed = await mail();
  const link = service.origin + (/\/reservation\?lang=en#prs_[\w-]+/.exec(placed)?.[0] ?? '');
  await visitor.goto(link);
  await expectToSee(visitor.getByRole('heading', { level: 1, name: 'Reserved for you' }));
  await expectFit(visitor);

  // The shelter reads the answers, and approves with a visit.
  await press(staff, 'link', /^Adoptions/);
  await press(staff, 'link', 'Dolly');
  const panel = staff.getByRole('complementary', { name: /^Adoption / });
  await expectToSee(panel.getByText('Have you a garden?'));
  await expectFit(staff);
  await tabTo(staff, panel.getByRole('button', { name: 'Approve' }));
  await staff.keyboard.press('Enter');
  await tabTo(staff, staff.getByRole('dialog').getByLabel('Visit'));
  // The order of day and month, and whether there is AM, depend on the language.
  await staff.keyboard.type('05052099');
  await staff.keyboard.press('Tab');
  await staff.keyboard.type('1000A');
  await type(staff, 'Message to the adopter', 'Please bring a carrier.');
  await expectFit(staff);
  await tabTo(staff, staff.getByRole('dialog').getByRole('button', { name: 'Approve' }));
  await staff.keyboard.press('Enter');
  await expectToSee(panel.getByText(/approved it\./));
  const approved = await mail();
  expect(approved).toContain('> Please bring a carrier.');
  expect(approved).toMatch(/filename=visit\.ics/);
  await wake(visitor);
  await expectToSee(visitor.getByRole('heading', { level: 1, name: 'Going home with you' }));
  await expectToSee(visitor.getByText('Please bring a carrier.'));
  await expectFit(visitor);

  // The animal goes home.
  await tabTo(staff, panel.getByRole('button', { name: 'Went home' }));
  await staff.keyboard.press('Enter');
  await tabTo(staff, staff.getByRole('dialog').getByRole('button', { name: 'Went home' }));
  await staff.keyboard.press('Enter');
  expect(await mail()).toContain('Dolly has come home with you.');
  await expectToSee(panel.getByText(/^Went home/));
  await wake(visitor);
  await expectToSee(visitor.getByRole('heading', { level: 1, name: 'At home with you' }));
  await expectFit(visitor);
  await visitor.goto(`${service.origin}/?status=all`);
  await expectToSee(visitor.getByRole('link', { name: /Dolly/ }).getByText('Found a home'));
  await expectFit(visitor);

  // And comes back.
  await tabTo(staff, panel.getByRole('button', { name: 'Came back' }));
  await staff.keyboard.press('Enter');
  await tabTo(staff, staff.getByRole('dialog').getByRole('button', { name: 'Came back' }));
  await staff.keyboard.press('Enter');
  expect(await mail()).toContain('Riverside has taken Dolly back.');
  await expectToSee(panel.getByText(/^Came back/));
  await expectFit(staff);
  expect(await petStatus(service, petId)).toBe('available');
  await expectToSee(visitor.getByRole('link', { name: /Dolly/ }));
  await expectNotToSee(visitor.getByText('Found a home'));
  await visitor.goto(link);
  await expectToSee(visitor.getByRole('heading', { level: 1, name: 'Back at Riverside' }));
  await expectNotToSee(visitor.getByRole('button', { name: 'Cancel the reservation' }));
  await expectFit(visitor);
  expect(mailServer.waiting()).toBe(0);
  browser.assertClean();
});
