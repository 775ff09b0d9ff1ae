import { toJson } from '../../../../client/src/json.ts';
import { Petstore } from '../../../../client/src/petstore.ts';
import { laidOut } from '../../design/text/json-text.ts';
import {
  type Description,
  type Header,
  type Parameter,
  type RawOperation,
  type RawResponse,
  resolved,
  type Schema,
} from './description.ts';

/** The interface as these pages show it, made from the service's own description. */
export interface Catalogue {
  readonly description: Description;
  readonly groups: readonly Group[];
  /** What is sent to webhooks. */
  readonly events: readonly WebhookEvent[];
}

/** The operations on one page. */
export interface Group {
  readonly name: string;
  readonly about: string;
  readonly href: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly id: string;
  readonly href: string;
  /** In capitals. */
  readonly method: string;
  /** Where it is served, such as `/v1`. */
  readonly base: string;
  readonly path: string;
  readonly summary: string;
  readonly about: string;
  readonly audience: Audience;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly example: string } | undefined;
  readonly successes: readonly Success[];
  readonly failures: readonly Failure[];
}

/** Who may call: anybody, any key, a key with the scope, or operators only. */
type Audience =
  | { readonly kind: 'anybody' | 'any' | 'operator' }
  | { readonly kind: 'scope'; readonly scope: string; readonly isForSecretKeys: boolean };

export interface Success {
  readonly status: string;
  readonly about: string;
  /** Beyond those of every response. */
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

/** On every response of the interface. */
export const COMMON_HEADERS: readonly string[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

let loaded: Promise<Catalogue> | undefined;

/** Asks the service for its description, once. @throws PetstoreError */
export function loadCatalogue(): Promise<Catalogue> {
  // Somebody waits: better to say soon what is wrong.
  loaded ??= new Petstore({ baseUrl: `${location.origin}/v1`, maxAttempts: 4, deadlineMs: 20_000 }).description
    .get()
    .then(
      (description) => catalogueOf(description as unknown as Description),
      (error: unknown) => {
        loaded = undefined;
        throw error;
      },
    );
  return loaded;
}

function catalogueOf(description: Description): Catalogue {
  const found = Object.entries(description.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, raw]) => {
      const base = (servers ?? description.servers)[0]?.url ?? '';
      return { tag: raw.tags[0], operation: operationOf(description, { method, base, path }, raw) };
    }),
  );
  return {
    description,
    groups: description.tags.map(({ name, description: about }) => ({
      name,
      about,
      href: pageOf(name),
      operations: found.filter(({ tag }) => tag === name).map(({ operation }) => operation),
    })),
    events: Object.entries(description.webhooks).map(([type, { post }]) => {
      const { schema, example } = post.requestBody?.content['application/json'] ?? { schema: {} };
      const headers = post.parameters
        .map((parameter) => resolved<Parameter>(description, 'parameters', parameter))
        .map(({ description: about = '', ...header }) => ({ ...header, description: about }));
      return { type, headers, when: post.description, schema, example: toText(example) };
    }),
  };
}

/** The end of their page's address. */
export const WEBHOOK_EVENTS = 'webhook-events';

const pageOf = (tag: string): string => `/docs/reference/${tag.toLowerCase()}`;

interface Place {
  readonly method: string;
  readonly base: string;
  readonly path: string;
}

function operationOf(description: Description, { method, base, path }: Place, raw: RawOperation): Operation {
  const responses = Object.entries(raw.responses).map(([status, response]) => ({
    status,
    ...resolved<RawResponse>(description, 'responses', response),
  }));
  const body = raw.requestBody?.content['application/json'];
  return {
    id: raw.operationId,
    href: `${pageOf(raw.tags[0] ?? '')}#${raw.operationId}`,
    method: method.toUpperCase(),
    base,
    path,
    summary: raw.summary,
    about: raw.description,
    audience: audienceOf(raw),
    isDeprecated: raw.deprecated === true,
    parameters: raw.parameters.map((parameter) => resolved<Parameter>(description, 'parameters', parameter)),
    body: body === undefined ? undefined : { schema: body.schema, example: toText(body.example) },
    successes: responses
      .filter(({ status }) => Number(status) < 400)
      .map(({ status, description: about, content = {}, ...response }) => ({
        status,
        about,
        headers: headersOf(description, response),
        contents: Object.entries(content).map(([type, { schema, example }]) => ({
          type,
          schema,
          example: toText(example),
        })),
      })),
    failures: responses
      .filter(({ status }) => Number(status) >= 400)
      .flatMap(({ status, content, ...response }) =>
        Object.entries(content?.['application/json']?.examples ?? {}).map(([code, example]) => ({
          status,
          code,
          meaning: resolved<{ value: { message: string } }>(description, 'examples', example).value.message,
          headers: headersOf(description, response),
        })),
      ),
  };
}

function audienceOf(operation: RawOperation): Audience {
  if (operation['x-operator-only'] === true) return { kind: 'operator' };
  const [requirement] = operation.security;
  const scope = requirement?.apiKey?.[0];
  if (scope === undefined) return { kind: requirement === undefined ? 'anybody' : 'any' };
  return { kind: 'scope', scope, isForSecretKeys: operation['x-secret-key-only'] === true };
}

function headersOf(description: Description, { headers = {} }: Pick<RawResponse, 'headers'>): NamedHeader[] {
  return Object.entries(headers)
    .filter(([name]) => !COMMON_HEADERS.includes(name))
    .map(([name, header]) => ({ name, ...resolved<Header>(description, 'headers', header) }));
}

/** An example as it is sent. */
function toText(example: unknown): string {
  if (example === undefined) return '';
  return typeof example === 'string' ? example : laidOut(toJson(example));
}
