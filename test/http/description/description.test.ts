import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openService, type Service } from '../../../src/composition/service.ts';
import { describedOperations, type Operation, shapeCheck } from '../../support/description.ts';
import { sharedService, startOnSqlite } from '../../support/service.ts';

let openapi: any; // oxlint-disable-line typescript/no-explicit-any -- a whole document
let operations: Operation[];

const service = sharedService(startOnSqlite);
beforeAll(async () => {
  openapi = (await service.call('GET', '/v1/openapi.json', { key: null })).body;
  operations = describedOperations(openapi);
});

const operation = (operationId: string) => operations.find((found) => found.operationId === operationId)!;

test('is OpenAPI 3.1, version 1.0.0, with a bearer key for every operation', () => {
  expect(openapi).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { version: '1.0.0' },
    security: [{ apiKey: [] }],
  });
  expect(openapi.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(openapi.servers[0].url).toMatch(/\/v1$/);
  // Those of contact and license must be URIs, and not paths of this service.
  for (const { url } of Object.values<{ url?: string }>(openapi.info)) expect(url ?? 'urn:none').toMatch(/^\w+:/);
});

describe('every route', () => {
  let routes: string[];
  beforeAll(async () => {
    const settings = { ...service.settings, dataDir: `${service.dataDir}/other` };
    const other: Service = await openService('production', settings, { pages: `${service.dataDir}/no-pages` });
    await other.http.ready();
    routes = routesOf(other.http.printRoutes({ commonPrefix: false }));
    await other.close();
  });

  test('under /v1 is described, and every described operation is a route', () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} /v1${path}`);
    // Mail programs alone send these two, and no JSON (RFC 8058); the third is the doctor's.
    const others =
      /^POST \/v1\/(alert\/unsubscribe|notifications\/end|reservation\/follow-ups\/unsubscribe|pets\/\{pass\}.*)$/;
    const own = routes.filter((route) => route.includes(' /v1/') && !others.test(route));
    expect(described.toSorted()).toEqual(own.toSorted());
    expect(described.length).toBeGreaterThan(15);
  });

  test('outside /v1 is in this list', () => {
    const elsewhere = routes.filter((route) => !route.includes(' /v1/'));
    expect(elsewhere.toSorted()).toEqual([
      'DELETE /session',
      'GET /.well-known/api-catalog',
      'GET /.well-known/petstore/{pass}',
      'GET /.well-known/security.txt',
      'GET /docs',
      'GET /docs*',
      'GET /feed.json',
      'GET /feed.xml',
      'GET /healthz',
      'GET /logos/{organizationId}',
      'GET /metrics',
      'GET /page-settings',
      'GET /petfinder/v2/animals',
      'GET /petfinder/v2/animals/',
      'GET /petfinder/v2/animals/{id}',
      'GET /petfinder/v2/animals/{id}/',
      'GET /petfinder/v2/organizations',
      'GET /petfinder/v2/organizations/',
      'GET /petfinder/v2/organizations/{id}',
      'GET /petfinder/v2/organizations/{id}/',
      'GET /petfinder/v2/types',
      'GET /petfinder/v2/types/',
      'GET /petfinder/v2/types/{type}',
      'GET /petfinder/v2/types/{type}/',
      'GET /petfinder/v2/types/{type}/breeds',
      'GET /petfinder/v2/types/{type}/breeds/',
      'GET /photos/{name}/{file}',
      'GET /readyz',
      'GET /robots.txt',
      'GET /session',
      'GET /sitemap-{number}.xml',
      'GET /sitemap.xml',
      'GET /v2/animals',
      'GET /v2/animals/',
      'GET /v2/animals/{id}',
      'GET /v2/animals/{id}/',
      'GET /v2/organizations',
      'GET /v2/organizations/',
      'GET /v2/organizations/{id}',
      'GET /v2/organizations/{id}/',
      'GET /v2/types',
      'GET /v2/types/',
      'GET /v2/types/{type}',
      'GET /v2/types/{type}/',
      'GET /v2/types/{type}/breeds',
      'GET /v2/types/{type}/breeds/',
      'GET /words',
      'GET /words/species',
      'GET /words/{language}',
      'POST /mcp',
      'POST /petfinder/v2/oauth2/token',
      'POST /petfinder/v2/oauth2/token/',
      'POST /session',
      'POST /session/close',
      'POST /session/confirm',
      'POST /session/email',
      'POST /session/forgotten-password',
      'POST /session/import',
      'POST /session/invitation',
      'POST /session/join',
      'POST /session/link',
      'POST /session/password',
      'POST /session/reset-password',
      'POST /session/send-confirmation',
      'POST /v2/oauth2/token',
      'POST /v2/oauth2/token/',
    ]);
  });
});

describe('a part of the description', () => {
  const part = (query: string) => service.call('GET', `/v1/openapi.json?${query}`, { key: null });

  test('has the operations with the tags, and the shapes that they name', async () => {
    const { body } = await part('tags=Pets,Messages');
    const wanted = operations.filter(({ tags: [tag] }) => tag === 'Pets' || tag === 'Messages');
    expect(describedOperations(body)).toHaveLength(wanted.length);
    expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['Pets', 'Messages']);
    expect([body.webhooks, body.components.schemas.Organization]).toEqual([undefined, undefined]);
    expect(body.components.schemas.NewPet).toEqual(openapi.components.schemas.NewPet);
    const whole = JSON.stringify(body);
    for (const [, name] of whole.matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(body.components.schemas).toHaveProperty(name!);
    for (const { name } of openapi.tags) {
      const { status, body: own } = await part(`tags=${name}`);
      expect([status, own.tags, own.webhooks]).toEqual([200, [expect.objectContaining({ name })], undefined]);
    }
    for (const query of ['tags=Dogs', 'tags=', 'version=2.0'])
      expect([(await part(query)).status, (await part(query)).body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('the core comes first and is marked', () => {
    const core = ['listPets', 'createPet', 'getPet', 'listOrders', 'submitMessage'];
    const marked = operations.filter((operation) => 'x-core' in operation).map(({ operationId }) => operationId);
    expect(marked.toSorted()).toEqual(core.toSorted());
    expect(Object.keys(openapi.paths).slice(0, 4).toSorted()).toEqual([
      '/messages',
      '/pets',
      '/pets/{petId}',
      '/store/orders',
    ]);
    for (const [path] of Object.entries<object>(openapi.paths).slice(0, 4))
      expect(core).toContain(Object.values<Operation>(openapi.paths[path])[0]!.operationId);
  });

  test('is valid OpenAPI 3.0 for generators that know no 3.1', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'petstore-openapi-')), 'openapi.json');
    onTestFinished(() => rm(dirname(file), { recursive: true }));
    const { body, text } = await part('version=3.0');
    await writeFile(file, text);
    const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [cli, 'lint', '--config', 'redocly.yaml', file],
      { env },
    );
    expect(stdout + stderr).toContain('is valid');
    expect([body.openapi, describedOperations(body).length]).toEqual(['3.0.3', operations.length]);
    expect(body.components.schemas.OrganizationPatch.properties.phone).toMatchObject({
      type: 'string',
      nullable: true,
    });
  });
});

const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const needsApiKey = ({ security }: Pick<Operation, 'security'>) => security.some(({ apiKey }) => apiKey !== undefined);

describe('every operation', () => {
  test('has a unique operationId in camel case', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids)).toHaveLength(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
  });

  test('has a summary, a description and one declared tag', () => {
    const tags = openapi.tags.map(({ name }: { name: string }) => name);
    for (const { operationId, summary, description, tags: own } of operations) {
      expect.soft([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z][^.]*$/)]);
      expect.soft([operationId, description]).toEqual([operationId, expect.stringMatching(/^[A-Z].*\.$/s)]);
      expect.soft([operationId, own]).toEqual([operationId, [expect.toSatisfy((tag) => tags.includes(tag))]]);
    }
    expect(new Set(operations.flatMap((found) => found.tags))).toEqual(new Set(tags));
  });

  test('describes its parameters, those of its path included', () => {
    for (const { path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect.soft(parameters.filter((found) => found.in === 'path').map(({ name }) => name)).toEqual(inPath);
      for (const { in: place, description, schema, required } of parameters) {
        expect.soft(description).toMatch(/^[A-Z].*\.$/s);
        expect.soft(schema).toBeTypeOf('object');
        expect.soft(place !== 'path' || required).toBe(true);
      }
    }
  });

  test('has one success and every failure that all operations share', () => {
    for (const { operationId, method, responses, security } of operations) {
      const statuses = Object.keys(responses).map(Number);
      expect.soft([operationId, statuses.filter((status) => status < 300).length]).toEqual([operationId, 1]);
      const keyed = needsApiKey({ security }) ? [401, 403] : [];
      const wanted = [400, 408, 429, 431, 500, 503, ...keyed, ...(method === 'get' ? [] : [413])];
      expect.soft([operationId, statuses]).toEqual([operationId, expect.arrayContaining(wanted)]);
      // Of a key, or of the token of a link.
      const needsBearer = security.some((schemes) => Object.keys(schemes).length > 0);
      expect.soft([operationId, statuses.includes(401)]).toEqual([operationId, needsBearer]);
    }
  });

  test('lists the headers of each response', () => {
    const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    for (const { operationId, responses } of operations) {
      for (const [status, { headers }] of Object.entries(responses)) {
        const wanted = [
          ...always,
          ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
          ...(status === '401' ? ['WWW-Authenticate'] : []),
        ];
        expect
          .soft([operationId, status, Object.keys(headers)])
          .toEqual([operationId, status, expect.arrayContaining(wanted)]);
      }
    }
  });

  test('has a valid example of each body', () => {
    const check = shapeCheck(openapi);
    for (const { operationId, requestBody, responses } of operations) {
      const bodies = [requestBody, ...Object.values(responses)].filter((found) => found?.content !== undefined);
      for (const { content } of bodies as { content: Record<string, Parameters<typeof check>[0]> }[]) {
        // Images have no schema and no example.
        if (['setLogo', 'addPhoto'].includes(operationId) && content === requestBody?.content) continue;
        const types = Object.keys(content).filter(
          (type) =>
            (operationId !== 'listEvents' || type !== 'text/event-stream') &&
            (!['getStatistics', 'getShelterAnimalsCount', 'getInterest'].includes(operationId) || type !== 'text/csv'),
        );
        expect.soft([operationId, types]).toEqual([operationId, ['application/json']]);
        const media = content['application/json']!;
        const examples =
          media.examples === undefined ? [media.example] : Object.values(media.examples).map(({ value }) => value);
        expect.soft(examples.length).toBeGreaterThan(0);
        for (const example of examples) {
          expect.soft(example, operationId).toBeDefined();
          expect.soft([operationId, check(media, example)]).toEqual([operationId, []]);
        }
      }
    }
  });

  test('needs a key, except signing up, counting views and this description', () => {
    const open = operations.filter(({ security }) => security.length === 0);
    expect(open.map(({ operationId, security }) => [operationId, security])).toEqual([
      ['getDescription', []],
      ['noteInterest', []],
      ['createAccount', []],
    ]);
  });

  test('names in its security the scope that the key needs, and nowhere in prose', () => {
    const scopesOf = ({ security }: Operation) => security.flatMap(({ apiKey = [] }) => apiKey).join(' and ');
    const withKey = operations.filter(needsApiKey);
    const byScope = Object.groupBy(withKey, scopesOf);
    const ids = Object.entries(byScope).map(([scope, found = []]) => [scope, found.map((one) => one.operationId)]);
    expect(Object.fromEntries(ids)).toEqual({
      '': ['listEvents'],
      'pets:read': [
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
        'getStatistics',
        'getShelterAnimalsCount',
        'getPetInterest',
        'getInterest',
        'getInventory',
      ],
      'pets:write': [
        'createPet',
        'updatePet',
        'deletePet',
        'replacePetProfile',
        'updatePetProfile',
        'addPhoto',
        'updatePhoto',
        'deletePhoto',
        'listImports',
        'undoImport',
        'createCategory',
        'updateCategory',
        'deleteCategory',
      ],
      'orders:read': [
        'listOrders',
        'countOrders',
        'getOrder',
        'listOrderNotes',
        'listApplications',
        'countApplications',
        'getApplication',
      ],
      'orders:read and messages:read': ['getAdopter'],
      'orders:write': expect.arrayContaining(['placeOrder', 'approveOrder', 'changeOrders', 'addOrderNote']),
      'messages:read': [
        'listMessages',
        'listInbox',
        'countInbox',
        'listOrganizationMessages',
        'countOrganizationMessages',
        'getThread',
        'listAnswerTemplates',
        'getMessage',
      ],
      'messages:write': [
        'submitMessage',
        'updateThread',
        'answerMessage',
        'createAnswerTemplate',
        'updateAnswerTemplate',
        'deleteAnswerTemplate',
        'createAlert',
      ],
      webhooks: expect.arrayContaining(['listWebhooks', 'createWebhook', 'rollWebhookSecret', 'redeliver']),
      account: expect.arrayContaining(['getAccount', 'createApiKey', 'listAccounts']),
    });
    for (const { operationId, description } of operations)
      expect.soft([operationId, description]).toEqual([operationId, expect.not.stringMatching(/\bscope `/)]);
  });

  test('says as data that only operators, or only secret keys, may call it', () => {
    const marked = (mark: 'x-operator-only' | 'x-secret-key-only') =>
      operations.filter((found) => found[mark] === true).map(({ operationId }) => operationId);
    expect(marked('x-operator-only')).toEqual([
      'createOrganization',
      'listDirectorySources',
      'addDirectorySource',
      'getDirectorySource',
      'updateDirectorySource',
      'removeDirectorySource',
      'listInbox',
      'countInbox',
      'findPerson',
      'erasePerson',
      'correctPerson',
      'getHealth',
      'getSetup',
      'updateSetup',
      'sendTestMail',
      'checkAddress',
      'listAccounts',
      'getAccountById',
      'updateAccount',
      'closeAccount',
      'liftBan',
      'createPasswordLink',
      'replaceBoardKey',
      'listPartnerKeys',
      'createPartnerKey',
      'revokePartnerKey',
    ]);
    expect(marked('x-secret-key-only')).toEqual([
      'listImports',
      'undoImport',
      'getStatistics',
      'getShelterAnimalsCount',
      'getPetInterest',
      'getInterest',
      'approveOrder',
      'deliverOrder',
      'cancelOrder',
      'returnOrder',
      'cancelAllOrders',
      'changeOrders',
      'markOrderPaid',
      'markOrderUnpaid',
      'listOrderNotes',
      'addOrderNote',
      'updateApplication',
      'reviewApplication',
      'acceptApplication',
      'declineApplication',
      'withdrawApplication',
      'closeApplications',
      'getAdopter',
      'updateThread',
      'answerMessage',
      'createAnswerTemplate',
      'updateAnswerTemplate',
      'deleteAnswerTemplate',
    ]);
  });

  test('is deprecated only where the specification says so', () => {
    expect(operations.filter(({ deprecated }) => deprecated !== undefined)).toEqual([
      expect.objectContaining({ operationId: 'getPet', deprecated: true }),
    ]);
    expect(Object.keys(operation('getPet').responses['200']!.headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset']),
    );
    expect(Object.keys(operation('getPet').responses)).toContain('410');
  });
});

