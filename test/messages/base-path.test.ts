import { describe, expect, test } from 'vitest';
import { Petstore } from '../../client/src/petstore.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { expectError, rateLimitOf } from '../support/answers.ts';
import { type CallOptions, sharedService, startOnSqlite } from '../support/service.ts';

describe('MESSAGES_BASE_PATH', () => {
  const service = sharedService(startOnSqlite, { settings: { messagesBasePath: '/messages-api/v1' } });

  test('202: with a Location under it', async () => {
    const answer = await service.call('POST', '/messages-api/v1/messages', { body: { message: 'x' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      202,
      `/messages-api/v1/messages/${answer.body.id}`,
    ]);
    const read = await service.call('GET', answer.headers.get('location')!);
    expect([read.status, read.body.id]).toEqual([200, answer.body.id]);
    const list = await service.call('GET', '/messages-api/v1/messages?limit=1');
    expect(list.headers.get('link')).toContain('</messages-api/v1/messages?');
  });

  test('the whole pipeline runs under it', async () => {
    const at = (method: string, path: string, options: CallOptions = {}) =>
      service.call(method, `/messages-api/v1${path}`, options);
    expectError(await at('POST', '/messages', { key: null, body: { message: 'x' } }), 401, 'missing_api_key');
    expectError(await at('POST', '/messages', { body: '{' }), 400, 'invalid_json');
    expectError(await at('PUT', '/messages', { body: {} }), 405, 'method_not_allowed');
    expectError(await at('GET', '/pets'), 404, 'route_not_found');
    const { key } = await service.newAccount({ plan: 'free' });
    const answer = await at('GET', '/messages', { key });
    expect([rateLimitOf(answer).limit, rateLimitOf(answer).remaining]).toEqual([60, 59]);
    expect((await service.call('GET', '/v1/pets', { key })).headers.get('x-ratelimit-remaining')).toBe('58');
  });

  test('the site, embedded boards and the command line find them under /v1', async () => {
    const answer = await service.call('POST', '/v1/messages', { body: { message: 'x' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `/v1/messages/${answer.body.id}`]);
    const read = await service.call('GET', `/messages-api/v1/messages/${answer.body.id}`);
    expect([read.status, read.body.id]).toEqual([200, answer.body.id]);
    expectError(await service.call('GET', '/messages-api/v1/admin/inbox'), 404, 'route_not_found');
  });

  test('the client finds them with `messagesBaseUrl`', async () => {
    const messagesBaseUrl = `${service.origin}/messages-api/v1`;
    const petstore = new Petstore({ baseUrl: `${service.origin}/v0`, messagesBaseUrl, apiKey: service.operatorKey });
    const { id } = await petstore.messages.send({ message: 'Hello' });
    expect(await petstore.messages.get(id)).toMatchObject({ id, message: 'Hello' });
    expect((await petstore.messages.list().page()).items[0]).toMatchObject({ id });
  });

  test('the description names it, and each operation once', async () => {
    const { paths, servers } = (await service.call('GET', '/v1/openapi.json')).body;
    const operationIds = Object.values<object>(paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ operationId }) => operationId ?? []);
    expect(operationIds).toEqual([...new Set(operationIds)]);
    expect(servers[0].url).toBe('/v1');
    expect(paths['/messages']).toMatchObject({ servers: [{ url: '/messages-api/v1' }], post: {}, get: {} });
    expect(paths['/messages/{messageId}']).toMatchObject({ servers: [{ url: '/messages-api/v1' }] });
    expect(paths['/pets']).not.toHaveProperty('servers');
  });
});

test.each(['/', 'v1', '/v1/', '//v1', '/a b', '/v1?x', '/docs', '/docs/v1', '/metrics', '/healthz/x'])(
  'MESSAGES_BASE_PATH=%s ends the start',
  (path) => {
    expect(() => readSettings({ MESSAGES_BASE_PATH: path })).toThrow(
      `MESSAGES_BASE_PATH is "${path}", but it must be a path`,
    );
  },
);
