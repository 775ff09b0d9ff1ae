import { beforeAll, describe, expect, test } from 'vitest';
import { allEvents } from '../../events/streams.ts';
import { invitationIn, invite, invited, type Member, newMember, signedIn } from '../../organizations/members.ts';
import { newcomers, openPage, type Page } from '../../pages/page.ts';
import { getOrder, placeOrder, withKey } from '../../support/adoption.ts';
import { expectError, idsOf } from '../../support/answers.ts';
import { type MailServer, openMailServer } from '../../support/mail.ts';
import { BACKENDS, sharedService, startOnSqlite, testClock, type TestService } from '../../support/service.ts';

const dayMs = 24 * 3_600_000;
const password = 'seven quiet otters';

describe.each(BACKENDS)('invitations to an organization, on %s', (_, start) => {
  const clock = testClock();
  let id: number;
  let manager: Member;
  let people = 0;
  const newcomer = newcomers(() => service, clock);

  const service = sharedService(start, { now: clock.now, settings: { signup: 'open' } });
  beforeAll(async () => {
    id = (await service.call('POST', '/v1/organizations', { body: { name: 'Riverside', listed: true } })).body.id;
    manager = await newMember(service, id, 'manager');
  });

  const list = (caller: TestService = manager) => caller.call('GET', `/v1/organizations/${id}/invitations`);
  const withdraw = (invitationId: number | string, caller: TestService = manager) =>
    caller.call('DELETE', `/v1/organizations/${id}/invitations/${invitationId}`);
  const show = (token: string, page = openPage(service)) =>
    page.call('POST', '/session/invitation', { body: { token } });
  function join(page: Page, token: string, body: object = {}) {
    clock.advance(61_000);
    return page.call('POST', '/session/join', { body: { token, ...body } });
  }
  const newAddress = (): string => `bea-${(people += 1)}@riverside.example`;

  describe('making them', () => {
    test('201: a link that only this response shows, for seven days', async () => {
      const answer = await invite(manager, id, { role: 'staff', email: ' Bea@Riverside.example' });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { link, ...listed } = answer.body;
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/portal\/join#token=ppi_[\w-]{43}$/);
      expect(listed).toEqual({
        id: expect.any(Number),
        role: 'staff',
        email: 'bea@riverside.example',
        createdAt: new Date(clock.now()).toISOString(),
        expiresAt: new Date(clock.now() + 7 * dayMs).toISOString(),
      });
      expect((await list()).body[0]).toEqual(listed);
      expect((await list()).text).not.toContain('ppi_');
    });

    test('a repeated request with the same Idempotency-Key shows the same link, and makes no other', async () => {
      const before = (await list()).body.length;
      const post = () =>
        manager.call('POST', `/v1/organizations/${id}/invitations`, {
          body: { role: 'staff' },
          headers: { 'idempotency-key': 'one invitation' },
        });
      expect((await post()).text).toBe((await post()).text);
      expect((await list()).body).toHaveLength(before + 1);
    });

    test('managers and operators make, list and withdraw them; staff and others do not', async () => {
      const staff = await newMember(service, id, 'staff');
      const { body: made } = await invite(service, id, { role: 'manager' });
      for (const caller of [staff, withKey(service, (await service.newAccount()).key)]) {
        expectError(await invite(caller, id, { role: 'staff' }), 403, 'forbidden', 'manager');
        expectError(await list(caller), 403, 'forbidden', 'manager');
        expectError(await withdraw(made.id, caller), 403, 'forbidden', 'manager');
      }
      expectError(await invite(service, 9_999, { role: 'staff' }), 404, 'organization_not_found');
      expect(idsOf(await list(service))).toContain(made.id);
      expect((await withdraw(made.id)).status).toBe(204);
      expectError(await withdraw(made.id), 404, 'invitation_not_found', '`invitationId`');
      expectError(await withdraw('x'), 404, 'invitation_not_found');
      expect(idsOf(await list())).not.toContain(made.id);
      expectError(await show(invitationIn(made.link)), 404, 'invitation_not_found');
    });

    test.each([
      [{}, '`role` is required'],
      [{ role: 'owner' }, '`role` must be one of `manager`, `staff`'],
      [{ role: 'staff', email: 'bea' }, '`email` must be an email address'],
    ])('400 invalid_body: %j', async (body, naming) => {
      expectError(await invite(manager, id, body), 400, 'invalid_body', naming);
    });
  });

  describe('accepting them', () => {
    test('the page shows what the invitation is for', async () => {
      const token = await invited(manager, id, { role: 'staff', email: 'bea@riverside.example' });
      const answer = await show(token);
      expect(answer.body).toEqual({
        organization: { id, name: 'Riverside' },
        role: 'staff',
        email: 'bea@riverside.example',
        expiresAt: new Date(clock.now() + 7 * dayMs).toISOString(),
      });
      for (const wrong of ['x', `ppi_${'x'.repeat(43)}`, token.replace('ppi_', 'ppl_')])
        expectError(await show(wrong), 404, 'invitation_not_found');
      expectError(await show(token, openPage(service, { 'sec-fetch-site': 'cross-site' })), 403, 'cross_site_request');
    });

    test('a new account joins, is signed in, and its keys work for the organization', async () => {
      const token = await invited(manager, id, { role: 'staff' });
      const page = openPage(service);
      const email = newAddress();
      const answer = await join(page, token, { email, password, name: 'Bea' });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.account).toMatchObject({ email, name: 'Bea', organization: { id, role: 'staff' } });
      const { key } = (await page.call('POST', '/v1/account/keys', { body: {} })).body;
      const pet = await service.call('POST', '/v1/pets', { key, body: { name: 'Rex', categoryId: 1 } });
      expect((await manager.call('PATCH', `/v1/pets/${pet.body.id}`, { body: { name: 'Max' } })).status).toBe(200);
      expect((await openPage(service).signIn(email, password)).status).toBe(200);
      expectError(await join(openPage(service), token, { email: newAddress(), password }), 404, 'invitation_not_found');
    });

    test('also where sign-up is closed', async () => {
      const closed = await start({ settings: { signup: 'closed' } });
      const token = await invited(closed, 1, { role: 'manager' });
      const page = openPage(closed);
      const answer = await page.call('POST', '/session/join', {
        body: { token, email: 'bea@riverside.example', password },
      });
      expect(answer.body.account.organization).toEqual({ id: 1, role: 'manager' });
    });

    test('an account that is signed in joins, from the next request on with its keys too', async () => {
      const { key, accountId, email } = await newcomer();
      const read = () => service.call('GET', `/v1/organizations/${id}/members`, { key });
      expectError(await read(), 403, 'forbidden');
      const page = await signedIn(service, { email, password });
      const after = (await allEvents(service)).at(-1)!.sequence;
      const answer = await join(page, await invited(manager, id, { role: 'staff', email: email.toUpperCase() }));
      expect(answer.body.account).toMatchObject({ id: accountId, organization: { id, role: 'staff' } });
      expect((await read()).status).toBe(200);
      expect(await allEvents(service, { key, query: `?after=${after}&types=account.joined` })).toMatchObject([
        { actor: { type: 'account', accountId }, data: { id: accountId, organization: { id, role: 'staff' } } },
      ]);
      expectError(await join(page, await invited(service, 1, { role: 'staff' })), 409, 'already_member');
      expectError(await join(openPage(service), await invited(manager, id, { role: 'staff' })), 401, 'not_signed_in');
    });

    test('bringAnimals: the animals, categories, orders and applications of the account become the organization’s', async () => {
      for (const bringAnimals of [true, false]) {
        const { key, accountId, email } = await newcomer();
        const member = withKey(service, key);
        const petId = (await member.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body.id;
        const categoryId = (await member.call('POST', '/v1/categories', { body: { name: 'Hens' } })).body.id;
        const orderId = await placeOrder(withKey(service, service.operatorKey), petId);
        const wanted = { name: 'Max', categoryId: 1, profile: { adoption: 'apply' } };
        const { id: wantedId } = (await member.call('POST', '/v1/pets', { body: wanted })).body;
        const submit = async (caller: TestService, adopter: string): Promise<number> => {
          const body = { petId: wantedId, adopter: { name: adopter, email: `${adopter}@home.example` } };
          const answer = await caller.call('POST', '/v1/applications', { body });
          expect(answer.status, answer.text).toBe(201);
          return answer.body.id;
        };
        const applications = [await submit(service, 'ann'), await submit(member, 'bea')];
        const page = await signedIn(service, { email, password });
        const token = await invited(manager, id, { role: 'staff' });
        expect((await show(token, page)).body.animals).toBe(2);
        await join(page, token, { bringAnimals });

        const expected = bringAnimals ? 200 : 403;
        const statuses = [
          await manager.call('PATCH', `/v1/pets/${petId}`, { body: { name: 'Max' } }),
          await manager.call('PATCH', `/v1/categories/${categoryId}`, { body: { name: 'Geese' } }),
        ].map(({ status }) => status);
        expect(statuses).toEqual([expected, expected]);
        expect((await getOrder(manager, orderId)).status).toBe(bringAnimals ? 200 : 404);
        for (const applicationId of applications)
          expect((await manager.call('GET', `/v1/applications/${applicationId}`)).status).toBe(
            bringAnimals ? 200 : 404,
          );
        const accepted = await member.call('POST', `/v1/applications/${applications[0]}/accept`);
        expect(accepted.status, accepted.text).toBe(200);
        // What it entered for others as one of the animal's people stays with the animal.
        await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { organization: null } });
        const own = await member.call('GET', `/v1/applications/${applications[1]}`);
        expect(own.status).toBe(bringAnimals ? 404 : 200);
      }
    });

    test('403 with another address than the invitation’s, and nothing is made', async () => {
      const token = await invited(manager, id, { role: 'staff', email: 'only@riverside.example' });
      const { email } = await newcomer();
      expectError(await join(await signedIn(service, { email, password }), token), 403, 'forbidden', 'another address');
      const address = newAddress();
      expectError(await join(openPage(service), token, { email: address, password }), 403, 'forbidden');
      expectError(await openPage(service).signIn(address, password), 401, 'invalid_credentials');
      const mine = await join(openPage(service), token, { email: 'Only@riverside.example', password });
      expect(mine.body.account.email).toBe('only@riverside.example');
    });

    test('409 for an address that has an account; 400 for half of a new account', async () => {
      const { email } = await newcomer();
      const token = await invited(manager, id, { role: 'staff' });
      expectError(await join(openPage(service), token, { email, password }), 409, 'account_exists', 'sign in');
      expectError(await join(openPage(service), token, { email: newAddress() }), 400, 'invalid_body', '`password`');
      expectError(
        await join(openPage(service), token, { email: newAddress(), password: 'short' }),
        400,
        'invalid_body',
        '`password` must be',
      );
      expect((await show(token)).status).toBe(200);
    });

    test('403 for a suspended account', async () => {
      const { email, accountId } = await newcomer();
      const page = await signedIn(service, { email, password });
      await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
      expectError(await join(page, await invited(manager, id, { role: 'staff' })), 403, 'account_suspended');
    });

    test('an invitation works once, however many accept it at once', async () => {
      const token = await invited(manager, id, { role: 'staff' });
      const pages = [];
      for (let i = 0; i < 3; i += 1) pages.push(await signedIn(service, { ...(await newcomer()), password }));
      const newPages = [openPage(service), openPage(service)];
      const answers = await Promise.all([
        ...pages.map((page) => join(page, token)),
        ...newPages.map((page) => join(page, token, { email: newAddress(), password })),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
    });

    test('an account that accepts two invitations at once joins one organization', async () => {
      const page = await signedIn(service, { ...(await newcomer()), password });
      const tokens = [await invited(manager, id, { role: 'staff' }), await invited(service, 1, { role: 'staff' })];
      const answers = await Promise.all(tokens.map((token) => join(page, token)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    });
  });

  test('they end after seven days, with the rights of whoever made them, and while the organization is suspended', async () => {
    const second = await newMember(service, id, 'manager');
    const [byManager, bySecond, byOperator] = [
      await invited(manager, id, { role: 'staff' }),
      await invited(second, id, { role: 'manager' }),
      await invited(service, id, { role: 'staff' }),
    ];
    const statuses = async () =>
      (await Promise.all([byManager, bySecond, byOperator].map((token) => show(token)))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200]);
    await service.call('PATCH', `/v1/organizations/${id}/members/${second.accountId}`, { body: { role: 'staff' } });
    expect(await statuses()).toEqual([200, 404, 200]);
    expectError(
      await join(openPage(service), bySecond, { email: newAddress(), password }),
      404,
      'invitation_not_found',
    );
    await service.call('PATCH', `/v1/organizations/${id}`, { body: { suspended: true } });
    expect(await statuses()).toEqual([404, 404, 404]);
    await service.call('PATCH', `/v1/organizations/${id}`, { body: { suspended: false } });
    // `join` has advanced the clock by 61 seconds.
    clock.advance(7 * dayMs - 61_001);
    expect(await statuses()).toEqual([200, 404, 200]);
    clock.advance(1);
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await list()).body).toEqual([]);
  });
});

