import type { DescribedRoute } from '../http/description/described-route.ts';
import { REQUEST_HEADERS, requestHeadersOf } from '../http/description/headers.ts';
import { type Json, mapValues } from '../http/description/schemas.ts';
import { refusalOfOperation } from '../http/pipeline/authorize.ts';
import type { Principal } from '../http/principal.ts';

/** An operation as a tool: what agents see of it, and where each of its arguments belongs in the request. */
export interface Tool {
  readonly method: string;
  /** Of the route: `/v1/pets/:petId`. */
  readonly url: string;
  readonly path: readonly string[];
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** The names of the arguments that do not belong in the body. */
  readonly known: ReadonlyMap<string, unknown>;
  /** The operation has a body: it takes all other arguments. */
  readonly hasBody: boolean;
  /** As `tools/list` shows it. */
  readonly definition: Json;
  readonly route: DescribedRoute;
}

interface ObjectSchema {
  readonly properties?: Json;
  readonly required?: readonly string[];
}

/**
 * Makes the tools from the description's routes: every operation that needs an API key and whose body, if it has one, is JSON.
 *
 * @param routes may still grow until the first use
 * @param now Unix milliseconds
 */
export function openTools(routes: readonly DescribedRoute[], now: () => number) {
  let all: ReadonlyMap<string, Tool> | undefined;
  const byName = () =>
    (all ??= new Map(routes.filter(isTool).map((route) => [route.schema?.operationId ?? '', toolOf(route)])));
  const isRemoved = ({ route: { config } }: Tool): boolean =>
    config?.deprecation !== undefined && now() >= config.deprecation.removalMs;
  return {
    find: (name: string): Tool | undefined => byName().get(name),
    /** Those that the principal may call, always in the same order. */
    of: (principal: Principal): Json[] =>
      [...byName().values()]
        .filter((tool) => !isRemoved(tool) && mayCall(tool, principal))
        .map(({ definition }) => definition),
  };
}

function isTool({ method, schema, config = {} }: DescribedRoute): boolean {
  const needsKey = config.access !== 'public' && config.bearer === undefined;
  return schema?.operationId !== undefined && method !== 'HEAD' && needsKey && config.consumes === undefined;
}

const mayCall = ({ route: { config = {} } }: Tool, principal: Principal): boolean =>
  config.closed === undefined && refusalOfOperation(config, principal) === undefined;

function toolOf(route: DescribedRoute): Tool {
  const { method, url, schema = {} } = route;
  const [params, query, body] = [schema.params, schema.querystring, schema.body].map(
    (part) => (part ?? {}) as ObjectSchema,
  ) as [ObjectSchema, ObjectSchema, ObjectSchema];
  const headers = requestHeadersOf(route);
  const headerProperties = Object.fromEntries(
    headers.map((name) => {
      const { description, schema: type, example } = REQUEST_HEADERS[name];
      return [name, { ...type, description, examples: [example] }];
    }),
  );
  const path = Object.keys(params.properties ?? {});
  const queryNames = Object.keys(query.properties ?? {});
  return {
    method: String(method),
    url,
    path,
    query: queryNames,
    headers,
    known: new Map([...path, ...queryNames, ...headers].map((name) => [name, undefined])),
    hasBody: schema.body !== undefined,
    definition: {
      name: schema.operationId,
      title: schema.summary,
      description: `${schema.summary}. ${schema.description}`,
      inputSchema: {
        type: 'object',
        properties: plain({ ...params.properties, ...query.properties, ...headerProperties, ...body.properties }),
        required: [...path, ...requiredOf(query), ...requiredOf(body)],
      },
      annotations: annotationsOf(route),
    },
    route,
  };
}

/** What the schema requires and has no default for. */
const requiredOf = ({ properties = {}, required = [] }: ObjectSchema): string[] =>
  required.filter((name) => !Object.hasOwn(properties[name] as object, 'default'));

/** The schema without the keywords that JSON Schema does not know, and without the names of its shapes. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  const known = Object.entries(schema).filter(
    ([name, value]) => !name.startsWith('x-') && !(name === 'title' && typeof value === 'string'),
  );
  return mapValues(Object.fromEntries(known), plain);
}

/** From the semantics of the method (RFC 9110, section 9.2), and from the status: only 201 and 202 say that something is added. */
function annotationsOf({ method, schema }: DescribedRoute): Json {
  if (method === 'GET') return { readOnlyHint: true, idempotentHint: true };
  const adds = ['201', '202'].some((status) => Object.hasOwn(schema?.response ?? {}, status));
  return { readOnlyHint: false, destructiveHint: !adds, idempotentHint: method === 'PUT' || method === 'DELETE' };
}
