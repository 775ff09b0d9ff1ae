import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { type Answer, runningClock, sharedService, startOnSqlite } from '../support/service.ts';
import { callTool, headersOf, keyWith, meta, post, rpc, textsOf, VERSION } from './scene.ts';

const service = sharedService(startOnSqlite, { now: runningClock(), settings: { maxBodyBytes: 2_048 } });

const asking = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: meta } };
const askingHeaders = headersOf(asking.method);

/** Asserts a JSON-RPC error. */
function expectFailure({ status, body }: Answer, expected: number, code: number, naming = ''): void {
  expect({ status, code: body.error?.code }).toEqual({ status: expected, code });
  expect(body).toMatchObject({ jsonrpc: '2.0', error: { message: expect.stringContaining(naming) } });
  expect(Object.hasOwn(body, 'result')).toBe(false);
}

describe('a body', () => {
  test.each([
    ['a batch', [asking], -32600, 'one JSON-RPC 2.0 request'],
    ['an empty batch', [], -32600, 'one JSON-RPC 2.0 request'],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, -32600, 'one JSON-RPC 2.0 request'],
    ['a text', '"server/discover"', -32600, 'one JSON-RPC 2.0 request'],
    ['a number', '7', -32600, 'one JSON-RPC 2.0 request'],
    ['null', 'null', -32600, 'one JSON-RPC 2.0 request'],
    ['JSON-RPC 1.0', { ...asking, jsonrpc: '1.0' }, -32600, 'JSON-RPC 2.0'],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600, 'JSON-RPC 2.0'],
    ['a method that is no text', { ...asking, method: 7 }, -32600, 'JSON-RPC 2.0'],
    ['params as a list', { ...asking, params: [meta] }, -32600, '`params` must be an object'],
    ['params as null', { ...asking, params: null }, -32600, '`params` must be an object'],
    ['an id of null', { ...asking, id: null }, -32600, '`id` must be a string or an integer'],
    ['an id with a fraction', { ...asking, id: 1.5 }, -32600, '`id` must be a string or an integer'],
    ['an id that is an object', { ...asking, id: { rawJSON: '1' } }, -32600, '`id` must be a string or an integer'],
    ['a request without an id', { ...asking, id: undefined }, -32600, 'needs an `id`'],
    ['no JSON', '{"jsonrpc":', -32700, 'not acceptable JSON'],
    ['a repeated member', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', -32700, 'same member twice'],
    ['__proto__', '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{}}', -32700, '__proto__'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32700, 'UTF-8'],
    ['a deep one', '['.repeat(5_000), -32700, 'nests deeper'],
  ])('that is or has %s is refused', async (_what, body, code, naming) => {
    expectFailure(await post(service, { body, headers: askingHeaders }), 400, code, naming);
  });

  test('that is absent, of another type, or encoded is refused', async () => {
    expectFailure(await post(service, { headers: askingHeaders }), 400, -32600, 'one JSON-RPC 2.0 request');
    for (const header of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }]) {
      const answer = await post(service, { body: asking, headers: { ...askingHeaders, ...header } });
      expectFailure(answer, 400, -32600);
      expect(answer.body.error.data.code).toBe('unsupported_media_type');
    }
  });

  test('that is too large is refused with 413, and has room for the envelope', async () => {
    const name = 'x'.repeat(30_000);
    const answer = await callTool(service, 'createPet', { name, categoryId: 1 });
    expectFailure(answer, 413, 413);
    expect(answer.body.error.data).toMatchObject({ code: 'payload_too_large', status: 413 });
    // This one is too large for the operation: it says so itself.
    const { body } = await callTool(service, 'createPet', { name: 'x'.repeat(4_096), categoryId: 1 });
    expect(body.result.isError).toBe(true);
    expect(JSON.parse(textsOf({ body }).body)).toMatchObject({ code: 'payload_too_large', status: 413 });
  });

  test.each(['"one"', '""', '0', '-7', '9007199254740993', '123456789012345678901234567890'])(
    'with the id %s is answered under exactly this id, twice if it comes twice',
    async (id) => {
      const body = JSON.stringify(asking).replace('"id":1', `"id":${id}`);
      const answers = await Promise.all([1, 2].map(() => post(service, { body, headers: askingHeaders })));
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(text.startsWith(`{"jsonrpc":"2.0","id":${id},"result":{`)).toBe(true);
      }
      const unknown = await post(service, { body: body.replace(asking.method, 'x'), headers: headersOf('x') });
      expect(unknown.text).toContain(`"id":${id},"error":{`);
    },
  );
});

