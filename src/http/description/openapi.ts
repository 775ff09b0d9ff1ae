import { STATUS_CODES } from 'node:http';
import type { SchemaObject } from 'ajv';
import type { RouteOptions } from 'fastify';
import { type ErrorCode, ERRORS } from '../errors.ts';
import { ErrorShape } from '../shapes.ts';
import { type DescribedEvent, describedWebhooks } from './webhooks.ts';

type Json = Record<string, unknown>;

/** What the description needs of a route: exactly what the route was declared with. */
export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'> & { readonly prefix: string };

/** The base path of the interface. An operation that has another one says so. */
const BASE = '/v1';

const TAGS = {
  Pets: 'The animals that can be adopted. Specification, part 4.',
  Categories: 'What the animals are: the seven that are there from the start, and your own.',
  Orders: 'Adoptions, from the hold to the return.',
  Messages: 'Messages to the store. Specification, part 4.4.',
  Events: 'What has changed, as a list and as a live stream. Specification, part 6.',
  Webhooks: 'Signed requests that tell of events: where they go, and what came of them.',
  Account: 'The account behind the API key: its plan, its use, its keys.',
  Administration: 'For the operators of this service: the accounts of others.',
  Description: 'This description.',
} as const;

/** Errors that any operation can answer with, whatever it does. */
const ANYWHERE: readonly ErrorCode[] = [
  'invalid_parameter',
  'rate_limit_exceeded',
  'daily_quota_exceeded',
  'api_key_banned',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];
const WITH_KEY: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'account_suspended',
  'forbidden',
];
/** A body is read of every request that may have one, whether or not the operation needs it. */
const WITH_BODY: readonly ErrorCode[] = ['invalid_json', 'invalid_body', 'unsupported_media_type', 'payload_too_large'];
const WITH_IDEMPOTENCY_KEY: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_in_use',
  'idempotency_key_reused',
];
/** Answered where no operation is, or to the service's own pages, whose session stands beside the interface. */
const NOWHERE: ReadonlySet<string> = new Set<ErrorCode>([
  'route_not_found',
  'method_not_allowed',
  'invalid_credentials',
  'not_signed_in',
  'cross_site_request',
  'password_link_not_found',
]);

const HEADERS = {
  'X-Request-Id': [
    'The request, as the log names it: the one sent in, where it was acceptable.',
    'string',
    'req_k3v9q1',
  ],
  'X-RateLimit-Limit': ['The limit that applies to the caller.', 'integer', 60],
  'X-RateLimit-Remaining': ['Requests left in the current window.', 'integer', 59],
  'X-RateLimit-Reset': ['Unix timestamp at which the limit resets.', 'integer', 1795255860],
  'RateLimit-Policy': ['Both windows: quota and seconds.', 'string', '"minute";q=60;w=60, "day";q=1000;w=86400'],
  RateLimit: [
    'Both windows: remaining, and seconds to the reset.',
    'string',
    '"minute";r=59;t=60, "day";r=999;t=86400',
  ],
  'Retry-After': ['Whole seconds to wait before the next request.', 'integer', 42],
  'WWW-Authenticate': ['The scheme to authenticate with. RFC 6750.', 'string', 'Bearer realm="petstore"'],
  Link: [
    'The next page (`rel="next"`) while there is one, and the first (`rel="first"`). RFC 8288.',
    'string',
    '</v1/pets?limit=20&cursor=AAAAAAAAACqHb0>; rel="next", </v1/pets?limit=20>; rel="first"',
  ],
  'Idempotency-Replayed': ['`true` when the answer is that of an earlier request with the same key.', 'string', 'true'],
  Deprecation: ['Since when the operation is deprecated. RFC 9745.', 'string', '@1764892800'],
  Sunset: ['When the operation is removed. RFC 8594.', 'string', 'Thu, 05 Dec 2030 00:00:00 GMT'],
} as const;
/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
const STREAM: Json = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description: 'Events as they happen: `id`, `event` and `data`, which is one item of the list.',
    },
    example: 'id: 1043\nevent: pet.deleted\ndata: {"id":"evt_01kap6q0v8d5m9r2t4w7x1y3z6","type":"pet.deleted"}\n\n',
  },
};
const ON_EVERY_RESPONSE = Object.keys(HEADERS).slice(0, 6);

