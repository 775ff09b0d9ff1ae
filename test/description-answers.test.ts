import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedOperations, type Operation, shapeCheck } from './support/description.ts';
import { type Answer, type CallOptions, startOnSqlite, type TestService } from './support/service.ts';

let service: TestService;
let operations: Operation[];
let check: ReturnType<typeof shapeCheck>;
let member: string;
const seen = new Map<string, Set<number>>();

beforeAll(async () => {
  service = await startOnSqlite();
  const { body } = await service.call('GET', '/v1/openapi.json', { key: null });
  operations = describedOperations(body);
  check = shapeCheck(body);
  member = (await service.newAccount({ plan: 'pro', email: 'ann@shelter.example' })).key;
});
afterAll(() => service.close());

/** Calls an operation, and compares its answer with what the description says of it. */
async function call(operationId: string, status: number, options: CallOptions & { params?: object; query?: string } = {}): Promise<Answer> {
  const { method, path, responses } = operations.find((found) => found.operationId === operationId)!;
  const target = Object.entries(options.params ?? {}).reduce((part, [name, value]) => part.replace(`{${name}}`, String(value)), path);
  const answer = await service.call(method.toUpperCase(), `/v1${target}${options.query ?? ''}`, options);
  expect([operationId, answer.status, answer.text]).toEqual([operationId, status, expect.anything()]);

  const response = responses[String(status)];
  expect(response, `${operationId} ${status} is described`).toBeDefined();
  const optional = new Set(['Link']);
  const missing = Object.keys(response!.headers).filter((name) => !optional.has(name) && !answer.headers.has(name));
  expect([operationId, status, missing]).toEqual([operationId, status, []]);
  const media = response!.content?.['application/json'];
  if (media === undefined) expect(answer.text).toBe('');
  else {
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect([operationId, check(media, answer.body)]).toEqual([operationId, []]);
    if (status >= 400) expect(Object.keys(media.examples!)).toContain(answer.body.code);
  }
  seen.set(operationId, (seen.get(operationId) ?? new Set()).add(status));
  return answer;
}

test('animals', async () => {
  const { body: rex } = await call('createPet', 201, { body: { name: 'Rex', categoryId: 1 } });
  await call('createPet', 201, { body: { name: 'Tom', categoryId: -9007199254740991, status: 'sold' } });
  for (const body of ['', '{', '[]', { name: 'x' }, { name: '', categoryId: 1 }]) await call('createPet', 400, { body });
  await call('createPet', 400, { body: 'x', headers: { 'content-type': 'text/plain' } });
  await call('createPet', 413, { body: `"${'a'.repeat(70_000)}"` });
  await call('createPet', 401, { key: null, body: {} });

  await call('listPets', 200);
  await call('listPets', 200, { query: '?limit=1&status=available&q=r&categoryId=1&ids=1,2&updatedSince=2020-01-01T00:00:00Z' });
  for (const query of ['?limit=0', '?limit=1&limit=2', '?status=lost', '?cursor=x']) await call('listPets', 400, { query });
  await call('listPets', 401, { key: 'psk_live_wrong' });
  await call('listPets', 431, { query: `?q=${'a'.repeat(9_000)}` });

  const params = { petId: rex.id };
  const { headers } = await call('getPet', 200, { params });
  await call('getPet', 304, { params, headers: { 'if-none-match': headers.get('etag')! } });
  for (const petId of [0, 99, 'abc', '9223372036854775808']) await call('getPet', 404, { params: { petId } });
  await call('getPet', 401, { params, key: null });

  await call('updatePet', 200, { params, body: { status: 'sold' } });
  await call('updatePet', 409, { params, body: { status: 'pending' } });
  await call('updatePet', 412, { params, body: { name: 'Max' }, headers: { 'if-match': '"9"' } });
  await call('updatePet', 400, { params, body: { name: null } });
  await call('updatePet', 403, { params, body: { name: 'Max' }, key: member });
  await call('updatePet', 404, { params: { petId: 99 }, body: { name: 'Max' } });
  await call('updatePet', 413, { params, body: `"${'a'.repeat(70_000)}"` });

  await call('deletePet', 403, { params, key: member });
  await call('deletePet', 412, { params, headers: { 'if-match': '"9"' } });
  await call('deletePet', 400, { params, body: 'x', headers: { 'content-type': 'text/plain' } });
  await call('deletePet', 204, { params });
  await call('deletePet', 404, { params });
});

