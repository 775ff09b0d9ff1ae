import { describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/secrets/token.ts';
import { follow } from '../../events/streams.ts';
import { signedIn } from '../../organizations/members.ts';
import { fromPage, newcomers, openPage } from '../../pages/page.ts';
import { expectError } from '../../support/answers.ts';
import { BACKENDS, sharedService, testClock } from '../../support/service.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe.each(BACKENDS)('sessions on %s', (_, start) => {
  const clock = testClock();
  const newcomer = newcomers(() => service, clock);
  /** A new account, and a browser in which its owner has signed in. */
  const member = async () => {
    const account = await newcomer();
    return { ...account, page: await signedIn(service, account) };
  };

  const service = sharedService(start, { now: clock.now });

  describe('POST /session', () => {
    test('200: the account, the end of the session, and an HttpOnly and SameSite cookie', async () => {
      const { email, password } = await newcomer();
      const page = openPage(service);
      const answer = await page.signIn(` ${email.toUpperCase()} `, password);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        account: expect.objectContaining({ email, role: 'member', plan: 'free' }),
        endsAt: new Date(clock.now() + 14 * dayMs).toISOString(),
      });
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^petstore-production=pss_[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(
          /^petstore-production-browser=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
        ),
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text).not.toContain('pss_');

      const again = await page.call('GET', '/session');
      expect(again.status).toBe(200);
      expect(again.body).toEqual(answer.body);
    });

    test('401 invalid_credentials: a wrong password, an unknown address and an account without a password look alike', async () => {
      const { email } = await newcomer();
      const { accountId } = await service.newAccount({ email: 'keys-only@shelter.example' });
      expect(accountId).toBeGreaterThan(0);
      const answers = [];
      for (const wrong of [email, 'nobody@shelter.example', 'keys-only@shelter.example', 'not an address'])
        answers.push(await openPage(service).signIn(wrong, 'another password'));
      for (const answer of answers) {
        expectError(answer, 401, 'invalid_credentials');
        expect(answer.text).toBe(answers[0]!.text);
        expect(answer.headers.getSetCookie()).toEqual([]);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="petstore"');
      }
    });

    test('400 invalid_body: members that are missing or invalid', async () => {
      const page = openPage(service);
      for (const body of [{}, { email: 'a@b.example' }, { email: 1, password: 'x' }, { email: 'a', password: '' }, []])
        expectError(await page.call('POST', '/session', { body }), 400, 'invalid_body');
    });

    test("makes a new token each time, and ends the browser's previous session", async () => {
      const { email, password, page } = await member();
      const former = page.cookie;
      await page.signIn(email, password);
      expect(page.cookie).not.toBe(former);
      const old = openPage(service);
      old.cookie = former;
      expect((await old.call('GET', '/session')).status).toBe(204);
      expect((await page.call('GET', '/session')).status).toBe(200);
    });

    test('never accepts a token that the browser sends (session fixation)', async () => {
      const { email, password } = await newcomer();
      const planted = `petstore-production=pss_${'A'.repeat(43)}`;
      const page = openPage(service);
      page.cookie = planted;
      await page.signIn(email, password);
      expect(page.cookie).not.toBe(planted);
      const attacker = openPage(service);
      attacker.cookie = planted;
      expect((await attacker.call('GET', '/session')).status).toBe(204);
    });
  });

  test('the database holds no token, only its hash', async () => {
    const { page } = await member();
    const token = page.cookie.split('=')[1]!;
    const { database } = await service.beside();
    const rows = await database.read.selectFrom('sessions').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  test('DELETE ends the session at once and clears the cookie; 204 without a session too', async () => {
    const { page } = await member();
    const former = page.cookie;
    const answer = await page.call('DELETE', '/session');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual(['petstore-production=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
    page.cookie = former;
    expect((await page.call('GET', '/session')).status).toBe(204);
    expectError(await page.call('GET', '/v1/account'), 401, 'missing_api_key');
    expect((await openPage(service).call('DELETE', '/session')).status).toBe(204);
  });

  test('a session ends after a day without use, and each use extends it', async () => {
    const { page } = await member();
    for (let day = 0; day < 3; day += 1) {
      clock.advance(dayMs - 1_000);
      expect((await page.call('GET', '/v1/account')).status).toBe(200);
      // The use is written down beside the answer.
      await expect.poll(() => idleUntil(page.cookie)).toBe(clock.now() + dayMs);
    }
    clock.advance(dayMs);
    expect((await page.call('GET', '/session')).status).toBe(204);
    expectError(await page.call('GET', '/v1/account'), 401, 'missing_api_key');
  });

  test('a session ends after two weeks, even if it is used', async () => {
    const { email, password } = await newcomer();
    const page = openPage(service);
    const { body } = await page.signIn(email, password);
    for (let hour = 0; hour < 14 * 24 - 12; hour += 12) {
      clock.advance(12 * hourMs);
      expect((await page.call('GET', '/session')).status).toBe(200);
      await expect.poll(() => idleUntil(page.cookie)).toBe(Math.min(clock.now() + dayMs, Date.parse(body.endsAt)));
    }
    clock.set(Date.parse(body.endsAt) - 1);
    expect((await page.call('GET', '/session')).status).toBe(200);
    clock.advance(1);
    expect((await page.call('GET', '/session')).status).toBe(204);
  });

  async function idleUntil(cookie: string) {
    const { database } = await service.beside();
    const row = await database.read
      .selectFrom('sessions')
      .select('idle_until')
      .where('hash', '=', hashOf(cookie.split('=')[1]!))
      .executeTakeFirst();
    await database.close();
    return row?.idle_until;
  }

  describe('POST /session/password', () => {
    test('200: the new password works, every other session ends, and this one continues with a new token', async () => {
      const { email, password, key } = await newcomer();
      const here = openPage(service);
      const there = openPage(service);
      await here.signIn(email, password);
      await there.signIn(email, password);
      const before = here.cookie;
      const answer = await here.call('POST', '/session/password', {
        body: { currentPassword: password, newPassword: 'eight loud otters' },
      });
      expect(answer.status).toBe(200);
      expect(answer.body.account.email).toBe(email);
      expect(here.cookie).not.toBe(before);
      expect((await here.call('GET', '/v1/account')).status).toBe(200);
      expectError(await there.call('GET', '/v1/account'), 401, 'missing_api_key');
      expect((await there.call('GET', '/session')).status).toBe(204);
      here.cookie = before;
      expect((await here.call('GET', '/session')).status).toBe(204);
      expectError(await openPage(service).signIn(email, password), 401, 'invalid_credentials');
      expect((await openPage(service).signIn(email, 'eight loud otters')).status).toBe(200);
      expect((await service.call('GET', '/v1/account', { key })).status).toBe(200);
    });

    test('401 without a session or with a wrong current password; 400 for a short new password', async () => {
      const { email, password } = await newcomer();
      const page = openPage(service);
      const change = (currentPassword: string, newPassword = 'eight loud otters') =>
        page.call('POST', '/session/password', { body: { currentPassword, newPassword } });
      expectError(await change(password), 401, 'not_signed_in');
      await page.signIn(email, password);
      expectError(await change('wrong one'), 401, 'invalid_credentials', '`currentPassword`');
      expectError(await change(password, 'too short'), 400, 'invalid_body', '`newPassword`');
      expect((await page.call('GET', '/session')).status).toBe(200);
    });

    test('a concurrent sign-in with the old password opens no session that lasts', async () => {
      const { email, password } = await newcomer();
      const here = openPage(service);
      await here.signIn(email, password);
      const there = openPage(service);
      const body = { currentPassword: password, newPassword: 'eight loud otters' };
      await Promise.all([here.call('POST', '/session/password', { body }), there.signIn(email, password)]);
      expect((await here.call('GET', '/session')).status).toBe(200);
      expect((await there.call('GET', '/session')).status).toBe(204);
    });

    test('of two concurrent changes one wins, and one session remains', async () => {
      const { email, password } = await newcomer();
      const pages = [openPage(service), openPage(service)];
      for (const page of pages) await page.signIn(email, password);
      const answers = await Promise.all(
        pages.map((page, i) =>
          page.call('POST', '/session/password', {
            body: { currentPassword: password, newPassword: `eight loud otters ${i}` },
          }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
      const left = await Promise.all(pages.map(async (page) => (await page.call('GET', '/session')).status));
      expect(new Set(left)).toEqual(new Set([200, 204]));
    });
  });

  describe('on /v1 a session', () => {
    test('acts as its account with all scopes, within its limits', async () => {
      const { page, key } = await member();
      const { headers } = await service.call('GET', '/v1/pets', { key });
      expect((await page.call('GET', '/v1/account/keys')).body).toHaveLength(1);
      const answer = await page.call('GET', '/v1/pets');
      expect(answer.status).toBe(200);
      expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(
        Number(headers.get('x-ratelimit-remaining')) - 1,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const added = await page.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
      expect(added.status).toBe(201);
      expectError(await page.call('GET', '/v1/admin/accounts'), 403, 'forbidden', 'operator');
    });

    test('makes, rolls and revokes keys, and repeats a shown key only to the session that asked', async () => {
      const { email, password, page } = await member();
      const make = () =>
        page.call('POST', '/v1/account/keys', {
          body: { name: 'Shop' },
          headers: { 'idempotency-key': `make-${email}` },
        });
      const made = await make();
      expect(made.status).toBe(201);
      expect((await make()).body).toEqual(made.body);
      const rolled = await page.call('POST', `/v1/account/keys/${made.body.id}/roll`);
      expect(rolled.status).toBe(201);
      expect((await page.call('DELETE', `/v1/account/keys/${rolled.body.id}`)).status).toBe(204);
      await page.signIn(email, password);
      expectError(await make(), 422, 'idempotency_key_reused');
    });

    test('of a suspended account gets 403, and GET /session still returns the account', async () => {
      const { email, password, accountId } = await newcomer();
      await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
      const page = openPage(service);
      expect((await page.signIn(email, password)).body.account.suspended).toBe(true);
      expectError(await page.call('GET', '/v1/account'), 403, 'account_suspended');
    });

    test('follows the live events until it ends', async () => {
      const { page } = await member();
      const stream = await follow(service, { key: null, headers: { ...fromPage, cookie: page.cookie } });
      await service.call('POST', '/v1/pets', { body: { name: 'Told', categoryId: 1 } });
      await stream.until(({ events }) => events.some(({ data }) => data.name === 'Told'), 'the animal is told of');
      await page.call('DELETE', '/session');
      expect(await stream.ended).toBe('ended');
    });

    test('gives way to a key: with `Authorization` the cookie is ignored', async () => {
      const { page } = await member();
      const withKey = await page.call('GET', '/v1/account', {
        headers: { authorization: `Bearer ${service.operatorKey}` },
      });
      expect(withKey.body.role).toBe('operator');
      expectError(
        await page.call('GET', '/v1/account', { headers: { authorization: 'Bearer nonsense' } }),
        401,
        'invalid_api_key',
      );
    });

    test('token is no API key, and an API key no session token', async () => {
      const { page, key } = await member();
      const token = page.cookie.split('=')[1]!;
      expectError(await service.call('GET', '/v1/account', { key: token }), 401, 'invalid_api_key');
      page.cookie = `petstore-production=${key}`;
      expectError(await page.call('GET', '/v1/account'), 401, 'missing_api_key');
    });
  });

  test('an altered, truncated or repeated token is unauthenticated', async () => {
    const { page } = await member();
    const good = page.cookie;
    for (const cookie of [
      `${good}A`,
      good.slice(0, -1),
      `${good}; ${good}`,
      good.replace('production', 'staging'),
      good.replace('petstore', '__Host-petstore'),
      'petstore-production=',
      'petstore-production',
      `x${good}`,
    ]) {
      page.cookie = cookie;
      expect([cookie, (await page.call('GET', '/session')).status]).toEqual([cookie, 204]);
    }
    page.cookie = `other=1; ${good} ; more=2`;
    expect((await page.call('GET', '/session')).status).toBe(200);
  });
});
