import { beforeAll, describe, expect, test } from 'vitest';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { type Plan, WEBHOOKS } from '../../src/vocabulary/plans.ts';
import { expectError, pagesOf } from '../support/answers.ts';
import { BACKENDS, testClock, sharedService } from '../support/service.ts';
import { addWebhook, type MadeWebhook } from './receiver.ts';

const url = 'https://hooks.shelter.example/petstore?of=staging';

describe.each(BACKENDS)('webhooks, on %s', (engine, start) => {
  let key: string;
  let other: string;
  const clock = testClock();
  const post = (body: unknown, options = {}) => service.call('POST', '/v1/webhooks', { key, body, ...options });

  // Nothing is sent from here: no name resolves.
  const service = sharedService(start, { now: clock.now, resolve: async () => [] });

  const newKey = async () => (await service.newAccount()).key;
  const narrowKey = async (scopes: string[]) =>
    (await service.call('POST', '/v1/account/keys', { key, body: { scopes } })).body.key as string;

  describe('201', () => {
    beforeAll(async () => {
      key = await newKey();
    });

    test('is the webhook with its secret, its location and its version', async () => {
      const answer = await post({ url, events: ['pet.created', 'order.placed'], description: ' Our site ' });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(Number),
        url,
        events: ['pet.created', 'order.placed'],
        description: 'Our site',
        disabled: false,
        createdAt: new Date(clock.now()).toISOString(),
        updatedAt: new Date(clock.now()).toISOString(),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      expect(answer.headers.get('location')).toBe(`/v1/webhooks/${answer.body.id}`);
      expect(answer.headers.get('etag')).toBe('"1"');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    test('shows the secret, and nothing shows it again', async () => {
      const { secret, path } = await addWebhook(service, { url }, key);
      const answers = await Promise.all(
        [path, '/v1/webhooks?limit=100', `${path}/deliveries`].map((at) => service.call('GET', at, { key })),
      );
      const patched = await service.call('PATCH', path, { key, body: { description: 'x' } });
      for (const answer of [...answers, patched]) {
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain(secret);
        expect(answer.text).not.toContain('whsec_');
      }
    });

    test('each webhook has its own secret', async () => {
      const secrets = [await addWebhook(service, { url }, key), await addWebhook(service, { url }, key)];
      expect(new Set(secrets.map(({ secret }) => secret))).toHaveLength(2);
    });

    test('keeps each kind once, and may be created disabled', async () => {
      const answer = await post({ url, events: ['pet.created', 'pet.created'], disabled: true });
      expect(answer.body).toMatchObject({ events: ['pet.created'], disabled: true });
    });

    test('is repeated for the same Idempotency-Key, with the same API key only', async () => {
      const body = { url, events: ['pet.created'] };
      const headers = { 'idempotency-key': 'hook-1' };
      const first = await post(body, { headers });
      const again = await post(body, { headers });
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expectError(
        await post(body, { headers, key: await narrowKey(['webhooks', 'pets:read']) }),
        422,
        'idempotency_key_reused',
      );
    });
  });

  describe('a change', () => {
    beforeAll(async () => {
      key = await newKey();
    });

    test('patches the members it names, and increments the version', async () => {
      const { path } = await addWebhook(service, { url, description: 'ours' }, key);
      clock.advance(60_000);
      const answer = await service.call('PATCH', path, { key, body: { disabled: true, description: null } });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get('etag')).toBe('"2"');
      expect(answer.body).toMatchObject({ url, disabled: true, updatedAt: new Date(clock.now()).toISOString() });
      expect(answer.body).not.toHaveProperty('description');
      expect((await service.call('GET', path, { key })).body).toEqual(answer.body);
    });

    test('without effect keeps the version', async () => {
      const { path } = await addWebhook(service, { url }, key);
      const same = await service.call('PATCH', path, { key, body: { url, events: ['pet.created'], disabled: false } });
      expect(same.headers.get('etag')).toBe('"1"');
    });

    test('412 if the webhook has changed since', async () => {
      const { path } = await addWebhook(service, { url }, key);
      const stale = { headers: { 'if-match': '"1"' }, key };
      expect((await service.call('PATCH', path, { ...stale, body: { description: 'x' } })).status).toBe(200);
      expectError(
        await service.call('PATCH', path, { ...stale, body: { description: 'y' } }),
        412,
        'precondition_failed',
      );
      expectError(await service.call('POST', `${path}/roll-secret`, stale), 412, 'precondition_failed');
      expectError(await service.call('DELETE', path, stale), 412, 'precondition_failed');
      const unchanged = await service.call('GET', path, { key, headers: { 'if-none-match': '"2"' } });
      expect(unchanged.status).toBe(304);
    });

    test('deletes: 204, then 404', async () => {
      const { path } = await addWebhook(service, { url }, key);
      expect((await service.call('DELETE', path, { key })).status).toBe(204);
      expectError(await service.call('GET', path, { key }), 404, 'webhook_not_found');
      expectError(await service.call('DELETE', path, { key }), 404, 'webhook_not_found');
    });

    test('of the secret shows the new one once', async () => {
      const { path, secret } = await addWebhook(service, { url }, key);
      const answer = await service.call('POST', `${path}/roll-secret`, { key });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.secret).toMatch(/^whsec_/);
      expect(answer.body.secret).not.toBe(secret);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBe('"2"');
      expect((await service.call('GET', path, { key })).text).not.toContain('whsec_');
    });
  });

  test('a list has the newest first, page by page, of its own account only', async () => {
    key = await newKey();
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift((await addWebhook(service, { url }, key)).id);
    const before = service.operatorKey;
    const paged = await pagesOf(
      { ...service, call: (method, path) => service.call(method, path, { key }) },
      '/v1/webhooks?limit=2',
    );
    expect(paged.flatMap(({ body }) => body.map(({ id }: { id: number }) => id))).toEqual(ids);
    expect(service.operatorKey).toBe(before);
    expectError(await service.call('GET', '/v1/webhooks?cursor=x', { key }), 400, 'invalid_cursor');
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  describe('401 and 403', () => {
    beforeAll(async () => {
      key = await newKey();
    });

    test('require the scope of each kind subscribed to, at a change too', async () => {
      const narrow = await narrowKey(['webhooks', 'pets:read']);
      const wanted = { url, events: ['pet.created', 'order.placed'] };
      expectError(await post(wanted, { key: narrow }), 403, 'insufficient_scope', '`orders:read`');
      const { path } = await addWebhook(service, { url, events: ['category.created'] }, narrow);
      const change = (events: string[]) => service.call('PATCH', path, { key: narrow, body: { events } });
      expectError(await change(['api_key.banned']), 403, 'insufficient_scope', '`account`');
      expectError(await change(['message.failed']), 403, 'insufficient_scope', '`messages:read`');
      expect((await change(['pet.deleted'])).body.events).toEqual(['pet.deleted']);
    });

    test('an account adds as many as its plan allows, and keeps those that it has', async () => {
      const { accountId, ...account } = await service.newAccount({ plan: 'free' });
      key = account.key;
      const made: MadeWebhook[] = [];
      const addUpTo = async (most: number) => {
        while (made.length < most) made.push(await addWebhook(service, { url }, key));
        expectError(await post({ url, events: ['pet.created'] }), 403, 'forbidden', `${most} webhooks`);
      };
      const change = async (plan: Plan) =>
        expect((await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { plan } })).status).toBe(200);
      await addUpTo(WEBHOOKS.free);
      await change('pro');
      await addUpTo(WEBHOOKS.pro);
      await change('free');
      expectError(await post({ url, events: ['pet.created'] }), 403, 'forbidden', `${WEBHOOKS.free} webhooks`);
      expect((await service.call('GET', '/v1/webhooks?limit=100', { key })).body).toHaveLength(WEBHOOKS.pro);
      for (const { path } of made.slice(1)) await service.call('DELETE', path, { key });
      expect((await post({ url, events: ['pet.created'] })).status).toBe(201);
    });
  });

  describe('404', () => {
    beforeAll(async () => {
      [key, other] = [await newKey(), await newKey()];
    });

    test.each([
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['GET', '/deliveries/1'],
      ['POST', '/deliveries/1/redeliver'],
      ['POST', '/test'],
      ['POST', '/roll-secret'],
    ])('%s /webhooks/{webhookId}%s is for its own account alone', async (method, rest) => {
      const { path } = await addWebhook(service, { url }, key);
      const tested = await service.call('POST', `${path}/test`, { key });
      const own = rest.replace('/1', `/${tested.body.id}`);
      for (const stranger of [other, service.operatorKey]) {
        const answer = await service.call(method, path + own, {
          key: stranger,
          ...(method === 'PATCH' ? { body: {} } : {}),
        });
        expectError(answer, 404, 'webhook_not_found');
      }
      for (const id of ['0', '999999', 'x', '9223372036854775807']) {
        const answer = await service.call(method, `/v1/webhooks/${id}${own}`, {
          key,
          ...(method === 'PATCH' ? { body: {} } : {}),
        });
        expectError(answer, 404, 'webhook_not_found');
      }
      expect((await service.call('GET', path, { key })).status).toBe(200);
    });

    test('a delivery belongs to its webhook', async () => {
      const [one, two] = [await addWebhook(service, { url }, key), await addWebhook(service, { url }, key)];
      const { body: delivery } = await service.call('POST', `${one.path}/test`, { key });
      expect((await service.call('GET', `${one.path}/deliveries/${delivery.id}`, { key })).status).toBe(200);
      for (const path of [
        `${two.path}/deliveries/${delivery.id}`,
        `${one.path}/deliveries/999999`,
        `${one.path}/deliveries/x`,
      ]) {
        expectError(await service.call('GET', path, { key }), 404, 'delivery_not_found');
        expectError(await service.call('POST', `${path}/redeliver`, { key }), 404, 'delivery_not_found');
      }
    });
  });

  test('the description has every kind of event, with its payload', async () => {
    const { body: openapi } = await service.call('GET', '/v1/openapi.json', { key: null });
    expect(Object.keys(openapi.webhooks)).toEqual(EVENT_KINDS);
    // oxlint-disable-next-line typescript/no-explicit-any -- a document
    for (const [type, { post: told }] of Object.entries<any>(openapi.webhooks)) {
      const { schema, example } = told.requestBody.content['application/json'];
      const { properties } = schema.allOf[1];
      const name = properties.data.$ref.split('/').at(-1);
      expect(properties.type).toEqual({ const: type });
      expect(openapi.components.schemas[name].examples[0]).toEqual(example.data);
      expect(example).toMatchObject({ type, id: expect.any(String), sequence: expect.any(Number) });
      expect(told.parameters.map((header: { name: string }) => header.name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
    }
  });
});
