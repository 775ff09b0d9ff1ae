import { expect, test } from 'vitest';
import { rateLimitOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { logLines } from '../support/logs.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';
import { callTool, keyWith, post, rpc, textsOf } from './scene.ts';

const clock = testClock();
const logs = logLines();
const service = sharedService(startOnSqlite, {
  now: clock.now,
  logs: logs.stream,
  settings: { logLevel: 'info', trustedProxies: ['127.0.0.1'] },
});

const pet = { name: 'Rex', categoryId: 1 };
const remaining = (answer: Awaited<ReturnType<typeof rpc>>) => rateLimitOf(answer).remaining;

test('with one charge, like every other message', async () => {
  const { key } = await service.newAccount();
  const before = remaining(await service.call('GET', '/v1/pets', { key }));
  const costs: number[] = [];
  let last = before;
  for (const send of [
    () => callTool(service, 'listPets', {}, { key }),
    () => callTool(service, 'getPet', { petId: 'nothing' }, { key }),
    () => callTool(service, 'getPet', {}, { key }), // no request can say it
    () => callTool(service, 'listPets', { q: 'x'.repeat(30_000) }, { key }),
    () => callTool(service, 'getPet', { petId: 'x'.repeat(30_000) }, { key }),
    () => callTool(service, 'adoptAll', {}, { key }),
    () => rpc(service, 'tools/list', {}, { key }),
    () => rpc(service, 'x', {}, { key }),
    () => post(service, { key, body: '[' }),
    () => post(service, { key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
    () => rpc(service, 'tools/list', {}, { key, headers: { origin: 'https://evil.example' } }),
    () => service.call('GET', '/mcp', { key }),
  ]) {
    const now = remaining(await send());
    costs.push(last - now);
    last = now;
  }
  expect(costs).toEqual(costs.map(() => 1));
  const usage = await service.call('GET', '/v1/account/usage', { key });
  expect(usage.body.days.at(-1)).toMatchObject({ admitted: costs.length + 1 });
});

test('within the same limits, strikes and bans', async () => {
  const { key } = await service.newAccount({ limits: { perMinute: 2, perDay: 100 } });
  await callTool(service, 'listPets', {}, { key });
  await service.call('GET', '/v1/pets', { key });
  const refused = await callTool(service, 'createPet', pet, { key });
  expect(refused.status).toBe(200);
  const { body, head } = textsOf(refused);
  expect(JSON.parse(body)).toMatchObject({ code: 'rate_limit_exceeded', status: 429 });
  expect(head).toMatch(/^HTTP 429\n(?:.*\n)*Retry-After: \d+/);
  const listing = await rpc(service, 'tools/list', {}, { key });
  expect([listing.status, listing.headers.get('retry-after')]).toEqual([429, '60']);
  expect(listing.body).toMatchObject({ id: 1, error: { code: 429, data: { code: 'rate_limit_exceeded' } } });
  clock.advance(1_000);
  for (let i = 0; i < 3; i++) await callTool(service, 'listPets', {}, { key });
  const banned = await callTool(service, 'listPets', {}, { key });
  expect([banned.status, banned.body.error.data.code]).toEqual([429, 'api_key_banned']);
  expect((await service.call('GET', '/v1/pets', { key })).body.code).toBe('api_key_banned');
  clock.advance(60_000);
  expect((await callTool(service, 'listPets', {}, { key })).body.result.isError).toBe(false);
});

test('with the same bound of the path and query, which the error explains', async () => {
  for (const [tool, args, named] of [
    ['listPets', { status: 'sold', q: 'ü'.repeat(1_400) }, 'q'],
    ['getPet', { petId: '1'.repeat(8_192) }, 'petId'],
  ] as const) {
    const { status, body } = await callTool(service, tool, args);
    expect([status, body.result.isError]).toEqual([200, true]);
    expect(JSON.parse(body.result.content[0].text)).toEqual({
      code: 'headers_too_large',
      message: `The argument \`${named}\` is too long: the path and query that the arguments become must be at most 8192 bytes long.`,
      status: 431,
    });
  }
  const longest = 'x'.repeat(8_192 - '/v1/pets?q='.length);
  expect((await service.call('GET', `/v1/pets?q=${longest}`)).status).toBe(400);
  expect(textsOf(await callTool(service, 'listPets', { q: longest })).head).toMatch(/^HTTP 400/);
});

test('with the same refusal of keys', async () => {
  for (const key of [null, 'psk_live_nothing']) {
    const atV1 = await service.call('GET', '/v1/pets', { key });
    const called = await callTool(service, 'listPets', {}, { key });
    expect(called.status).toBe(401);
    expect(called.headers.get('www-authenticate')).toBe(atV1.headers.get('www-authenticate'));
    expect(called.body.error).toEqual({ code: 401, message: atV1.body.message, data: atV1.body });
    expect(remaining(called)).toBe(remaining(atV1) - 1);
  }
});

test('with the same Idempotency-Key, wherever it is used', async () => {
  const sent = { ...pet, 'Idempotency-Key': 'one-rex' };
  const first = textsOf(await callTool(service, 'createPet', sent));
  const again = textsOf(await callTool(service, 'createPet', sent));
  const atV1 = await service.call('POST', '/v1/pets', { body: pet, headers: { 'idempotency-key': 'one-rex' } });
  expect([again.body, atV1.text]).toEqual([first.body, first.body]);
  expect(again.head).toContain('Idempotency-Replayed: true');
  const other = await callTool(service, 'createPet', { ...sent, name: 'Mia' });
  expect(textsOf(other).body).toContain('idempotency_key_reused');
  // The header of the message is nobody's: an agent would send it with every call.
  const headers = { 'idempotency-key': 'every-call' };
  const ids = await Promise.all([1, 2].map(() => callTool(service, 'createPet', pet, { headers })));
  expect(new Set(ids.map((answer) => textsOf(answer).body)).size).toBe(2);
});

test('with the same preconditions', async () => {
  const { id } = JSON.parse(textsOf(await callTool(service, 'createPet', pet)).body);
  const args = { petId: id, name: 'Max', 'If-Match': '"1"' };
  expect(textsOf(await callTool(service, 'updatePet', args)).head).toContain('ETag: "2"');
  expect(textsOf(await callTool(service, 'updatePet', args)).body).toContain('precondition_failed');
});

test('under the same request id, in one line of the log and one observation', async () => {
  const { key, accountId } = await service.newAccount();
  const headers = { 'x-request-id': 'agent-7' };
  const called = await callTool(service, 'getPet', { petId: 999 }, { key, headers });
  expect(called.headers.get('x-request-id')).toBe('agent-7');
  const linesOf = (id: string | null) => logs.parsed().filter(({ requestId }) => requestId === id);
  const listed = await rpc(service, 'tools/list', {}, { key });
  const listedId = listed.headers.get('x-request-id');
  await eventually(() => linesOf(listedId).length > 0);
  expect(linesOf(listedId)).toEqual([
    expect.objectContaining({ method: 'POST', route: '/mcp', status: 200, account: accountId }),
  ]);
  expect(linesOf('agent-7')).toEqual([
    expect.objectContaining({ method: 'GET', route: '/v1/pets/:petId', status: 404, account: accountId }),
  ]);
  const { text } = await service.call('GET', '/metrics', { key: null });
  const counted = [...text.matchAll(/_seconds_count\{.*method="GET",route="(.*?)",status="(\d+)"/g)];
  expect(counted.map(([, route, status]) => `${status} ${route}`)).toEqual(
    expect.arrayContaining(['404 /v1/pets/:petId', '200 /v1/pets']),
  );
  expect(text).not.toContain('status="499"');
  expect(logs.lines.join('')).not.toContain(key);
});

test('from the same address', async () => {
  const origins = ['https://shelter.example'];
  const key = await keyWith(service, { kind: 'publishable', scopes: ['pets:read', 'messages:write'], origins });
  const from = (address: string) => ({ key, headers: { 'x-forwarded-for': address } });
  const send = (address: string) => callTool(service, 'submitMessage', { petId: 1, message: 'Hello' }, from(address));
  for (let i = 0; i < 5; i++) expect(textsOf(await send('203.0.113.9')).head).not.toContain('HTTP 429');
  expect(textsOf(await send('203.0.113.9')).head).toContain('HTTP 429');
  expect(textsOf(await send('203.0.113.10')).head).not.toContain('HTTP 429');
  // A list changes nothing: it is no write of the visitor.
  expect((await rpc(service, 'tools/list', {}, from('203.0.113.9'))).status).toBe(200);
});

test('with the same standing of the account', async () => {
  const { key, accountId } = await service.newAccount();
  await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
  const atV1 = await service.call('GET', '/v1/pets', { key });
  const called = await callTool(service, 'listPets', {}, { key });
  expect([called.status, called.body.error.data]).toEqual([403, atV1.body]);
});
