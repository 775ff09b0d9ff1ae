import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, newMember } from '../organizations/members.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { hourMs, moveOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import type { MailServer } from '../support/mail.ts';
import { type MailedService, openMailed } from '../support/mailed.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';

const dayMs = 24 * hourMs;
const path = '/v1/organizations/1/follow-ups';

describe.each(BACKENDS)('the mails after an adoption, on %s', (_, start) => {
  const clock = testClock(Date.parse('2026-03-01T10:00:00Z'));
  let mailServer: MailServer;
  let service: TestService;
  let newVisitor: MailedService['newVisitor'];
  let close: MailedService['close'];

  beforeAll(async () => {
    const email = 'hello@riverside.example';
    const scene = { now: clock.now, email, unread: email, isTwice: true };
    ({ mailServer, service, newVisitor, close } = await openMailed(start, scene));
  });
  afterAll(() => close());

  const change = (body: object) => service.call('PATCH', path, { body });
  const next = async () => {
    const { to, text } = await mailServer.next();
    return { to: to[0], text, subject: /^Subject: (.*)\r$/m.exec(text)?.[1] };
  };
  /** An adoption, whose mails so far were received. */
  async function adopt(name: string, caller = newVisitor()) {
    const petId = await addPet(service, { name });
    const adopter = { name: 'Ann Lee', email: `${name.toLowerCase()}@visitors.example` };
    const { body, text } = await caller.call('POST', '/v1/store/orders', { body: { petId, adopter } });
    expect((await next()).to, text).toBe(adopter.email);
    for (const move of ['approve', 'deliver']) {
      expect((await moveOrder(service, body.id, move)).status).toBe(200);
      expect((await next()).to).toBe(adopter.email);
    }
    return { id: body.id as number, petId, adopter, token: body.reservationUrl.split('#')[1] as string };
  }
  /** Waits until no mail is due or claimed: a claim ends within 20 seconds, and its mail is then sent again. */
  async function attemptsEnded(): Promise<void> {
    const { database } = await service.beside();
    const claimed = () =>
      database.read
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', clock.now() + 20_000)
        .execute();
    await expect.poll(claimed).toEqual([]);
    await database.close();
  }
  /** Lets the time pass. A mail that was received is still claimed for a moment. */
  async function pass(ms: number): Promise<void> {
    await attemptsEnded();
    clock.advance(ms);
  }
  /** Lets the time pass, and asserts that nothing is mailed to adopters. */
  async function expectNone(ms: number): Promise<void> {
    await pass(ms);
    const { database, mails } = await service.beside();
    // Also the digests: one that is made later would name what the test does next.
    const unmade = () =>
      database.read
        .selectFrom('organizations')
        .select('id')
        .where((column) =>
          column.or([column('follow_ups_until', '<=', clock.now() - 60_000), column('digest_at', '<=', clock.now())]),
        )
        .execute();
    await expect.poll(unmade).toEqual([]);
    await expect.poll(() => mails.waiting(10)).toBe(0);
    await database.close();
    expect(mailServer.waiting()).toBe(0);
  }
  const asAdopter = (token: string, method: string, url: string, body?: object) =>
    service.call(method, `/v1/reservation${url}`, {
      key: null,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    });

  test('managers turn them on and write them; they are off until then', async () => {
    const early = await adopt('Early');
    await expectNone(4 * dayMs);
    const { body: off } = await service.call('GET', path);
    expect(off).toMatchObject({
      active: false,
      afterThreeDays: expect.stringContaining('{animal} came home with you'),
    });
    const staff = await newMember(service, 1, 'staff');
    for (const method of ['GET', 'PATCH'] as const)
      expectError(await staff.call(method, path, method === 'PATCH' ? { body: {} } : {}), 403, 'forbidden', 'manager');
    expectError(await change({ afterThreeDays: '' }), 400, 'invalid_body', '`afterThreeDays`');
    const on = await change({ active: true, afterThirtyDays: 'Hello {name}.\n\n{animal} {day} {organization} {me}' });
    expect(on.body).toEqual({
      ...off,
      active: true,
      afterThirtyDays: 'Hello {name}.\n\n{animal} {day} {organization} {me}',
    });
    // What was due before is not sent; what is due now is.
    await expectNone(25 * dayMs);
    await pass(dayMs);
    const { to, text, subject } = await next();
    expect([to, subject]).toEqual([early.adopter.email, 'A month with Early']);
    expect(text).toContain('Hello Ann Lee.\r\n\r\nEarly Sunday 1 March Riverside {me}');
    expect((await change({ afterThirtyDays: null })).body).toEqual({ ...off, active: true });
    await expectNone(hourMs);
  });

  test('come 3 and 30 days after the delivery, once each, in the words and the time of the organization', async () => {
    // In Berlin it is the next day already.
    await attemptsEnded();
    clock.set(Date.parse('2026-05-01T22:30:00Z'));
    const { petId, adopter, token } = await adopt('Rex');
    const { urls } = (await postPhoto(service, petId)).body;
    await expectNone(3 * dayMs - hourMs);
    await pass(hourMs);
    const first = await next();
    expect([first.to, first.subject]).toEqual([adopter.email, 'How are the first days with Rex?']);
    expect(first.text).toMatch(/^From: Riverside <mail@shelter\.example>\r$/m);
    expect(first.text).toMatch(/^Reply-To: hello@riverside\.example\r$/m);
    expect(first.text).toContain('Dear Ann Lee,\r\n\r\nRex came home with you on Saturday 2 May.');
    expect(first.text).toContain(`Write to Riverside:\r\nhttps://pets.shelter.example/reservation#${token}`);
    expect(first.text.replaceAll('?=\r\n', '?')).toContain(`<img src="https://pets.shelter.example${urls.share}"`);
    await expectNone(26 * dayMs);
    await pass(dayMs);
    expect((await next()).subject).toBe('A month with Rex');
    await expectNone(40 * dayMs);
  });

  test('the adopter answers into the inbox, through the link, for a month after the last one', async () => {
    const { id, petId, adopter, token } = await adopt('Ida');
    await pass(3 * dayMs);
    await next();
    const sent = await asAdopter(token, 'POST', '/messages', { message: 'Ida sleeps on the sofa.' });
    expect(sent.status, sent.text).toBe(202);
    await expect.poll(async () => (await service.call('GET', `/v1/inbox/${sent.body.id}`)).status).toBe(200);
    const { name, email } = adopter;
    expect((await service.call('GET', `/v1/inbox/${sent.body.id}`)).body).toMatchObject({
      message: 'Ida sleeps on the sofa.',
      sentBy: 'visitor',
      from: { name, email },
      orderId: id,
      petId,
      organizationId: 1,
      state: 'open',
    });
    await service.call('POST', `/v1/inbox/${sent.body.id}/answers`, { body: { message: 'How lovely!' } });
    const answer = await next();
    expect([answer.to, answer.text.includes('How lovely!')]).toEqual([email, true]);
    await pass(27 * dayMs);
    await next();
    await expectNone(30 * dayMs - 1);
    expect((await asAdopter(token, 'GET', '')).body).toMatchObject({ status: 'delivered', followUps: true });
    await pass(1);
    for (const [method, url] of [
      ['GET', ''],
      ['POST', '/messages'],
      ['POST', '/follow-ups/end'],
    ] as const)
      expectError(
        await asAdopter(token, method, url, method === 'POST' ? { message: 'Hello' } : undefined),
        404,
        'reservation_not_found',
        'link',
      );
  });

  test('one click ends them, and so does the page of the link', async () => {
    const clicked = await adopt('Uno');
    const told = await adopt('Duo');
    await pass(3 * dayMs);
    const mails = [await next(), await next()];
    const url = (mail: string) => /^List-Unsubscribe:\s+<https:\/\/pets\.shelter\.example(\S+)>/m.exec(mail)?.[1] ?? '';
    const click = (link: string) =>
      service.call('POST', link, {
        key: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    const mail = mails.find(({ to }) => to === clicked.adopter.email)?.text ?? '';
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expectError(await click(url(mail).replace(/.$/, '!')), 400, 'invalid_parameter', 'token');
    expectError(await click(url(mail).replace(/pfe_\d+/, `pfe_${told.id}`)), 400, 'invalid_parameter', 'token');
    expect((await click(url(mail))).status).toBe(204);
    expect((await asAdopter(told.token, 'POST', '/follow-ups/end')).body.followUps).toBeUndefined();
    await expectNone(27 * dayMs);
  });

  test('nobody gets one whose adoption has ended, or who may not be mailed any more', async () => {
    const { adopter, ...kept } = await adopt('Kept');
    const pets = (id: number, body: object) => service.call('PATCH', `/v1/pets/${id}`, { body });
    const outcome = (type: string) => ({ profile: { staff: { outcome: { type } } } });
    const suspend = async (email: string) => {
      const { accountId } = await service.newAccount({ email });
      return service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
    };
    const ends: Record<string, (one: Awaited<ReturnType<typeof adopt>>) => Promise<{ status: number }>> = {
      returned: ({ id }) => moveOrder(service, id, 'return'),
      back: ({ petId }) => pets(petId, { status: 'available' }),
      died: ({ petId }) => pets(petId, outcome('died')),
      euthanized: ({ petId }) => pets(petId, outcome('euthanized')),
      erased: (one) => service.call('POST', '/v1/admin/people/erase', { body: { email: one.adopter.email } }),
      suspended: (one) => suspend(one.adopter.email),
      removed: ({ petId }) => service.call('DELETE', `/v1/pets/${petId}`),
    };
    for (const [name, end] of Object.entries(ends)) {
      expect((await end(await adopt(name))).status, name).toBeLessThan(300);
      if (name === 'returned') await next();
    }
    await pass(3 * dayMs);
    expect((await next()).to).toBe(adopter.email);
    await expectNone(hourMs);

    // The same of the organization, also after the mail was made.
    const set = (body: object) => service.call('PATCH', '/v1/organizations/1', { body });
    for (const [name, end, undo] of [
      ['Tres', () => change({ active: false }), () => change({ active: true })],
      ['Quatro', () => set({ suspended: true }), () => set({ suspended: false })],
      ['Cinco', () => set({ listed: false }), () => set({ listed: true })],
    ] as const) {
      const { adopter: one } = await adopt(name);
      mailServer.refuse(true);
      await pass(3 * dayMs);
      await expect.poll(() => mailServer.refused()).toContain(one.email);
      await attemptsEnded();
      mailServer.refuse(false);
      expect((await end()).status).toBe(200);
      await expectNone(10 * 60_000);
      await undo();
    }
    expect((await asAdopter(kept.token, 'GET', '')).status).toBe(200);
  });

  test('the digest of members says whom a mail asks that day', async () => {
    await attemptsEnded();
    clock.set(Date.parse('2027-07-01T10:00:00Z'));
    await expectNone(0);
    const email = 'staff@shelter.example';
    const { key, accountId } = await service.newAccount({ email });
    await join(service, accountId, { id: 1, role: 'staff' });
    await adopt('Nora');
    // Eight in Berlin.
    await attemptsEnded();
    clock.set(Date.parse('2027-07-04T06:00:01Z'));
    const digest = await next();
    expect([digest.to, digest.subject]).toEqual([email, 'Today at Riverside']);
    expect(digest.text).toContain('Adopters whom a mail asks today how it goes (1)');
    expect(digest.text).toContain('Nora for Ann Lee, after 3 days');
    await service.call('PATCH', '/v1/account/notifications', { key, body: { day: 'off' } });
    await pass(4 * hourMs);
    expect((await next()).subject).toBe('How are the first days with Nora?');
  });
});
