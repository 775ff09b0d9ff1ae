import { beforeAll, describe, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { importStore } from '../../src/importing/undoing/store.ts';
import { ACCESS_RULES, type AccessRuleName } from '../../src/vocabulary/access-rules.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import { SCOPES } from '../../src/vocabulary/scopes.ts';
import { IMAGES, join, newMember } from '../organizations/members.ts';
import { ann, fromPage, openPage, signUp } from '../pages/page.ts';
import { newImage } from '../pets/photos/images.ts';
import { newCaller, placeOrder, withKey } from '../support/adoption.ts';
import { describedOperations } from '../support/description.ts';
import {
  type Answer,
  BACKENDS,
  type CallOptions,
  sharedService,
  startOnSqlite,
  testClock,
  type TestService,
} from '../support/service.ts';

/** Who has the resource that a request names. */
const OWNERS = ['a listed organization', 'an unlisted organization', 'an account of its own', 'a stranger'] as const;
type OwnerName = (typeof OWNERS)[number];

/** Who sends the request. */
const CALLERS = [
  ...OWNERS,
  'staff of the listed organization',
  'staff of the unlisted organization',
  'an operator',
  'the placer',
  'a visitor',
] as const;
type CallerName = (typeof CALLERS)[number];

const STAFF: Partial<Record<CallerName, OwnerName>> = {
  'staff of the listed organization': 'a listed organization',
  'staff of the unlisted organization': 'an unlisted organization',
};

type Refusals = Partial<Record<'other' | 'operator' | 'placer' | 'staff' | 'visitor', number>>;

/** What belongs to the account itself, whatever its organization. */
const OF_ACCOUNT: ReadonlySet<AccessRuleName> = new Set(['own']);

/** The status that the rule gives the caller for what the owner has; undefined if it is admitted. */
function refusalOf(rule: AccessRuleName, caller: CallerName, owner: OwnerName): number | undefined {
  const refusals: Refusals = ACCESS_RULES[rule].refusals;
  const isPublic = owner === 'a listed organization';
  if (caller === 'a visitor') return isPublic ? undefined : refusals.visitor;
  // What operators do for an account, the account itself may not do.
  if (rule === 'operator') return caller === 'an operator' ? undefined : refusals.other;
  // The messages of the others went to the operators.
  if (rule === 'receiver' && !isPublic && caller !== 'an operator') return refusals.other;
  if (caller === owner) return undefined;
  if (caller === 'an operator') return refusals.operator;
  if (STAFF[caller] === owner && !OF_ACCOUNT.has(rule)) return refusals.staff;
  // Whoever may see a public organization is told that it may not change it.
  if (rule === 'public') return isPublic ? undefined : refusals.other;
  if ((rule === 'manager' || rule === 'member') && isPublic) return 403;
  if (caller === 'the placer' && (rule === 'shelter' || rule === 'side')) return refusals.placer;
  return refusals.other;
}

// Operations of staging alone: test/staging/clock.
const operations = describedOperations(openapi).filter((one) => one['x-staging-only'] === undefined);

/** An account at a site that lists animals. Nothing has the name of its server. */
const LISTING = { username: 'NJ94', password: 'pass', host: 'ftp.shelter.example' };
/** The bodies without which validation would refuse a request before the rule does. */
const bodies: Record<string, object> = {
  createInvitation: { role: 'staff' },
  answerMessage: { message: 'Hello' },
  createAnswerTemplate: { name: 'Hello', text: 'Dear {name}' },
  addOrderNote: { note: 'A garden.' },
  setListingSite: LISTING,
  consentToList: { list: '0'.repeat(64) },
  setLogo: IMAGES['image/png'],
  writeAboutReservation: { message: 'Hello' },
  addPhoto: IMAGES['image/png'],
  createApiKey: { scopes: ['account'] },
};
/** Scopes that a key needs besides those of the description: one of several, the one of what the answer shows, or all if the answer opens the whole account. */
const MORE_SCOPES: Record<string, readonly string[]> = {
  listEvents: ['webhooks'],
  answerMessage: ['messages:read'],
  updateThread: ['messages:read'],
  createPasswordLink: SCOPES,
  replaceBoardKey: SCOPES,
};
/** The same for queries. */
const queries: Record<string, string> = { getAdopter: '?email=ann@example.org' };
const SECRET_ONLY = new Set(
  operations
    .filter(({ security, ...operation }) => {
      const scope = security[0]?.apiKey?.[0];
      const scopes = ['pets:read', 'orders:write', 'messages:write'];
      return operation['x-secret-key-only'] === true || (scope !== undefined && !scopes.includes(scope));
    })
    .map(({ operationId }) => operationId),
);

/** Everything that a partner key may call, beside what needs no key. */
const FOR_PARTNERS: ReadonlySet<string> = new Set([
  'listPets',
  'getPet',
  'countPets',
  'getPetProfile',
  'listPhotos',
  'getPhoto',
  'listCategories',
  'getCategory',
  'listSpecies',
  'listBreeds',
  'listColors',
  'listOrganizations',
  'getOrganization',
  'getInventory',
  'listEvents',
]);

const withoutLink = operations.filter((one) => one['x-whose'] !== 'link');
const withResource = operations.filter(({ path }) => path.includes('{'));
// A link is a resource without a name: test/orders/reservations.
const withoutResource = withoutLink.filter(({ path }) => !path.includes('{'));

describe.each(BACKENDS)('every operation × every caller × every owner, on %s', (engine, start) => {
  const clock = testClock();
  const keys = {} as Record<'staging' | 'stranger' | 'suspended' | 'publishable', string>;
  const callers = {} as Record<CallerName, TestService>;
  const ids = {} as Record<OwnerName, Record<string, string | number>>;
  /** What a request of this operation names instead, because nothing makes it again. */
  const substitutes: Record<string, () => Promise<Record<string, number>>> = {
    closeAccount: async () => ({ accountId: (await service.newAccount()).accountId }),
    revokePartnerKey: async () => ({ keyId: (await newPartnerKey()).id }),
    getDirectorySource: () => newSource(),
    updateDirectorySource: () => newSource(),
    removeDirectorySource: () => newSource(),
  };
  let sources = 0;
  const newSource = async (): Promise<{ sourceId: number }> => {
    const body = { url: `https://${(sources += 1)}.shelter.example`, key: `ptk_live_${'0'.repeat(38)}` };
    return { sourceId: (await service.call('POST', '/v1/admin/directory', { body })).body.id };
  };
  const newPartnerKey = async (): Promise<{ id: number; key: string }> =>
    (await service.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory of Ohio' } })).body;
  const makeTemplate = (owner: OwnerName) =>
    makeFor(owner, `/v1/organizations/${ids[owner]['organizationId']}/answer-templates`, {
      name: 'Hello',
      text: 'Dear {name}',
    });
  /** Makes again what an admitted request of this operation has ended. */
  const renewals: Record<string, (owner: OwnerName) => Promise<unknown>> = {
    revokeApiKey: async (owner) => (ids[owner]['keyId'] = await makeFor(owner, '/v1/account/keys', {})),
    rollApiKey: async (owner) => (ids[owner]['keyId'] = await makeFor(owner, '/v1/account/keys', {})),
    deleteAnswerTemplate: async (owner) => (ids[owner]['templateId'] = await makeTemplate(owner)),
    removeListingSite: (owner) => listAt(owner),
    withdrawInvitation: async (owner) => (ids[owner]['invitationId'] = await invite(owner)),
    removeMember: async (owner) => {
      const { accountId, organizationId } = ids[owner];
      const account = await service.call('GET', `/v1/admin/accounts/${accountId}`);
      const role = 'manager';
      if (account.body.organization === undefined)
        await join(service, Number(accountId), { id: Number(organizationId), role });
    },
  };

  async function makeFor(owner: OwnerName, path: string, body?: object): Promise<string | number> {
    clock.advance(61_000);
    const answer = await callers[owner].call('POST', path, { body });
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body.id;
  }
  const toApplyFor = (categoryId: number | string) => ({ name: 'Mia', categoryId, profile: { adoption: 'apply' } });
  async function applyFor(caller: TestService, petId: number | string): Promise<number> {
    const body = { petId, adopter: { name: 'Ann Lee', email: 'ann@example.org' } };
    const answer = await caller.call('POST', '/v1/applications', { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }
  async function listAt(owner: OwnerName): Promise<void> {
    clock.advance(61_000);
    const path = `/v1/organizations/${ids[owner]['organizationId']}/listing-sites/petfinder`;
    expect((await callers[owner].call('PUT', path, { body: LISTING })).status).toBe(200);
    ids[owner]['site'] = 'petfinder';
  }
  const invite = (owner: OwnerName) =>
    makeFor(owner, `/v1/organizations/${ids[owner]['organizationId']}/invitations`, { role: 'staff' });

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    const organizations: Partial<Record<OwnerName, number>> = {};
    for (const [name, listed] of [
      ['a listed organization', true],
      ['an unlisted organization', false],
    ] as const) {
      const made = await service.call('POST', '/v1/organizations', { body: { name, listed } });
      organizations[name] = made.body.id;
      callers[name] = await newMember(service, made.body.id, 'manager');
    }
    callers['staff of the listed organization'] = await newMember(
      service,
      organizations['a listed organization'] ?? 0,
      'staff',
    );
    callers['staff of the unlisted organization'] = await newMember(
      service,
      organizations['an unlisted organization'] ?? 0,
      'staff',
    );
    callers['an account of its own'] = await newCaller(service);
    const stranger = await signUp(service);
    await service.call('PATCH', `/v1/admin/accounts/${stranger.accountId}`, { body: { plan: 'enterprise' } });
    callers['a stranger'] = withKey(service, stranger.key);
    keys.stranger = stranger.key;
    callers['an operator'] = service;
    callers['the placer'] = await newCaller(service);
    const shown = await service.call('POST', '/v1/account/keys', {
      body: {
        kind: 'publishable',
        origins: ['https://shelter.example'],
        scopes: ['pets:read', 'orders:write', 'messages:write'],
      },
    });
    callers['a visitor'] = withKey(service, shown.body.key);
    keys.publishable = shown.body.key;

    const { database } = await service.beside();
    const addImport = (accountId: number, organizationId: number | undefined) =>
      database.transaction((tx) =>
        importStore(database, clock.now).note(tx, undefined, {
          owner: { accountId, organizationId },
          by: SERVICE,
          file: 'animals.csv',
          animals: 0,
        }),
      );
    for (const owner of OWNERS) {
      const caller = callers[owner];
      const make = (path: string, body?: object) => makeFor(owner, path, body);
      const categoryId = await make('/v1/categories', { name: `Category of ${owner}` });
      const petId = await make('/v1/pets', { name: 'Rex', categoryId });
      const webhookId = await make('/v1/webhooks', { url: 'https://shelter.example/hooks', events: ['pet.created'] });
      const account = await caller.call('GET', '/v1/account');
      const photo = await caller.call('POST', `/v1/pets/${petId}/photos`, {
        body: await newImage(),
        headers: { 'content-type': 'image/jpeg' },
      });
      ids[owner] = {
        petId,
        photoId: photo.body.id,
        categoryId,
        webhookId,
        orderId: await placeOrder(callers['the placer'], Number(petId)),
        applicationId: await applyFor(callers['the placer'], await make('/v1/pets', toApplyFor(categoryId))),
        messageId: await make('/v1/messages', { message: 'Hello', petId }),
        deliveryId: await make(`/v1/webhooks/${webhookId}/test`),
        keyId: await make('/v1/account/keys', {}),
        accountId: account.body.id,
        organizationId: organizations[owner] ?? 0,
        importId: await addImport(account.body.id, organizations[owner]),
      };
      if (owner in organizations) {
        ids[owner]['invitationId'] = await invite(owner);
        ids[owner]['templateId'] = await makeTemplate(owner);
        await listAt(owner);
      }
    }
    await database.close();
  });

  /** No request of this test changes anything: the version does not match, or the body is refused after the rule has decided. */
  async function send(
    operation: (typeof operations)[0],
    owner: OwnerName,
    caller: TestService,
    options: CallOptions = {},
  ): Promise<Answer> {
    clock.advance(61_000);
    const named = { ...ids[owner], ...(await substitutes[operation.operationId]?.()) };
    const resource = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(named[name]));
    const path = resource + (queries[operation.operationId] ?? '');
    const isRead = operation.method === 'get';
    const body = bodies[operation.operationId] ?? {};
    return caller.call(operation.method.toUpperCase(), `/v1${path}`, {
      ...(isRead || operation.method === 'delete' ? {} : { body }),
      ...options,
      headers: {
        ...(isRead ? {} : { 'if-match': '"never"' }),
        ...(body instanceof Buffer ? { 'content-type': 'image/png' } : {}),
        ...options.headers,
      },
    });
  }

  const inSql = withResource.filter(({ method }) => method === 'get');
  test.each(engine === 'SQLite' ? withResource : inSql)('$operationId', async (operation) => {
    const rule = operation['x-whose'];
    const expected: Record<string, string> = {};
    const actual: Record<string, string> = {};
    const hasNone = (owner: OwnerName) =>
      operation.path.includes('{organizationId}') && !owner.includes('organization');
    for (const owner of OWNERS.filter((name) => !hasNone(name))) {
      for (const caller of CALLERS) {
        const isHidden = caller === 'a visitor' && SECRET_ONLY.has(operation.operationId);
        const refusal = isHidden ? 403 : refusalOf(rule, caller, owner);
        const { status } = await send(operation, owner, callers[caller]);
        const isAdmitted = ![401, 403, 404].includes(status);
        expected[`${caller} on ${owner}`] = String(refusal ?? 'admitted');
        actual[`${caller} on ${owner}`] = isAdmitted ? 'admitted' : String(status);
        if (isAdmitted) await renewals[operation.operationId]?.(owner);
      }
    }
    expect(actual).toEqual(expected);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test.each(withoutResource)('$operationId', async (operation) => {
    const rule = operation['x-whose'];
    for (const caller of CALLERS) {
      const isHidden = caller === 'a visitor' && SECRET_ONLY.has(operation.operationId);
      const refusals: Refusals = ACCESS_RULES[rule].refusals;
      const isStaff = caller in STAFF;
      const isManager = caller === 'a listed organization' || caller === 'an unlisted organization';
      const isAdmitted = caller === 'an operator' || ((rule === 'managers' || rule === 'staff') && isManager);
      const refusal = isHidden ? 403 : isAdmitted ? undefined : isStaff ? refusals.staff : refusals.other;
      const { status } = await send(operation, OWNERS[0], callers[caller]);
      const isRefused = [401, 403, 404].includes(status);
      expect.soft([caller, isRefused ? status : 'admitted']).toEqual([caller, refusal ?? 'admitted']);
    }
  });

  test('a partner key reads what visitors see, and is refused everything else', async () => {
    const partner = withKey(service, (await newPartnerKey()).key);
    const admitted: string[] = [];
    const keyed = operations.filter((one) => one['x-whose'] !== 'everybody' && one['x-whose'] !== 'link');
    for (const operation of keyed) {
      const { status } = await send(operation, 'a listed organization', partner);
      if (status !== 403) admitted.push(operation.operationId);
      const visible = await send(operation, 'an unlisted organization', partner);
      const isOfOne = operation.path.includes('{') && FOR_PARTNERS.has(operation.operationId);
      const expected = status === 403 ? 403 : isOfOne ? 404 : status;
      expect([operation.operationId, visible.status]).toEqual([operation.operationId, expected]);
    }
    expect(new Set(admitted)).toEqual(FOR_PARTNERS);
    for (const operation of operations.filter((one) => one['x-whose'] === 'link'))
      expect([operation.operationId, (await send(operation, 'a listed organization', partner)).status]).toEqual([
        operation.operationId,
        404,
      ]);
    const fromPage = await partner.call('GET', '/v1/pets', { headers: { origin: service.origin } });
    expect([fromPage.status, fromPage.body.code]).toEqual([403, 'forbidden']);
  });

  describe('by key, session, origin and scope', () => {
    /** Cookies of the stranger and of a suspended account. */
    let sessions: Record<'stranger' | 'suspended', string>;
    const narrowKeys: Record<string, string> = {};
    /** A key of the caller that has these scopes only. */
    async function keyWith(caller: CallerName, scopes: readonly string[]): Promise<string> {
      const name = `${caller}, ${scopes.join()}`;
      const known = narrowKeys[name];
      if (known !== undefined) return known;
      const { status, body, text } = await callers[caller].call('POST', '/v1/account/keys', { body: { scopes } });
      expect(status, text).toBe(201);
      return (narrowKeys[name] = body.key);
    }

    // Not sooner: the requests above take days, after which a session ends.
    beforeAll(async () => {
      const eve = { ...ann, email: 'eve@shelter.example' };
      const suspended = await signUp(service, eve);
      const [page, other] = [openPage(service), openPage(service)];
      await page.signIn(ann.email, ann.password);
      await other.signIn(eve.email, eve.password);
      sessions = { stranger: page.cookie, suspended: other.cookie };
      await service.call('PATCH', `/v1/admin/accounts/${suspended.accountId}`, { body: { suspended: true } });
      const staging = await startOnSqlite({ environment: 'staging' });
      await staging.close();
      Object.assign(keys, { staging: staging.operatorKey, suspended: suspended.key });
    });

    test.each(withoutLink)('$operationId', async (operation) => {
      const { method, security } = operation;
      const answerTo = async (options: CallOptions): Promise<string> => {
        const { status, body } = await send(operation, OWNERS[0], service, options);
        return status < 400 ? 'done' : `${status} ${body.code}`;
      };
      const withSession = (cookie: string, headers: Record<string, string> = {}) =>
        answerTo({ key: null, headers: { cookie, ...fromPage, ...headers } });
      const refusals = {
        nobody: await answerTo({ key: null }),
        'the other environment': await answerTo({ key: keys.staging }),
        'another site': await withSession(sessions.stranger, { 'sec-fetch-site': 'cross-site' }),
        'another host of the domain': await withSession(sessions.stranger, { 'sec-fetch-site': 'same-site' }),
        'a suspended key': await answerTo({ key: keys.suspended }),
        'a suspended session': await withSession(sessions.suspended),
      };
      if (security.length === 0) {
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
      const cookie = sessions.stranger;
      const unmarked = await answerTo({ key: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
      if (method !== 'get') expect(unmarked).toBe('401 missing_api_key');
      expect(await withSession(cookie)).toBe(await answerTo({ key: keys.stranger }));

      const { publishable } = keys;
      expect(await answerTo({ key: publishable, headers: { origin: 'https://evil.example' } })).toBe('403 forbidden');
      const scopes = security[0]?.apiKey ?? [];
      const isForOperators = operation['x-operator-only'] === true;
      for (const scope of scopes) {
        const others = [...scopes.filter((one) => one !== scope), scope === 'webhooks' ? 'pets:read' : 'webhooks'];
        const key = await keyWith(isForOperators ? 'an operator' : 'a stranger', others);
        const { body } = await send(operation, OWNERS[0], service, { key });
        const message = `The API key lacks the scope \`${scope}\`.`;
        expect([body.code, body.message]).toEqual(['insufficient_scope', message]);
      }
      const enough = [...new Set([...scopes, ...(MORE_SCOPES[operation.operationId] ?? [])])];
      const key = await keyWith(isForOperators ? 'an operator' : 'a stranger', enough);
      expect(await answerTo({ key })).not.toContain('insufficient_scope');
      if (isForOperators) expect(await answerTo({ key: await keyWith('a stranger', enough) })).toBe('403 forbidden');
      if (operation['x-secret-key-only'] === true) {
        const headers = { origin: 'https://shelter.example' };
        const { body } = await send(operation, OWNERS[0], service, { key: publishable, headers });
        expect(body.message).toBe('This operation needs a secret key; a publishable key may not call it.');
      }
    });
  });

  test('every operation has a rule of the table', () => {
    for (const operation of operations)
      expect.soft(ACCESS_RULES, operation.operationId).toHaveProperty(operation['x-whose']);
  });
});
