import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import { hourMs, withKey } from '../support/adoption.ts';
import { answerTo, requestText } from '../support/raw.ts';
import { sharedService, startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { get, newPair, type Pair, petfinderClient, problemOf, requestToken } from './petfinder-scene.ts';

const type = (code: string) => `https://www.petfinder.com/developers/v2/docs/errors/${code}/`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const expired = {
  type: type('ERR-401'),
  status: 401,
  title: 'Unauthorized',
  detail: 'Access token invalid or expired',
};

describe("tokens of Petfinder's clients", () => {
  let pair: Pair;
  const clock = testClock();

  const service = sharedService(startOnSqlite, { now: clock.now });
  beforeAll(async () => {
    pair = await newPair(service);
  });

  const post = (path: string, headers: Record<string, string>, body: string) =>
    service.call('POST', path, { key: null, headers, body });
  const problemFor = async (client: TestService, path = '/v2/types') => problemOf(await client.call('GET', path));

  test('a pair has the form that clients expect, and does not show the key', () => {
    expect(pair.clientId).toMatch(/^[A-Za-z0-9]{50}$/);
    expect(pair.clientSecret).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(pair.clientId).not.toContain(pair.key.slice(-8));
  });

  test('the pair is accepted as JSON, as a form and with Basic authentication, with a slash behind the path', async () => {
    const { clientId, clientSecret } = pair;
    const members = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    for (const answer of [
      await requestToken(service, pair),
      await post('/v2/oauth2/token', form, new URLSearchParams(members).toString()),
      await post('/v2/oauth2/token/', { 'content-type': 'application/json;charset=utf-8' }, JSON.stringify(members)),
      await post('/v2/oauth2/token', { ...form, authorization: basic }, 'grant_type=client_credentials'),
    ]) {
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=UTF-8');
      expect(answer.headers.get('cache-control')).toBe('no-store, private');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(Object.keys(answer.body)).toEqual(['token_type', 'expires_in', 'access_token']);
      expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      const [, claims = ''] = answer.body.access_token.split('.');
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        aud: clientId,
        sub: '',
        scopes: [],
      });
      await get(withKey(service, answer.body.access_token), '/v2/types');
    }
  });

  test('the pair may be sent in parts, or in the query without a body', async () => {
    const members = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: pair.clientId,
      client_secret: pair.clientSecret,
    });
    const inParts = new FormData();
    for (const [name, value] of members) inParts.append(name, value);
    const multipart = new Response(inParts);
    const mediaType = multipart.headers.get('content-type') ?? '';
    const sent = await post('/v2/oauth2/token', { 'content-type': mediaType }, await multipart.text());
    expect([sent.status, sent.body.token_type], sent.text).toEqual([200, 'Bearer']);
    const broken = await post('/v2/oauth2/token', { 'content-type': mediaType }, 'x');
    expect([broken.status, problemOf(broken)['status']]).toEqual([400, 400]);
    for (const path of ['/v2/oauth2/token', '/petfinder/v2/oauth2/token/']) {
      const inQuery = await service.call('POST', `${path}?${members.toString()}`, { key: null });
      expect([inQuery.status, inQuery.body.token_type]).toEqual([200, 'Bearer']);
    }
    // An API key in the query of our own API is none.
    const own = await service.call('GET', `/v1/pets?api_key=${pair.key}&access_token=${pair.key}`, { key: null });
    expect(own.status).toBe(401);
  });

  test('a wrong pair, a pair of two keys, and no pair are refused as by Petfinder', async () => {
    const other = await newPair(service);
    for (const wrong of [
      { ...pair, clientSecret: other.clientSecret },
      { ...pair, clientSecret: 'x'.repeat(40) },
      { ...pair, clientId: `${pair.clientId.slice(0, -1)}${pair.clientId.endsWith('a') ? 'b' : 'a'}` },
    ]) {
      const answer = await requestToken(service, wrong);
      expect(answer.status).toBe(401);
      expect(problemOf(answer)).toEqual({
        type: type('ERR-401'),
        status: 401,
        title: 'invalid_client',
        detail: 'Client authentication failed',
        errors: [
          {
            code: 'invalid_client',
            title: 'invalid_client',
            message: 'Client authentication failed',
            details: 'Client authentication failed',
            href: type('ERR-401'),
          },
        ],
        hint: null,
      });
    }
    const missing = await post('/v2/oauth2/token', form, 'grant_type=client_credentials&client_id=');
    expect(missing.status).toBe(400);
    expect(problemOf(missing)).toMatchObject({
      type: type('ERR-00001'),
      'invalid-params': [{ path: 'client_id' }, { path: 'client_secret' }],
    });
    const grant = await post('/v2/oauth2/token', form, 'grant_type=password&client_id=a&client_secret=b');
    expect([grant.status, problemOf(grant)['title']]).toEqual([400, 'unsupported_grant_type']);
    const notJson = await post('/v2/oauth2/token', {}, '{');
    expect([notJson.status, problemOf(notJson)['status']]).toEqual([400, 400]);
    const xml = await post('/v2/oauth2/token', { 'content-type': 'text/xml' }, '<a/>');
    expect([xml.status, problemOf(xml)['status']]).toEqual([400, 400]);
    const large = await post('/v2/oauth2/token', form, `a=${'b'.repeat(5_000)}`);
    expect([large.status, problemOf(large)['status']]).toEqual([413, 413]);
  });

  test('a token works for an hour, and nobody can make one up', async () => {
    const client = await petfinderClient(service, pair);
    const { access_token: token } = (await requestToken(service, pair)).body;
    clock.advance(hourMs - 1_000);
    await get(client, '/v2/types');
    clock.advance(1_001);
    expect(await problemFor(client)).toEqual(expired);
    const { access_token: fresh } = (await requestToken(service, pair)).body;
    const [header, claims, signature] = fresh.split('.');
    const [, oldClaims] = token.split('.');
    for (const forged of [
      `${header}.${oldClaims}.${signature}`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.${claims}.`,
      pair.key,
      pair.clientSecret,
    ])
      expect(await problemFor(withKey(service, forged))).toEqual(expired);
    expect(problemOf(await service.call('GET', '/v2/animals', { key: null }))).toEqual(expired);
  });

  test('ends with the key, within a second', async () => {
    const doomed = await newPair(service);
    const client = await petfinderClient(service, doomed);
    await get(client, '/v2/types');
    const { accounts } = await service.beside();
    await accounts.keys.revoke(doomed.keyId, COMMAND_LINE);
    clock.advance(1_000);
    expect(await problemFor(client)).toEqual(expired);
    expect((await requestToken(service, doomed)).status).toBe(401);
  });

  test('is no key of the API, and the key of the pair reads what visitors see', async () => {
    const client = await petfinderClient(service, pair);
    expect((await client.call('GET', '/v1/pets')).status).toBe(401);
    // Nor is the hash in it, which the service has just found the key by.
    const { access_token: token } = (await requestToken(service, pair)).body;
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    await get(client, '/v2/types');
    expect((await withKey(service, jti).call('GET', '/v1/pets')).status).toBe(401);
    const withItsKey = withKey(service, pair.key);
    expect((await withItsKey.call('GET', '/v1/pets')).status).toBe(200);
    expect((await withItsKey.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).status).toBe(403);
  });

  test('a key without `pets:read`, and a suspended account, are refused with 403', async () => {
    const client = await petfinderClient(service, pair);
    const other = await newPair(service);
    const suspended = await petfinderClient(service, other);
    await service.call('PATCH', `/v1/admin/accounts/${other.accountId}`, { body: { suspended: true } });
    expect(await problemFor(suspended)).toMatchObject({ type: type('ERR-403'), status: 403, title: 'Forbidden' });
    await get(client, '/v2/types');
  });

  test("the limits are those of the key's account", async () => {
    const limited = await petfinderClient(service, await newPair(service, { perMinute: 2, perDay: 100 }));
    await get(limited, '/v2/types');
    await get(limited, '/v2/animals');
    const answer = await limited.call('GET', '/v2/animals');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(problemOf(answer)).toMatchObject({ type: type('ERR-429'), status: 429, title: 'Too Many Requests' });
  });

  test('every failure under /v2 is a problem document that pages of other origins can read', async () => {
    const client = await petfinderClient(service, pair);
    const answers = {
      '/v2': 404,
      '/v2/': 404,
      '/v2/pets': 404,
      '/v2/animals/0': 404,
      '/v2/animals/x': 404,
      '/v2/animals/99999999999999999999': 404,
      '/v2/types/fox': 404,
      '/v2/types/fox/breeds': 404,
      '/v2/organizations/ABC1234': 404,
      '/v2/organizations/7': 404,
      '/v2/animals/%zz': 404,
      [`/v2/animals?name=${'x'.repeat(9_000)}`]: 431,
    };
    for (const [path, status] of Object.entries(answers)) {
      const answer = await client.call('GET', path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(problemOf(answer)['status'], path).toBe(status);
    }
    expect(problemOf(await client.call('GET', '/v2/animals/0'))).toEqual({
      type: type('ERR-404'),
      status: 404,
      title: 'Not Found',
      detail: 'Not Found',
    });
    const method = await client.call('DELETE', '/v2/animals');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(problemOf(method)['status']).toBe(405);
    for (const text of [
      'GET /v2/animals HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
      requestText('GET /v2/animals', {
        Host: 'a, b',
        Authorization: `Bearer ${(await requestToken(service, pair)).body.access_token}`,
      }),
    ]) {
      const answer = await answerTo(service.origin, text);
      expect(answer.status).toBe(400);
      expect(answer.headers['content-type']).toBe('application/problem+json');
    }
  });

  test('a preflight allows whatever headers a page asks for', async () => {
    const asked = 'authorization,x-api-sdk,content-type,access-control-allow-headers';
    const headers = {
      origin: 'https://other.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': asked,
    };
    for (const path of ['/v2/animals', '/v2/animals/7', '/v2/oauth2/token', '/v2/organizations/']) {
      const answer = await service.call('OPTIONS', path, { key: null, headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-headers')).toBe(asked);
      expect(answer.headers.get('access-control-allow-methods')).toContain(path.includes('token') ? 'POST' : 'GET');
    }
  });
});

test('one setting switches it off', async () => {
  const service = await startOnSqlite({ settings: { petfinderApi: 'off' } });
  const answer = await requestToken(service, await newPair(service));
  expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found']);
});
