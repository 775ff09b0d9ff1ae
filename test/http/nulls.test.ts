import { afterAll, beforeAll, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { newImage } from '../pets/photos/images.ts';
import { addPet, expectError } from '../support/answers.ts';
import { describedOperations } from '../support/description.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite, testClock, type TestService } from '../support/service.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
}

type Path = readonly (string | number)[];

const named = openapi.components.schemas as unknown as Record<string, Schema>;
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(named[schema.$ref.split('/').at(-1)!]!);
const isNullable = ({ type = [], anyOf = [] }: Schema): boolean =>
  [type, anyOf.map((one) => one.type)].flat(2).includes('null');
/** The schema of what is not null. */
const someOf = (schema: Schema): Schema => {
  const whole = resolved(schema);
  return whole.anyOf === undefined ? whole : someOf(whole.anyOf[0]!);
};

/** The members of a body, and of the objects and lists in it. */
function* membersOf(schema: Schema, path: Path = []): Generator<{ path: Path; nullable: boolean }> {
  const { properties = {}, items } = someOf(schema);
  if (items !== undefined) yield* membersOf(items, [...path, 0]);
  for (const [name, member] of Object.entries(properties)) {
    yield { path: [...path, name], nullable: isNullable(resolved(member)) };
    yield* membersOf(member, [...path, name]);
  }
}

const TEXTS: Record<string, string> = {
  currency: 'USD',
  date: '2024-05-01',
  'web-url': 'https://a.example',
  email: 'a@b.example',
};
TEXTS['date-time'] = '2026-11-21T09:30:00Z';
TEXTS['secure-url'] = TEXTS['web-url']!;

/** The smallest value of a schema. */
function valueOf(schema: Schema): unknown {
  const { type, properties = {}, required = [], enum: values, format = '', minimum = 1, items } = someOf(schema);
  if (values !== undefined) return values[0];
  if (items !== undefined) return [valueOf(items)];
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, valueOf(properties[name]!)]));
  if ([type].flat().includes('integer') || type === 'number') return minimum;
  if (type === 'boolean') return true;
  return TEXTS[format] ?? 'text';
}

/** The value with null at the path. */
function withNull(value: unknown, schema: Schema, [name, ...rest]: Path): unknown {
  if (name === undefined) return null;
  const whole = someOf(schema);
  const inner = typeof name === 'number' ? whole.items! : whole.properties![name]!;
  const present = (value ?? valueOf(schema)) as Record<string, unknown>;
  const changed = withNull(present[name], inner, rest);
  return typeof name === 'number' ? [changed] : { ...present, [name]: changed };
}

const operations = describedOperations(openapi).flatMap(({ operationId, method, path, requestBody }) => {
  const media = requestBody?.content['application/json'];
  return media === undefined ? [] : [{ operationId, method, path, schema: media.schema, example: media.example }];
});

let service: TestService;
/** Of the link to an application. */
let applicationToken = '';
const clock = testClock();
const ids: Record<string, string | number> = {
  organizationId: 1,
  accountId: 1,
  categoryId: 1,
  keyId: 99,
  deliveryId: 99,
  site: 'petfinder',
};

beforeAll(async () => {
  // Staging has all operations, and a mail server lets people ask for alerts.
  service = await startOnSqlite({
    environment: 'staging',
    now: clock.now,
    settings: {
      smtpUrl: 'smtp://127.0.0.1:9',
      publicUrl: 'https://shelter.example',
      stagingPublicUrl: 'https://shelter.example',
    },
  });
  const made = async (path: string, body: unknown, headers?: Record<string, string>) => {
    const answer = await service.call('POST', path, { body, ...(headers === undefined ? {} : { headers }) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.id as number;
  };
  ids['petId'] = await addPet(service, {});
  ids['photoId'] = await made(`/v1/pets/${ids['petId']}/photos`, await newImage(), { 'content-type': 'image/jpeg' });
  ids['orderId'] = await made('/v1/store/orders', { petId: await addPet(service, {}) });
  const applied = await service.call('POST', '/v1/account/keys', {
    body: { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['orders:write'] },
  });
  const application = await service.call('POST', '/v1/applications', {
    key: applied.body.key,
    body: {
      petId: await addPet(service, { profile: { adoption: 'apply' } }),
      adopter: { name: 'Ann', email: 'ann@example.org' },
    },
  });
  ids['applicationId'] = application.body.id;
  applicationToken = application.body.applicationUrl.split('#')[1];
  ids['messageId'] = await made('/v1/messages', {
    message: 'Hello',
    petId: ids['petId'],
    from: { name: 'Ann', email: 'ann@example.org' },
  });
  await eventually(async () => (await service.call('GET', `/v1/inbox/${ids['messageId']}`)).status === 200);
  ids['webhookId'] = await made('/v1/webhooks', { url: 'https://ok.test.example/', events: ['pet.created'] });
  const key = `ptk_test_${'0'.repeat(38)}`;
  ids['sourceId'] = await made('/v1/admin/directory', { url: 'https://pets.shelter.example', key });
  ids['templateId'] = await made('/v1/organizations/1/answer-templates', { name: 'Here', text: 'Dear {name}' });
});
afterAll(() => service.close());

test.each(operations)('null in the body of $operationId', async ({ method, path, schema, example }) => {
  clock.advance(61_000);
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
  for (const member of membersOf(schema)) {
    const field = member.path.join('.');
    const answer = await service.call(method.toUpperCase(), `/v1${target}`, {
      body: withNull(example, schema, member.path),
      ...(path === '/application' ? { key: applicationToken } : {}),
    });
    if (member.nullable) expect([field, answer.status, answer.text]).toEqual([field, 200, expect.anything()]);
    else expectError(answer, 400, 'invalid_body', `The field \`${field}\` must be`);
  }
});
