import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { visitorsOf } from '../orders/callers.ts';
import { newImage } from '../pets/photos/images.ts';
import { describedOperations, type Operation } from '../support/description.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';

/** The greatest and the least int64, and one that a double does not have. */
const BOUNDS = ['9223372036854775807', '-9223372036854775808', '9007199254740993'];

/** What is no int64, and names nothing. */
const MALFORMED = ['x', '1.0', '9223372036854775808', '-9223372036854775809'];

interface Shape {
  readonly $ref?: string;
  readonly format?: string;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}
const shapes = openapi.components.schemas as unknown as Readonly<Record<string, Shape>>;
const resolved = (shape: Shape): Shape =>
  shape.$ref === undefined ? shape : resolved(shapes[shape.$ref.split('/').at(-1) ?? ''] ?? {});

/** A body with nothing but the id at each place where the shape has one. */
function* bodiesWith(id: unknown, given: Shape): Generator {
  const { format, items, properties = {}, anyOf = [], oneOf = [] } = resolved(given);
  if (format === 'int64') yield id;
  for (const one of [...anyOf, ...oneOf]) yield* bodiesWith(id, one);
  if (items !== undefined) for (const item of bodiesWith(id, items)) yield [item];
  for (const [name, member] of Object.entries(properties))
    for (const value of bodiesWith(id, member)) yield { [name]: value };
}

const isId = ({ schema }: Operation['parameters'][0]): boolean => JSON.stringify(schema).includes('"int64"');

/** What is needed beside the id, so that it is looked up. */
const BESIDE: Readonly<Record<string, object>> = {
  createPet: { name: 'Rex', categoryId: 1 },
  createCategory: { name: 'Ferrets' },
  noteInterest: { kind: 'view' },
  createOrganization: { name: 'Paws' },
  placeOrder: { petId: 1 },
  addOrderNote: { note: 'A garden.' },
  changeOrders: { action: 'approve' },
  createAnswerTemplate: { name: 'Hello', text: 'Dear {name}' },
  answerMessage: { message: 'Hello' },
  createInvitation: { role: 'staff' },
  createAlert: { email: 'ann@example.org' },
  submitMessage: { message: 'Hello' },
};
/** What a query must have beside an id. */
const BESIDE_IN_QUERY: Readonly<Record<string, string>> = { getAdopter: '&email=ann@example.org' };
/** Any int64 may be a category. */
const OF_CATEGORIES = new Set(['getCategory', 'updateCategory', 'deleteCategory']);

describe.each(BACKENDS)('ids at the bounds of int64, and beyond, on %s', (engine, start) => {
  const clock = testClock();
  let mailServer: MailServer;
  let service: TestService;
  let visitor: TestService;
  let ids: Readonly<Record<string, string | number>>;

  beforeAll(async () => {
    mailServer = await openMailServer();
    const settings = {
      smtpUrl: mailServer.url,
      mailFrom: 'mail@shelter.example',
      publicUrl: 'https://shelter.example',
    };
    service = await start({ now: clock.now, settings });
    visitor = await visitorsOf(service);
    const made = async (path: string, body?: unknown) => (await service.call('POST', `/v1${path}`, { body })).body.id;
    ids = {
      petId: await made('/pets', { name: 'Rex', categoryId: 1 }),
      orderId: await made('/store/orders', { petId: await made('/pets', { name: 'Tom', categoryId: 1 }) }),
      organizationId: await made('/organizations', { name: 'Paws' }),
      messageId: await made('/messages', { message: 'Hello' }),
      webhookId: await made('/webhooks', { url: 'https://shelter.example/hooks', events: ['pet.created'] }),
    };
  });
  afterAll(async () => {
    await service.close();
    await mailServer.close();
  });

  const operations = describedOperations(openapi);

  test.each(operations)('$operationId', async ({ operationId, method, path, parameters, requestBody }) => {
    const named = (place: string) => parameters.filter((one) => one.in === place && isId(one)).map(({ name }) => name);
    const media = requestBody?.content['application/json'];
    const isImage = requestBody !== undefined && media === undefined;
    const caller = operationId === 'createAlert' ? visitor : service;

    async function expectAnswer(
      expected: RegExp,
      values: Readonly<Record<string, string>>,
      query: string,
      member = {},
    ) {
      // A client may ask for five alerts a day.
      clock.advance(operationId === 'createAlert' ? 24 * 3_600_000 : 61_000);
      const target = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ids[name] ?? 1));
      const json = JSON.stringify({ ...BESIDE[operationId], ...member }).replaceAll(/"#|#"/g, '');
      const { status, text } = await caller.call(method.toUpperCase(), `/v1${target}${query}`, {
        body: isImage ? await newImage() : method === 'get' || method === 'delete' ? undefined : json,
        headers: { 'content-type': isImage ? 'image/jpeg' : 'application/json' },
      });
      expect.soft(`${status} ${text}`, `${target}${query} ${json}`).toMatch(expected);
    }

    for (const id of engine === 'SQLite' ? MALFORMED : [])
      for (const name of named('path')) await expectAnswer(/^404 \{"code":"\w+_not_found"/, { [name]: id }, '');
    for (const id of BOUNDS) {
      for (const name of named('path'))
        await expectAnswer(
          OF_CATEGORIES.has(operationId) ? /^(?:20|404|409)/ : /^404 \{"code":"\w+_not_found"/,
          { [name]: id },
          '',
        );
      for (const name of named('query'))
        await expectAnswer(/^(?:200|404)/, {}, `?${name}=${id}${BESIDE_IN_QUERY[operationId] ?? ''}`);
      for (const body of media === undefined ? [] : bodiesWith(`#${id}#`, media.schema))
        await expectAnswer(/^(?:20|400|404)/, {}, '', body as object);
    }
  });
});
