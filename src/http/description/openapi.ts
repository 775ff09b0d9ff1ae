import { STATUS_CODES } from 'node:http';
import type { SchemaObject } from 'ajv';
import type { FastifyContextConfig } from 'fastify';
import type { TSchema } from 'typebox';
import { ErrorShape } from '../shapes.ts';
import type { DescribedRoute } from './described-route.ts';
import { errorExamples, failures, sharedResponses } from './failures.ts';
import { HEADERS, headerRefs, ON_EVERY_RESPONSE, REQUEST_HEADERS, requestHeaders, successHeaders } from './headers.ts';
import { contentOf, type Json, mapValues, named } from './schemas.ts';
import { describedWebhooks } from './webhooks.ts';

/** The base path of the API. An operation with another base path names it in `servers`. */
const BASE = '/v1';

/** The groups of operations. Each has what is under its paths, except under another's longer one. */
const TAGS = {
  Pets: { about: 'The animals that can be adopted. ', paths: ['/pets', '/pet-facets', '/vocabularies'] },
  Categories: {
    about: 'Kinds of animals: the seven that every installation starts with, and your own.',
    paths: ['/categories'],
  },
  Organizations: {
    about: 'Shelters, rescues and shops that have animals, and their members.',
    paths: ['/organizations'],
  },
  Listings: {
    about: 'Where the animals of an organization are listed as well: Petfinder, Adopt-a-Pet and RescueGroups.',
    paths: ['/organizations/:organizationId/listing-sites'],
  },
  Orders: { about: 'Adoptions, from the hold to the return.', paths: ['/store', '/reservation'] },
  Applications: {
    about: 'Several people apply for an animal, and its organization accepts one of them.',
    paths: ['/applications', '/application-counts', '/application'],
  },
  Messages: {
    about: 'Messages to the operators of the service.',
    paths: [
      '/messages',
      '/inbox',
      '/organizations/:organizationId/messages',
      '/organizations/:organizationId/answer-templates',
    ],
  },
  Alerts: { about: 'Mails to visitors about new animals.', paths: ['/alerts', '/alert'] },
  Events: { about: 'Changes, as a list and as a live stream. ', paths: ['/events', '/audit'] },
  Statistics: {
    about: 'How many animals came, were in care, and left, and which of them visitors look at.',
    paths: ['/statistics', '/pets/:petId/interest'],
  },
  Imports: { about: 'The files that the service has imported, and their undoing.', paths: ['/imports'] },
  Webhooks: { about: 'Signed requests that report events to your server, and their deliveries.', paths: ['/webhooks'] },
  Account: { about: 'The account of the API key: its plan, its usage and its keys.', paths: ['/accounts', '/account'] },
  Administration: { about: 'All accounts, for the operators of this service.', paths: ['/admin'] },
  Testing: { about: 'Staging only: a clock that you can advance.', paths: ['/test'] },
  Description: { about: 'This description.', paths: ['/openapi.json'] },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly paths: readonly string[] }>>;
export type Tag = keyof typeof TAGS;
export const TAG_NAMES = Object.keys(TAGS) as readonly Tag[];
const TAGGED = Object.entries(TAGS)
  .flatMap(([tag, { paths }]) => paths.map((path) => ({ tag, path })))
  .toSorted((one, other) => other.path.length - one.path.length);

const pathOf = ({ url, prefix }: DescribedRoute): string => url.slice(prefix.length);
const tagOf = (route: DescribedRoute): string | undefined =>
  TAGGED.find(({ path }) => `${pathOf(route)}/`.startsWith(`${path}/`))?.tag;

/** The operations that the specification names, enough for many programs. They come first. */
const CORE: ReadonlySet<unknown> = new Set(['listPets', 'createPet', 'getPet', 'listOrders', 'submitMessage']);
const isCore = ({ schema }: DescribedRoute): boolean => CORE.has(schema?.operationId);

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
const STREAM: Json = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description: 'Events as they happen: `id`, `event`, and `data` with one item of the list.',
    },
    example: 'id: 1043\nevent: pet.deleted\ndata: {"id":"evt_01kap6q0v8d5m9r2t4w7x1y3z6","type":"pet.deleted"}\n\n',
  },
};

/** RFC 4180 */
const TABLE: Json = {
  'text/csv': { schema: { type: 'string', description: 'The same as a table, with the names of the columns first.' } },
};

/**
 * Makes the OpenAPI 3.1 description of the routes from their own schemas. Specification, part 9: version 1.0.0.
 *
 * @param eventShapes the named shapes of events that no operation returns; undefined without the webhooks
 * @param tags only the operations with one of these
 */