/** The events that webhooks can receive. */
export interface WebhookEvents {
  readonly events: readonly DescribedEvent[];
  /** Named shapes of events that no operation returns. */
  readonly shapes: readonly SchemaObject[];
}

/** The OpenAPI 3.1 description, wholly from the routes' own schemas. Specification, part 9: version 1.0.0. */
export function describe(routes: readonly DescribedRoute[], webhookEvents: WebhookEvents): Json {
  const schemas: Json = {};
  for (const shape of [ErrorShape, ...webhookEvents.shapes]) named(shape, schemas);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const method = String(route.method).toLowerCase();
    if (method === 'head' || route.schema?.operationId === undefined) continue;
    const path = route.url.slice(route.prefix.length).replaceAll(/:([^/]+)/g, '{$1}');
    const servers = route.prefix === BASE ? {} : { servers: [{ url: route.prefix }] };
    paths[path] = { ...servers, ...paths[path], [method]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Store Service',
      version: '1.0.0',
      summary: 'The adoption API that a shelter or a pet shop runs itself.',
      description:
        'Every call needs an API key, sent as `Authorization: Bearer <API_KEY>`. Production and staging are separate services with the same paths. A path that is not here is 404 `route_not_found`; a method that is not here is 405 `method_not_allowed`, and `Allow` lists those that are.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE, description: 'The environment that serves this description.' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describedWebhooks(webhookEvents.events, schemas),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `psk_live_…` or, in staging, `psk_test_…`.',
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      parameters: mapValues(REQUEST_HEADERS, (header, name) => ({ name, in: 'header', required: false, ...header })),
      headers: mapValues(HEADERS, ([description, type, example]) => ({ description, schema: { type }, example })),
      examples: Object.fromEntries(
        Object.entries(ERRORS)
          .filter(([code]) => !NOWHERE.has(code))
          .map(([code, { status, meaning }]) => [code, { summary: code, value: { code, message: meaning, status } }]),
      ),
      responses: Object.fromEntries(sharedResponses()),
    },
  };
}

