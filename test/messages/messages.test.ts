import { setImmediate as endOfTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { allEvents } from '../events/streams.ts';
import { expectError, pagesOf, rateLimitOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, type CallOptions, sharedService } from '../support/service.ts';

describe.each(BACKENDS)('messages on %s', (engine, start) => {
  let sender: string;
  let accountId: number;
  let other: string;

  const service = sharedService(start);
  beforeAll(async () => {
    ({ key: sender, accountId } = await service.newAccount());
    other = (await service.newAccount()).key;
  });

  const send = (message: unknown, options: CallOptions = {}) =>
    service.call('POST', '/v1/messages', { key: sender, body: { message }, ...options });
  const read = (id: string, key = sender) => service.call('GET', `/v1/messages/${id}`, { key });
  const inbox = async () => (await service.call('GET', '/v1/admin/inbox?limit=100')).body as Record<string, unknown>[];
  const delivered = (id: string, key = sender) =>
    eventually(async () => {
      const found = await read(id, key);
      return found.body.status === 'delivered' && found;
    });
  const keyWith = async (settings: object) => {
    const made = await service.call('POST', '/v1/account/keys', { key: sender, body: settings });
    expect(made.status).toBe(201);
    return made.body.key as string;
  };

  describe('POST /messages', () => {
    test('202: the message, queued, with its path', async () => {
      const before = Date.now();
      const answer = await send('Is Rex still looking for a home?');
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
        message: 'Is Rex still looking for a home?',
        status: 'queued',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(Date.parse(answer.body.createdAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(answer.body.createdAt)).toBeLessThanOrEqual(Date.now());
      expect(answer.headers.get('location')).toBe(`/v1/messages/${answer.body.id}`);
      expect(rateLimitOf(answer).limit).toBe(10_000);
    });

    test('ids sort in the order of acceptance, and cannot be guessed', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) {
        const { body } = await send('again');
        ids.push(body.id);
        while (Date.now() <= Date.parse(body.createdAt)) await endOfTurn();
      }
      expect(ids).toEqual(ids.toSorted());
      expect(new Set(ids.map((id) => id.slice(14)))).toHaveLength(5);
    });

    test('an Idempotency-Key: the same answer again, and one message', async () => {
      const headers = { 'idempotency-key': 'once' };
      const text = 'only once, please';
      const [first, again] = [await send(text, { headers }), await send(text, { headers })];
      expect([again.status, again.text, again.headers.get('location')]).toEqual([
        202,
        first.text,
        first.headers.get('location'),
      ]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(first.headers.has('idempotency-replayed')).toBe(false);
      await delivered(first.body.id);
      expect((await inbox()).filter(({ message }) => message === text)).toHaveLength(1);
      expectError(await send('another', { headers }), 422, 'idempotency_key_reused');
    });

    if (engine === 'PostgreSQL') return; // What follows is the same on both.

    test.each([
      ['one character', 'x'],
      ['4,096 characters', 'x'.repeat(4_096)],
      ['4,096 characters beyond the basic plane', '🐕'.repeat(4_096)],
      ['lines and tabs', 'one\ntwo\r\n\tthree\rfour'],
      ['white space, kept as it is', '  spaced  '],
      ['quotes, backslashes and SQL', `"\\'; drop table messages; --`],
      ['any script', 'Ünïcödé — 犬 — كلب — 🏳️‍🌈 — \u2028 — \u00a0'],
    ])('202: %s', async (_name, message) => {
      const answer = await send(message);
      expect([answer.status, answer.body.message]).toEqual([202, message]);
      expect((await delivered(answer.body.id)).body.message).toBe(message);
    });

    test('202: any parameters of the content type, and unknown members', async () => {
      const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
      expect(
        (await send('x', { headers, body: { message: 'x', status: 'delivered', id: 'msg_mine' } })).body,
      ).toMatchObject({
        status: 'queued',
        id: expect.not.stringContaining('mine'),
      });
    });

    test('400 leaves no message behind', async () => {
      const count = async () => (await service.call('GET', '/v1/messages?limit=100', { key: other })).body.length;
      await send('', { key: other });
      expect(await count()).toBe(0);
    });

    test('413: a body over the limit', async () => {
      expectError(await send('x'.repeat(70_000)), 413, 'payload_too_large');
    });

    test('a publishable key with messages:write sends, and reads nothing', async () => {
      const origin = 'https://shelter.example';
      const key = await keyWith({ kind: 'publishable', origins: [origin], scopes: ['messages:write'] });
      const sent = await send('from a web page', { key, headers: { origin } });
      expect(sent.status).toBe(202);
      expect(sent.headers.get('access-control-allow-origin')).toBe('*');
      expectError(await send('x', { key, headers: { origin: 'https://elsewhere.example' } }), 403, 'forbidden');
      expectError(await read(sent.body.id, key), 403, 'insufficient_scope', 'messages:read');
      await eventually(async () => (await inbox()).some(({ id }) => id === sent.body.id));
    });
  });

  describe('GET /messages', () => {
    test('200: what the account sent, newest first, in pages', async () => {
      const { key } = await service.newAccount();
      const sent: string[] = [];
      for (let i = 0; i < 7; i++) sent.unshift((await send(`page ${i}`, { key })).body.id);
      const ids: string[] = [];
      for (let path: string | undefined = '/v1/messages?limit=3'; path !== undefined;) {
        const page: Answer = await service.call('GET', path, { key });
        ids.push(...page.body.map(({ id }: { id: string }) => id));
        path = /<([^>]*)>; rel="next"/.exec(page.headers.get('link')!)?.[1];
      }
      expect(ids).toEqual(sent);
    });

    test('200: nothing of others, and a cursor of another account is refused', async () => {
      const { key } = await service.newAccount();
      expect((await service.call('GET', '/v1/messages', { key })).body).toEqual([]);
      for (let i = 0; i < 2; i++) await send('x');
      const page = await service.call('GET', '/v1/messages?limit=1', { key: sender });
      const next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link')!)![1]!;
      expectError(await service.call('GET', next, { key }), 400, 'invalid_cursor');
    });

    test.each(['limit=0', 'limit=101', 'limit=x'])('400: %s', async (query) => {
      expectError(
        await service.call('GET', `/v1/messages?${query}`, { key: sender }),
        400,
        'invalid_parameter',
        '`limit`',
      );
    });
  });

  describe('GET /messages/{messageId}', () => {
    test('200: from queued to delivered, and nothing else changes', async () => {
      const { body } = await send('a life');
      const seen = new Set<string>();
      const last = await eventually(async () => {
        const found = await read(body.id);
        seen.add(found.body.status);
        return found.body.status === 'delivered' && found;
      });
      expect(last.body).toEqual({ ...body, status: 'delivered' });
      expect(['queued', 'processing', 'delivered']).toEqual(expect.arrayContaining([...seen]));
    });

    test('delivers without waiting for the poll of each second', async () => {
      await delivered((await send('quick')).body.id);
      let leastMs = Infinity;
      // Each one begins when the one before is delivered: with polls alone, each would take a second, also on a machine that is not busy.
      for (let i = 0; i < 20 && leastMs >= 700; i++) {
        const startMs = performance.now();
        await delivered((await send('quick')).body.id);
        leastMs = Math.min(leastMs, performance.now() - startMs);
      }
      expect(leastMs).toBeLessThan(700);
    });

    test.each([
      ['unknown', 'msg_00000000000000000000000000'],
      ['malformed', 'msg_'],
      ['a number', '1'],
      ['a NUL', 'msg_%00000000000000000000000000'],
      ['upper case', 'MSG_00000000000000000000000000'],
      ['very long', 'x'.repeat(2_000)],
    ])('404: %s', async (_name, id) => {
      expectError(await read(id), 404, 'message_not_found');
    });

    test("404: another account's, the operator's included", async () => {
      const { body } = await send('mine');
      expectError(await read(body.id, other), 404, 'message_not_found');
      expectError(await read(body.id, service.operatorKey), 404, 'message_not_found');
    });
  });

  describe('GET /admin/inbox', () => {
    test('200: the delivered messages with sender and time, newest first', async () => {
      const { body: first } = await send('for the inbox');
      await delivered(first.id);
      const { body: second } = await send('and another', { key: other });
      await delivered(second.id, other);
      const [newest, next] = await inbox();
      expect(newest).toMatchObject({ id: second.id });
      expect(next).toEqual({
        ...first,
        status: 'delivered',
        accountId,
        sentBy: 'account',
        state: 'open',
        deliveredAt: expect.stringMatching(/Z$/),
      });
      expect(Date.parse(String(next!['deliveredAt']))).toBeGreaterThanOrEqual(Date.parse(first.createdAt));
    });

    test('200: pages repeat and lose no message', async () => {
      const pages = await pagesOf(service, '/v1/admin/inbox?limit=4');
      const ids = pages.flatMap(({ body }) => body.map(({ id }: { id: string }) => id));
      expect(ids).toEqual((await inbox()).map(({ id }) => id).slice(0, ids.length));
      expect(new Set(ids)).toHaveLength(ids.length);
      expect(pages.length).toBeGreaterThan(2);
    });
  });
});

test('the events of a message go to its sender alone', async () => {
  const [[, start]] = BACKENDS;
  const service = await start();
  const [ann, bob] = [(await service.newAccount()).key, (await service.newAccount()).key];
  const { body } = await service.call('POST', '/v1/messages', { key: ann, body: { message: 'for the store' } });
  const events = await eventually(async () => {
    const received = await allEvents(service, { key: ann });
    return received.some(({ type }) => type === 'message.delivered') && received;
  });
  expect(events.at(-1)).toMatchObject({ type: 'message.delivered', data: { ...body, status: 'delivered' } });
  for (const key of [bob, service.operatorKey]) {
    expect((await allEvents(service, { key })).filter(({ type }) => type.startsWith('message.'))).toEqual([]);
  }
});
