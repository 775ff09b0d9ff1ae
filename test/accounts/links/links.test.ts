import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ann, newcomers, openPage, signUp, tokenIn } from '../../pages/page.ts';
import { expectError } from '../../support/answers.ts';
import { command } from '../../support/command.ts';
import { type MailServer, openMailServer } from '../../support/mail.ts';
import { endAll, migratedFolder, petstore, request, type Running, serve } from '../../support/process.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../../support/service.ts';

const dayMs = 24 * 3_600_000;
const password = 'nine small otters';

describe.each(BACKENDS)('links that set a password, on %s', (_, start) => {
  const clock = testClock();
  const newcomer = newcomers(() => service, clock);

  const service = sharedService(start, { now: clock.now });

  const linkFor = (accountId: number, key = service.operatorKey) =>
    service.call('POST', `/v1/admin/accounts/${accountId}/password-link`, { key });
  const reset = (token: string, newPassword = password, page = openPage(service)) =>
    page.call('POST', '/session/reset-password', { body: { token, password: newPassword } });

  test("the first start's link sets the operator's password, and signs in", async () => {
    const page = openPage(service);
    const answer = await reset(tokenIn(service.operatorLink), password, page);
    expect(answer.status).toBe(200);
    expect(answer.body.account).toMatchObject({ email: 'operator@localhost', role: 'operator' });
    expect((await page.call('GET', '/v1/admin/accounts')).status).toBe(200);
    expect((await service.call('GET', '/v1/account')).status).toBe(200);
    expect((await openPage(service).signIn('operator@localhost', password)).status).toBe(200);
    expectError(await reset(tokenIn(service.operatorLink)), 404, 'password_link_not_found');
  });

  test('201: an operator creates one, which only this response shows', async () => {
    const { accountId, email } = await newcomer();
    const answer = await linkFor(accountId);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/portal\/set-password#token=ppl_[\w-]{43}$/),
      expiresAt: new Date(clock.now() + dayMs).toISOString(),
    });
    expect(answer.body.link).toContain(service.origin);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await reset(tokenIn(answer.body.link))).body.account.email).toBe(email);
    expect((await openPage(service).signIn(email, password)).status).toBe(200);
    expectError(await openPage(service).signIn(email, ann.password), 401, 'invalid_credentials');
  });

  test('only operators create them, with a key that has all scopes', async () => {
    const { accountId, key } = await newcomer();
    expectError(await linkFor(accountId, key), 403, 'forbidden', 'operator');
    const { body: narrow } = await service.call('POST', '/v1/account/keys', { body: { scopes: ['account'] } });
    expectError(await linkFor(accountId, narrow.key), 403, 'insufficient_scope', '`pets:read`');
    expectError(await linkFor(999_999), 404, 'account_not_found');
  });

  test('ends with the key that has made it, and with the rights of its operator', async () => {
    const { accountId } = await newcomer();
    const { body: second } = await service.call('POST', '/v1/account/keys', { body: {} });
    const byKey = tokenIn((await linkFor(accountId, second.key)).body.link);
    expect((await service.call('DELETE', `/v1/account/keys/${second.id}`)).status).toBe(204);
    expectError(await reset(byKey), 404, 'password_link_not_found');

    for (const end of [{ suspended: true }, { role: 'member' }]) {
      const { accountId: other, key } = await newcomer();
      const change = (body: object) => service.call('PATCH', `/v1/admin/accounts/${other}`, { body });
      expect((await change({ role: 'operator' })).status).toBe(200);
      const byOperator = tokenIn((await linkFor(accountId, key)).body.link);
      expect((await change(end)).status).toBe(200);
      expectError(await reset(byOperator), 404, 'password_link_not_found');
    }
    expect((await reset(tokenIn((await linkFor(accountId)).body.link))).status).toBe(200);
  });

  test('works once: 404 the second time', async () => {
    const { accountId } = await newcomer();
    const token = tokenIn((await linkFor(accountId)).body.link);
    expect((await reset(token)).status).toBe(200);
    expectError(await reset(token, 'ten great otters'), 404, 'password_link_not_found');
  });

  test('of any number of concurrent uses one works', async () => {
    const { accountId, email } = await newcomer();
    const token = tokenIn((await linkFor(accountId)).body.link);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => reset(token, `${password} ${i}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(404)]);
    const page = openPage(service);
    expect((await page.signIn(email, `${password} ${statuses.indexOf(200)}`)).status).toBe(200);
  });

  test('works for a day', async () => {
    const { accountId } = await newcomer();
    const early = tokenIn((await linkFor(accountId)).body.link);
    clock.advance(dayMs - 1);
    expect((await reset(early)).status).toBe(200);
    const late = tokenIn((await linkFor(accountId)).body.link);
    clock.advance(dayMs);
    expectError(await reset(late), 404, 'password_link_not_found');
  });

  test("an operator's link revokes every key that was made before, and leaves the later ones", async () => {
    const { accountId, key } = await newcomer();
    const { body: second } = await service.call('POST', '/v1/account/keys', { key, body: {} });
    const token = tokenIn((await linkFor(accountId)).body.link);
    const page = openPage(service);
    expect((await page.call('POST', '/session/link', { body: { token } })).body).toMatchObject({ keys: 'revoked' });
    expect((await service.call('GET', '/v1/account', { key })).status).toBe(200);
    await reset(token, password, page);
    for (const revoked of [key, second.key])
      expectError(await service.call('GET', '/v1/account', { key: revoked }), 401, 'invalid_api_key');
    const { body: later } = await page.call('POST', '/v1/account/keys', { body: {} });
    expect((await service.call('GET', '/v1/account', { key: later.key })).status).toBe(200);
    const events = await service.call('GET', `/v1/events?types=api_key.revoked`, { key: later.key });
    expect(events.body).toHaveLength(2);
  });

  test('ends every session and every other link of the account', async () => {
    const { accountId, email } = await newcomer();
    const page = openPage(service);
    await page.signIn(email, ann.password);
    const [first, second] = [
      tokenIn((await linkFor(accountId)).body.link),
      tokenIn((await linkFor(accountId)).body.link),
    ];
    expect((await reset(first)).status).toBe(200);
    expect((await page.call('GET', '/session')).status).toBe(204);
    expectError(await reset(second), 404, 'password_link_not_found');
  });

  test('end when the password is changed', async () => {
    const { accountId, email } = await newcomer();
    const token = tokenIn((await linkFor(accountId)).body.link);
    const page = openPage(service);
    await page.signIn(email, ann.password);
    const change = { currentPassword: ann.password, newPassword: 'eight loud otters' };
    expect((await page.call('POST', '/session/password', { body: change })).status).toBe(200);
    expectError(await reset(token), 404, 'password_link_not_found');
  });

  test('404 for a token that never existed; 400 for a short password, after which the link still works', async () => {
    for (const token of ['x', `ppl_${'A'.repeat(43)}`, `pss_${'A'.repeat(43)}`])
      expectError(await reset(token), 404, 'password_link_not_found');
    const { accountId } = await newcomer();
    const token = tokenIn((await linkFor(accountId)).body.link);
    expectError(await reset(token, 'too short'), 400, 'invalid_body', '`password`');
    expect((await reset(token)).status).toBe(200);
  });

  test('403 for a forgotten password if the service sends no mail', async () => {
    const answer = await openPage(service).call('POST', '/session/forgotten-password', { body: { email: ann.email } });
    expectError(answer, 403, 'forbidden', 'operator');
  });
});

describe('a forgotten password, with a mail server', () => {
  const clock = testClock();
  let mails: MailServer;
  let service: TestService;
  beforeAll(async () => {
    mails = await openMailServer();
    const settings = {
      smtpUrl: mails.url,
      mailFrom: 'Petstore <pets@shelter.example>',
      publicUrl: 'https://pets.shelter.example',
    };
    service = await BACKENDS[0][1]({ now: clock.now, settings });
    await signUp(service);
    // The mail that confirms the address.
    await mails.next();
  });
  afterAll(async () => {
    await service.close();
    await mails.close();
  });

  const forget = (email: string) => openPage(service).call('POST', '/session/forgotten-password', { body: { email } });

  test("202: mails a link to the account's address, which works once", async () => {
    expect((await forget(' ANN@shelter.example ')).status).toBe(202);
    const mail = await mails.next();
    expect(mail).toMatchObject({ from: 'pets@shelter.example', to: [ann.email] });
    expect(mail.text).toContain('Subject: Set a new password for Petstore');
    expect(mail.text).toContain('https://pets.shelter.example/portal/set-password#token=ppl_');
    const body = { token: tokenIn(mail.text), password };
    const page = openPage(service);
    expect((await page.call('POST', '/session/reset-password', { body })).body.account.email).toBe(ann.email);
    expectError(await page.call('POST', '/session/reset-password', { body }), 404, 'password_link_not_found');
  });

  test('revokes every key if its owner asks for that, and otherwise none', async () => {
    const staging = await BACKENDS[0][1]({ environment: 'staging', settings: { smtpUrl: mails.url } });
    const { key } = await signUp(staging);
    const statuses = [];
    for (const revokeKeys of [false, true]) {
      const page = openPage(staging);
      await page.call('POST', '/session/forgotten-password', { body: { email: ann.email } });
      const token = tokenIn((await mails.next()).text);
      expect((await page.call('POST', '/session/link', { body: { token } })).body.keys).toBe('offered');
      await page.call('POST', '/session/reset-password', { body: { token, password, revokeKeys } });
      statuses.push((await staging.call('GET', '/v1/account', { key })).status);
    }
    expect(statuses).toEqual([200, 401]);
  });

  test('202 with the same response for an address without an account, and no mail', async () => {
    clock.advance(61_000);
    const [known, unknown] = [await forget(ann.email), await forget('nobody@shelter.example')];
    const said = ({ status, text, headers }: typeof known) => [status, text, [...headers.keys()].toSorted()];
    expect(said(unknown)).toEqual(said(known));
    expect((await mails.next()).to).toEqual([ann.email]);
    expect(mails.waiting()).toBe(0);
  });

  test('202 and no mail to an address without a domain, which may be a mailbox of the mail server', async () => {
    const other = await BACKENDS[0][1]({ environment: 'staging', settings: { smtpUrl: mails.url } });
    await signUp(other);
    for (const email of ['operator@localhost', ann.email]) {
      const answer = await openPage(other).call('POST', '/session/forgotten-password', { body: { email } });
      expect(answer.status).toBe(202);
    }
    // A service that closes waits for its mails.
    await other.close();
    expect((await mails.next()).to).toEqual([ann.email]);
    expect(mails.waiting()).toBe(0);
  });

  test('the link has the origin of the settings, whatever host the request names', async () => {
    clock.advance(61_000);
    const page = openPage(service, { 'x-forwarded-host': 'evil.example' });
    await page.call('POST', '/session/forgotten-password', { body: { email: ann.email } });
    expect((await mails.next()).text).not.toContain('evil.example');
  });

  test('429 after two for one address in a minute, whether it has an account or not', async () => {
    clock.advance(61_000);
    for (const email of ['nobody@shelter.example', 'nobody@shelter.example'])
      expect((await forget(email)).status).toBe(202);
    expectError(await forget('nobody@shelter.example'), 429, 'rate_limit_exceeded');
  });

  test('429 after ten for one address in a day', async () => {
    for (let i = 0; i < 10; i += 1) {
      if (i % 2 === 0) clock.advance(61_000);
      expect((await forget('bob@shelter.example')).status).toBe(202);
    }
    clock.advance(61_000);
    expectError(await forget('bob@shelter.example'), 429, 'daily_quota_exceeded');
  });

  test('202 if the mail server is unreachable; the log says so without the address', async () => {
    const lines: string[] = [];
    const gone = await BACKENDS[0][1]({
      settings: { smtpUrl: 'smtp://127.0.0.1:1', logLevel: 'info' },
      logs: { write: (line: string) => void lines.push(line) },
    });
    await signUp(gone);
    const answer = await openPage(gone).call('POST', '/session/forgotten-password', { body: { email: ann.email } });
    expect(answer.status).toBe(202);
    await expect.poll(() => lines.join('')).toContain('a mail could not be sent');
    expect(lines.join('')).not.toContain('shelter.example');
  });
});

describe('at the command line', () => {
  let env: { DATA_DIR: string };
  let first: Running;
  let running: Running;
  beforeAll(async () => {
    env = { DATA_DIR: await migratedFolder() };
    first = await serve(env);
    await first.stop();
    running = await serve({ ...env, PUBLIC_URL: 'https://api.shelter.example' });
  });
  afterAll(async () => {
    await running.stop();
    await endAll();
  });

  test('the first start prints a link for each environment, once', () => {
    for (const origin of [first.production, first.staging])
      expect(first.stdout()).toMatch(new RegExp(` ${origin}/portal/set-password#token=ppl_[\\w-]{43}\n`));
    expect(running.stdout()).not.toContain('set-password');
  });

  test('a start prints the public and the local address', () => {
    expect(running.stdout()).toMatch(
      /^ *Production +https:\/\/api\.shelter\.example\/v1 +\(local http:\/\/127\.0\.0\.1:\d+\)\n/m,
    );
    expect(running.stdout()).toContain('https://api.shelter.example/docs\n');
    expect(running.stdout()).toContain(`Staging     ${running.staging}/v1\n`);
  });

  test('`accounts reset-link` prints one, beside a running service', async () => {
    const made = await petstore(['accounts', 'reset-link', 'operator@localhost', '--environment', 'staging'], {
      ...env,
      STAGING_PUBLIC_URL: 'https://staging.shelter.example',
      // What is set for this environment alone, as for a process that serves no other.
      STAGING_REDIS_URL: 'redis://127.0.0.1:6379',
    });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^https:\/\/staging\.shelter\.example\/portal\/set-password#token=ppl_[\w-]{43}\n$/);
    const answer = await fetch(`${running.staging}/session/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-petstore-page': '1' },
      body: JSON.stringify({ token: tokenIn(made.stdout), password }),
    });
    expect(answer.status).toBe(200);
    // Like every link of an operator, it ends the keys that were made before.
    expect((await request(`${running.staging}/v1/account`, first.keys.staging)).status).toBe(401);
  });

  test('`accounts reset-link` fails for an unknown account', async () => {
    const { code, stderr } = await command(['accounts', 'reset-link', 'nobody@shelter.example'], env);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'petstore: There is no account with the email "nobody@shelter.example" in production. `petstore accounts list` shows them.\n',
    );
  });
});