describe('a notification', () => {
  test.each(['notifications/initialized', 'notifications/cancelled', 'notifications/of-tomorrow'])(
    '%s is accepted, without a body',
    async (method) => {
      const body = { jsonrpc: '2.0', method, params: { requestId: 1 } };
      const { status, text } = await post(service, { body });
      expect({ status, text }).toEqual({ status: 202, text: '' });
    },
  );

  test('of a call calls nothing', async () => {
    const before = await service.call('GET', '/v1/store/inventory');
    const params = { name: 'createPet', arguments: { name: 'Rex', categoryId: 1 }, _meta: meta };
    const body = { jsonrpc: '2.0', method: 'tools/call', params };
    expectFailure(await post(service, { body, headers: headersOf('tools/call', 'createPet') }), 400, -32600, '`id`');
    expect((await service.call('GET', '/v1/store/inventory')).body).toEqual(before.body);
  });
});

describe('a method', () => {
  test.each([
    'resources/list',
    'prompts/get',
    'subscriptions/listen',
    'initialize',
    'ping',
    '',
    '__proto__',
    'constructor',
  ])('%j is not known: 404 and -32601', async (method) => expectFailure(await rpc(service, method), 404, -32601));

  test('server/discover says what the service speaks, and is', async () => {
    const { status, body } = await rpc(service, 'server/discover');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [VERSION, '2025-11-25', '2025-06-18'],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('`Idempotency-Key`'),
      ttlMs: expect.any(Number),
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'petstore', version: expect.any(String) } },
    });
  });

  test('tools/list has one page', async () => {
    const { body } = await rpc(service, 'tools/list');
    expect(body.result).toMatchObject({ resultType: 'complete', cacheScope: 'private', ttlMs: expect.any(Number) });
    expect(Object.hasOwn(body.result, 'nextCursor')).toBe(false);
    expectFailure(await rpc(service, 'tools/list', { cursor: 'x' }), 200, -32602, 'no further page');
  });

  test.each([
    ['an unknown name', { name: 'adoptAll' }],
    ['a name of every object', { name: 'constructor' }],
    ['__proto__', { name: '__proto__' }],
    ['an operation that needs no key', { name: 'createAccount' }],
    ['an operation with the token of a link', { name: 'cancelReservation' }],
    ['an operation that takes bytes', { name: 'addPhoto' }],
  ])('tools/call with %s is refused', async (_what, params) =>
    expectFailure(await rpc(service, 'tools/call', params), 200, -32602, 'no tool with this `name`'),
  );

  test.each([[[]], ['text'], [null], [7]])('tools/call with the arguments %j is refused', async (args) => {
    const answer = await rpc(service, 'tools/call', { name: 'listPets', arguments: args });
    expectFailure(answer, 200, -32602, '`arguments` must be an object');
  });
});