describe('the operations of the specification', () => {
  test.each([
    ['listPets', 'get', '/pets', ['200', '401']],
    ['createPet', 'post', '/pets', ['201', '400', '401']],
    ['getPet', 'get', '/pets/{petId}', ['200', '401', '404']],
  ])('%s is %s %s with %j', (operationId, method, path, statuses) => {
    const found = operation(operationId);
    expect(found).toMatchObject({ method, path });
    expect(Object.keys(found.responses)).toEqual(expect.arrayContaining(statuses));
    expect(Object.keys(found.responses).filter((status) => status < '300')).toEqual([statuses[0]]);
  });

  test('listPets has limit (1–100, default 20) and status, both optional', () => {
    const parameters = Object.fromEntries(operation('listPets').parameters.map((found) => [found.name, found]));
    expect(parameters['limit']).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    });
    expect(parameters['status']).toMatchObject({
      in: 'query',
      required: false,
      schema: { $ref: '#/components/schemas/PetStatus' },
    });
    expect(operation('listPets').requestBody).toBeUndefined();
  });

  test('getPet has petId, an int64', () => {
    expect(operation('getPet').parameters).toMatchObject([
      { name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      { name: 'expand', in: 'query', required: false },
      { name: 'If-Match', in: 'header', required: false },
      { name: 'If-None-Match', in: 'header', required: false },
      { name: 'Prefer', in: 'header', required: false },
    ]);
  });

  test('the shapes are PetStatus, NewPet, Pet and Pets', () => {
    const { PetStatus, NewPet, Pet, ExpandedPet, Pets } = openapi.components.schemas;
    expect(PetStatus).toMatchObject({ type: 'string', enum: ['available', 'pending', 'sold'] });
    const status = { $ref: '#/components/schemas/PetStatus' };
    expect(NewPet).toMatchObject({
      required: ['name', 'categoryId'],
      properties: { name: { type: 'string' }, categoryId: { type: 'integer', format: 'int64' }, status },
    });
    // The members of the specification, and two that no client needs.
    expect(Object.keys(NewPet.properties)).toEqual(['name', 'categoryId', 'status', 'organizationId', 'profile']);
    expect(NewPet.properties.status).not.toHaveProperty('default');
    expect(Pet).toMatchObject({
      required: expect.arrayContaining(['id', 'name', 'categoryId']),
      properties: { id: { type: 'integer', format: 'int64' } },
    });
    expect(Object.keys(Pet.properties).toSorted()).toEqual(['categoryId', 'id', 'name', 'status']);
    // The members of a Pet, and those that a request asks for.
    expect(ExpandedPet.required).toEqual(Pet.required);
    expect(ExpandedPet.properties).toEqual({
      ...Pet.properties,
      owner: { $ref: '#/components/schemas/PetOwner' },
      order: { $ref: '#/components/schemas/HoldingOrder' },
      profile: { $ref: '#/components/schemas/PetProfile' },
      photos: expect.objectContaining({ type: 'array', items: { $ref: '#/components/schemas/Photo' } }),
      promised: expect.objectContaining({ type: 'boolean' }),
      distanceMeters: expect.objectContaining({ type: 'integer' }),
    });
    expect(Pets).toMatchObject({ type: 'array', items: { $ref: '#/components/schemas/ExpandedPet' } });
    expect(operation('createPet').requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPet' } } },
    });
  });
});

/** Reads `GET /v1/pets` and so on from Fastify's tree of routes, without HEAD. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[└├]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
    if (part === '') return [];
    above.splice(indent.length / 4, Infinity, part);
    const path = above.join('').replaceAll(/:(\w+)(?:\(.*?\))?/g, '{$1}');
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD' && method !== '')
      .map((method) => `${method} ${path}`);
  });
}
