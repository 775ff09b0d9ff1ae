import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invited } from '../organizations/members.ts';
import { openPage, tokenIn } from '../pages/page.ts';
import { expectError } from '../support/answers.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { BACKENDS, type StartOptions, testClock, type TestService } from '../support/service.ts';

const password = 'seven quiet otters';
const newPassword = 'nine small otters';

describe.each(BACKENDS)('addresses of accounts on %s', (engine, start) => {
  const clock = testClock();
  let mails: MailServer;
  let service: TestService;
  let people = 0;

  beforeAll(async () => {
    mails = await openMailServer();
    service = await startWithMail();
  });
  afterAll(async () => {
    await service.close();
    await mails.close();
  });
  // Each test has the limits of a minute of its own.
  beforeEach(() => clock.advance(61_000));

  const startWithMail = (options: StartOptions = {}) =>
    start({ now: clock.now, ...options, settings: { smtpUrl: mails.url, ...options.settings } });
  const freshEmail = () => `ann-${(people += 1)}@shelter.example`;

  /** Signs up, and takes the mail if there is one. */
  async function signUp(at = service) {
    const email = freshEmail();
    const answer = await at.call('POST', '/v1/accounts', { key: null, body: { email, password } });
    expect(answer.status, answer.text).toBe(201);
    const { id, apiKey, ...account } = answer.body;
    const mail = account.awaiting === 'confirmation' ? (await mails.next()).text : '';
    return { id, email, key: apiKey.key, awaiting: account.awaiting, token: tokenIn(mail), mail };
  }
  const post = (path: string, body: object, page = openPage(service)) =>
    page.call('POST', `/session/${path}`, { body });
  const confirm = (token: string, given = password, at = service) =>
    post('confirm', { token, password: given }, openPage(at));
  const own = (key: string, at = service) => at.call('GET', '/v1/account', { key });
  async function signedIn(email: string, at = service) {
    const page = openPage(at);
    expect((await page.signIn(email, password)).status).toBe(200);
    return page;
  }
  const mailedReset = async (email: string) => {
    expect((await post('forgotten-password', { email })).status).toBe(202);
    return tokenIn((await mails.next()).text);
  };

  test('201: a new account awaits the confirmation of its address, by a mail', async () => {
    const { email, awaiting, mail, token } = await signUp();
    expect(awaiting).toBe('confirmation');
    expect(mail).toContain(`To: ${email}`);
    expect(mail).toContain('Subject: Confirm your address for Petstore');
    expect(token).not.toBe('');
  });

  test('the link and the password together confirm the address, once; the key works at once', async () => {
    const { email, key, token } = await signUp();
    expectError(await own(key), 403, 'account_not_confirmed');
    const { status, body } = await confirm(token);
    expect([status, body.account.email]).toEqual([200, email]);
    expect(body.account).not.toHaveProperty('awaiting');
    expect((await own(key)).status).toBe(200);
    expectError(await confirm(token), 404, 'confirmation_link_not_found');
  });

  test('a new password by mail confirms the address, and ends the keys and sessions of whoever signed up with it', async () => {
    const { email, key } = await signUp();
    const stranger = await signedIn(email);
    const owner = openPage(service);
    const token = await mailedReset(email);
    const reset = await owner.call('POST', '/session/reset-password', { body: { token, password: newPassword } });
    expect(reset.body.account).not.toHaveProperty('awaiting');
    expectError(await own(key), 401, 'invalid_api_key');
    expect((await stranger.call('GET', '/session')).status).toBe(204);
    expect((await owner.call('GET', '/v1/account/keys')).body).toEqual([]);
  });

  test('a link works for seven days', async () => {
    const [early, late] = [await signUp(), await signUp()];
    clock.advance(7 * 24 * 3_600_000 - 1);
    expect((await confirm(early.token)).status).toBe(200);
    clock.advance(1);
    expectError(await confirm(late.token), 404, 'confirmation_link_not_found');
  });

  describe('changing the address', () => {
    const change = (page: ReturnType<typeof openPage>, email: string, given = password) =>
      post('email', { email, password: given }, page);

    test('202: it changes once the new address is confirmed, and the former one is told', async () => {
      const { email, token } = await signUp();
      await confirm(token);
      const page = await signedIn(email);
      const other = freshEmail();
      expect((await change(page, ` ${other.toUpperCase()}`)).status).toBe(202);
      expect((await page.call('GET', '/v1/account')).body.email).toBe(email);
      const mail = await mails.next();
      expect(mail.to).toEqual([other]);
      expect((await confirm(tokenIn(mail.text))).body.account.email).toBe(other);
      const told = await mails.next();
      expect([told.to, told.text]).toEqual([[email], expect.stringContaining('another address')]);
      expectError(await openPage(service).signIn(email, password), 401, 'invalid_credentials');
      await signedIn(other);
    });

    test('401: needs the password, and a session', async () => {
      const { email } = await signUp();
      expectError(await change(await signedIn(email), freshEmail(), newPassword), 401, 'invalid_credentials');
      expectError(await change(openPage(service), freshEmail()), 401, 'not_signed_in');
    });

    test('409: an address that another account has, or has taken in the meantime', async () => {
      const [first, second] = [await signUp(), await signUp()];
      const page = await signedIn(first.email);
      expectError(await change(page, second.email), 409, 'account_exists', '`email`');
      const other = freshEmail();
      await change(page, other);
      const { text } = await mails.next();
      await service.call('POST', '/v1/accounts', { key: null, body: { email: other, password } });
      await mails.next();
      expectError(await confirm(tokenIn(text)), 409, 'account_exists');
    });

    test('a sign-up with a mistyped address can be corrected', async () => {
      const { email, key } = await signUp();
      const other = freshEmail();
      await change(await signedIn(email), other);
      expect((await confirm(tokenIn((await mails.next()).text))).body.account.email).toBe(other);
      await mails.next();
      expect((await own(key)).status).toBe(200);
    });

    test('the same address again confirms nothing', async () => {
      const { email, key } = await signUp();
      expect((await change(await signedIn(email), email)).status).toBe(200);
      expectError(await own(key), 403, 'account_not_confirmed');
    });

    test('ends the links that were mailed to the former address', async () => {
      const { email, token } = await signUp();
      await confirm(token);
      const reset = await mailedReset(email);
      await change(await signedIn(email), freshEmail());
      await confirm(tokenIn((await mails.next()).text));
      await mails.next();
      expectError(await post('reset-password', { token: reset, password }), 404, 'password_link_not_found');
    });

    test('ends them in staging, too, where the address changes at once', async () => {
      const staging = await startWithMail({ environment: 'staging' });
      const { email } = await signUp(staging);
      await post('forgotten-password', { email }, openPage(staging));
      const token = tokenIn((await mails.next()).text);
      expect((await change(await signedIn(email, staging), freshEmail())).status).toBe(200);
      const answer = await post('reset-password', { token, password: newPassword }, openPage(staging));
      expectError(answer, 404, 'password_link_not_found');
    });
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('403 account_not_confirmed: its keys and sessions can do nothing on /v1', async () => {
    const { email, key } = await signUp();
    for (const [method, path] of [
      ['GET', '/v1/pets'],
      ['POST', '/v1/pets'],
      ['GET', '/v1/account'],
      ['POST', '/v1/account/keys'],
      ['POST', '/v1/messages'],
    ] as const)
      expectError(await service.call(method, path, { key }), 403, 'account_not_confirmed', 'mail');
    const stream = await service.call('GET', '/v1/events', { key, headers: { accept: 'text/event-stream' } });
    expectError(stream, 403, 'account_not_confirmed');
    const page = await signedIn(email);
    expect((await page.call('GET', '/session')).body.account).toMatchObject({ email, awaiting: 'confirmation' });
    expectError(await page.call('GET', '/v1/account'), 403, 'account_not_confirmed');
  });

  test('401: whoever has the link alone confirms nothing', async () => {
    const { key, token } = await signUp();
    expectError(await confirm(token, newPassword), 401, 'invalid_credentials');
    expectError(await own(key), 403, 'account_not_confirmed');
    expectError(await post('reset-password', { token, password: newPassword }), 404, 'password_link_not_found');
    expect((await confirm(token)).status).toBe(200);
  });

  test('404: a link that never existed, or sets a password', async () => {
    const { email } = await signUp();
    const other = await mailedReset(email);
    for (const token of ['x', `ppl_${'A'.repeat(43)}`, other])
      expectError(await confirm(token), 404, 'confirmation_link_not_found');
  });

  test('the page of a link learns whose it is, and what happens to the keys', async () => {
    const { email, token } = await signUp();
    expect((await post('link', { token })).body).toEqual({ purpose: 'confirmation', email, keys: 'revoked' });
    const reset = await mailedReset(email);
    expect((await post('link', { token: reset })).body).toEqual({ purpose: 'password', email, keys: 'revoked' });
    expectError(await post('link', { token: 'x' }), 404, 'password_link_not_found');
  });

  test('the mail can be sent again; the response reveals nothing', async () => {
    const { email, key } = await signUp();
    const answers = [
      await post('send-confirmation', { email: email.toUpperCase() }),
      await post('send-confirmation', { email: 'nobody@shelter.example' }),
    ];
    const said = answers.map(({ status, text, headers }) => [status, text, [...headers.keys()].toSorted()]);
    expect(said[0]).toEqual(said[1]);
    expect(said[0]?.[0]).toBe(202);
    const mail = await mails.next();
    expect(mail.to).toEqual([email]);
    expect((await confirm(tokenIn(mail.text))).status).toBe(200);
    expect((await own(key)).status).toBe(200);
    expect((await post('send-confirmation', { email })).status).toBe(202);
    expectError(await post('send-confirmation', { email }), 429, 'rate_limit_exceeded');
  });

  test('no mail goes to a confirmed account or to an address without an account', async () => {
    const other = await startWithMail();
    const { email, token } = await signUp(other);
    await confirm(token, password, other);
    for (const to of [email, 'nobody@shelter.example'])
      expect((await post('send-confirmation', { email: to }, openPage(other))).status).toBe(202);
    // A service that closes waits for its mails.
    await other.close();
    expect(mails.waiting()).toBe(0);
  });

  test('guesses at the account use up nothing of a link, which has five tries a minute of its own', async () => {
    const { email, token } = await signUp();
    for (let i = 0; i < 6; i += 1) await openPage(service).signIn(email, `guess ${i}`);
    expectError(await openPage(service).signIn(email, password), 429, 'rate_limit_exceeded');
    for (let i = 0; i < 4; i += 1) expectError(await confirm(token, `guess ${i}`), 401, 'invalid_credentials');
    expect((await confirm(token)).status).toBe(200);
    const { token: other } = await signUp();
    for (let i = 0; i < 5; i += 1) expectError(await confirm(other, `guess ${i}`), 401, 'invalid_credentials');
    expectError(await confirm(other), 429, 'rate_limit_exceeded');
  });

  test('asking for a confirmation, which no mail follows, uses up nothing of the links for a new password', async () => {
    const { email, token } = await signUp();
    await confirm(token);
    for (let i = 0; i < 10; i += 1) {
      if (i % 2 === 0) clock.advance(61_000);
      expect((await post('send-confirmation', { email })).status).toBe(202);
    }
    clock.advance(61_000);
    expectError(await post('send-confirmation', { email }), 429, 'daily_quota_exceeded');
    expect(await mailedReset(email)).toMatch(/^ppl_/);
  });

  test('a known browser asks for a new password after strangers have used the links of the account up', async () => {
    const { email, token } = await signUp();
    const known = openPage(service);
    expect((await known.call('POST', '/session/confirm', { body: { token, password } })).status).toBe(200);
    await known.call('DELETE', '/session');
    for (let i = 0; i < 2; i += 1) await mailedReset(email);
    const refused = await post('forgotten-password', { email });
    expectError(refused, 429, 'rate_limit_exceeded', 'Look for a link that was mailed before.');
    expect((await post('forgotten-password', { email }, known)).status).toBe(202);
    expect((await mails.next()).to).toEqual([email]);
  });

  test('in staging an account works at once', async () => {
    const staging = await startWithMail({ environment: 'staging' });
    const { key, awaiting } = await signUp(staging);
    expect(awaiting).toBeUndefined();
    expect((await own(key, staging)).status).toBe(200);
  });

  describe('with SIGNUP=approved', () => {
    let approving: TestService;
    beforeAll(async () => {
      approving = await startWithMail({ settings: { signup: 'approved' } });
    });
    afterAll(() => approving.close());
    const waiting = async () => (await approving.call('GET', '/v1/admin/accounts?awaiting=approval')).body;
    const approve = (id: number) => approving.call('PATCH', `/v1/admin/accounts/${id}`, { body: { approved: true } });

    test('a confirmed account awaits the approval of an operator, who finds it', async () => {
      const { id, email, key, token } = await signUp(approving);
      expect(await waiting()).toEqual([]);
      expect((await confirm(token, password, approving)).body.account.awaiting).toBe('approval');
      expectError(await own(key, approving), 403, 'account_not_approved', 'operator');
      const page = await signedIn(email, approving);
      expect((await page.call('GET', '/session')).body.account).toMatchObject({ email, awaiting: 'approval' });
      expectError(await page.call('GET', '/v1/account'), 403, 'account_not_approved', 'operator');
      expect(await waiting()).toMatchObject([{ id, email, approved: false }]);
      expect((await approve(id)).body).toMatchObject({ id, approved: true });
      expect((await own(key, approving)).body).not.toHaveProperty('awaiting');
      expect(await waiting()).toEqual([]);
    });

    test('an account that was approved before awaits the confirmation alone', async () => {
      const { id, key, token } = await signUp(approving);
      expect((await approve(id)).body).toMatchObject({ approved: true, awaiting: 'confirmation' });
      expectError(await own(key, approving), 403, 'account_not_confirmed');
      await confirm(token, password, approving);
      expect((await own(key, approving)).status).toBe(200);
    });

    test('a member works without approval, because somebody vouches for it, until it leaves', async () => {
      const { id, email, key, token } = await signUp(approving);
      await confirm(token, password, approving);
      const page = await signedIn(email, approving);
      const invitation = await invited(approving, 1, { role: 'staff' });
      expect((await post('join', { token: invitation }, page)).status).toBe(200);
      expect((await own(key, approving)).status).toBe(200);
      expect((await page.call('DELETE', `/v1/organizations/1/members/${id}`)).status).toBe(204);
      expectError(await own(key, approving), 403, 'account_not_approved');
      await approve(id);
      expect((await own(key, approving)).status).toBe(200);
    });

    test('without mail, a new account awaits the approval at once', async () => {
      const quiet = await start({ settings: { signup: 'approved' } });
      const { key, awaiting } = await signUp(quiet);
      expect(awaiting).toBe('approval');
      expectError(await own(key, quiet), 403, 'account_not_approved');
    });
  });
});