describe('the version', () => {
  const call = (headers: Record<string, string | undefined>, params: object, method = asking.method) =>
    post(service, {
      headers: Object.fromEntries(Object.entries({ ...headersOf(method), ...headers }).filter(([, v]) => v !== undefined)) as Record<string, string>, // prettier-ignore
      body: { jsonrpc: '2.0', id: 1, method, params },
    });
  const withMeta = (changed: object) => ({ _meta: { ...meta, ...changed } });
  const versionKey = 'io.modelcontextprotocol/protocolVersion';

  test.each([
    ['no header', { 'mcp-protocol-version': undefined }, -32020, '`MCP-Protocol-Version` is required'],
    ['another one in the header', { 'mcp-protocol-version': '2025-11-25' }, -32020, '`MCP-Protocol-Version` differs'],
    ['no method in the header', { 'mcp-method': undefined }, -32020, '`Mcp-Method` is required'],
    ['another method in the header', { 'mcp-method': 'tools/call' }, -32020, '`Mcp-Method` differs'],
    ['its method in capitals', { 'mcp-method': 'SERVER/DISCOVER' }, -32020, '`Mcp-Method` differs'],
  ])('with %s is refused', async (_what, headers, code, naming) =>
    expectFailure(await call(headers, withMeta({})), 400, code, naming),
  );

  test.each([
    ['no `_meta`', {}, versionKey],
    ['no version in `_meta`', { _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } }, versionKey],
    ['a version that is no text', withMeta({ [versionKey]: 7 }), versionKey],
    ['no capabilities', { _meta: { [versionKey]: VERSION } }, 'clientCapabilities'],
    ['capabilities as a list', withMeta({ 'io.modelcontextprotocol/clientCapabilities': [] }), 'clientCapabilities'],
  ])('of a request with %s is refused', async (_what, params, naming) =>
    expectFailure(await call({}, params), 400, -32602, naming),
  );

  test.each([
    ['1900-01-01', withMeta({ [versionKey]: '1900-01-01' })],
    ['2027-01-01', withMeta({ [versionKey]: '2027-01-01' })],
    ['2025-11-25', withMeta({ [versionKey]: '2025-11-25' })],
    ['2024-11-05', {}],
  ])('%s is refused with those that the service speaks', async (version, params) => {
    const answer = await call({ 'mcp-protocol-version': version }, params);
    expectFailure(answer, 400, -32022);
    expect(answer.body.error.data).toEqual({ supported: [VERSION, '2025-11-25', '2025-06-18'], requested: version });
  });

  test('the name of a tool is in its header too, encoded or not', async () => {
    const params = { name: 'listPets', _meta: meta };
    const status = async (name: string) => (await call({ 'mcp-name': name }, params, 'tools/call')).status;
    expect(await status('listPets')).toBe(200);
    expect(await status('=?base64?bGlzdFBldHM=?=')).toBe(200);
    for (const name of [
      'deletePet',
      'listpets',
      '=?base64?ZGVsZXRlUGV0?=',
      '=?base64?%%?=',
      '=?base64?bGlz!!dFBldHM=?=',
      '=?BASE64?bGlzdFBldHM=?=',
    ])
      expectFailure(await call({ 'mcp-name': name }, params, 'tools/call'), 400, -32020, '`Mcp-Name` differs');
    expectFailure(await call({}, params, 'tools/call'), 400, -32020, '`Mcp-Name` is required');
  });

  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('initialize with %s agrees on %s, without a session', async (protocolVersion, agreed) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, capabilities: {} } };
    const answer = await post(service, { body });
    expect(answer.body.result).toMatchObject({ protocolVersion: agreed, capabilities: { tools: {} } });
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });

  test('of a client with a handshake needs no `_meta`, and its failures are 200', async () => {
    const legacy = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 'of-another-server' };
    const ask = (method: string, params = {}) =>
      post(service, { headers: legacy, body: { jsonrpc: '2.0', id: 1, method, params } });
    expect((await ask('ping')).body.result).toEqual({});
    const { result } = (await ask('tools/list')).body;
    expect(result.tools.length).toBeGreaterThan(50);
    expect(Object.keys(result)).toEqual(['tools']);
    expectFailure(await ask('server/discover'), 200, -32601);
    expectFailure(await ask('tools/call', { name: 'adoptAll' }), 200, -32602);
    const nameless = await post(service, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    expectFailure(nameless, 400, -32020, '`MCP-Protocol-Version` is required');
  });
});

describe('the endpoint', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('refuses %s with 405 and the methods that it allows', async (method) => {
    const answer = await service.call(method, '/mcp');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  test('has no paths below it, and answers so in its form however its letters are written', async () => {
    for (const path of ['/mcp/tools', '/%6Dc%70/tools'])
      expectFailure(await service.call('POST', path, { body: {} }), 404, 404, 'No operation has this path');
  });

  test('refuses pages with a secret key, whatever their origin', async () => {
    for (const origin of ['https://evil.example', 'null', service.origin]) {
      const answer = await rpc(service, asking.method, {}, { headers: { origin } });
      expectFailure(answer, 403, 403, 'publishable key');
    }
  });

  test('lets the pages in that a publishable key names', async () => {
    const origin = 'https://shelter.example';
    const key = await keyWith(service, { kind: 'publishable', scopes: ['pets:read'], origins: [origin] });
    const allowed = await rpc(service, 'tools/list', {}, { key, headers: { origin } });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const refused = await rpc(service, 'tools/list', {}, { key, headers: { origin: 'https://evil.example' } });
    expectFailure(refused, 403, 403, 'web origin');
    const preflight = await service.call('OPTIONS', '/mcp', {
      key: null,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-method' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Mcp-Method'),
    ]);
  });
});