test('where mail is set up, an invitation with an address is mailed, and a new account confirms its own', async () => {
  const mail: MailServer = await openMailServer();
  const service = await startOnSqlite({ settings: { smtpUrl: mail.url, publicUrl: 'https://pets.shelter.example' } });
  await service.call('PATCH', '/v1/organizations/1', { body: { name: 'Riverside Shelter' } });
  await invite(service, 1, { role: 'staff' });
  const { body } = await invite(service, 1, { role: 'staff', email: 'bea@riverside.example' });
  const { to, text } = await mail.next();
  expect(to).toEqual(['bea@riverside.example']);
  expect(text).toContain('Subject: Join Riverside Shelter on Petstore');
  expect(text).toContain(body.link);
  expect(body.link).toMatch(/^https:\/\/pets\.shelter\.example\/portal\/join#/);
  expect(mail.waiting()).toBe(0);

  // The manager has seen the link too, so that it does not prove who has the address.
  const token = invitationIn(body.link);
  const joined = await openPage(service).call('POST', '/session/join', {
    body: { token, email: 'bea@riverside.example', password },
  });
  expect(joined.body.account).toMatchObject({ awaiting: 'confirmation', organization: { id: 1, role: 'staff' } });
  expect((await mail.next()).text).toContain('Subject: Confirm your address for Petstore');
  await service.close();
  await mail.close();
});
