import type { FrameLocator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { visitorsOf } from '../orders/callers.ts';
import { newMember } from '../organizations/members.ts';
import { consoleScene } from '../pages/scene.ts';
import { hourMs, moveOrder, newCaller, withKey } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { expectNoBarriers, expectToSee, PHONE } from '../support/browser.ts';
import { openMailServer } from '../support/mail.ts';
import { BACKENDS, sharedService, startOnSqlite, type TestService } from '../support/service.ts';

const mailsOf = async (caller: TestService, query = '') =>
  (await caller.call('GET', `/v1/test/mails?limit=100${query}`)).body as {
    to: string;
    subject: string;
    kind: string;
  }[];

async function reserve(service: TestService, name: string, email: string): Promise<number> {
  const visitor = await visitorsOf(service);
  const body = { petId: await addPet(service, { name }), adopter: { name: 'Ann Lee', email } };
  const { status, body: order, text } = await visitor.call('POST', '/v1/store/orders', { body });
  expect(status, text).toBe(201);
  return order.id;
}
const advance = async (service: TestService, by: string) =>
  expect((await service.call('POST', '/v1/test/clock/advance', { body: { by } })).status).toBe(200);

describe.each(BACKENDS)('mails of staging, on %s', (_, start) => {
  const service = sharedService(start, { environment: 'staging' });

  test('are kept at the time that they would have been sent, and shown to whom they concern', async () => {
    const email = 'manager@shelter.example';
    const { key, accountId } = await service.newAccount({ email });
    const member = await newMember(service, 1, 'staff');
    const manager = withKey(service, key);
    await service.call('PATCH', `/v1/admin/accounts/${accountId}`, {
      body: { organization: { id: 1, role: 'manager' } },
    });
    const before = Date.parse((await service.call('GET', '/v1/test/clock')).body.now);
    const id = await reserve(service, 'Rex', 'ann@visitors.example');
    await advance(service, 'P1DT1H');
    const told = await mailsOf(manager, `&to=${email.toUpperCase()}`);
    expect(told.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Today'))).toEqual([
      'Ann Lee still waits for an answer about Rex',
      'Ann Lee has reserved Rex',
    ]);
    const half = (await manager.call('GET', `/v1/test/mails?to=${email}`)).body.find(
      ({ subject }: { subject: string }) => subject.includes('still waits'),
    );
    expect(Date.parse(half.createdAt) - before).toBeGreaterThanOrEqual(24 * hourMs);
    expect(Date.parse(half.createdAt) - before).toBeLessThan(24 * hourMs + 120_000);
    expect(half).toMatchObject({ kind: 'notifications.now', to: email });
    expect(half.html).toContain('<h1');
    expect(half.text).toContain('23 hours are left');

    // What adopters get is the organization's; what a colleague gets is not.
    await moveOrder(service, id, 'approve');
    const ofMember = async () => (await mailsOf(member)).map(({ to, kind }) => `${kind} ${to}`);
    await expect.poll(ofMember).toContain('order.approved ann@visitors.example');
    expect((await ofMember()).join()).not.toContain(email);
    expect(await mailsOf(await newCaller(service))).toEqual([]);
    const ofManager = await mailsOf(manager);
    expect((await mailsOf(service)).length).toBeGreaterThanOrEqual(ofManager.length);
    expectError(await (await visitorsOf(service)).call('GET', '/v1/test/mails'), 403, 'forbidden', 'secret key');
  });

  test('are all written when an advance ends: after adoptions, and about animals that have come', async () => {
    await service.call('PATCH', '/v1/organizations/1/follow-ups', { body: { active: true } });
    const email = 'eve@visitors.example';
    const filters = { species: ['Axolotl'] };
    const asked = await (await visitorsOf(service)).call('POST', '/v1/alerts', { body: { email, filters } });
    expect(asked.status, asked.text).toBe(202);
    await expect.poll(() => mailsOf(service, `&to=${email}`)).toHaveLength(1);
    const [{ text }] = (await service.call('GET', `/v1/test/mails?to=${email}`)).body;
    const [, token] = /\/alert#([\w-]+)/.exec(text) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    expect((await service.call('POST', '/v1/alert/confirm', { key: null, headers })).status).toBe(200);
    await addPet(service, { name: 'Lotl', profile: { species: 'Axolotl' } });
    // Delivered within a minute of each other.
    for (const name of ['Ivo', 'Mia']) {
      const id = await reserve(service, name, `${name.toLowerCase()}@visitors.example`);
      for (const move of ['approve', 'deliver'] as const) await moveOrder(service, id, move);
    }
    await advance(service, 'P3DT1M');
    const kinds = async (to: string) => (await mailsOf(service, `&to=${to}`)).map(({ kind }) => kind);
    expect(await kinds(email)).toEqual(['alert.found', 'alert.confirmation']);
    for (const to of ['ivo@visitors.example', 'mia@visitors.example'])
      expect((await kinds(to)).filter((kind) => kind.startsWith('follow_up'))).toHaveLength(1);
  });

  test('name nobody who was erased', async () => {
    await reserve(service, 'Tom', 'bea@visitors.example');
    const found = async () => (await mailsOf(service)).some(({ to }) => to === 'bea@visitors.example');
    await expect.poll(found).toBe(true);
    await service.call('POST', '/v1/admin/people/erase', { body: { email: 'bea@visitors.example' } });
    expect(await found()).toBe(false);
    const all = await service.call('GET', '/v1/test/mails?limit=100');
    expect(all.text).not.toContain('bea@visitors.example');
  });
});

test('staging sends nothing, even with a mail server; production has no such path', async () => {
  const mailServer = await openMailServer();
  const settings = { smtpUrl: mailServer.url, mailFrom: 'mail@shelter.example' };
  const staging = await startOnSqlite({ environment: 'staging', settings });
  await reserve(staging, 'Ida', 'ann@visitors.example');
  await expect.poll(() => mailsOf(staging)).toHaveLength(1);
  await advance(staging, 'P2D');
  await staging.close();
  expect(mailServer.waiting()).toBe(0);
  const production = await startOnSqlite();
  expectError(await production.call('GET', '/v1/test/mails'), 404, 'route_not_found', 'path');
  await production.close();
});

const backgroundOf = (mail: FrameLocator, selector: string) =>
  mail.locator('html').evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);

describe('the page of the mails', () => {
  const { service, open } = consoleScene({ environment: 'staging' });

  test.each([{}, { ...PHONE, colorScheme: 'dark' as const }])('shows each as it would look, %j', async (window) => {
    await reserve(service(), 'Rex', 'ann@visitors.example');
    const page = await open('/portal/mails', window);
    await page.getByText('Rex is reserved for you').first().click();
    const mail = page.locator('iframe').first().contentFrame();
    await expectToSee(mail.getByRole('heading', { name: 'Rex is reserved for you' }));
    await expectToSee(mail.getByRole('link', { name: 'See your reservation' }));
    // The styles of the mail hold in spite of the page's Content-Security-Policy.
    expect(await backgroundOf(mail, '.button')).toBe('rgb(47, 111, 79)');
    const sheet = await backgroundOf(mail, '.sheet');
    expect(sheet).toBe('colorScheme' in window ? 'rgb(36, 34, 31)' : 'rgb(255, 255, 255)');
    await expectToSee(page.getByLabel('Plain text').getByText('Rex is reserved for you until').first());
    await expectNoBarriers(page);
    await page.getByRole('searchbox', { name: 'Only to this address' }).fill('nobody@visitors.example');
    await expectToSee(page.getByText('No mails'));
  });
});