test('accounts and keys', async () => {
  const body = { email: 'bea@shelter.example', password: 'seven quiet otters', name: 'Bea' };
  const { body: account } = await call('createAccount', 201, { key: null, body });
  await call('createAccount', 409, { key: null, body });
  await call('createAccount', 400, { key: null, body: { ...body, password: 'short' } });
  const { key } = account.apiKey;

  await call('getAccount', 200, { key });
  await call('getAccount', 401, { key: null });
  await call('getUsage', 200, { key });

  const { body: made } = await call('createApiKey', 201, { key, body: { name: 'Web', scopes: ['pets:read'], expiresAt: '2100-01-01T00:00:00Z' } });
  await call('createApiKey', 201, { key, body: { kind: 'publishable', origins: ['https://shelter.example'] } });
  await call('createApiKey', 400, { key, body: { scopes: ['everything'] } });
  await call('createApiKey', 403, { key: made.key, body: {} });
  await call('listApiKeys', 200, { key });
  await call('listApiKeys', 200, { key, query: '?limit=1' });
  await call('listApiKeys', 400, { key, query: '?cursor=x' });
  await call('getApiKey', 200, { key, params: { keyId: made.id } });
  await call('getApiKey', 404, { key, params: { keyId: 1 } });
  const { body: rolled } = await call('rollApiKey', 201, { key, params: { keyId: made.id }, body: { overlapDays: 1 } });
  await call('rollApiKey', 201, { key, params: { keyId: rolled.id } });
  await call('rollApiKey', 404, { key, params: { keyId: 1 }, body: {} });
  await call('rollApiKey', 400, { key, params: { keyId: made.id }, body: { overlapDays: 8 } });
  await call('revokeApiKey', 204, { key, params: { keyId: account.apiKey.id } });
  await call('revokeApiKey', 401, { key, params: { keyId: account.apiKey.id } });
  await call('revokeApiKey', 404, { params: { keyId: account.apiKey.id } });
});

test('administration', async () => {
  const { key, accountId } = await service.newAccount({ plan: 'free' });
  const params = { accountId };
  await call('listAccounts', 200);
  await call('listAccounts', 403, { key });
  await call('getAccountById', 200, { params });
  await call('getAccountById', 404, { params: { accountId: 999 } });
  await call('updateAccount', 400, { params, body: { limits: { perMinute: 5, perDay: 5 } } });
  await call('updateAccount', 200, { params, body: { plan: 'enterprise', limits: { perMinute: 1, perDay: 5 } } });
  await call('getAccount', 200, { key });
  await call('getAccount', 429, { key });
  await call('updateAccount', 200, { params, body: { limits: null, suspended: true } });
  await call('getAccount', 403, { key });
  await call('updateAccount', 404, { params: { accountId: 999 }, body: {} });
  await call('liftBan', 204, { params });
  await call('liftBan', 404, { params: { accountId: 999 } });
});

test('webhooks', async () => {
  const { body: webhook } = await call('createWebhook', 201, { body: { url: 'https://shelter.example/hook', events: ['pet.created'] } });
  await call('createWebhook', 400, { body: { url: 'https://127.0.0.1/', events: ['pet.created'] } });
  await call('createWebhook', 400, { body: { url: 'https://shelter.example/', events: [] } });
  await call('listWebhooks', 200, { query: '?limit=1' });
  await call('listWebhooks', 400, { query: '?cursor=x' });

  const params = { webhookId: webhook.id };
  const { headers } = await call('getWebhook', 200, { params });
  await call('getWebhook', 304, { params, headers: { 'if-none-match': headers.get('etag')! } });
  await call('getWebhook', 404, { params, key: member });
  await call('updateWebhook', 200, { params, body: { description: 'ours', disabled: true } });
  await call('updateWebhook', 400, { params, body: { url: 'file:///etc/passwd' } });
  await call('updateWebhook', 412, { params, body: {}, headers: { 'if-match': '"9"' } });
  await call('rollWebhookSecret', 200, { params });
  await call('rollWebhookSecret', 412, { params, headers: { 'if-match': '"9"' } });

  const { body: delivery } = await call('testWebhook', 202, { params });
  await call('testWebhook', 404, { params: { webhookId: 999 } });
  await call('listDeliveries', 200, { params });
  await call('listDeliveries', 404, { params, key: member });
  await call('getDelivery', 200, { params: { ...params, deliveryId: delivery.id } });
  await call('getDelivery', 404, { params: { ...params, deliveryId: 999 } });
  await call('redeliver', 202, { params: { ...params, deliveryId: delivery.id } });
  await call('redeliver', 404, { params: { ...params, deliveryId: 999 } });

  await call('deleteWebhook', 412, { params, headers: { 'if-match': '"9"' } });
  await call('deleteWebhook', 204, { params });
  await call('deleteWebhook', 404, { params });
});

test('this description', async () => {
  await call('getDescription', 200, { key: null });
});

test('no operation has been left out', () => {
  const successes = operations.filter(({ operationId }) => [...(seen.get(operationId) ?? [])].some((status) => status < 300));
  expect(successes).toHaveLength(operations.length);
});
