import { describe, expect, test } from 'vitest';
import { newImage } from '../pets/photos/images.ts';
import { hourMs, moveOrder, petStatus, placeOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError, rateLimitOf } from '../support/answers.ts';
import { answerTo, requestText } from '../support/raw.ts';
import { type Answer, BACKENDS, type CallOptions, sharedService, testClock } from '../support/service.ts';

const REX = { name: 'Rex', categoryId: 1 };

/** What an `Idempotency-Key` identifies, for how long, and which responses are stored. */
describe.each(BACKENDS)('Idempotency-Key, on %s', (engine, start) => {
  let count = 0;
  const clock = testClock();

  const service = sharedService(start, { now: clock.now });

  const newKey = () => `retry-${(count += 1)}`;
  const send = (method: string, path: string, key: string, options: CallOptions = {}): Promise<Answer> =>
    service.call(method, path, { ...options, headers: { ...options.headers, 'idempotency-key': key } });
  const post = (key: string, body: unknown = REX, options: CallOptions = {}) =>
    send('POST', '/v1/pets', key, { body, ...options });
  const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';
  const petCount = async () => {
    const { available, pending, sold } = (await service.call('GET', '/v1/store/inventory')).body;
    return available + pending + sold;
  };

  /** Expects the same status and text as the first response. */
  function expectReplay(retry: Answer, first: Answer): void {
    expect(isReplayed(first)).toBe(false);
    expect([isReplayed(retry), retry.status, retry.text]).toEqual([true, first.status, first.text]);
  }

  describe('identifies', () => {
    test('one payload, in every spelling', async () => {
      const key = newKey();
      const first = await post(key, '{"name":"Rex","categoryId":9007199254740993}');
      for (const body of [
        '{ "name": "Rex",\n"categoryId": 9007199254740993 }',
        '{"name":" Rex","categoryId":9007199254740993}',
      ]) {
        expectReplay(await post(key, body), first);
      }
      for (const body of [
        '{"name":"Rex","categoryId":9007199254740992}',
        '{"name":"rex","categoryId":9007199254740993}',
        '{"name":"Rex","categoryId":9007199254740993,"status":"available"}',
      ]) {
        expectError(await post(key, body), 422, 'idempotency_key_reused');
      }
    });

    test('a request to one path: on another path it is another key', async () => {
      const key = newKey();
      const [rex, tom] = [await addPet(service, {}), await addPet(service, {})];
      const answers = [
        await post(key),
        await send('POST', '/v1/categories', key, { body: { name: 'Ponies' } }),
        await send('PATCH', `/v1/pets/${rex}`, key, { body: { name: 'Max' } }),
        await send('PATCH', `/v1/pets/${tom}`, key, { body: { name: 'Max' } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
      expect(answers.map(isReplayed)).toEqual([false, false, false, false]);
    });

    test('one query, in every spelling', async () => {
      const key = newKey();
      const add = (query: string) => send('POST', `/v1/pets${query}`, key, { body: REX });
      const first = await add('?expand=profile,photos');
      for (const query of ['?expand=profile%2Cphotos', '?from=console&expand=profile,photos'])
        expectReplay(await add(query), first);
      for (const query of ['', '?expand=profile']) expectError(await add(query), 422, 'idempotency_key_reused');
    });

    test('a request without a query, with unknown parameters or without', async () => {
      const key = newKey();
      const first = await post(key);
      for (const query of ['?', '?from=console'])
        expectReplay(await send('POST', `/v1/pets${query}`, key, { body: REX }), first);
      expectError(await send('POST', '/v1/pets?expand=profile', key, { body: REX }), 422, 'idempotency_key_reused');
    });

    test('one photo with one description', async () => {
      const key = newKey();
      const photos = `/v1/pets/${await addPet(service, {})}/photos`;
      const image = await newImage();
      const add = (alt: string) =>
        send('POST', `${photos}?alt=${alt}`, key, { body: image, headers: { 'content-type': 'image/jpeg' } });
      const first = await add('A%20red%20dog');
      expect(first.body.alt).toBe('A red dog');
      expectReplay(await add('A%20red%20dog'), first);
      expectError(await add('Other'), 422, 'idempotency_key_reused');
      expect((await service.call('GET', photos)).body).toEqual([first.body]);
    });

    test('a request to one path, however it is spelled', async () => {
      const key = newKey();
      const id = String(await addPet(service, {}));
      const change = (spelled: string) => send('PATCH', `/v1/pets/${spelled}`, key, { body: { name: 'Max' } });
      const first = await change(id);
      expect(first.status).toBe(200);
      for (const spelled of [`00${id}`, `%3${id}`]) expectReplay(await change(spelled), first);
    });

    test('a request of the account: each of its keys may retry', async () => {
      const { body: made } = await service.call('POST', '/v1/account/keys', { body: { name: 'Desk' } });
      const key = newKey();
      const first = await post(key);
      expectReplay(await post(key, REX, { key: made.key }), first);
    });

    test('nothing with GET and DELETE, which ignore the header', async () => {
      const key = newKey();
      const id = await addPet(service, {});
      for (const ignored of [key, '', 'k'.repeat(256)]) {
        const answer = await send('GET', `/v1/pets?ids=${id}`, ignored);
        expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
      }
      const removed = await send('DELETE', `/v1/pets/${id}`, key);
      const again = await send('DELETE', `/v1/pets/${id}`, key);
      expect([removed.status, isReplayed(removed)]).toEqual([204, false]);
      expectError(again, 404, 'pet_not_found');
      expect(isReplayed(again)).toBe(false);
      const other = await addPet(service, {});
      expect((await send('DELETE', `/v1/pets/${other}`, 'k'.repeat(256))).status).toBe(204);
    });
  });

  test('a replay returns the first response, not the current state', async () => {
    const key = newKey();
    const id = await addPet(service, REX);
    const first = await send('PATCH', `/v1/pets/${id}`, key, { body: { name: 'Max' } });
    const { headers } = await service.call('PATCH', `/v1/pets/${id}`, { body: { name: 'Tom' } });
    const retry = await send('PATCH', `/v1/pets/${id}`, key, { body: { name: 'Max' } });
    expectReplay(retry, first);
    expect(retry.body.name).toBe('Max');
    expect(retry.headers.get('etag')).not.toBe(headers.get('etag'));
    expect((await service.call('GET', `/v1/pets?ids=${id}`)).body[0].name).toBe('Tom');
    await service.call('DELETE', `/v1/pets/${id}`);
    expectReplay(await send('PATCH', `/v1/pets/${id}`, key, { body: { name: 'Max' } }), first);
  });

  test('a replay counts against the limits, and has its own request id', async () => {
    const key = newKey();
    const [first, retry] = [await post(key), await post(key)];
    expectReplay(retry, first);
    expect(rateLimitOf(retry).remaining).toBe(rateLimitOf(first).remaining - 1);
    expect(retry.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  describe('never stores', () => {
    test('400: the corrected request is executed', async () => {
      const key = newKey();
      expectError(await post(key, { name: 'Rex' }), 400, 'invalid_body', '`categoryId`');
      expectError(await post(key, '{'), 400, 'invalid_json');
      const first = await post(key);
      expect([first.status, isReplayed(first)]).toEqual([201, false]);
      expectReplay(await post(key), first);
      expectError(await post(key, { name: 'Rex' }), 400, 'invalid_body');
    });

    test('400 of the operation itself', async () => {
      const key = newKey();
      const { accountId } = await service.newAccount({ plan: 'free' });
      const path = `/v1/admin/accounts/${accountId}`;
      const limits = { perMinute: 5, perDay: 5 };
      expectError(await send('PATCH', path, key, { body: { limits } }), 400, 'invalid_body');
      expect((await send('PATCH', path, key, { body: { plan: 'enterprise', limits } })).status).toBe(200);
    });

    test('401', async () => {
      const key = newKey();
      expectError(await post(key, REX, { key: null }), 401, 'missing_api_key');
      expectError(await post(key, REX, { key: 'psk_live_nobodys' }), 401, 'invalid_api_key');
      const first = await post(key);
      expect([first.status, isReplayed(first)]).toEqual([201, false]);
    });

    test('403 of a key without the scope: another key of the account may succeed', async () => {
      const { body: made } = await service.call('POST', '/v1/account/keys', { body: { scopes: ['pets:read'] } });
      const key = newKey();
      expectError(await post(key, REX, { key: made.key }), 403, 'insufficient_scope');
      expect((await post(key)).status).toBe(201);
    });

    test('422 of a key that may do less, or that everybody can read: it gets no response to another', async () => {
      const { body: narrow } = await service.call('POST', '/v1/account/keys', { body: { scopes: ['pets:write'] } });
      const key = newKey();
      const first = await post(key);
      expectError(await post(key, REX, { key: narrow.key }), 422, 'idempotency_key_reused');
      expectReplay(await post(key), first);

      const body = { kind: 'publishable', origins: ['https://w.example'], scopes: ['pets:read', 'orders:write'] };
      const { body: website } = await service.call('POST', '/v1/account/keys', { body });
      const order = { petId: first.body.id, adopter: { name: 'Ada', email: 'ada@example.com' } };
      const placed = newKey();
      expect((await send('POST', '/v1/store/orders', placed, { body: order })).status).toBe(201);
      const asVisitor = { body: order, key: website.key };
      expectError(await send('POST', '/v1/store/orders', placed, asVisitor), 422, 'idempotency_key_reused');
    });

    test('429', async () => {
      const { key: poor } = await service.newAccount({ limits: { perMinute: 1, perDay: 100 } });
      expect((await service.call('GET', '/v1/pets', { key: poor })).status).toBe(200);
      const key = newKey();
      expectError(await post(key, REX, { key: poor }), 429, 'rate_limit_exceeded');
      clock.advance(60_000);
      const first = await post(key, REX, { key: poor });
      expect([first.status, isReplayed(first)]).toEqual([201, false]);
    });

    test('413', async () => {
      const key = newKey();
      expectError(await post(key, { ...REX, more: 'a'.repeat(70_000) }), 413, 'payload_too_large');
      expect((await post(key)).status).toBe(201);
    });
  });

  describe('stores', () => {
    test('403 of the operation itself', async () => {
      const stranger = (await service.newAccount()).key;
      const id = await addPet(service, {});
      const patch = (key: string) => send('PATCH', `/v1/pets/${id}`, key, { key: stranger, body: { name: 'Max' } });
      const key = newKey();
      const first = await patch(key);
      expectError(first, 403, 'forbidden');
      expectReplay(await patch(key), first);
    });

    test('404, though the pet exists meanwhile', async () => {
      const petId = (await addPet(service, {})) + 1;
      const order = (key: string) => send('POST', '/v1/store/orders', key, { body: { petId } });
      const key = newKey();
      const first = await order(key);
      expectError(first, 404, 'pet_not_found');
      expect(await addPet(service, {})).toBe(petId);
      const retry = await order(key);
      expectReplay(retry, first);
      expectError(retry, 404, 'pet_not_found');
      expect(await petStatus(service, petId)).toBe('available');
      expect((await order(newKey())).status).toBe(201);
    });

    test('409, though the pet is available meanwhile', async () => {
      const petId = await addPet(service, {});
      const held = await placeOrder(service, petId);
      const order = (key: string) => send('POST', '/v1/store/orders', key, { body: { petId } });
      const key = newKey();
      const first = await order(key);
      expectError(first, 409, 'pet_not_available');
      await moveOrder(service, held, 'cancel');
      expectReplay(await order(key), first);
      expectError(
        await send('POST', '/v1/store/orders', key, { body: { petId, note: 'x' } }),
        422,
        'idempotency_key_reused',
      );
      expect(await petStatus(service, petId)).toBe('available');
    });

    test('412, though the ETag would match meanwhile', async () => {
      const id = await addPet(service, {});
      const key = newKey();
      const patch = (etag: string) =>
        send('PATCH', `/v1/pets/${id}`, key, { body: { name: 'Max' }, headers: { 'if-match': etag } });
      const first = await patch('"other"');
      expectError(first, 412, 'precondition_failed');
      expectReplay(await patch('*'), first);
    });
  });

  test('expires after 24 hours; the same request is then executed again', async () => {
    const key = newKey();
    const first = await post(key);
    clock.advance(24 * hourMs - 1);
    expectReplay(await post(key), first);
    clock.advance(1);
    const second = await post(key);
    expect([second.status, isReplayed(second)]).toEqual([201, false]);
    expect(second.body.id).toBeGreaterThan(first.body.id);
    expectReplay(await post(key), second);
    clock.advance(24 * hourMs);
    expect((await post(key, { name: 'Tom', categoryId: 2 })).body.name).toBe('Tom');
  });

  test('survives a restart, and is shared by two services on one database', async () => {
    const first = await start({ now: clock.now });
    const headers = { 'idempotency-key': 'restart' };
    const answer = await first.call('POST', '/v1/pets', { body: REX, headers });
    const second = await start({ now: clock.now, dataDir: first.dataDir, serves: false });
    const beside = await withKey(second, first.operatorKey).call('POST', '/v1/pets', { body: REX, headers });
    expectReplay(beside, answer);
    await Promise.all([first.stop(), second.stop()]);
    const third = await start({ now: clock.now, dataDir: first.dataDir });
    const caller = withKey(third, first.operatorKey);
    const retry = await caller.call('POST', '/v1/pets', { body: REX, headers });
    expectReplay(retry, answer);
    expect(retry.headers.get('location')).toBe(answer.headers.get('location'));
    expect((await caller.call('GET', '/v1/pets')).body).toHaveLength(1);
  });

  test('takes effect once for requests to two services at the same time, beside requests of their own', async () => {
    const first = await start({ now: clock.now });
    const second = await start({ now: clock.now, dataDir: first.dataDir, serves: false });
    try {
      const callers = [withKey(first, first.operatorKey), withKey(second, first.operatorKey)];
      const keys = Array.from({ length: 10 }, (_, i) => `both ${i}`);
      const both = await Promise.all(
        callers.map((caller, place) =>
          Promise.all(
            [...keys, `own ${place}`].map((key) =>
              caller.call('POST', '/v1/pets', { body: REX, headers: { 'idempotency-key': key } }),
            ),
          ),
        ),
      );
      const [ofFirst = [], ofSecond = []] = both.map((answers) => answers.map(({ status, body }) => [status, body.id]));
      expect([...ofFirst, ...ofSecond].map(([status]) => status)).toEqual(Array.from({ length: 22 }, () => 201));
      expect(ofFirst.slice(0, 10)).toEqual(ofSecond.slice(0, 10));
      const { body: pets } = await first.call('GET', '/v1/pets', { key: first.operatorKey });
      expect(pets).toHaveLength(12);
    } finally {
      await second.stop();
      await first.close();
    }
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  describe('is 1 to 255 characters of printable ASCII', () => {
    test.each(['k', '!', 'k'.repeat(255), 'with space', 'in "quotes"', '~{}', '0'])('%j is valid', async (key) => {
      const first = await post(key);
      expect(first.status).toBe(201);
      expectReplay(await post(key), first);
    });

    test.each(['', ' ', 'k'.repeat(256), 'a\tb', 'é', '\u0080', '\u00ff'])('400: %j', async (key) => {
      const before = await petCount();
      expectError(await post(key), 400, 'invalid_idempotency_key', '1 to 255 characters');
      expect(await petCount()).toBe(before);
    });

    test.each([
      ['"8e03978e-40d5"', '8e03978e-40d5'],
      [String.raw`"a \"quoted\" \\ key"`, String.raw`a "quoted" \ key`],
      [`"${'q'.repeat(255)}"`, 'q'.repeat(255)],
    ])('in quotation marks or without: %s', async (quoted, key) => {
      const first = await post(quoted);
      expect(first.status).toBe(201);
      expectReplay(await post(key), first);
      expectReplay(await post(quoted), first);
    });

    test.each(['"', '"open', '"a" b', '"a", "b"', '"a"b"', '"a";v=1', String.raw`"a\"`, String.raw`"a\n"`])(
      '400: quoted wrongly: %s',
      async (key) => {
        const before = await petCount();
        expectError(await post(key), 400, 'invalid_idempotency_key', 'quotation mark');
        expect(await petCount()).toBe(before);
      },
    );

    test('400: sent twice', async () => {
      const before = await petCount();
      const body = JSON.stringify(REX);
      for (const keys of [
        ['a', 'b'],
        ['a', 'a'],
      ]) {
        const headers = {
          Authorization: `Bearer ${service.operatorKey}`,
          'Content-Type': 'application/json',
          'Content-Length': `${body.length}`,
          'Idempotency-Key': keys.join('\r\nidempotency-key: '),
        };
        const answer = await answerTo(service.origin, requestText('POST /v1/pets', headers, body));
        expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, 'invalid_idempotency_key']);
      }
      expect(await petCount()).toBe(before);
    });

    test.each(['""', `"${'k'.repeat(256)}"`])('400: %s', async (key) => {
      expectError(await post(key), 400, 'invalid_idempotency_key', '1 to 255 characters');
    });

    test.each(['\u0000', '\u0007', '\u007f'])('400: invalid in HTTP itself: %j', async (character) => {
      const before = await petCount();
      const body = JSON.stringify(REX);
      const headers = {
        Authorization: `Bearer ${service.operatorKey}`,
        'Content-Type': 'application/json',
        'Content-Length': `${body.length}`,
        'Idempotency-Key': `a${character}b`,
      };
      const answer = await answerTo(service.origin, requestText('POST /v1/pets', headers, body));
      expect(answer.status).toBe(400);
      expect(await petCount()).toBe(before);
    });
  });
});
