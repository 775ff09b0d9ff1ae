import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptCounter } from '../../../src/accounts/sessions/attempts.ts';
import { openMemoryLimiter } from '../../../src/limits/memory.ts';
import { limitStore } from '../../../src/limits/store.ts';
import { ann, openPage, type Page, signUp, tokenIn } from '../../pages/page.ts';
import { expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, sharedService, startOnSqlite, testClock } from '../../support/service.ts';
import { CountedArgon2id } from '../passwords/counted.ts';

describe('who may use a session', () => {
  const clock = testClock();
  let page: Page;

  const service = sharedService(startOnSqlite, { now: clock.now });
  beforeAll(async () => {
    await signUp(service);
    page = openPage(service);
    await page.signIn(ann.email, ann.password);
  });
  // Each test has the limits of a minute of its own.
  beforeEach(() => clock.advance(61_000));

  /** A request with the cookie, and with these headers only. */
  const bare = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    service.call(method, path, { key: null, headers: { cookie: page.cookie, ...headers }, body });
  const own = () => service.origin;
  const marked = { 'x-petstore-page': '1' };
  const rex = { name: 'Rex', categoryId: 1 };
  const count = async () => (await service.call('GET', '/v1/pets?limit=100')).body.length;

  /** What a browser may be made to send by somebody else's site, a link, a form, or a script. */
  const attempts: readonly (readonly [what: string, headers: () => Record<string, string>])[] = [
    ['a cross-site request', () => ({ 'sec-fetch-site': 'cross-site', ...marked })],
    ['another host of the same site', () => ({ 'sec-fetch-site': 'same-site', origin: own(), ...marked })],
    ['an address typed, or a bookmark', () => ({ 'sec-fetch-site': 'none', ...marked })],
    ['a same-origin form or image, without the header', () => ({ 'sec-fetch-site': 'same-origin', origin: own() })],
    ['a page of the site, without anything else', () => ({ referer: `${own()}/console/animals` })],
    ['the right origin, without the header', () => ({ origin: own() })],
    ['another origin', () => ({ origin: 'https://evil.example', ...marked })],
    ['another port of this host', () => ({ origin: 'http://127.0.0.1:1', ...marked })],
    ['this host over another scheme', () => ({ origin: own().replace('http:', 'https:'), ...marked })],
    ['a page without an origin', () => ({ origin: 'null', ...marked })],
    ['a client that says nothing', () => ({})],
    ['a client that says nothing but the header', () => marked],
  ];

  test.each(attempts)('%s changes nothing on /v1', async (_what, headers) => {
    const before = await count();
    expectError(await bare('POST', '/v1/pets', headers(), rex), 401, 'missing_api_key');
    expectError(await bare('POST', '/v1/account/keys', headers(), {}), 401, 'missing_api_key');
    expectError(await bare('DELETE', '/v1/account/keys/2', headers()), 401, 'missing_api_key');
    expect(await count()).toBe(before);
    expect((await page.call('GET', '/v1/account/keys')).body).toHaveLength(1);
  });

  test.each(attempts)('%s neither signs in nor out, nor changes a password', async (_what, headers) => {
    const signIn = await bare('POST', '/session', headers(), ann);
    expectError(signIn, 403, 'cross_site_request', '`X-Petstore-Page`');
    expect(signIn.headers.getSetCookie()).toEqual([]);
    expectError(await bare('DELETE', '/session', headers()), 403, 'cross_site_request');
    const body = { currentPassword: ann.password, newPassword: 'eight loud otters' };
    expectError(await bare('POST', '/session/password', headers(), body), 403, 'cross_site_request');
    for (const path of ['/session/forgotten-password', '/session/reset-password'])
      expectError(await bare('POST', path, headers(), {}), 403, 'cross_site_request');
    expect((await page.call('GET', '/session')).status).toBe(200);
  });

  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['an address typed', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['nothing said', {}],
    ['a page elsewhere', { referer: 'https://evil.example/' }],
    ['a page of another port of the host', () => ({ referer: `${own()}1/` })],
    ['a page of a host whose name begins alike', () => ({ referer: `${own()}.evil.example/` })],
    ['no address of a page', () => ({ referer: own().slice(5) })],
    [
      'a page of the site, in a request from elsewhere',
      () => ({ 'sec-fetch-site': 'cross-site', referer: `${own()}/` }),
    ],
  ])('%s: reads nothing either', async (_what, given) => {
    const headers = typeof given === 'function' ? given() : given;
    expectError(await bare('GET', '/v1/account', headers), 401, 'missing_api_key');
    expect((await bare('GET', '/session', headers)).status).toBe(204);
  });

  test.each([
    ['a browser that says that it is the same origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['an older one that sends the origin', () => ({ origin: own() })],
    ['one that sends no origin, with the header', () => marked],
    ['one that sends no origin, for an image of a page of the site', () => ({ referer: `${own()}/console/animals` })],
  ])('%s reads', async (_what, headers) => {
    expect((await bare('GET', '/v1/account', headers())).body.email).toBe(ann.email);
    expect((await bare('GET', '/session', headers())).status).toBe(200);
  });

  test.each([
    ['Sec-Fetch-Site and the header', () => ({ 'sec-fetch-site': 'same-origin', ...marked })],
    ['the right origin and the header', () => ({ origin: own(), ...marked })],
  ])('%s may change things', async (_what, headers) => {
    expect((await bare('POST', '/v1/pets', headers(), rex)).status).toBe(201);
  });

  test('a page of one account does nothing with the session of another, who has signed in since in this browser', async () => {
    const { id: annId } = (await page.call('GET', '/v1/account')).body;
    const of = (id: number) => ({ 'x-petstore-page': `account-${id}` });
    const addKey = (id: number) =>
      page.call('POST', '/v1/account/keys', { headers: of(id), body: { name: 'Website' } });
    const { status, body: key } = await addKey(annId);
    expect(status).toBe(201);
    expect((await page.call('DELETE', `/v1/account/keys/${key.id}`, { headers: of(annId) })).status).toBe(204);
    for (const id of [1, annId + 1]) {
      const headers = of(id);
      expectError(await page.call('GET', '/v1/account', { headers }), 401, 'missing_api_key');
      expectError(await addKey(id), 401, 'missing_api_key');
      const close = await page.call('POST', '/session/close', { headers, body: { password: ann.password } });
      expectError(close, 401, 'not_signed_in');
      const imported = await page.call('POST', '/session/import?format=csv&mode=dry-run', {
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: 'name\nRex\n',
      });
      expectError(imported, 401, 'not_signed_in');
    }
    // Such a page may sign out without ending what is not its own, ask who is signed in, and sign in again.
    const headers = of(annId + 1);
    const out = await page.call('DELETE', '/session', { headers });
    expect([out.status, out.headers.getSetCookie()]).toEqual([204, []]);
    expect((await page.call('GET', '/session', { headers })).body.account.id).toBe(annId);
    expect((await page.call('POST', '/session', { headers, body: ann })).status).toBe(200);
  });

  test('a form cannot be posted: the service reads none of its content types', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      const answer = await page.call('POST', '/session', {
        headers: { 'content-type': type },
        body: JSON.stringify(ann),
      });
      expectError(answer, 400, 'unsupported_media_type');
    }
  });

  test('no script of another origin may send the header or the cookie', async () => {
    for (const path of ['/v1/account', '/session']) {
      const answer = await service.call('OPTIONS', path, {
        key: null,
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-petstore-page',
        },
      });
      expect(answer.headers.get('access-control-allow-headers') ?? '').not.toMatch(/x-petstore-page/i);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const answer = await bare('GET', '/session', { origin: 'https://evil.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('405 for another method and 404 for another path, as everywhere', async () => {
    const answer = await page.call('PUT', '/session', { body: {} });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, POST');
    expectError(await page.call('GET', '/session/nothing'), 404, 'route_not_found');
  });
});