export function describe(
  all: readonly DescribedRoute[],
  eventShapes?: readonly TSchema[],
  tags?: readonly Tag[],
): Json {
  const routes = all
    .filter((route) => tags === undefined || tags.some((tag) => tag === tagOf(route)))
    .toSorted((one, other) => Number(isCore(other)) - Number(isCore(one)));
  const schemas: Json = {};
  for (const shape of [ErrorShape, ...(eventShapes ?? [])]) named(shape, schemas);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const method = String(route.method).toLowerCase();
    if (method === 'head' || route.schema?.operationId === undefined) continue;
    const path = pathOf(route).replaceAll(/:([^/]+)/g, '{$1}');
    const servers = route.prefix === BASE ? {} : { servers: [{ url: route.prefix }] };
    paths[path] = { ...servers, ...paths[path], [method]: operation(route, schemas) };
  }
  const used = new Set(routes.map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Store Service',
      version: '1.0.0',
      summary: 'The adoption API that a shelter or a pet shop runs itself.',
      description:
        'Every call needs an API key, sent as `Authorization: Bearer <API_KEY>`. Production and staging are separate services with the same paths. An unknown path gets 404 `route_not_found`; an unknown method gets 405 `method_not_allowed`, and `Allow` lists the methods of the path. The guides are at `/docs`. The operations with `x-core` are all that many programs need.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE, description: 'The environment that serves this description.' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, { about }]) => ({ name, description: about })),
    paths,
    ...(eventShapes === undefined ? {} : { webhooks: describedWebhooks(schemas) }),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `psk_live_…` or, in staging, `psk_test_…`. The `security` of an operation lists the scope that the key needs. Only keys of operators may call an operation with `x-operator-only`; publishable keys may not call an operation with `x-secret-key-only`. Production lacks the operations with `x-staging-only`. Operations with `x-free` do not count against the limits. `x-whose` names the rule that decides whose resources the operation may reach: see `/docs/access`.',
        },
        alertToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of the link to an alert: the part after the `#` of the mailed link.',
        },
        applicationToken: {
          type: 'http',
          scheme: 'bearer',
          description: "The token of an applicant's link: the part after the `#` of `applicationUrl`.",
        },
        reservationToken: {
          type: 'http',
          scheme: 'bearer',
          description: "The token of a visitor's link to an order: the part after the `#` of `reservationUrl`.",
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      parameters: mapValues(REQUEST_HEADERS, (header, name) => ({ name, in: 'header', required: false, ...header })),
      headers: mapValues(HEADERS, ([description, type, example]) => ({ description, schema: { type }, example })),
      examples: errorExamples(),
      responses: sharedResponses(),
    },
  };
}

function operation(route: DescribedRoute, schemas: Json): Json {
  const { schema = {}, config = {} } = route;
  const { operationId, summary, description } = schema;
  return {
    operationId,
    tags: [tagOf(route)],
    summary,
    description,
    ...(config.deprecation === undefined ? {} : { deprecated: true }),
    ...(isCore(route) ? { 'x-core': true } : {}),
    ...access(config),
    parameters: [
      ...parameters('path', schema.params, schemas),
      ...parameters('query', schema.querystring, schemas),
      ...requestHeaders(route),
    ],
    ...requestBody(route, schemas),
    responses: { ...successes(route, schemas), ...failures(route) },
  };
}

/** Bytes are described by their media types alone: https://spec.openapis.org/oas/v3.1.1#considerations-for-file-uploads */
function requestBody({ schema, config }: DescribedRoute, schemas: Json): Json {
  if (config?.consumes !== undefined)
    return { requestBody: { required: true, content: Object.fromEntries(config.consumes.map((type) => [type, {}])) } };
  if (schema?.body === undefined) return {};
  const content = contentOf(schema.body as SchemaObject, schemas);
  return { requestBody: { required: config?.bodyOptional !== true, content } };
}

/** Who may call, as `pipeline/authorize.ts` and the handlers decide it. OpenAPI 3.1 lets a security requirement of any scheme name scopes. */
function access(config: FastifyContextConfig): Json {
  const {
    access,
    alsoAccess,
    bearer,
    operatorScope = 'account',
    whose,
    secretKeysOnly = false,
    stagingOnly = false,
    cost,
  } = config;
  if (bearer !== undefined) return { security: [{ [bearer]: [] }], 'x-whose': whose };
  if (access === 'public') return { security: [], 'x-whose': 'everybody' };
  const scope = access === 'operator' ? operatorScope : access;
  return {
    security: [{ apiKey: [scope, alsoAccess].filter((each) => each !== undefined) }],
    'x-whose': access === 'operator' ? 'operator' : whose,
    ...(access === 'operator' ? { 'x-operator-only': true } : {}),
    ...(secretKeysOnly ? { 'x-secret-key-only': true } : {}),
    ...(stagingOnly ? { 'x-staging-only': true } : {}),
    ...(cost === 0 ? { 'x-free': true } : {}),
  };
}

function parameters(location: 'path' | 'query', schema: unknown, schemas: Json): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, SchemaObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || (required.includes(name) && property['default'] === undefined),
    description: description as unknown,
    ...(property['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: named(property, schemas),
  }));
}

function successes(route: DescribedRoute, schemas: Json): Json {
  const { schema: { response } = {}, config = {} } = route;
  const own = mapValues(config.headers ?? {}, (description) => ({ description, schema: { type: 'string' } }));
  return mapValues(response as Record<string, SchemaObject>, (schema, status) => ({
    description:
      ((schema['type'] === 'null' ? schema['description'] : undefined) as unknown) ?? STATUS_CODES[status] ?? '',
    headers: { ...headerRefs(ON_EVERY_RESPONSE), ...own, ...successHeaders(route) },
    ...(schema['type'] === 'null'
      ? {}
      : {
          content: {
            ...contentOf(schema, schemas),
            ...(config.streams === true ? STREAM : {}),
            ...(config.csv === true ? TABLE : {}),
          },
        }),
  }));
}
