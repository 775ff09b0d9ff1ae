import { beforeAll, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { addPet } from '../support/answers.ts';
import { describedOperations, type Operation } from '../support/description.ts';
import { runningClock, sharedService, startOnSqlite } from '../support/service.ts';
import { connect, keyWith, textsOf } from './scene.ts';

// Production lacks those of staging.
const operations = describedOperations(openapi).filter((one) => one['x-staging-only'] === undefined);

/** The operations that a key with these scopes may call, as the description says it. */
function allowed(scopes: readonly string[], { isOperator = false, isPublishable = false } = {}): string[] {
  const may = ({ security, requestBody, ...operation }: Operation): boolean => {
    const [needed] = security[0]?.apiKey ?? [];
    const isJson = requestBody === undefined || Object.hasOwn(requestBody.content, 'application/json');
    return (
      security[0]?.apiKey !== undefined &&
      isJson &&
      (needed === undefined || scopes.includes(needed)) &&
      (isOperator || operation['x-operator-only'] !== true) &&
      (!isPublishable || operation['x-secret-key-only'] !== true)
    );
  };
  return operations
    .filter(may)
    .map(({ operationId }) => operationId)
    .toSorted();
}

let petId: number;
const service = sharedService(startOnSqlite, { now: runningClock() });
beforeAll(async () => {
  petId = await addPet(service, { name: 'Rex', profile: { species: 'dog' } });
  for (const name of ['Mia', 'Max']) await addPet(service, { name });
});

const all = ['pets:read', 'pets:write', 'orders:read', 'orders:write', 'messages:read', 'messages:write', 'webhooks', 'account']; // prettier-ignore

test.each([
  ['a key of few scopes', { scopes: ['pets:read'] }, allowed(['pets:read'], { isOperator: true })],
  ['an operator', { scopes: all }, allowed(all, { isOperator: true })],
  [
    'a publishable key',
    { kind: 'publishable', scopes: ['pets:read', 'orders:write'], origins: ['https://shelter.example'] },
    allowed(['pets:read', 'orders:write'], { isPublishable: true }),
  ],
])('lists the operations that %s may call', async (_who, body, expected) => {
  const client = await connect(service, await keyWith(service, body));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(expected);
  expect((await client.listTools(undefined, { cacheMode: 'refresh' })).tools).toEqual(tools);
  await client.close();
});

test('an account of no operator has none of the operators’ tools', async () => {
  const { key } = await service.newAccount();
  const client = await connect(service, key);
  expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual(allowed(all));
  await client.close();
});

test.each(['auto', { pin: '2026-07-28' }, 'legacy'] as const)(
  'connected as %j, it gets exactly what the same key gets at /v1',
  async (mode) => {
    const key = await keyWith(service, { scopes: ['pets:read', 'account'] });
    const client = await connect(service, key, mode);
    expect(client.getServerVersion()).toMatchObject({ name: 'petstore' });
    expect(client.getInstructions()).toContain('production');
    for (const [name, args, path] of [
      [
        'listPets',
        { limit: 2, status: ['available'], expand: 'profile' },
        '/v1/pets?limit=2&status=available&expand=profile',
      ],
      ['listPets', { limit: 0 }, '/v1/pets?limit=0'],
      ['getPet', { petId }, `/v1/pets/${petId}`],
      ['getPet', { petId: 999 }, '/v1/pets/999'],
      ['getCategory', { categoryId: 1 }, '/v1/categories/1'],
      ['getAccount', {}, '/v1/account'],
      ['listOrders', {}, '/v1/store/orders'],
    ] as const) {
      const atV1 = await service.call('GET', path, { key });
      const called = await client.callTool({ name, arguments: args });
      const { body, head } = textsOf({ body: { result: called } });
      expect(body, name).toBe(atV1.text);
      const [status, ...headers] = head.split('\n');
      expect(status).toBe(`HTTP ${atV1.status}`);
      expect(called.isError).toBe(atV1.status >= 400);
      for (const header of ['link', 'etag', 'deprecation', 'sunset']) {
        const line = headers.find((text) => text.toLowerCase().startsWith(`${header}: `));
        expect(line?.slice(header.length + 2) ?? null, `${name} ${header}`).toBe(atV1.headers.get(header));
      }
    }
    await expect(client.callTool({ name: 'adoptAll' })).rejects.toThrow('There is no tool with this `name`.');
    await client.close();
  },
);

test('it changes what the key may change, and is refused the rest', async () => {
  const client = await connect(service, await keyWith(service, { scopes: ['pets:read', 'pets:write'] }));
  const added = textsOf({ body: { result: await client.callTool({ name: 'createPet', arguments: { name: 'Kim', categoryId: 2 } }) } }); // prettier-ignore
  const { id } = JSON.parse(added.body);
  expect(added.head).toContain(`Location: /v1/pets/${id}`);
  await client.callTool({ name: 'updatePet', arguments: { petId: id, status: 'sold' } });
  expect((await service.call('GET', `/v1/pets/${id}`)).body.status).toBe('sold');
  const removed = await client.callTool({ name: 'deletePet', arguments: { petId: id } });
  expect(removed.content).toEqual([{ type: 'text', text: 'HTTP 204' }]);
  const refused = await client.callTool({ name: 'placeOrder', arguments: { petId } });
  expect(refused.isError).toBe(true);
  expect(textsOf({ body: { result: refused } }).body).toContain('"code":"insufficient_scope"');
  await client.close();
});

test('without a valid key it is refused before it can do anything', async () => {
  await expect(connect(service, 'psk_live_nothing')).rejects.toThrow(/401|Unauthorized/i);
});
