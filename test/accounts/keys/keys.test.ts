import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/secrets/token.ts';
import { SCOPES } from '../../../src/vocabulary/scopes.ts';
import { expectError } from '../../support/answers.ts';
import { type Answer, BACKENDS, linksOf, testClock, type TestService } from '../../support/service.ts';

const hourMs = 3_600_000;
const keysPath = '/v1/account/keys';
const shop = 'https://shelter.example';

describe.each(BACKENDS)('API keys on %s', (_, start) => {
  const clock = testClock();
  let logged = '';
  let service: TestService;

  beforeAll(async () => {
    const logs = new PassThrough().setEncoding('utf8').on('data', (text: string) => (logged += text));
    service = await start({ now: clock.now, logs, settings: { logLevel: 'trace' } });
  });
  afterAll(() => service.close());

  const newAccount = (plan?: 'free' | 'enterprise') => service.newAccount(plan === undefined ? {} : { plan });
  const create = (key: string, body: unknown = {}) => service.call('POST', keysPath, { key, body });
  const roll = (key: string, keyId: number, body?: unknown) =>
    service.call('POST', `${keysPath}/${keyId}/roll`, { key, body });
  const revoke = (key: string, keyId: number | string) => service.call('DELETE', `${keysPath}/${keyId}`, { key });
  const statusOf = async (key: string) => (await service.call('GET', '/v1/pets', { key })).status;

  describe('POST /account/keys', () => {
    test('201: a secret key with all scopes, shown only in this response', async () => {
      const { key, accountId } = await newAccount();
      const answer = await create(key);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(Number),
        kind: 'secret',
        prefix: 'psk_live_',
        lastFour: answer.body.key.slice(-4),
        scopes: SCOPES,
        createdAt: new Date(clock.now()).toISOString(),
        key: expect.stringMatching(/^psk_live_[0-9A-Za-z]{38}$/),
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');

      const { key: made, ...shown } = answer.body;
      const found = await service.call('GET', answer.headers.get('location') ?? '', { key: made });
      expect(found.body).toEqual(shown);
      expect((await service.call('GET', '/v1/account', { key: made })).body.id).toBe(accountId);
    });

    test('201: name, scopes and expiry as they were given', async () => {
      const { key } = await newAccount();
      const wanted = {
        name: ' Import ',
        scopes: ['pets:write', 'pets:read', 'pets:write'],
        expiresAt: '2027-01-01T01:00:00.5+01:00',
      };
      const { body } = await create(key, wanted);
      expect(body).toMatchObject({
        name: 'Import',
        scopes: ['pets:write', 'pets:read'],
        expiresAt: '2027-01-01T00:00:00.500Z',
      });
      expect(await statusOf(body.key)).toBe(200);
      expectError(await service.call('GET', '/v1/account', { key: body.key }), 403, 'insufficient_scope', '`account`');
    });

    test('201: a publishable key reads pets from the pages of its origins only', async () => {
      const { key } = await newAccount();
      const { status, body } = await create(key, {
        kind: 'publishable',
        origins: [shop, 'http://localhost:5173', shop],
      });
      expect(status).toBe(201);
      // It is no secret: its account can read it again.
      expect((await service.call('GET', `${keysPath}/${body.id}`, { key })).body).toEqual(body);
      const { body: created } = await service.call('GET', '/v1/events?types=api_key.created', { key });
      expect(created.at(-1).data).toMatchObject({ id: body.id, kind: 'publishable' });
      expect(JSON.stringify(created)).not.toContain(body.key);
      expect(body).toMatchObject({
        prefix: 'ppk_live_',
        scopes: ['pets:read', 'orders:write', 'messages:write'],
        origins: [shop, 'http://localhost:5173'],
      });

      const from = (origin: string, method = 'GET') =>
        service.call(method, '/v1/pets', {
          key: body.key,
          headers: { origin },
          ...(method === 'POST' ? { body: { name: 'Rex', categoryId: 1 } } : {}),
        });
      const read = await from(shop);
      expect(read.status).toBe(200);
      // A page with the board hides what the key cannot do.
      expect(read.headers.get('x-key-scopes')).toBe('pets:read orders:write messages:write');
      expect(read.headers.get('access-control-expose-headers')).toContain('X-Key-Scopes');
      expect((await from('http://localhost:5173')).status).toBe(200);
      for (const origin of ['https://elsewhere.example', 'http://shelter.example', `${shop}:8443`, 'null']) {
        expectError(await from(origin), 403, 'forbidden', 'origin');
      }
      expectError(await from(shop, 'POST'), 403, 'insufficient_scope', '`pets:write`');
      expectError(await service.call('GET', '/v1/account', { key: body.key }), 403, 'insufficient_scope');
    });

    test("201: a key for a client of Petfinder's API reads what visitors see, and a rolled one has a pair, too", async () => {
      const { key } = await newAccount();
      const { status, body } = await create(key, { petfinder: true });
      expect(status).toBe(201);
      expect(body).toMatchObject({ name: 'Petfinder client', kind: 'publishable', scopes: ['pets:read'] });
      expect(body).not.toHaveProperty('origins');
      const rolled = await service.call('POST', `${keysPath}/${body.id}/roll`, { key });
      expect(rolled.body.petfinder).not.toEqual(body.petfinder);
      for (const [{ clientId, clientSecret }, answer] of [
        [rolled.body.petfinder, 200],
        [body.petfinder, 401],
      ]) {
        const members = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
        expect((await service.call('POST', '/v2/oauth2/token', { key: null, body: members })).status).toBe(answer);
      }
      expect((await create(key, { name: 'Website', petfinder: false })).body).not.toHaveProperty('petfinder');
    });

    test('400 invalid_body', async () => {
      const { key } = await newAccount();
      const publishable = { kind: 'publishable', origins: [shop] };
      const wrong: [body: unknown, words: string][] = [
        [{ kind: 'private' }, 'one of `secret`, `publishable`'],
        [{ scopes: [] }, '1 to 8 items'],
        [{ scopes: ['pets'] }, '`scopes'],
        [{ scopes: 'pets:read' }, '`scopes`'],
        [{ origins: [shop] }, '`origins`'],
        [{ kind: 'publishable' }, '`origins` is required'],
        [{ ...publishable, origins: [] }, '1 to 20 items'],
        [{ ...publishable, origins: Array.from({ length: 21 }, (_, i) => `${shop}:${i + 1}`) }, '1 to 20 items'],
        [{ ...publishable, origins: [`${shop}/pets`] }, 'web origin'],
        ...['*', 'https://*.shelter.example', 'ftp://shelter.example', 'null'].map(
          (origin): [body: unknown, words: string] => [{ ...publishable, origins: [origin] }, 'web origin'],
        ),
        [{ ...publishable, scopes: ['pets:read', 'account'] }, '`account`'],
        [{ petfinder: true, kind: 'publishable' }, '`kind` must be absent'],
        [{ petfinder: true, scopes: ['pets:read'] }, '`scopes` must be absent'],
        [{ petfinder: true, origins: [shop] }, '`origins` must be absent'],
        [{ petfinder: 'yes' }, '`petfinder`'],
        [{ expiresAt: new Date(clock.now()).toISOString() }, 'in the future'],
        [{ expiresAt: '2020-01-01T00:00:00Z' }, 'in the future'],
        [{ expiresAt: '2027-01-01' }, 'RFC 3339'],
        [{ expiresAt: null }, '`expiresAt`'],
        [{ name: '' }, '1 to 255 characters'],
        [null, 'JSON object'],
      ];
      for (const [body, words] of wrong) expectError(await create(key, body), 400, 'invalid_body', words);
      expect((await service.call('GET', keysPath, { key })).body).toHaveLength(1);
    });

    test('403 insufficient_scope: no key creates a key with more scopes', async () => {
      const { key } = await newAccount();
      const { body: limited } = await create(key, { scopes: ['account', 'pets:read'] });
      expectError(await create(limited.key), 403, 'insufficient_scope', '`pets:write`');
      expectError(
        await create(limited.key, { scopes: ['pets:read', 'webhooks'] }),
        403,
        'insufficient_scope',
        '`webhooks`',
      );
      expect((await create(limited.key, { kind: 'publishable', origins: [shop] })).status).toBe(201);
      expect((await create(limited.key, { scopes: ['account'] })).status).toBe(201);
    });
  });

  describe('GET /account/keys', () => {
    test('200: newest first, in pages, without the keys themselves', async () => {
      const { key, keyId } = await newAccount();
      await newAccount();
      const made = [];
      for (let i = 0; i < 4; i += 1) made.push((await create(key, { name: `Key ${i}` })).body);
      const seen = [];
      let path: string | undefined = `${keysPath}?limit=2`;
      while (path !== undefined) {
        const page: Answer = await service.call('GET', path, { key });
        expect(page.status).toBe(200);
        seen.push(...page.body);
        path = linksOf(page)['next'];
      }
      const shown = made.toReversed().map(({ key: _key, ...rest }) => rest);
      expect(seen).toEqual([...shown, expect.objectContaining({ id: keyId })]);
    });

    test('400: limit, and a cursor that is altered or of another account', async () => {
      const [one, other] = [await newAccount(), await newAccount()];
      await create(one.key);
      const cursor = new URL(
        linksOf(await service.call('GET', `${keysPath}?limit=1`, { key: one.key }))['next'] ?? '',
        shop,
      ).searchParams.get('cursor');
      expectError(
        await service.call('GET', `${keysPath}?limit=101`, { key: one.key }),
        400,
        'invalid_parameter',
        '`limit`',
      );
      expectError(await service.call('GET', `${keysPath}?cursor=${cursor}x`, { key: one.key }), 400, 'invalid_cursor');
      expectError(await service.call('GET', `${keysPath}?cursor=${cursor}`, { key: other.key }), 400, 'invalid_cursor');
    });
  });

  describe('GET, DELETE and roll of /account/keys/{keyId}', () => {
    test('404 api_key_not_found: an unknown key, or one of another account', async () => {
      const [mine, theirs] = [await newAccount(), await newAccount()];
      for (const keyId of [theirs.keyId, 0, 999_999]) {
        for (const [method, path] of [
          ['GET', `${keysPath}/${keyId}`],
          ['DELETE', `${keysPath}/${keyId}`],
          ['POST', `${keysPath}/${keyId}/roll`],
        ] as const) {
          expectError(await service.call(method, path, { key: mine.key }), 404, 'api_key_not_found', '`keyId`');
        }
      }
      expect(await statusOf(theirs.key)).toBe(200);
    });
  });

  describe('DELETE /account/keys/{keyId}', () => {
    test('204: the key is 401 from the next request on; then 404', async () => {
      const { key } = await newAccount();
      const { body: other } = await create(key);
      expect(await statusOf(other.key)).toBe(200);
      const answer = await revoke(key, other.id);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expectError(await service.call('GET', '/v1/pets', { key: other.key }), 401, 'invalid_api_key');
      expectError(await revoke(key, other.id), 404, 'api_key_not_found');
      expectError(await roll(key, other.id), 404, 'api_key_not_found');
      expect((await service.call('GET', keysPath, { key })).body).toHaveLength(1);
    });

    test('204: a key may revoke itself', async () => {
      const { key, keyId } = await newAccount();
      expect((await revoke(key, keyId)).status).toBe(204);
      expect(await statusOf(key)).toBe(401);
    });

    test('a key that another process revokes is 401 within a second', async () => {
      const { key, keyId } = await newAccount();
      expect(await statusOf(key)).toBe(200);
      const beside = await service.beside();
      expect(await beside.accounts.keys.revoke(keyId, { type: 'command_line' })).toBe(true);
      clock.advance(999);
      expect(await statusOf(key)).toBe(401);
    });
  });

  describe('POST /account/keys/{keyId}/roll', () => {
    test('201: a key with the same attributes; without overlap the old one is 401 at once', async () => {
      const { key } = await newAccount();
      const { body: old } = await create(key, {
        name: 'Website',
        kind: 'publishable',
        origins: [shop],
        scopes: ['messages:write', 'pets:read'],
      });
      expect(await statusOf(old.key)).toBe(200);
      const answer = await roll(key, old.id);
      expect(answer.status).toBe(201);
      expect(answer.headers.get('location')).toBe(`${keysPath}/${answer.body.id}`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { id, key: _, lastFour, ...like } = old;
      expect(answer.body).toEqual({
        ...like,
        id: expect.any(Number),
        lastFour: expect.any(String),
        key: expect.any(String),
      });
      expect([answer.body.id === id, answer.body.key === old.key, lastFour]).toEqual([false, false, old.key.slice(-4)]);
      expect(await statusOf(old.key)).toBe(401);
      expect(await statusOf(answer.body.key)).toBe(200);
    });

    test('201: with an overlap both work until its end', async () => {
      const { key } = await newAccount();
      const { body: old } = await create(key);
      const { body: made } = await roll(key, old.id, { overlapDays: 2 });
      expect(made).not.toHaveProperty('expiresAt');
      const { body: seen } = await service.call('GET', `${keysPath}/${old.id}`, { key });
      expect(seen.expiresAt).toBe(new Date(clock.now() + 48 * hourMs).toISOString());
      clock.advance(48 * hourMs - 1);
      expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([200, 200]);
      clock.advance(1);
      expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([401, 200]);
      expectError(await service.call('GET', `${keysPath}/${old.id}`, { key }), 404, 'api_key_not_found');
      expectError(await revoke(key, old.id), 404, 'api_key_not_found');
      expectError(await roll(key, old.id), 404, 'api_key_not_found');
    });

    test('201: an overlap never extends a key, and the new key expires when the old one would have', async () => {
      const { key } = await newAccount();
      const expiresAt = new Date(clock.now() + hourMs).toISOString();
      const { body: old } = await create(key, { expiresAt });
      const { body: made } = await roll(key, old.id, { overlapDays: 7 });
      expect(made.expiresAt).toBe(expiresAt);
      clock.advance(hourMs);
      expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([401, 401]);
    });

    test('400 invalid_body: overlapDays beyond 0 to 7', async () => {
      const { key, keyId } = await newAccount();
      for (const overlapDays of [-1, 8, 1.5, '1', null]) {
        expectError(
          await roll(key, keyId, { overlapDays }),
          400,
          'invalid_body',
          '`overlapDays` must be an integer from 0 to 7',
        );
      }
      expect(await statusOf(key)).toBe(200);
    });

    test('403 insufficient_scope: a key cannot roll a key with more scopes', async () => {
      const { key, keyId } = await newAccount();
      const { body: limited } = await create(key, { scopes: ['account', 'pets:read'] });
      expectError(await roll(limited.key, keyId), 403, 'insufficient_scope', '`pets:write`');
      expect(await statusOf(key)).toBe(200);
      expect((await roll(limited.key, limited.id)).status).toBe(201);
    });

    test('resets nothing: the limits belong to the account', async () => {
      const { key, keyId } = await newAccount('free');
      await statusOf(key);
      const { body, headers } = await roll(key, keyId);
      expect(headers.get('x-ratelimit-remaining')).toBe('58');
      expect((await service.call('GET', '/v1/pets', { key: body.key })).headers.get('x-ratelimit-remaining')).toBe(
        '57',
      );
    });
  });

  test('a key of the other environment is 401', async () => {
    const staging = await start({ environment: 'staging', dataDir: service.dataDir });
    const { key } = await staging.newAccount();
    expect((await staging.call('GET', '/v1/pets', { key })).status).toBe(200);
    expectError(await service.call('GET', '/v1/pets', { key }), 401, 'invalid_api_key');
    expectError(await staging.call('GET', '/v1/pets', { key: service.operatorKey }), 401, 'invalid_api_key');
    await staging.stop();
  });

  test('no other response and no log line contains a key, hash or password', async () => {
    const password = 'seven quiet otters';
    const { body } = await service.call('POST', '/v1/accounts', {
      key: null,
      body: { email: 'ann@shelter.example', password },
    });
    const { key } = body.apiKey;
    const { body: second } = await create(key);
    const answers = [
      await service.call('POST', '/v1/accounts', { key: null, body: { email: 'ann@shelter.example', password } }),
      await service.call('GET', '/v1/account', { key }),
      await service.call('GET', '/v1/account/usage', { key }),
      await service.call('GET', keysPath, { key }),
      await service.call('GET', `${keysPath}/${second.id}`, { key }),
      await service.call('GET', '/v1/admin/accounts'),
      await service.call('GET', `/v1/admin/accounts/${body.id}`),
      await service.call('PATCH', `/v1/admin/accounts/${body.id}`, { body: { plan: 'pro' } }),
      await create(key, { scopes: [key] }),
      await revoke(key, second.id),
      await service.call('GET', '/v1/pets', { key: second.key }),
      await service.call('GET', `/v1/pets?key=${key}`, { key: null }),
    ];
    const told = answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n');
    for (const secret of [
      password,
      'argon2',
      ...[key, second.key].flatMap((text: string) => [text, text.slice(9, 41), hashOf(text)]),
    ]) {
      expect(told).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
    expect(logged).toContain('/v1/account/keys/:keyId');
  });
});
