import { toJson } from '../../../../client/src/json.ts';
import { laidOut } from '../../design/text/json-text.ts';
import {
  type Description,
  type Example,
  type Header,
  type Parameter,
  type RawOperation,
  type RawResponse,
  resolved,
  type Schema,
} from './description.ts';

/** The API as the reference shows it, derived from the service's OpenAPI description. */
export interface Catalogue {
  readonly description: Description;
  readonly groups: readonly Group[];
  /** The events that webhooks receive. */
  readonly events: readonly WebhookEvent[];
}

/** The operations on one page. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly href: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly id: string;
  readonly href: string;
  /** In capitals. */
  readonly method: string;
  /** The base path, such as `/v1`. */
  readonly base: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly audience: Audience;
  readonly isDeprecated: boolean;
  /** One of the few that many programs need. */
  readonly isCore: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly example: string } | undefined;
  /** A media type of the body, if it is a file instead of JSON. */
  readonly fileType: string | undefined;
  readonly successes: readonly Success[];
  readonly failures: readonly Failure[];
}

/** Who may call: anybody, any key, a key with the scopes, or operators only. */
type Audience =
  | { readonly kind: 'anybody' | 'any' | 'operator' }
  | { readonly kind: 'scope'; readonly scopes: readonly string[]; readonly isForSecretKeys: boolean };

export interface Success {
  readonly status: string;
  readonly description: string;
  /** Beyond `COMMON_HEADERS`. */
  readonly headers: readonly NamedHeader[];
  readonly contents: readonly { readonly type: string; readonly schema: Schema; readonly example: string }[];
}

export interface Failure {
  readonly status: string;
  readonly code: string;
  readonly meaning: string;
  readonly headers: readonly NamedHeader[];
}

export interface NamedHeader extends Header {
  readonly name: string;
}

export interface WebhookEvent {
  readonly type: string;
  readonly headers: readonly NamedHeader[];
  readonly when: string;
  readonly schema: Schema;
  readonly example: string;
}

/** The headers of every response. */
export const COMMON_HEADERS: readonly string[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** What the reference shows of a description. */
export function catalogueOf(api: Description): Catalogue {
  const operations = Object.entries(api.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, raw]) => {
      const base = (servers ?? api.servers)[0]?.url ?? '';
      return { tag: raw.tags[0], operation: operationOf(api, method, base, path, raw) };
    }),
  );
  return {
    description: api,
    groups: api.tags.map(({ name, description }) => ({
      name,
      description,
      href: pageOf(name),
      operations: operations.filter(({ tag }) => tag === name).map(({ operation }) => operation),
    })),
    events: Object.entries(api.webhooks).map(([type, { post }]) => {
      const { schema, example } = post.requestBody?.content['application/json'] ?? { schema: {} };
      const headers = post.parameters
        .map((parameter) => resolved<Parameter>(api, 'parameters', parameter))
        .map(({ description = '', ...header }) => ({ ...header, description }));
      return { type, headers, when: post.description, schema, example: exampleText(example) };
    }),
  };
}

/** The last segment of the path of the page of webhook events. */
export const WEBHOOK_EVENTS = 'webhook-events';

const pageOf = (tag: string): string => `/docs/reference/${tag.toLowerCase()}`;

function operationOf(api: Description, method: string, base: string, path: string, raw: RawOperation): Operation {
  const responses = Object.entries(raw.responses).map(([status, response]) => ({
    status,
    ...resolved<RawResponse>(api, 'responses', response),
  }));
  const body = raw.requestBody?.content['application/json'];
  const [fileType] = body === undefined ? Object.keys(raw.requestBody?.content ?? {}) : [];
  return {
    id: raw.operationId,
    href: `${pageOf(raw.tags[0] ?? '')}#${raw.operationId}`,
    method: method.toUpperCase(),
    base,
    path,
    summary: raw.summary,
    description: raw.description,
    audience: audienceOf(raw),
    isDeprecated: raw.deprecated === true,
    isCore: raw['x-core'] === true,
    parameters: raw.parameters.map((parameter) => resolved<Parameter>(api, 'parameters', parameter)),
    body: body === undefined ? undefined : { schema: body.schema, example: exampleText(body.example) },
    fileType,
    successes: responses
      .filter(({ status }) => Number(status) < 400)
      .map(({ status, description, content = {}, ...response }) => ({
        status,
        description,
        headers: headersOf(api, response),
        contents: Object.entries(content).map(([type, { schema, example }]) => ({
          type,
          schema,
          example: exampleText(example),
        })),
      })),
    failures: responses
      .filter(({ status }) => Number(status) >= 400)
      .flatMap(({ status, content, ...response }) =>
        Object.entries(content?.['application/json']?.examples ?? {}).map(([code, example]) => ({
          status,
          code,
          meaning: resolved<Example>(api, 'examples', example).value.message,
          headers: headersOf(api, response),
        })),
      ),
  };
}

function audienceOf(operation: RawOperation): Audience {
  if (operation['x-operator-only'] === true) return { kind: 'operator' };
  const [requirement] = operation.security;
  const scopes = requirement?.apiKey ?? [];
  if (scopes.length === 0) return { kind: requirement === undefined ? 'anybody' : 'any' };
  return { kind: 'scope', scopes, isForSecretKeys: operation['x-secret-key-only'] === true };
}

function headersOf(api: Description, { headers = {} }: Pick<RawResponse, 'headers'>): NamedHeader[] {
  return Object.entries(headers)
    .filter(([name]) => !COMMON_HEADERS.includes(name))
    .map(([name, header]) => ({ name, ...resolved<Header>(api, 'headers', header) }));
}

/** The text of an example as the service sends it. */
function exampleText(example: unknown): string {
  if (example === undefined) return '';
  return typeof example === 'string' ? example : laidOut(toJson(example));
}
