import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventStore } from '../../src/events/store.ts';
import { nextAtHour } from '../../src/vocabulary/text/moment.ts';
import { IMAGES, join } from '../organizations/members.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { holdMs, hourMs, moveOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import type { MailServer, ReceivedMail } from '../support/mail.ts';
import { type MailedService, openMailed } from '../support/mailed.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';

const minuteMs = 60_000;
const dayMs = 24 * hourMs;
const own = 'own@shelter.example';
const WAYS = ['at_once', 'digest', 'off'] as const;
const KINDS = ['order', 'hold_half', 'hold_ending', 'visit_passed', 'application', 'message', 'assigned'] as const;

describe.each(BACKENDS)('what members are told, on %s', (engine, start) => {
  const clock = testClock();
  let mailServer: MailServer;
  let service: TestService;
  let newVisitor: MailedService['newVisitor'];
  let close: MailedService['close'];
  let beside: Awaited<ReturnType<TestService['beside']>>;
  let manager: Awaited<ReturnType<typeof member>>;
  let staff: Awaited<ReturnType<typeof member>>;
  let reserved = 0;

  beforeAll(async () => {
    const scene = { now: clock.now, email: own, isTwice: true };
    ({ mailServer, service, newVisitor, close } = await openMailed(start, scene));
    beside = await service.beside();
    manager = await member('manager', 'manager@shelter.example');
    staff = await member('staff', 'staff@shelter.example');
  });
  afterAll(async () => {
    await beside.database.close();
    await close();
  });

  async function member(role: 'manager' | 'staff', email: string, organizationId = 1) {
    const { key, accountId } = await service.newAccount({ email });
    await join(service, accountId, { id: organizationId, role });
    return { ...withKey(service, key), accountId, email };
  }
  async function newOperator(email: string) {
    const { key, accountId } = await service.newAccount({ email });
    const { database } = beside;
    await database.transaction((tx) =>
      tx.updateTable('accounts').set({ role: 'operator' }).where('id', '=', accountId).execute(),
    );
    return { ...withKey(service, key), accountId };
  }
  type Member = Awaited<ReturnType<typeof member>>;
  const choose = (who: TestService, body: object) => who.call('PATCH', '/v1/account/notifications', { body });
  const chooseAll = (who: TestService, way: string) =>
    choose(who, { ...Object.fromEntries(KINDS.map((kind) => [kind, way])), day: 'off' });

  async function reserve(name: string, given?: number) {
    const email = `${(reserved += 1)}@visitors.example`;
    const petId = given ?? (await addPet(service, { name }));
    const adopter = { name: 'Ann Lee', email, phone: '555 0199' };
    const answer = await newVisitor().call('POST', '/v1/store/orders', {
      body: { petId, adopter, note: 'We have a garden.' },
    });
    expect(answer.status, answer.text).toBe(201);
    return { id: answer.body.id as number, petId, token: answer.body.reservationUrl.split('#')[1] as string };
  }
  const cancel = (token: string) =>
    service.call('POST', '/v1/reservation/cancel', { key: null, headers: { authorization: `Bearer ${token}` } });
  async function write(message: string, petId?: number): Promise<string> {
    const { status, text, body } = await newVisitor().call('POST', '/v1/messages', { body: { message, petId } });
    expect(status, text).toBe(202);
    await expect.poll(async () => (await service.call('GET', `/v1/inbox/${body.id}`)).status).toBe(200);
    return body.id;
  }
  async function apply(petId: number, more: object = {}) {
    const adopter = { name: 'Ann Lee', email: `${(reserved += 1)}@visitors.example`, phone: '555 0199' };
    const answer = await newVisitor().call('POST', '/v1/applications', { body: { petId, adopter, ...more } });
    expect(answer.status, answer.text).toBe(201);
    return { id: answer.body.id as number, token: answer.body.applicationUrl.split('#')[1] as string };
  }
  const addApplied = (name: string) => addPet(service, { name, profile: { adoption: 'apply' } });
  const withdraw = (token: string) => service.call('POST', '/v1/application/withdraw', { key: token });
  const assignApplication = (who: TestService, id: number, assigneeId: number | null) =>
    who.call('PATCH', `/v1/applications/${id}`, { body: { assigneeId } });
  /** The next mails to people of the shelter, by their address. */
  async function next(count = 1): Promise<ReadonlyMap<string, string>> {
    const mails = new Map<string, string>();
    while (mails.size < count) {
      const { to, text }: ReceivedMail = await mailServer.next();
      if (!to[0]?.endsWith('@visitors.example')) mails.set(to[0] ?? '', text);
    }
    // A mail whose claim ends before it is noted as sent is sent again: the clock must not go on yet.
    await expect.poll(() => beside.mails.waiting(10)).toBe(0);
    return mails;
  }
  /** Waits until what has happened is noted: what is noted later is not told with the rest. */
  async function noted(): Promise<void> {
    const { database } = beside;
    const last = await eventStore(database).last();
    const position = () =>
      database.read.selectFrom('outbox_readers').select('sequence').where('name', '=', 'notifications');
    await expect.poll(async () => (await position().executeTakeFirstOrThrow()).sequence).toBeGreaterThanOrEqual(last);
  }
  /** Asserts that nothing waits to be sent to people of the shelter. */
  async function expectNoMore(): Promise<void> {
    const { database, mails } = beside;
    await noted();
    const noticesDue = () =>
      database.read
        .selectFrom('notices')
        .select('id')
        .where('batch_id', 'is', null)
        .where('due_at', '<=', clock.now() - 50_000)
        .execute();
    const digests = () =>
      database.read
        .selectFrom('organizations')
        .select('id')
        .where((column) => column('digest_at', '<=', clock.now()).or('digest_at', 'is', null))
        .execute();
    await expect.poll(digests).toEqual([]);
    await expect.poll(noticesDue).toEqual([]);
    await expect.poll(() => mails.waiting(10)).toBe(0);
    while (mailServer.waiting() > 0) expect((await mailServer.next()).to[0]).toMatch(/@visitors\.example$/);
  }
  /** Accepts mails again, and lets the time pass in which those that were refused are tried again. */
  async function acceptAll(): Promise<void> {
    const { database, mails } = beside;
    // A claim ends within 20 seconds; after a refusal a mail waits longer.
    const claimed = () =>
      database.read
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', clock.now() + 20_000)
        .execute();
    await expect.poll(claimed).toEqual([]);
    mailServer.refuse(false);
    clock.advance(10 * minuteMs);
    await expect.poll(() => mails.waiting(10)).toBe(0);
  }
  /** Follows the link of the header as a mail program does. RFC 8058. */
  const click = (mail = '') =>
    service.call('POST', /^List-Unsubscribe:\s+<https:\/\/pets\.shelter\.example(\S+)>/m.exec(mail)?.[1] ?? '', {
      key: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const subjectOf = (mail: string | undefined) => /^Subject: (.*)\r$/m.exec(mail ?? '')?.[1];

  test('members choose; managers begin with at once, staff with the digest', async () => {
    const all = (way: string) => Object.fromEntries(KINDS.map((kind) => [kind, way]));
    const get = async (who: TestService) => (await who.call('GET', '/v1/account/notifications')).body;
    expect(await get(manager)).toEqual({
      ...all('at_once'),
      listing_site: 'at_once',
      mail_failed: 'at_once',
      day: 'digest',
    });
    expect(await get(staff)).toEqual({
      ...all('digest'),
      assigned: 'at_once',
      listing_site: 'off',
      mail_failed: 'at_once',
      day: 'digest',
    });
    expect((await choose(staff, { order: 'off' })).body).toEqual({ ...(await get(staff)), order: 'off' });
    expectError(await choose(staff, { day: 'at_once' }), 400, 'invalid_body', '`day`');
    expectError(await newVisitor().call('GET', '/v1/account/notifications'), 403, 'insufficient_scope');
    await choose(staff, { order: 'digest' });
  });

  const settings = WAYS.flatMap((first) => WAYS.map((second) => [first, second] as const));
  test.each(engine === 'SQLite' ? settings : settings.slice(0, 2))(
    'whatever a visitor does is told within a minute: the manager chose %s, staff %s',
    async (first, second) => {
      await chooseAll(manager, first);
      await chooseAll(staff, second);
      clock.advance(minuteMs);
      const kept = await reserve('Rex');
      const ended = await reserve('Ida');
      await cancel(ended.token);
      const question = await write('Does Rex like cats?', kept.petId);
      await noted();
      clock.advance(minuteMs);
      const atOnce = [first === 'at_once' && manager.email, second === 'at_once' && staff.email].filter(Boolean);
      const told = await next(Math.max(1, atOnce.length));
      expect([...told.keys()].toSorted()).toEqual(atOnce.length > 0 ? atOnce : [own]);
      for (const mail of told.values()) {
        // All in one mail. What was reserved and cancelled is a cancellation.
        expect(subjectOf(mail)).toBe('Ann Lee has reserved Rex, and 2 more');
        expect(mail).toContain('Ann Lee has cancelled the reservation of Ida');
        expect(mail).toContain('> Does Rex like cats?');
        expect(mail).toContain('> We have a garden.');
        expect(mail).toContain('555 0199');
        expect(mail).toMatch(/It is held until \w+day, \d+ \w+ 2026 at \d\d:\d\d CET: 47 hours are left/);
        expect(mail).toContain(`https://pets.shelter.example/console/orders/${kept.id}`);
        expect(mail).toContain(`https://pets.shelter.example/console/inbox/${question}`);
      }
      await expectNoMore();
      await moveOrder(service, kept.id, 'cancel');
      await service.call('PATCH', `/v1/inbox/${question}`, { body: { state: 'closed' } });
    },
  );

  test('a message to the operators is told to the address of the only organization, if no operator has one', async () => {
    const question = await write('Are you open on Sunday?');
    clock.advance(minuteMs);
    const told = await next();
    expect([...told.keys()]).toEqual([own]);
    expect(told.get(own)).toContain('> Are you open on Sunday?');
    await service.call('PATCH', `/v1/inbox/${question}`, { body: { state: 'closed' } });
  });

  test('the own address ends its mails with one click, and managers choose for it', async () => {
    for (const one of [manager, staff]) await chooseAll(one, 'off');
    const path = '/v1/organizations/1/notifications';
    const { id } = await reserve('Max');
    clock.advance(minuteMs);
    expect((await click((await next()).get(own))).status).toBe(204);
    const ended = {
      order: 'off',
      hold_half: 'at_once',
      hold_ending: 'at_once',
      visit_passed: 'at_once',
      application: 'at_once',
      message: 'at_once',
    };
    expect((await manager.call('GET', path)).body).toEqual(ended);
    expectError(await staff.call('GET', path), 403, 'forbidden', 'manager');
    expectError(await manager.call('PATCH', path, { body: { order: 'digest' } }), 400, 'invalid_body', '`order`');
    const { token } = await reserve('Moritz');
    await cancel(token);
    clock.advance(minuteMs);
    await expectNoMore();
    expect((await manager.call('PATCH', path, { body: { order: 'at_once' } })).body).toEqual({
      ...ended,
      order: 'at_once',
    });
    await moveOrder(service, id, 'cancel');
  });

  test('a hold is told at half time and three hours before its end, once each, unless it is decided', async () => {
    await chooseAll(manager, 'at_once');
    await chooseAll(staff, 'off');
    const { id } = await reserve('Tom');
    const decided = await reserve('Kit');
    await noted();
    clock.advance(minuteMs);
    await next();
    await moveOrder(service, decided.id, 'approve');
    clock.advance(holdMs / 2);
    const half = (await next()).get(manager.email);
    expect(subjectOf(half)).toBe('Ann Lee still waits for an answer about Tom');
    await expectNoMore();
    clock.advance(holdMs / 2 - 3 * hourMs);
    expect(subjectOf((await next()).get(manager.email))).toBe('The reservation of Tom ends soon');
    await expectNoMore();
    clock.advance(2 * hourMs);
    await expectNoMore();
    await moveOrder(service, id, 'cancel');
  });

  test('a visit that has passed is told once, unless the animal has gone home', async () => {
    const open = await reserve('Mia');
    const done = await reserve('Bea');
    await noted();
    clock.advance(minuteMs);
    await next();
    const visit = { body: { visitAt: new Date(clock.now() + 2 * hourMs).toISOString() } };
    for (const { id } of [open, done]) expect((await moveOrder(service, id, 'approve', visit)).status).toBe(200);
    clock.advance(2 * hourMs + minuteMs);
    await expectNoMore();
    await moveOrder(service, done.id, 'deliver');
    clock.advance(hourMs);
    expect(subjectOf((await next()).get(manager.email))).toBe('Did Ann Lee take Mia home?');
    await expectNoMore();
    await moveOrder(service, open.id, 'deliver');
  });

  test('a member is told at once of what a colleague assigns to them, and to nobody else', async () => {
    await chooseAll(staff, 'off');
    await choose(staff, { assigned: 'at_once' });
    const { id, petId } = await reserve('Zoe');
    const question = await write('Is Zoe house-trained?', petId);
    await noted();
    clock.advance(minuteMs);
    await next();
    const assign = (who: TestService, assigneeId: number | null) =>
      who.call('PATCH', `/v1/inbox/${question}`, { body: { assigneeId } });
    await assign(manager, manager.accountId);
    await assign(manager, staff.accountId);
    clock.advance(minuteMs);
    const told = await next();
    expect([...told.keys()]).toEqual([staff.email]);
    expect(subjectOf(told.get(staff.email))).toBe('You take care of a message of A visitor about Zoe');
    await expectNoMore();
    await service.call('PATCH', `/v1/inbox/${question}`, { body: { state: 'closed' } });
    await moveOrder(service, id, 'cancel');
  });

  test('applications are told, with how many wait; what was decided meanwhile, or comes from a colleague, is not', async () => {
    await chooseAll(manager, 'at_once');
    await chooseAll(staff, 'off');
    await choose(staff, { assigned: 'at_once' });
    const petId = await addApplied('Pia');
    const [kept, ended, declined] = [await apply(petId, { note: 'A garden.' }), await apply(petId), await apply(petId)];
    const adopter = { name: 'Desk', email: 'desk@visitors.example' };
    const { body: desk } = await manager.call('POST', '/v1/applications', { body: { petId, adopter } });
    await withdraw(ended.token);
    await service.call('POST', `/v1/applications/${declined.id}/decline`);
    await noted();
    clock.advance(minuteMs);
    const mail = (await next()).get(manager.email);
    expect(subjectOf(mail)).toBe('Ann Lee has applied for Pia, and 1 more');
    expect(mail).toContain('Ann Lee has withdrawn the application for Pia');
    expect(mail).toContain('2 applications wait for Pia.');
    expect(mail).toContain('> A garden.');
    expect(mail).toContain(`https://pets.shelter.example/console/applications/${kept.id}`);
    for (const who of [manager, staff, manager, staff]) await assignApplication(manager, kept.id, who.accountId);
    clock.advance(minuteMs);
    const told = await next();
    expect([...told.keys()]).toEqual([staff.email]);
    expect(subjectOf(told.get(staff.email))).toBe('You take care of the application of Ann Lee for Pia');
    // Of what an operator takes care of, they are told wherever it is; of what is no organization's, the owner.
    const operator = await newOperator('helper@operators.example');
    const owner = await service.newAccount({ email: 'owner@shelter.example' });
    const alone = await addPet(service, { name: 'Solo', profile: { adoption: 'apply' } }, owner.key);
    const { body: ofOwner } = await service.call('POST', '/v1/applications', { body: { petId: alone, adopter } });
    const question = await write('Is Pia shy?', petId);
    clock.advance(minuteMs);
    expect([...(await next()).keys()]).toEqual([manager.email]);
    expect((await assignApplication(manager, kept.id, operator.accountId)).status).toBe(200);
    await service.call('PATCH', `/v1/inbox/${question}`, { body: { assigneeId: operator.accountId } });
    expect((await assignApplication(service, ofOwner.id, owner.accountId)).status).toBe(200);
    clock.advance(minuteMs);
    const outside = await next(2);
    expect(subjectOf(outside.get('helper@operators.example'))).toBe(
      'You take care of the application of Ann Lee for Pia, and 1 more',
    );
    const asked = outside.get('owner@shelter.example');
    expect(subjectOf(asked)).toBe('You take care of the application of Desk for Solo');
    expect((await click(asked)).status).toBe(204);
    await assignApplication(service, ofOwner.id, null);
    await assignApplication(service, ofOwner.id, owner.accountId);
    clock.advance(minuteMs);
    await expectNoMore();
    await service.call('PATCH', `/v1/inbox/${question}`, { body: { state: 'closed' } });
    await chooseAll(operator, 'off');
    await choose(operator, { mail_failed: 'off' });
    for (const { id } of [kept, desk, ofOwner]) await service.call('POST', `/v1/applications/${id}/withdraw`);
  });

  test('one click ends the mails of the kind', async () => {
    const { id } = await reserve('Leo');
    clock.advance(minuteMs);
    const mail = (await next()).get(manager.email) ?? '';
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect((await click(mail)).status).toBe(204);
    expect((await manager.call('GET', '/v1/account/notifications')).body).toMatchObject({
      order: 'off',
      message: 'at_once',
    });
    expectError(await click(mail.replace(/.{9}>/, 'AAAAAAAAA>')), 400, 'invalid_parameter', 'token');
    await choose(manager, { order: 'at_once' });
    await moveOrder(service, id, 'cancel');
  });

  test('nobody is told any more who has left, moved, was suspended, closed or chose so before the mail is sent', async () => {
    await chooseAll(manager, 'at_once');
    await chooseAll(staff, 'off');
    const elsewhere = await service.call('POST', '/v1/organizations', { body: { name: 'Dale' } });
    const [left, suspended, closed, moved, changed] = await Promise.all(
      ['left', 'suspended', 'closed', 'moved', 'changed'].map((name) => member('manager', `${name}@shelter.example`)),
    );
    mailServer.refuse(true);
    const { id } = await reserve('Uno');
    clock.advance(minuteMs);
    const all = [manager, left, suspended, closed, moved, changed].map((one) => one!.email).toSorted();
    await expect
      .poll(() => [...new Set(mailServer.refused())].filter((to) => !to.endsWith('@visitors.example')).toSorted())
      .toEqual(all);
    const admin = (account: typeof left, body: object) =>
      service.call('PATCH', `/v1/admin/accounts/${account!.accountId}`, { body });
    const answers = [
      await left!.call('DELETE', `/v1/organizations/1/members/${left!.accountId}`),
      await admin(suspended, { suspended: true }),
      await service.call('POST', `/v1/admin/people/erase`, { body: { email: closed!.email } }),
      await admin(moved, { organization: { id: elsewhere.body.id, role: 'manager' } }),
      await choose(changed!, { order: 'digest' }),
    ];
    for (const { status, text } of answers) expect(status, text).toBeLessThan(300);
    await acceptAll();
    expect([...(await next()).keys()]).toEqual([manager.email]);
    await expectNoMore();

    // The same of the whole organization.
    mailServer.refuse(true);
    const before = mailServer.refused().length;
    const question = await write('Hello?', (await reserve('Duo')).petId);
    clock.advance(minuteMs);
    await expect.poll(() => mailServer.refused().slice(before)).toContain(manager.email);
    await service.call('PATCH', '/v1/organizations/1', { body: { suspended: true } });
    await acceptAll();
    await expectNoMore();
    await service.call('PATCH', `/v1/inbox/${question}`, { body: { state: 'closed' } });
    await service.call('PATCH', '/v1/organizations/1', { body: { suspended: false } });
    await chooseAll(changed!, 'off');
    await moveOrder(service, id, 'cancel');
  });

  test('the digest comes at eight in the time zone of the organization, once, and only if there is something', async () => {
    await chooseAll(manager, 'off');
    const eight = (days: number) => Date.parse('2026-12-20T07:00:00Z') + days * dayMs;
    clock.set(eight(0) - minuteMs);
    await expectNoMore();
    await chooseAll(staff, 'digest');
    await choose(staff, { day: 'digest' });
    const vaccinations = [
      { name: 'Rabies', nextDate: '2026-12-22' },
      { name: 'Influenza', nextDate: '2027-05-01' },
      { name: 'Parvovirosis', date: '2025-12-01', nextDate: '2026-12-01' },
      { name: 'Parvovirosis', date: '2026-11-28', nextDate: '2027-11-28' },
      { name: 'Distemper', date: '2025-01-10' },
      { name: 'Distemper', nextDate: '2026-12-01' },
    ];
    const hold = { type: 'foster' };
    await addPet(service, { name: 'Bello', profile: { description: 'A dog.', staff: { vaccinations, hold } } });
    const { id, petId } = await reserve('Nora');
    const visit = await reserve('Otto');
    await moveOrder(service, visit.id, 'approve', { body: { visitAt: '2026-12-20T14:30:00Z' } });
    const question = await write('Does Nora like cats?', petId);
    const applied = await apply(await addApplied('Pia'));
    await noted();
    clock.set(eight(0) + 1_000);
    // The own address is told at once.
    const digest = (await next(2)).get(staff.email) ?? '';
    expect(digest).toContain('Applications without an answer (1)');
    expect(digest).toContain('Pia for Ann Lee, since Sunday 20 December');
    expect(digest).not.toContain('Applications that you take care of');
    expect(subjectOf(digest)).toBe('Today at Riverside');
    expect(digest).toContain('Nora for Ann Lee, since Sunday 20 December');
    expect(digest).toContain('Visits today (1)');
    expect(digest).toContain('Otto for Ann Lee, at 15:30');
    expect(digest).toContain('Messages without an answer (1)');
    expect(digest).toContain('A visitor, since Sunday 20 December: Does Nora like cats?');
    expect(digest).toContain('Bello: Rabies, 2026-12-22');
    expect(digest).toContain('Bello: Distemper, 2026-12-01');
    expect(digest).not.toMatch(/Influenza|Parvovirosis/);
    expect(digest).toMatch(/Animals without a photo or a story \(\d+\)/);
    await expectNoMore();
    await moveOrder(service, id, 'cancel');
    await moveOrder(service, visit.id, 'deliver');
    await service.call('PATCH', `/v1/inbox/${question}`, { body: { state: 'closed' } });
    await service.call('POST', `/v1/applications/${applied.id}/withdraw`);
    await choose(staff, { day: 'off' });
    clock.set(eight(1) + 1_000);
    await expectNoMore();
    // Eight in Chicago, of the same day.
    const move = (timeZone: string) => service.call('PATCH', '/v1/organizations/1', { body: { timeZone } });
    await move('America/Chicago');
    await choose(staff, { day: 'digest' });
    await expectNoMore();
    clock.set(eight(1) + 7 * hourMs + 1_000);
    expect(subjectOf((await next()).get(staff.email))).toBe('Today at Riverside');
    await expectNoMore();
    await move('Europe/Berlin');
    await choose(staff, { day: 'off' });
    const ofStaff = await apply(await addApplied('Mia'));
    await assignApplication(manager, ofStaff.id, staff.accountId);
    await service.call('POST', `/v1/applications/${ofStaff.id}/review`);
    await expectNoMore();
    clock.set(eight(3) + 1_000);
    const later = (await next()).get(staff.email) ?? '';
    expect(later).toContain('Applications that you take care of (1)');
    expect(later).not.toContain('Applications without an answer');
    expect(later).toContain('Mia for Ann Lee, since Monday 21 December');
    await service.call('POST', `/v1/applications/${ofStaff.id}/withdraw`);
    // What follows does not come to eight o'clock.
    clock.set(eight(3) + 7 * hourMs);
    await expectNoMore();
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('mails to members and visitors show the animal and the logo, without a key', async () => {
    await chooseAll(manager, 'at_once');
    await service.call('PUT', '/v1/organizations/1/logo', {
      body: IMAGES['image/png'],
      headers: { 'content-type': 'image/png' },
    });
    const { body: organization } = await service.call('GET', '/v1/organizations/1');
    const petId = await addPet(service, { name: 'Sam' });
    const { urls } = (await postPhoto(service, petId)).body;
    const { id } = await reserve('Sam', petId);
    const toVisitor = await mailServer.next();
    expect(toVisitor.to[0]).toMatch(/@visitors\.example$/);
    clock.advance(minuteMs);
    const mail = (await next()).get(manager.email) ?? '';
    for (const path of [urls.share, organization.logo] as string[]) {
      for (const { text } of [toVisitor, { text: mail }])
        // The test's server keeps a break of lines that follows a question mark.
        expect(text.replaceAll('?=\r\n', '?')).toContain(`<img src="https://pets.shelter.example${path}"`);
      expect((await service.call('GET', path, { key: null })).status).toBe(200);
    }
    await moveOrder(service, id, 'cancel');
  });

  describe('of each kind, nobody is told who', () => {
    /** What happens, with the mails of every other kind off. */
    const HAPPEN: Record<string, (all: readonly Member[]) => Promise<unknown>> = {
      order: () => reserve('Order'),
      async hold_half() {
        await reserve('Half');
        clock.advance(holdMs / 2);
      },
      async hold_ending() {
        await reserve('Ending');
        clock.advance(holdMs - 3 * hourMs);
      },
      async visit_passed() {
        const { id } = await reserve('Visit');
        const visitAt = new Date(clock.now() + hourMs).toISOString();
        await moveOrder(service, id, 'approve', { body: { visitAt } });
        clock.advance(2 * hourMs);
      },
      application: async () => apply(await addApplied('Applied')),
      message: async () => write('Hello?', (await reserve('Question')).petId),
      async assigned(all) {
        const { petId } = await reserve('Assigned');
        for (const { accountId: assigneeId } of all)
          await service.call('PATCH', `/v1/inbox/${await write('Hello?', petId)}`, { body: { assigneeId } });
        const applied = await addApplied('Applied');
        for (const { accountId } of all) await assignApplication(service, (await apply(applied)).id, accountId);
      },
      async day() {
        await addPet(service, { name: 'Bare' });
        clock.set(nextAtHour(clock.now(), 8, 'Europe/Berlin') + 1_000);
      },
    };
    /** The kinds that staff are told of as managers are, until they choose. */
    const ALIKE = new Set(['assigned', 'day']);
    let elsewhere: number;
    beforeAll(async () => {
      for (const one of [manager, staff]) await chooseAll(one, 'off');
      await service.call('PATCH', '/v1/organizations/1', { body: { email: null } });
      elsewhere = (await service.call('POST', '/v1/organizations', { body: { name: 'Hill' } })).body.id;
    });
    afterAll(() => service.call('PATCH', '/v1/organizations/1', { body: { email: own } }));

    const admin = ({ accountId }: Member, body: object) =>
      service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body });
    const ENDS: Record<string, (one: Member) => Promise<{ status: number }>> = {
      left: (one) => one.call('DELETE', `/v1/organizations/1/members/${one.accountId}`),
      staff: (one) => admin(one, { organization: { id: 1, role: 'staff' } }),
      suspended: (one) => admin(one, { suspended: true }),
      erased: ({ email }) => service.call('POST', '/v1/admin/people/erase', { body: { email } }),
      moved: (one) => admin(one, { organization: { id: elsewhere, role: 'manager' } }),
      async unconfirmed({ accountId }) {
        const { database } = beside;
        await database.transaction((tx) =>
          tx.updateTable('accounts').set({ awaiting: 'confirmation' }).where('id', '=', accountId).execute(),
        );
        return { status: 200 };
      },
    };

    test.each(Object.keys(HAPPEN))(
      '%s: left, has another role, is suspended, erased, elsewhere or unconfirmed',
      async (kind) => {
        clock.advance(dayMs);
        await expectNoMore();
        const people = new Map<string, Member>();
        for (const name of ['kept', ...Object.keys(ENDS)]) {
          const one = await member('manager', `${name}-${kind}@shelter.example`);
          const others = [...KINDS, 'day'].filter((other) => other !== kind);
          await choose(one, Object.fromEntries(others.map((other) => [other, 'off'])));
          people.set(name, one);
        }
        const all = [...people.values()];
        const happen = async () => {
          mailServer.refuse(true);
          const before = mailServer.refused().length;
          await HAPPEN[kind]?.(all);
          clock.advance(minuteMs);
          return () =>
            new Set(
              mailServer
                .refused()
                .slice(before)
                .filter((to) => to.endsWith('@shelter.example')),
            );
        };
        const told = await happen();
        await expect.poll(told).toEqual(new Set(all.map(({ email }) => email)));
        for (const [name, end] of Object.entries(ENDS))
          expect((await end(people.get(name)!)).status, name).toBeLessThan(300);
        await acceptAll();
        const left = [people.get('kept')!, ...(ALIKE.has(kind) ? [people.get('staff')!] : [])];
        const emails = left.map(({ email }) => email).toSorted();
        expect([...(await next(emails.length)).keys()].toSorted()).toEqual(emails);
        await expectNoMore();

        // Staff are told in the digest instead.
        if (!ALIKE.has(kind)) await chooseAll(people.get('staff')!, 'off');
        // Of an organization that is suspended meanwhile, nobody.
        const toldAgain = await happen();
        await expect.poll(toldAgain).toEqual(new Set(emails));
        await service.call('PATCH', '/v1/organizations/1', { body: { suspended: true } });
        await acceptAll();
        await expectNoMore();
        await service.call('PATCH', '/v1/organizations/1', { body: { suspended: false } });
        for (const one of left) await chooseAll(one, 'off');
      },
    );
  });

  test('operators are told of mails that fail: once in six hours, and never in a circle', async () => {
    await chooseAll(manager, 'off');
    await service.call('PATCH', '/v1/organizations/1', { body: { email: null } });
    const { database } = beside;
    const set = (id: number, values: object) =>
      database.transaction((tx) => tx.updateTable('accounts').set(values).where('id', '=', id).execute());
    const names = ['kept', 'suspended', 'demoted'];
    const operators = await Promise.all(names.map((name) => newOperator(`${name}@operators.example`)));
    clock.advance(dayMs);
    await expectNoMore();
    mailServer.refuseForGood('@visitors.example');
    const first = await reserve('Rex');
    const waiting = () =>
      database.read
        .selectFrom('notices')
        .select('subject')
        .where('kind', '=', 'mail_failed')
        .where('batch_id', 'is', null)
        .execute();
    await expect.poll(waiting).toHaveLength(1);
    await set(operators[1]!.accountId, { suspended_at: clock.now() });
    await set(operators[2]!.accountId, { role: 'member' });
    clock.advance(minuteMs);
    const told = await next();
    expect([...told.keys()]).toEqual(['kept@operators.example']);
    const mail = told.get('kept@operators.example');
    expect(subjectOf(mail)).toBe('A mail could not be sent');
    expect(mail).toContain(`> order.placed: ${first.id}\r\n`);
    expect(mail).not.toContain('@visitors.example');

    // What fails later is told together. The mail that tells it fails as well, and nobody is told of that.
    const others = [await reserve('Ida'), await reserve('Tom')];
    await expect.poll(waiting).toHaveLength(2);
    clock.advance(5 * hourMs);
    await expectNoMore();
    mailServer.refuseForGood('.example');
    clock.advance(hourMs + minuteMs);
    await expectNoMore();
    expect(await waiting()).toEqual([]);
    mailServer.refuseForGood(undefined);
    clock.advance(12 * hourMs);
    await expectNoMore();
    for (const { id } of [first, ...others]) await moveOrder(service, id, 'cancel');
    await service.call('PATCH', '/v1/organizations/1', { body: { email: own } });
  });

  test('a flood of 1,000 reservations makes at most 20 mails an hour, and loses none', async () => {
    await chooseAll(manager, 'at_once');
    await chooseAll(staff, 'off');
    clock.advance(2 * dayMs);
    await expectNoMore();
    // No earlier mail counts for the hour of the flood.
    clock.advance(2 * hourMs);
    const ids: number[] = [];
    const flood = async (count: number) =>
      ids.push(...(await Promise.all(Array.from({ length: count }, () => reserve('Many')))).map(({ id }) => id));
    const told: string[] = [];
    // More mails than an hour allows, if each minute had one.
    for (let minute = 0; minute < 40; minute += 1) {
      await flood(25);
      await noted();
      clock.advance(minuteMs);
      if (minute < 16) told.push((await next()).get(manager.email) ?? '');
    }
    clock.advance(30 * minuteMs);
    told.push((await next()).get(manager.email) ?? '');
    await expectNoMore();
    const named = told.flatMap((mail) => [
      ...new Set([...mail.matchAll(/^https:\/\/\S+\/console\/orders\/(\d+)/gm)].map(([, id]) => Number(id))),
    ]);
    expect(named.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });
});