test('a client that leaves cancels no change that has arrived, as at /v1', async () => {
  const available = async () => (await service.call('GET', '/v1/store/inventory')).body.available;
  const before = await available();
  const params = { name: 'createPet', arguments: { name: 'Rex', categoryId: 1 }, _meta: meta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = { ...headersOf('tools/call', 'createPet'), authorization: `Bearer ${service.operatorKey}` };
  const lines = Object.entries({ ...headers, 'content-type': 'application/json', 'content-length': body.length });
  const { hostname, port } = new URL(service.origin);
  for (let i = 0; i < 3; i++) {
    const socket = connect(Number(port), hostname);
    const head = ['POST /mcp HTTP/1.1', 'host: x', ...lines.map((line) => line.join(': '))].join('\r\n');
    socket.write(`${head}\r\n\r\n${body}`, () => socket.destroy());
  }
  await expect.poll(available).toBe(before + 3);
});

describe('arguments', () => {
  test('carry an int64 there and back without loss', async () => {
    for (const id of ['-9223372036854775808', '9007199254740993', '9223372036854775807']) {
      const params = `{"name":"createPet","arguments":{"name":"Rex","categoryId":${id}},"_meta":${JSON.stringify(meta)}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      const added = await post(service, { body, headers: headersOf('tools/call', 'createPet') });
      expect(textsOf(added).body).toContain(`"categoryId":${id},`);
      const found = `{"name":"listPets","arguments":{"categoryId":${id}},"_meta":${JSON.stringify(meta)}}`;
      const listed = await post(service, {
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${found}}`,
        headers: headersOf('tools/call', 'listPets'),
      });
      expect(textsOf(listed).body).toContain(`"categoryId":${id},`);
    }
  });

  test.each(['1.00000000000000000001', '1e400', '9223372036854775808', '1.5'])(
    'with the number %s are refused as the API refuses it',
    async (number) => {
      const params = `{"name":"createPet","arguments":{"name":"Rex","categoryId":${number}},"_meta":${JSON.stringify(meta)}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      const called = await post(service, { body, headers: headersOf('tools/call', 'createPet') });
      const atV1 = await service.call('POST', '/v1/pets', { body: `{"name":"Rex","categoryId":${number}}` });
      expect(atV1.status).toBe(400);
      expect(textsOf(called).body).toBe(atV1.text);
    },
  );

  test('that are no text, number, boolean or list have no parameter to be in', async () => {
    for (const q of [{ a: 1 }, [['a']], [null], '\u{d800}']) {
      const { body } = await callTool(service, 'listPets', { q });
      expect(body.result.isError).toBe(true);
      const { code, message } = JSON.parse(textsOf({ body }).head);
      expect({ code, message }).toEqual({ code: 'invalid_parameter', message: expect.stringContaining('`q` must be') });
    }
    const missing = await callTool(service, 'getPet');
    expect(textsOf(missing).head).toContain('The argument `petId` is required.');
    const header = await callTool(service, 'createPet', { name: 'Rex', categoryId: 1, 'Idempotency-Key': 'a\r\nb: c' });
    expect(textsOf(header).head).toContain('The argument `Idempotency-Key` must have no control characters');
  });

  test('stay in the place of their parameter', async () => {
    const petId = await addPet(service, {});
    for (const id of [
      '..',
      '.',
      `../categories/1`,
      `${petId}/profile`,
      `${petId}?expand=profile`,
      `${petId}#`,
      ':petId',
      '$&',
    ]) {
      const { body } = await callTool(service, 'getPet', { petId: id });
      expect(JSON.parse(textsOf({ body }).body).code, id).toBe('pet_not_found');
    }
    expect(JSON.parse(textsOf(await callTool(service, 'getPet', { petId: '' })).body).code).toBe('route_not_found');
    expect(textsOf(await callTool(service, 'getPet', { petId: `${petId}` })).head).toContain('HTTP 200');
    const found = await callTool(service, 'listPets', { q: 'Rex&limit=1', limit: null });
    expect(textsOf(found).body).toBe('[]');
  });

  test('named like a member of every object are like any other', async () => {
    const args = { name: 'Rex', categoryId: 1, constructor: 'x', toString: 7, hasOwnProperty: {} };
    expect(textsOf(await callTool(service, 'createPet', args)).body).toContain(
      'The operation knows no field `constructor`.',
    );
    const { body } = await callTool(service, 'listPets', { constructor: 'x', valueOf: 1 });
    expect(JSON.stringify(body)).toContain('The tool has no argument `constructor`.');
  });
});