describe('the cookie', () => {
  const settings = { trustedProxies: ['127.0.0.1'] };
  const behindTls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'pets.shelter.example' };
  const secure = /^__Host-petstore-production=pss_[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/;
  const secureKnown =
    /^__Host-petstore-production-browser=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/;

  test('is Secure and `__Host-` behind a trusted proxy with TLS', async () => {
    const service = await startOnSqlite({ settings });
    await signUp(service);
    const page = openPage(service, behindTls);
    const answer = await page.signIn(ann.email, ann.password);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(secure), expect.stringMatching(secureKnown)]);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const account = await page.call('GET', '/v1/account');
    expect([account.status, account.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);

    const older = { cookie: page.cookie, origin: 'https://pets.shelter.example', 'x-petstore-page': '1', ...behindTls };
    expect((await service.call('GET', '/v1/account', { key: null, headers: older })).status).toBe(200);

    // The name without `__Host-` is what a neighbour on the same host could have set.
    page.cookie = page.cookie.replace('__Host-', '');
    expect((await page.call('GET', '/session')).status).toBe(204);
  });

  test('is neither unless a trusted proxy reports TLS', async () => {
    const service = await startOnSqlite();
    await signUp(service);
    const answer = await openPage(service, behindTls).signIn(ann.email, ann.password);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^petstore-production=[^;]+; .*SameSite=Lax$/);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  test('of staging opens nothing in production: a browser sends the cookies of a host to all its ports', async () => {
    const [production, staging] = await Promise.all([startOnSqlite(), startOnSqlite({ environment: 'staging' })]);
    await signUp(production);
    await signUp(staging);
    const page = openPage(staging);
    await page.signIn(ann.email, ann.password);
    expect(page.cookie).toMatch(/^petstore-staging=/);
    for (const cookie of [page.cookie, page.cookie.replace('staging', 'production')]) {
      const other = openPage(production);
      other.cookie = cookie;
      expectError(await other.call('GET', '/v1/account'), 401, 'missing_api_key');
    }
    // Both at once, as a browser sends them.
    const both = openPage(production);
    await both.signIn(ann.email, ann.password);
    both.cookie = `${page.cookie}; ${both.cookie}`;
    expect((await both.call('GET', '/v1/account')).status).toBe(200);
  });
});

