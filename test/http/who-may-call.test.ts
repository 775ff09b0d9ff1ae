import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { IMAGES } from '../organizations/members.ts';
import { ann, fromPage, openPage, signUp } from '../pages/page.ts';
import { newImage } from '../pets/photos/images.ts';
import { describedOperations } from '../support/description.ts';
import {
  type Answer,
  BACKENDS,
  type CallOptions,
  startOnSqlite,
  testClock,
  type TestService,
} from '../support/service.ts';

/** Operations for everybody. */
const OPEN = new Set(['getDescription', 'createAccount']);
/** Operations for operators only. */
const OPERATORS = new Set([
  'listInbox',
  'countInbox',
  'getHealth',
  'createOrganization',
  'listAccounts',
  'getAccountById',
  'updateAccount',
  'closeAccount',
  'liftBan',
  'findPerson',
  'erasePerson',
  'correctPerson',
  'createPasswordLink',
  'replaceBoardKey',
]);
/** Operations for operators, and for managers or members of an organization. */
const MEMBERS = new Set(['listAudit', 'getStatistics', 'getShelterAnimalsCount']);
/** Operations for publishable keys with all the scopes that they can have. */
const PUBLISHABLE = new Set([
  'listPets',
  'getPet',
  'getPetProfile',
  'countPets',
  'listSpecies',
  'listBreeds',
  'listColors',
  'listPhotos',
  'getPhoto',
  'listCategories',
  'getCategory',
  'listOrganizations',
  'getOrganization',
  'getInventory',
  'listEvents',
  'placeOrder',
  'submitMessage',
]);
/** Operations that every account may call for the resources of another account. */
const OTHERS = new Set(['getPet', 'getPetProfile', 'listPhotos', 'getPhoto', 'getCategory', 'getOrganization']);

/** The bodies of operations that check theirs before they know whom it concerns. */
const BODIES: Readonly<Record<string, object>> = {
  createInvitation: { role: 'staff' },
  answerMessage: { message: 'Hello' },
  createAnswerTemplate: { name: 'Hello', text: 'Dear {name}' },
  addOrderNote: { note: 'A garden.' },
  setLogo: IMAGES['image/png'],
  addPhoto: IMAGES['image/png'],
};

// What a link opens needs no key: test/orders/reservations. Without mail, alerts are refused to everybody: test/alerts. Staging's own are in test/staging/clock.
const withKeys = describedOperations(openapi).filter(
  (one) => one['x-whose'] !== 'link' && one.operationId !== 'createAlert' && one['x-staging-only'] === undefined,
);
const operations = withKeys.map((described) => ({
  operationId: described.operationId,
  method: described.method.toUpperCase(),
  path: described.path,
  security: described.security,
  isForOperators: described['x-operator-only'] === true,
  isForSecretKeys: described['x-secret-key-only'] === true,
}));

