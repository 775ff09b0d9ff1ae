import { beforeEach, describe, expect, test } from 'vitest';
import { sweepRequests } from '../../src/request-log/store.ts';
import { newcomers, openPage } from '../pages/page.ts';
import { withKey } from '../support/adoption.ts';
import { addPet, expectError, rateLimitOf } from '../support/answers.ts';
import { rawClient, requestText } from '../support/raw.ts';
import { BACKENDS, linksOf, sharedService, testClock, type TestService } from '../support/service.ts';

const path = '/v1/account/requests';

describe.each(BACKENDS)('the request log on %s', (engine, start) => {
  const clock = testClock();
  let owner: TestService;
  let keyId: number;

  const service = sharedService(start, { now: clock.now });
  beforeEach(async () => {
    clock.advance(61_000);
    const account = await service.newAccount();
    keyId = account.keyId;
    owner = withKey(service, account.key);
  });

  const logged = async (query = '', caller = owner) => {
    const answer = await caller.call('GET', `${path}${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Record<string, unknown>[];
  };
  const summary = async (query = '') =>
    (await logged(query)).map(({ method, path: of, status, code }) => [method, of, status, code]);

  test('200: the requests of the account, newest first, with what a developer looks for', async () => {
    const { body: key } = await owner.call('POST', '/v1/account/keys', { body: { name: 'Website' } });
    clock.advance(1_000);
    const { headers } = await owner.call('GET', '/v1/pets/4711?q=Ann', { key: key.key });
    const [last, first] = await logged();
    expect(last).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/),
      time: new Date(clock.now()).toISOString(),
      method: 'GET',
      path: '/v1/pets/4711',
      operation: 'getPet',
      status: 404,
      code: 'pet_not_found',
      ignored: ['?q'],
      durationMs: expect.any(Number),
      key: { id: key.id, kind: 'secret', name: 'Website', prefix: 'psk_live_', lastFour: key.lastFour },
      requestId: headers.get('x-request-id'),
    });
    expect(first).toMatchObject({ method: 'POST', operation: 'createApiKey', status: 201, key: { id: keyId } });
    expect(first).not.toHaveProperty('code');
  });

  test('filters', async () => {
    await owner.call('GET', '/v1/pets', { headers: { 'x-request-id': 'mine-1' } });
    await owner.call('GET', '/v1/pets/99');
    clock.advance(1_000);
    const since = new Date(clock.now()).toISOString();
    await owner.call('DELETE', '/v1/pets/99');
    await owner.call('GET', '/v1/nothing');
    const [nothing, deleted, found, listed] = await summary();
    expect(listed).toEqual(['GET', '/v1/pets', 200, undefined]);
    expect(await summary('?method=DELETE')).toEqual([deleted]);
    expect(await summary('?status=200')).toEqual([listed]);
    expect(await summary('?status=4xx')).toEqual([nothing, deleted, found]);
    expect(await summary('?status=5xx')).toEqual([]);
    expect(await summary('?code=pet_not_found')).toEqual([deleted, found]);
    expect(await summary('?operation=getPet')).toEqual([found]);
    expect(await summary('?requestId=mine-1')).toEqual([listed]);
    expect(await summary(`?since=${since}`)).toEqual([nothing, deleted]);
    expect(await summary(`?keyId=${keyId}&status=4xx&method=GET`)).toEqual([nothing, found]);
    expect(await summary(`?keyId=${keyId + 1}`)).toEqual([]);
    expectError(
      await owner.call('GET', `${path}?status=6xx`),
      400,
      'invalid_parameter',
      '`status` must be a string that matches `^[1-5]',
    );
    expectError(await owner.call('GET', `${path}?method=get`), 400, 'invalid_parameter', '`method`');
    expectError(await owner.call('GET', `${path}?since=yesterday`), 400, 'invalid_parameter', '`since`');
    expectError(await owner.call('GET', `${path}?keyId=0`), 400, 'invalid_parameter', '`keyId`');
  });

  test('pages follow each other while requests arrive, and belong to their filters and their account', async () => {
    for (let i = 1; i <= 5; i += 1) await owner.call('GET', `/v1/pets/${i}`);
    const first = await owner.call('GET', `${path}?limit=2`);
    await owner.call('GET', '/v1/pets/6');
    const next = linksOf(first)['next']!;
    const second = await owner.call('GET', next);
    expect([...first.body, ...second.body].map((line: { path: string }) => line.path)).toEqual(
      [5, 4, 3, 2].map((id) => `/v1/pets/${id}`),
    );
    expectError(await owner.call('GET', `${next}&status=4xx`), 400, 'invalid_cursor');
    expectError(await service.call('GET', next), 400, 'invalid_cursor');
  });

  test('nobody sees the requests of another account', async () => {
    await owner.call('GET', '/v1/pets');
    const { key } = await service.newAccount();
    expect(await logged('', withKey(service, key))).toEqual([]);
  });

  test('nothing is older than seven days, and the sweep deletes it', async () => {
    await owner.call('GET', '/v1/pets');
    expect(await logged()).toHaveLength(1);
    clock.advance(7 * 24 * 3_600_000 + 1);
    expect(await logged()).toEqual([]);
    const { database } = await service.beside();
    const count = () => database.read.selectFrom('request_log').selectAll().execute();
    expect(await count()).not.toEqual([]);
    while (await database.transaction((tx) => sweepRequests(tx, clock.now())));
    expect(await count()).toEqual([]);
  });

  test('the lines of a closed account are gone, also those that were not written yet', async () => {
    const { key, accountId } = await service.newAccount();
    const petId = await addPet(service, {}, key);
    await logged('', withKey(service, key));
    await service.call('GET', `/v1/pets/${petId}`, { key });
    expect((await service.call('POST', `/v1/admin/accounts/${accountId}/close`)).status).toBe(200);
    expect(await logged('', withKey(service, service.operatorKey)), 'writes what waits').not.toEqual([]);
    const { database } = await service.beside();
    const rows = database.read.selectFrom('request_log').select('id').where('account_id', '=', accountId);
    expect(await rows.execute()).toEqual([]);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('every kind of answer has a line, and unknown paths show what the API knows of them', async () => {
    const small = await service.newAccount({ limits: { perMinute: 6, perDay: 100 } });
    owner = withKey(service, small.key);
    await owner.call('HEAD', '/v1/categories');
    await owner.call('PUT', '/v1/pets');
    await owner.call('GET', '/v1/pest/7');
    await owner.call('GET', '/v1/pets/ann@example.org');
    await owner.call('POST', '/v1/pets', { body: '{' });
    await owner.call('GET', '/v1/admin/accounts');
    await owner.call('GET', '/v1/pets/ann@example.org');
    expect((await summary()).toReversed()).toEqual([
      ['HEAD', '/v1/categories', 200, undefined],
      ['PUT', '/v1/pets', 405, 'method_not_allowed'],
      ['GET', '/v1/*/*', 404, 'route_not_found'],
      ['GET', '/v1/pets/{petId}', 404, 'pet_not_found'],
      ['POST', '/v1/pets', 400, 'invalid_json'],
      ['GET', '/v1/admin/accounts', 403, 'forbidden'],
      ['GET', '/v1/pets/{petId}', 429, 'rate_limit_exceeded'],
    ]);
  });

  test('of what is refused before its route is known, what the API knows of the path is kept', async () => {
    const small = await service.newAccount({ limits: { perMinute: 1, perDay: 100 } });
    owner = withKey(service, small.key);
    await owner.call('GET', `/v1/pets/7/${'x'.repeat(9_000)}`);
    await owner.call('GET', '/v1/pest/7');
    await owner.call('PUT', '/v1/pets');
    expect((await summary()).toReversed()).toEqual([
      ['GET', '/v1/pets/*/*', 431, 'headers_too_large'],
      ['GET', '/v1/*/*', 429, 'rate_limit_exceeded'],
      ['PUT', '/v1/pets', 429, 'rate_limit_exceeded'],
    ]);
  });

  test('a client that leaves before its key was looked up is logged, as its request goes on', async () => {
    const { key } = await service.newAccount();
    owner = withKey(service, key);
    const clients = await Promise.all([1, 2, 3].map(() => rawClient(service.origin)));
    for (const client of clients) {
      client.send(requestText('GET /v1/pets', { Authorization: `Bearer ${key}` }));
      client.destroy();
    }
    await expect
      .poll(async () => (await logged()).map(({ operation }) => operation))
      .toEqual(Array(3).fill('listPets'));
  });

  test('a live stream that its client leaves is a success', async () => {
    const { key } = await service.newAccount();
    owner = withKey(service, key);
    const stream = new AbortController();
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}` };
    await fetch(`${service.origin}/v1/events`, { headers, signal: stream.signal });
    stream.abort();
    await expect.poll(() => summary()).toEqual([['GET', '/v1/events', 200, undefined]]);
    const { body } = await owner.call('GET', '/v1/account/usage/breakdown');
    expect(body.operations).toContainEqual(expect.objectContaining({ operation: 'listEvents', errors: 0 }));
  });

  test('a failure that is repeated from its Idempotency-Key has its code', async () => {
    const cancel = () =>
      owner.call('POST', '/v1/store/orders/99/cancel', { headers: { 'idempotency-key': 'again' }, body: {} });
    await cancel();
    expect((await cancel()).headers.get('idempotency-replayed')).toBe('true');
    const line = ['POST', '/v1/store/orders/99/cancel', 404, 'order_not_found'];
    expect(await summary()).toEqual([line, line]);
  });

  test('reading it leaves no line, costs nothing, and works when the limits are used up; it has a limit of its own', async () => {
    const { key } = await service.newAccount({ limits: { perMinute: 2, perDay: 3 } });
    owner = withKey(service, key);
    await owner.call('GET', '/v1/pets');
    const before = rateLimitOf(await owner.call('GET', path));
    expect(before).toMatchObject({ remaining: 1 });
    await owner.call('GET', '/v1/pets');
    expectError(await owner.call('GET', '/v1/pets'), 429, 'rate_limit_exceeded');
    expect((await summary()).map(([, , status]) => status)).toEqual([429, 200, 200]);
    const further = await Promise.all(Array.from({ length: 118 }, () => owner.call('GET', path)));
    expect(new Set(further.map(({ status }) => status))).toEqual(new Set([200]));
    expectError(await owner.call('GET', path), 429, 'rate_limit_exceeded', '120');
    expect((await owner.call('GET', '/v1/pets')).status, 'no strike for the key').toBe(429);
    clock.advance(61_000);
    expect((await summary()).slice(0, 2)).toEqual([
      ['GET', '/v1/pets', 429, 'rate_limit_exceeded'],
      ['GET', path, 429, 'rate_limit_exceeded'],
    ]);
  });

  test('403: a key without the scope `account`', async () => {
    const { body } = await owner.call('POST', '/v1/account/keys', { body: { scopes: ['pets:read'] } });
    expectError(await owner.call('GET', path, { key: body.key }), 403, 'insufficient_scope');
    const [line] = await logged();
    expect(line, 'the refusal is in the log of the account').toMatchObject({ status: 403, key: { id: body.id } });
  });

  test('what the site does with a session has no line', async () => {
    const { email, password, key } = await newcomers(() => service, clock)();
    const page = openPage(service);
    await page.signIn(email, password);
    expect((await page.call('GET', '/v1/pets')).status).toBe(200);
    const { body } = await page.call('GET', path);
    expect(body).toEqual([]);
    await service.call('GET', '/v1/pets', { key });
    expect((await page.call('GET', path)).body).toHaveLength(1);
  });
});

describe.each(BACKENDS)('a stop on %s', (_, start) => {
  test('writes what waits: the next start shows it', async () => {
    const service = await start();
    const { key } = await service.newAccount();
    await service.call('GET', '/v1/pets', { key });
    await service.stop();
    const again = await start({ dataDir: service.dataDir });
    const { body } = await again.call('GET', path, { key });
    expect(body).toMatchObject([{ path: '/v1/pets' }]);
  });
});
