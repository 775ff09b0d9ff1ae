import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { describedOperations, type Operation } from '../support/description.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';
import { connect, headersOf, meta, rpc } from './scene.ts';

const operations = describedOperations(openapi);
const clock = testClock();

const service = sharedService(startOnSqlite, { now: clock.now });

test('each tool has the parameters and the body of its operation, as a valid schema', async () => {
  const client = await connect(service, service.operatorKey);
  const { tools } = await client.listTools();
  await client.close();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { name, title, inputSchema, annotations } of tools) {
    const { method, summary, parameters, requestBody } = operations.find(({ operationId }) => operationId === name)!;
    expect(title).toBe(summary);
    ajv.compile(inputSchema);
    // Tools are always strict.
    const named = parameters.filter((parameter) => parameter.name !== 'Prefer');
    // A name that a parameter shares with a member of the body is here twice.
    const expected = [...named.map((parameter) => parameter.name), ...membersOf(requestBody)];
    expect(Object.keys(inputSchema.properties ?? {}).toSorted(), name).toEqual(expected.toSorted());
    for (const parameter of named)
      expect(inputSchema.required?.includes(parameter.name), name).toBe(parameter.required);
    expect(annotations?.readOnlyHint, name).toBe(method === 'get');
    if (method === 'delete') expect(annotations, name).toMatchObject({ destructiveHint: true, idempotentHint: true });
  }
  const createPet = tools.find(({ name }) => name === 'createPet');
  expect(createPet?.annotations).toMatchObject({ destructiveHint: false, idempotentHint: false });
  expect(createPet?.inputSchema.required).toEqual(['name', 'categoryId']);
});

test('the list is compressed for clients that accept it, the result of a call never', async () => {
  const ask = async (method: string, name: string | undefined, encoding: string, params = {}) => {
    const authorization = `Bearer ${service.operatorKey}`;
    const headers = { ...headersOf(method, name), authorization, 'content-type': 'application/json' };
    const request = httpRequest(`${service.origin}/mcp`, {
      agent: false,
      method: 'POST',
      headers: { ...headers, 'accept-encoding': encoding },
    });
    request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, name, _meta: meta } }));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { headers: response.headers, bytes: await buffer(response) };
  };
  const plain = await ask('tools/list', undefined, 'identity');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  const zipped = await ask('tools/list', undefined, 'gzip');
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 5);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  const { bytes, headers } = await ask('tools/call', 'listBreeds', 'gzip', { arguments: { species: 'dog' } });
  expect(bytes.length).toBeGreaterThan(4_096);
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
});

test('an operation that is removed is no tool any more', async () => {
  const names = async () =>
    (await rpc(service, 'tools/list')).body.result.tools.map(({ name }: { name: string }) => name);
  expect(await names()).toContain('getPet');
  clock.set(Date.UTC(2030, 11, 5));
  expect(await names()).not.toContain('getPet');
  const { body } = await rpc(service, 'tools/call', { name: 'getPet', arguments: { petId: 1 } });
  expect(body.result.content[0].text).toContain('operation_removed');
});

/** The members of a body, as the description names them. */
function membersOf(requestBody: Operation['requestBody']): string[] {
  const schemas = openapi.components.schemas as unknown as Record<string, { properties?: object }>;
  const schema: { $ref?: string; properties?: object } | undefined = requestBody?.content['application/json']?.schema;
  const name = schema?.$ref?.split('/').at(-1);
  return Object.keys((name === undefined ? schema : schemas[name])?.properties ?? {});
}