describe.each(BACKENDS)('every operation, on %s', (_, start) => {
  const clock = testClock();
  const bob = { ...ann, email: 'bob@shelter.example' };
  const eve = { ...ann, email: 'eve@shelter.example' };
  let service: TestService;
  let callers: Record<'staging' | 'narrow' | 'publishable' | 'member' | 'suspended', string>;
  let sessions: Record<'own' | 'member' | 'suspended', string>;
  let ids: Record<string, string | number>;

  beforeAll(async () => {
    service = await start({ now: clock.now });
    const staging = await startOnSqlite({ environment: 'staging' });
    await staging.close();
    const people = [];
    for (const account of [ann, bob, eve]) {
      const { key, accountId } = await signUp(service, account);
      await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { plan: 'enterprise' } });
      const page = openPage(service);
      await page.signIn(account.email, account.password);
      people.push({ key, accountId, cookie: page.cookie });
    }
    const [own, member, suspended] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    const made = async (path: string, body: unknown) => (await service.call('POST', path, { key: own.key, body })).body;
    const pet = await made('/v1/pets', { name: 'Rex', categoryId: 1 });
    const category = await made('/v1/categories', { name: 'Ferrets' });
    const webhook = await made('/v1/webhooks', { url: 'https://shelter.example/hooks', events: ['pet.created'] });
    const test = await made(`/v1/webhooks/${webhook.id}/test`, undefined);
    const narrow = await made('/v1/account/keys', { scopes: ['webhooks'] });
    const scopes = ['pets:read', 'orders:write', 'messages:write'];
    const shown = await made('/v1/account/keys', { kind: 'publishable', origins: ['https://shelter.example'], scopes });
    const photo = await service.call('POST', `/v1/pets/${pet.id}/photos`, {
      key: own.key,
      body: await newImage(),
      headers: { 'content-type': 'image/jpeg' },
    });
    ids = {
      petId: pet.id,
      photoId: photo.body.id,
      categoryId: category.id,
      orderId: (await made('/v1/store/orders', { petId: pet.id })).id,
      messageId: (await made('/v1/messages', { message: 'Hello' })).id,
      webhookId: webhook.id,
      deliveryId: test.id,
      keyId: narrow.id,
      accountId: own.accountId,
      organizationId: 1,
      invitationId: 1,
      templateId: 1,
    };
    callers = {
      staging: staging.operatorKey,
      narrow: narrow.key,
      publishable: shown.key,
      member: member.key,
      suspended: suspended.key,
    };
    sessions = { own: own.cookie, member: member.cookie, suspended: suspended.cookie };
    await service.call('PATCH', `/v1/admin/accounts/${suspended.accountId}`, { body: { suspended: true } });
  });
  afterAll(() => service.close());

  function call({ operationId, method, path }: (typeof operations)[0], options: CallOptions): Promise<Answer> {
    clock.advance(61_000);
    const target = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(ids[name]));
    const body = method === 'GET' || method === 'DELETE' ? undefined : (BODIES[operationId] ?? {});
    const headers = { ...(body instanceof Buffer && { 'content-type': 'image/png' }), ...options.headers };
    return service.call(method, `/v1${target}`, { body, ...options, headers });
  }
  async function answerTo(operation: (typeof operations)[0], options: CallOptions): Promise<string> {
    const { status, body } = await call(operation, options);
    return status < 400 ? 'done' : `${status} ${body.code}`;
  }
  const messageTo = async (operation: (typeof operations)[0], options: CallOptions): Promise<string> =>
    (await call(operation, options)).body.message;
  const withSession = (cookie: string, headers: Record<string, string> = fromPage): CallOptions => ({
    key: null,
    headers: { cookie, ...headers },
  });

  test.each(operations)('$operationId', async (operation) => {
    const { operationId, method } = operation;
    const refusals = {
      nobody: await answerTo(operation, { key: null }),
      'the other environment': await answerTo(operation, { key: callers.staging }),
      'another site': await answerTo(
        operation,
        withSession(sessions.own, { ...fromPage, 'sec-fetch-site': 'cross-site' }),
      ),
      'another host of the domain': await answerTo(
        operation,
        withSession(sessions.own, { ...fromPage, 'sec-fetch-site': 'same-site' }),
      ),
      'a suspended key': await answerTo(operation, { key: callers.suspended }),
      'a suspended session': await answerTo(operation, withSession(sessions.suspended)),
    };
    if (OPEN.has(operationId)) {
      for (const said of Object.values(refusals)) expect(said).toMatch(/^(?:done|400 invalid_body)$/);
      return;
    }
    expect(refusals).toEqual({
      nobody: '401 missing_api_key',
      'the other environment': '401 invalid_api_key',
      'another site': '401 missing_api_key',
      'another host of the domain': '401 missing_api_key',
      'a suspended key': '403 account_suspended',
      'a suspended session': '403 account_suspended',
    });
    // Forms and links cannot set the header.
    const unmarked = await answerTo(operation, withSession(sessions.own, { 'sec-fetch-site': 'same-origin' }));
    if (method !== 'GET') expect(unmarked).toBe('401 missing_api_key');

    const member = await answerTo(operation, { key: callers.member });
    expect(await answerTo(operation, withSession(sessions.member))).toBe(member);
    if (OPERATORS.has(operationId) || MEMBERS.has(operationId)) expect(member).toBe('403 forbidden');
    else if (operation.path.includes('{') && !OTHERS.has(operationId))
      expect(member).toMatch(/^(?:403 forbidden|404 .*)$/);
    else expect(member).toMatch(/^(?:done|400 .*|404 .*)$/);

    const headers = { origin: 'https://shelter.example' };
    const publishable = await answerTo(operation, { key: callers.publishable, headers });
    if (PUBLISHABLE.has(operationId)) expect(publishable).not.toMatch(/^40[13]/);
    else expect(publishable).toMatch(/^403 (?:forbidden|insufficient_scope)$/);
    const elsewhere = await answerTo(operation, {
      key: callers.publishable,
      headers: { origin: 'https://evil.example' },
    });
    expect(elsewhere).toBe('403 forbidden');

    const narrow = await answerTo(operation, { key: callers.narrow });
    if (!operation.path.startsWith('/webhooks') && operationId !== 'listEvents')
      expect(narrow).toBe(OPERATORS.has(operationId) ? '403 forbidden' : '403 insufficient_scope');
  });

  test('the description says who may call, and with which scope', async () => {
    for (const operation of operations) {
      const { operationId, security, isForOperators, isForSecretKeys } = operation;
      expect.soft([operationId, security.length === 0]).toEqual([operationId, OPEN.has(operationId)]);
      expect.soft([operationId, isForOperators]).toEqual([operationId, OPERATORS.has(operationId)]);
      const scope = security[0]?.apiKey?.[0];
      if (scope === undefined || scope === 'webhooks' || isForOperators) continue;
      expect
        .soft(await messageTo(operation, { key: callers.narrow }))
        .toBe(`The API key lacks the scope \`${scope}\`.`);
      if (!isForSecretKeys) continue;
      const headers = { origin: 'https://shelter.example' };
      expect
        .soft(await messageTo(operation, { key: callers.publishable, headers }))
        .toBe('This operation needs a secret key; a publishable key may not call it.');
    }
  });

  test('the lists name existing operations only', () => {
    const known = new Set(operations.map(({ operationId }) => operationId));
    for (const list of [OPEN, OPERATORS, MEMBERS, PUBLISHABLE, OTHERS])
      for (const operationId of list) expect(known).toContain(operationId);
  });
});