function operation(route: DescribedRoute, schemas: Json): Json {
  const { schema = {}, config = {} } = route;
  const { operationId, tags, summary, description } = schema;
  const isPublic = config.access === 'public';
  const scope =
    config.access === undefined || isPublic
      ? ''
      : ` Needs ${config.access === 'operator' ? 'an operator' : `the scope \`${config.access}\``}.`;
  const body = schema.body as SchemaObject | undefined;
  return {
    operationId,
    tags,
    summary,
    description: `${description ?? ''}${scope}`.trim(),
    ...(config.deprecation === undefined ? {} : { deprecated: true }),
    ...(isPublic ? { security: [] } : {}),
    parameters: [
      ...parameters('path', schema.params, schemas),
      ...parameters('query', schema.querystring, schemas),
      ...requestHeaders(route),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: contentOf(body, schemas) } }),
    responses: {
      ...successes(route, schemas),
      ...failures(errorCodes(route)),
    },
  };
}

/** A list is one that takes a cursor. */
const isPaged = ({ schema }: DescribedRoute): boolean =>
  Object.hasOwn((schema?.querystring as { properties?: object } | undefined)?.properties ?? {}, 'cursor');

/** Every operation of an account that makes or changes something may be sent again with the same `Idempotency-Key`. */
const keepsAnswer = ({ method, config }: DescribedRoute): boolean =>
  (method === 'POST' || method === 'PATCH') && config?.access !== 'public';

function errorCodes(route: DescribedRoute): Set<ErrorCode> {
  const { method, config = {} } = route;
  return new Set([
    ...ANYWHERE,
    ...(config.access === 'public' ? [] : WITH_KEY),
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(isPaged(route) ? (['invalid_cursor'] as const) : []),
    ...(keepsAnswer(route) ? WITH_IDEMPOTENCY_KEY : []),
    ...(config.errors ?? []),
  ]);
}

/** What the routes say elsewhere already: an error or a status tells which header leads to it. */
function requestHeaders(route: DescribedRoute): Json[] {
  const { schema, config } = route;
  const names = [
    ...(keepsAnswer(route) ? (['Idempotency-Key'] as const) : []),
    ...(config?.errors?.includes('precondition_failed') === true ? (['If-Match'] as const) : []),
    ...(Object.hasOwn(schema?.response ?? {}, '304') ? (['If-None-Match'] as const) : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description:
      'Makes the request safe to send again: its effect happens once, and its answer is given again for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5f0c2a8e-adopt-rex',
  },
  'If-Match': {
    description: 'The change happens only if the resource still has this ETag. RFC 9110, section 13.1.1.',
    schema: { type: 'string' },
    example: '"1"',
  },
  'If-None-Match': {
    description: 'The answer is 304, without a body, if the resource still has this ETag. RFC 9110, section 13.1.2.',
    schema: { type: 'string' },
    example: '"1"',
  },
} as const;

function parameters(place: 'path' | 'query', schema: unknown, schemas: Json): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, SchemaObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && property['default'] === undefined),
    description: description as unknown,
    ...(property['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: named(property, schemas),
  }));
}

function successes(route: DescribedRoute, schemas: Json): Json {
  const { schema: { response } = {}, config = {} } = route;
  const own = mapValues(config.headers ?? {}, (description) => ({ description, schema: { type: 'string' } }));
  const derived = headerRefs([
    ...(isPaged(route) ? ['Link'] : []),
    ...(keepsAnswer(route) ? ['Idempotency-Replayed'] : []),
    ...(config.deprecation === undefined ? [] : ['Deprecation', 'Sunset']),
  ]);
  return mapValues(response as Record<string, SchemaObject>, (schema, status) => ({
    description:
      ((schema['type'] === 'null' ? schema['description'] : undefined) as unknown) ?? STATUS_CODES[status] ?? '',
    headers: { ...headerRefs(ON_EVERY_RESPONSE), ...own, ...derived },
    ...(schema['type'] === 'null'
      ? {}
      : { content: { ...contentOf(schema, schemas), ...(config.streams === true ? STREAM : {}) } }),
  }));
}

/** Statuses whose codes are the same wherever they appear are written once. */
function failures(codes: ReadonlySet<ErrorCode>): Json {
  const byStatus = Object.groupBy(codes, (code) => String(ERRORS[code].status));
  const shared = new Set(sharedResponses().map(([name]) => name));
  return mapValues(byStatus, (ofStatus = [], status) => {
    const name = responseName(ofStatus);
    return shared.has(name) ? { $ref: `#/components/responses/${name}` } : failure(ofStatus, status);
  });
}

function sharedResponses(): [string, Json][] {
  const groupings = [ANYWHERE, [...ANYWHERE, ...WITH_KEY, ...WITH_BODY]].map((codes) =>
    Object.groupBy(codes, (code) => String(ERRORS[code].status)),
  );
  return groupings.flatMap((byStatus) =>
    Object.entries(byStatus).map(([status, codes = []]): [string, Json] => [
      responseName(codes),
      failure(codes, status),
    ]),
  );
}

const responseName = (codes: readonly ErrorCode[]): string => codes.toSorted().join('-');

function failure(codes: readonly ErrorCode[], status: string): Json {
  const extra = status === '429' || status === '503' ? ['Retry-After'] : status === '401' ? ['WWW-Authenticate'] : [];
  return {
    description: `${STATUS_CODES[status]}. ${codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' ')}`,
    headers: headerRefs([...ON_EVERY_RESPONSE, ...extra]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function contentOf(schema: SchemaObject, schemas: Json): Json {
  const [example] = (schema['examples'] as unknown[] | undefined) ?? [];
  const media = { schema: named(schema, schemas), ...(example === undefined ? {} : { example }) };
  return { 'application/json': media };
}

/** A schema as it is written in the description: what has a `title` stands in the components, and is referred to. */
function named(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => named(item, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, 'x-not-found': _, 'x-trim': __, ...rest } = schema as Json;
  const members = mapValues(rest, (value, name) =>
    name === 'examples' || name === 'default' ? value : named(value, schemas),
  );
  if (typeof title !== 'string') return members;
  schemas[title] ??= members;
  return { $ref: `#/components/schemas/${title}` };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  to: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value, name)]));
}