describe('guessing', () => {
  test('429 with Retry-After after five attempts at an account from an address in a minute, or twenty from all', async () => {
    const clock = testClock();
    const service = await startOnSqlite({ now: clock.now, settings: { trustedProxies: ['127.0.0.1'] } });
    await signUp(service);
    const tryIt = (email: string, password: string, address: number) =>
      openPage(service, { 'x-forwarded-for': `203.0.113.${address}` }).signIn(email, password);
    // The response does not depend on whether the account exists.
    for (const [i, email] of [ann.email, 'nobody@shelter.example'].entries()) {
      const first = 10 * i;
      for (let from = first; from < first + 4; from += 1) {
        for (let n = 0; n < 5; n += 1) expectError(await tryIt(email, 'wrong', from), 401, 'invalid_credentials');
        const refused = await tryIt(` ${email.toUpperCase()}`, ann.password, from);
        expectError(refused, 429, 'rate_limit_exceeded');
        expect(refused.headers.get('retry-after')).toBe('60');
      }
      expectError(await tryIt(email, ann.password, first + 9), 429, 'rate_limit_exceeded');
    }
    clock.advance(60_000);
    expect((await tryIt(ann.email, ann.password, 0)).status).toBe(200);
  });

  describe('by a stranger', () => {
    const clock = testClock();
    const bob = { ...ann, email: 'bob@shelter.example' };
    const service = sharedService(startOnSqlite, { now: clock.now, settings: { trustedProxies: ['127.0.0.1'] } });
    beforeAll(async () => {
      for (const account of [ann, bob]) await signUp(service, account);
    });

    const browserAt = (address: string) => openPage(service, { 'x-forwarded-for': address });
    /** All tries of the minute at an account, from as many addresses as it takes, where the first ones may be refused already. */
    async function guess(email: string, tries = 21): Promise<void> {
      for (let i = 0; i < tries; i += 1) await browserAt(`203.0.113.${Math.floor(i / 5)}`).signIn(email, `guess ${i}`);
    }
    /** The browser of somebody who was signed in to the account before. */
    async function knownAt(account = ann) {
      clock.advance(61_000);
      const page = browserAt('198.51.100.1');
      expect((await page.signIn(account.email, account.password)).status).toBe(200);
      await page.call('DELETE', '/session');
      return page;
    }

    test('from one address locks nobody out of any other', async () => {
      clock.advance(61_000);
      for (let i = 0; i < 6; i += 1) await browserAt('203.0.113.66').signIn(ann.email, `guess ${i}`);
      expect((await browserAt('203.0.113.66').signIn(ann.email, ann.password)).status).toBe(429);
      expect((await browserAt('198.51.100.7').signIn(ann.email, ann.password)).status).toBe(200);
    });

    test('locks nobody out of a known browser', async () => {
      const owner = await knownAt();
      await guess(ann.email);
      expectError(await browserAt('198.51.100.1').signIn(ann.email, ann.password), 429, 'rate_limit_exceeded');
      expect((await owner.signIn(` ${ann.email.toUpperCase()}`, ann.password)).status).toBe(200);
      const body = { currentPassword: ann.password, newPassword: ann.password };
      expect((await owner.call('POST', '/session/password', { body })).status).toBe(200);
    });

    test('locks nobody out, even by using the limit of the address up', async () => {
      const owner = await knownAt();
      for (let i = 0; i < 20; i += 1) await browserAt('198.51.100.1').signIn(`nobody-${i}@shelter.example`, 'wrong');
      expect((await browserAt('198.51.100.1').signIn(bob.email, bob.password)).status).toBe(429);
      expect((await owner.signIn(ann.email, ann.password)).status).toBe(200);
    });

    test('a known browser has as many attempts as an account, and no more', async () => {
      const owner = await knownAt();
      clock.advance(61_000);
      for (let i = 0; i < 5; i += 1) expectError(await owner.signIn(ann.email, 'wrong'), 401, 'invalid_credentials');
      expectError(await owner.signIn(ann.email, ann.password), 429, 'rate_limit_exceeded');
      // Others are not touched by that.
      expect((await browserAt('198.51.100.2').signIn(ann.email, ann.password)).status).toBe(200);
    });

    test('a cookie of another account, an invented or altered one, or one of another service makes no browser known', async () => {
      const { known } = await knownAt(bob);
      const own = (await knownAt()).known;
      const staging = await startOnSqlite({ environment: 'staging', now: clock.now });
      await signUp(staging);
      const elsewhere = openPage(staging);
      await elsewhere.signIn(ann.email, ann.password);
      await staging.close();
      const [name = '', value = ''] = own.split('=');
      const [id = '', seal = ''] = value.split('.');
      await guess(ann.email);
      for (const made of [
        known,
        elsewhere.known.replace('staging', 'production'),
        `${name}=`,
        `${name}=${id}`,
        `${name}=${id}.`,
        `${name}=.${seal}`,
        `${name}=${id}x.${seal}`,
        `${name}=${id}.${seal.slice(0, -1)}`,
        `${name}=${known.split('=')[1]?.split('.')[0]}.${seal}`,
        `${own}; ${own}`,
      ]) {
        const page = browserAt('198.51.100.9');
        page.known = made;
        expect([made, (await page.signIn(ann.email, ann.password)).status]).toEqual([made, 429]);
      }
      const page = browserAt('198.51.100.9');
      page.known = own;
      expect((await page.signIn(ann.email, ann.password)).status).toBe(200);
    });

    test('a link makes a browser known too', async () => {
      clock.advance(61_000);
      const page = browserAt('198.51.100.3');
      const token = tokenIn(service.operatorLink);
      const set = await page.call('POST', '/session/reset-password', { body: { token, password: ann.password } });
      expect(set.status).toBe(200);
      await guess('operator@localhost');
      expect((await page.signIn('operator@localhost', ann.password)).status).toBe(200);
    });
  });

  test('an account takes a hundred attempts a day from an address, and five hundred from all', async () => {
    const clock = testClock();
    const service = await startOnSqlite({ now: clock.now });
    const { database } = await service.beside();
    const onError = (error: unknown) => {
      throw error;
    };
    const limiter = await openMemoryLimiter({ store: limitStore(database), now: clock.now, onError });
    const attempt = attemptCounter(limiter);
    const { email } = ann;
    const byAddress = { code: 'daily_quota_exceeded', headers: { 'retry-after': String(24 * 3_600 - 20 * 60) } };
    for (let i = 0; i < 500; i += 1) {
      if (i % 5 === 0) clock.advance(60_000);
      const address = `203.0.113.${Math.floor(i / 100)}`;
      await attempt('sign-in', { address, email });
      if (i === 99) clock.advance(60_000);
      if (i === 99) await expect(attempt('sign-in', { address, email })).rejects.toMatchObject(byAddress);
    }
    clock.advance(60_000);
    const refused = { code: 'daily_quota_exceeded' };
    await expect(attempt('sign-in', { address: '203.0.113.100', email })).rejects.toMatchObject(refused);
    await attempt('sign-in', { address: '203.0.113.100', email: 'bob@shelter.example' });
    await attempt('sign-in', { address: '203.0.113.100' });
    await attempt('sign-in', { address: '203.0.113.100', email, proof: 'browser:known' });
    await limiter.close();
  });

  test('429 after twenty attempts from an address in a minute, whichever accounts they name', async () => {
    const service = await startOnSqlite({ now: testClock().now });
    const statuses = [];
    for (let i = 0; i < 21; i += 1)
      statuses.push((await openPage(service).signIn(`nobody-${i}@shelter.example`, 'wrong')).status);
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
  });

  test('a sign-in computes one hash, whether the password is right, wrong or missing, or the account unknown', async () => {
    const counted = new CountedArgon2id();
    const service = await startOnSqlite({ argon2id: counted.argon2id });
    await signUp(service);
    for (const [email, password, status] of [
      [ann.email, ann.password, 200],
      [ann.email, 'wrong', 401],
      ['nobody@shelter.example', ann.password, 401],
      ['operator@localhost', ann.password, 401],
    ] as const) {
      counted.computed = 0;
      expect([(await openPage(service).signIn(email, password)).status, counted.computed]).toEqual([status, 1]);
    }
  });

  test('503: a flood of attempts at addresses without an account, beyond the forty that wait', async () => {
    const counted = new CountedArgon2id({ isHeld: true });
    const service = await startOnSqlite({ settings: { trustedProxies: ['127.0.0.1'] }, argon2id: counted.argon2id });
    const busy: Answer[] = [];
    const signingIn = Array.from({ length: 60 }, async (_, i) => {
      const page = openPage(service, { 'x-forwarded-for': `203.0.113.${i}` });
      const answer = await page.signIn(`nobody-${i}@shelter.example`, 'wrong');
      if (answer.status === 503) busy.push(answer);
      return answer;
    });
    await eventually(() => busy.length === 60 - 42);
    counted.release();
    const answers = await Promise.all(signingIn);
    expect(busy).toHaveLength(60 - 42);
    for (const answer of busy) {
      expectError(answer, 503, 'service_unavailable');
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(42);
  });
});
