import { describe, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { postPhoto } from '../pets/photos/images.ts';
import { placeOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { describedOperations } from '../support/description.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, runningClock, sharedService } from '../support/service.ts';

const operations = describedOperations(openapi).filter(({ parameters }) =>
  parameters.some(({ name }) => name === 'If-Match'),
);
const reads = operations.filter(({ method }) => method === 'get');
const changes = operations.filter(({ method, path }) => method !== 'get' && !path.endsWith('/logo'));

/** The bodies of POST, where it needs one. */
const BODIES: Readonly<Record<string, object>> = { answerMessage: { message: 'Yes.' } };

/** RFC 9110, section 13: the conditions of every operation on a resource with an ETag. */
describe.each(BACKENDS)('preconditions, on %s', (engine, start) => {
  const service = sharedService(start, { now: runningClock() });

  let sources = 0;
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await service.call('POST', path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.headers.get('location') ?? `${path}/${answer.body.id}`;
  };
  async function newPhoto(): Promise<string> {
    const { status, text, headers } = await postPhoto(service, await addPet(service, {}));
    expect(status, text).toBe(201);
    return headers.get('location')!;
  }
  /** Makes a new resource of the kind that this operation is about. */
  const RESOURCES: Readonly<Record<string, () => Promise<string>>> = {
    '/pets/{petId}/profile': async () => `/v1/pets/${await addPet(service, {})}/profile`,
    '/pets/{petId}/photos/{photoId}': () => newPhoto(),
    '/pets/{petId}/photos': async () => (await newPhoto()).replace(/\/\d+$/, ''),
    '/pets/{petId}': async () => `/v1/pets/${await addPet(service, {})}`,
    '/pets': async () => `/v1/pets?ids=${await addPet(service, {})}`,
    '/categories/{categoryId}': () => made('/v1/categories', { name: 'Ponies' }),
    '/organizations/{organizationId}': () => made('/v1/organizations', { name: 'Riverside' }),
    '/store/orders/{orderId}': async () => `/v1/store/orders/${await placeOrder(service, await addPet(service, {}))}`,
    '/applications/{applicationId}': async () => {
      const petId = await addPet(service, { profile: { adoption: 'apply' } });
      return made('/v1/applications', { petId, adopter: { name: 'Ann', email: 'ann@example.org' } });
    },
    '/webhooks/{webhookId}': () => made('/v1/webhooks', { url: 'https://shelter.example/', events: ['pet.created'] }),
    '/inbox/{messageId}': async () => {
      const { body } = await service.call('POST', '/v1/messages', { body: { message: 'Is Rex still there?' } });
      const path = `/v1/inbox/${body.id}`;
      // Once it is delivered.
      await eventually(async () => (await read(path)).status === 200);
      return path;
    },
    '/openapi.json': async () => '/v1/openapi.json',
    '/admin/directory/{sourceId}': async () => {
      const source = { url: `https://${(sources += 1)}.shelter.example`, key: `ptk_live_${'0'.repeat(38)}` };
      const path = await made('/v1/admin/directory', source);
      // Once it has been asked in vain, nothing changes by itself.
      await eventually(async () => (await read(path)).body.state === 'failing');
      return path;
    },
    '/admin/accounts/{accountId}': async () => `/v1/admin/accounts/${(await service.newAccount()).accountId}`,
  };
  const resourceOf = async (path: string) => {
    const [kind = '', make] = Object.entries(RESOURCES).find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (make === undefined) throw new Error(`which resource has ${path}?`);
    const resource = await make();
    return { resource, target: resource + path.slice(kind.length) };
  };
  const read = (path: string): Promise<Answer> => service.call('GET', path);

  test.each(changes)('$operationId', async ({ operationId, method, path }) => {
    const { resource, target } = await resourceOf(path);
    const before = await read(resource);
    const current = before.headers.get('etag')!;
    const body = BODIES[operationId] ?? (method === 'post' || method === 'delete' ? undefined : {});
    const attempt = (headers: Record<string, string>) => service.call(method.toUpperCase(), target, { headers, body });
    for (const known of ['*', current, `"other", W/${current}`])
      expectError(await attempt({ 'if-none-match': known }), 412, 'precondition_failed', '`If-None-Match`');
    for (const wanted of ['"other"', `W/${current}`])
      expectError(
        await attempt({ 'if-match': wanted, 'if-none-match': '"other"' }),
        412,
        'precondition_failed',
        '`If-Match`',
      );
    const after = await read(resource);
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, current]);
    const { status } = await attempt({ 'if-match': current, 'if-none-match': '"other"' });
    expect([200, 201, 204, 409]).toContain(status);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test.each(reads)('$operationId', async ({ path }) => {
    const { target } = await resourceOf(path);
    const current = (await read(target)).headers.get('etag') ?? '';
    expect(current).toMatch(/^"[^"]+"$/);
    const cases: [status: number, headers: Record<string, string>][] = [
      [304, { 'if-none-match': current }],
      [304, { 'if-none-match': `"other", W/${current}` }],
      [304, { 'if-none-match': '*' }],
      [304, { 'if-none-match': current, 'if-match': '*' }],
      [200, { 'if-none-match': '"other"' }],
      [200, { 'if-match': `"other", ${current}` }],
      [200, { 'if-match': '*' }],
      [412, { 'if-match': '"other"' }],
      [412, { 'if-match': `W/${current}` }],
      [412, { 'if-match': '"other"', 'if-none-match': current }],
    ];
    for (const method of ['GET', 'HEAD']) {
      for (const [status, headers] of cases)
        expect([headers, (await service.call(method, target, { headers })).status]).toEqual([headers, status]);
    }
    expectError(
      await service.call('GET', target, { headers: { 'if-match': '"x"' } }),
      412,
      'precondition_failed',
      '`If-Match`',
    );
  });
});
