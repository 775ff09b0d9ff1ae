import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Now } from '../../time/clock.ts';
import type { Deprecation } from '../app.ts';
import { ApiError } from '../errors.ts';
import { isPreflight } from '../request.ts';
import { METHODS } from './require-well-formed.ts';

const outlinedParts = 10;

/** The methods of each path, as the routes were added, and until when: `/v1/pets/:petId` → GET, HEAD, … */
export class Paths {
  /** By URL with `{}` for each parameter. */
  readonly #paths = new Map<string, { readonly pattern: RegExp; readonly untilMs: Map<string, number> }>();
  /** Of each path, the ones that it matches as well: `/v1/webhooks/health` of `/v1/webhooks/:webhookId`. */
  readonly #narrower = new Map<string, readonly RegExp[]>();
  /** The literal parts of the paths. */
  readonly #words = new Set<string>();
  readonly #now: Now;

  constructor(now: Now) {
    this.#now = now;
  }

  add(url: string, methods: string | string[], deprecation?: Deprecation): void {
    const shape = shapeOf(url);
    const pattern = new RegExp(`^${shape.replaceAll('.', String.raw`\.`).replaceAll('{}', '[^/]+')}$`);
    const path = this.#paths.get(shape) ?? { pattern, untilMs: new Map([['OPTIONS', Infinity]]) };
    this.#paths.set(shape, path);
    for (const method of [methods].flat()) path.untilMs.set(method, deprecation?.removalMs ?? Infinity);
    for (const part of shape.split('/')) if (part !== '{}') this.#words.add(part);
  }

  /** Whether the router took a fixed part of the URL for a parameter, because the path with that part lacks the method. */
  isMistaken(route: string, url: string): boolean {
    let narrower = this.#narrower.get(route);
    if (narrower === undefined) {
      const shape = shapeOf(route);
      const own = this.#paths.get(shape)?.pattern;
      narrower = [...this.#paths]
        .filter(([other]) => other !== shape && own?.test(other))
        .map(([, { pattern }]) => pattern);
      this.#narrower.set(route, narrower);
    }
    if (narrower.length === 0) return false;
    const [path = ''] = url.split('?');
    return narrower.some((pattern) => pattern.test(path));
  }

  /**
   * An unknown path with `*` for each part that no path of a route has: `/v1/pets/*` for `/v1/pets/ann@example.org`. The rest may be a
   * secret or somebody's data.
   */
  outlineOf(url: string): string {
    const [path = ''] = url.split('?');
    const parts = path.split('/', outlinedParts).map((part) => (this.#words.has(part) ? part : '*'));
    return parts.join('/');
  }

  /** The value of `Allow` for a path, without the methods that were removed; undefined for an unknown path. */
  allowHeaderOf(url: string): string | undefined {
    const [path = ''] = url.split('?');
    // `{` is behind all letters: of several, the first one has a fixed part where the others have a parameter.
    const [shape = ''] = [...this.#paths.keys()].filter((each) => this.#paths.get(each)?.pattern.test(path)).toSorted();
    const nowMs = this.#now();
    const untilMs = this.#paths.get(shape)?.untilMs;
    return (
      untilMs &&
      [...untilMs]
        .filter(([, removalMs]) => nowMs < removalMs)
        .map(([method]) => method)
        .toSorted()
        .join(', ')
    );
  }
}

const shapeOf = (url: string): string => url.replaceAll(/:[^/]+/g, '{}');

/** The headers that allow a page of another origin to send requests. @param allow the methods of the path */
export type PreflightHeaders = (request: FastifyRequest, allow: string) => Readonly<Record<string, string | number>>;

const preflightHeaders: PreflightHeaders = (_request, allow) => ({
  'access-control-allow-methods': allow,
  'access-control-allow-headers':
    'Authorization, Cache-Control, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, X-Request-Id',
  'access-control-max-age': 86_400,
});

/** For a path without a route, notes what the request log keeps, even if a later step refuses the request. */
export const outlinePath =
  (paths: Paths): onRequestHookHandler =>
  (request, _reply, done) => {
    if (request.is404) request.pathOutline = paths.outlineOf(request.url);
    done();
  };

/** Refuses unknown paths (404), unknown methods (405) and removed operations (410), and answers OPTIONS. */
export function requireRoute(
  paths: Paths,
  now: Now,
  headersOf: PreflightHeaders = preflightHeaders,
): onRequestHookHandler {
  return (request, reply, done) => {
    // The router takes the empty segment of `/v1/pets/` for a parameter.
    const isUnknown =
      request.is404 ||
      Object.values(request.params as Record<string, string>).includes('') ||
      paths.isMistaken(request.operation.url ?? '', request.url);
    if (isUnknown)
      return answerOptions(request, reply, paths, headersOf) ? undefined : done(noSuchOperation(request, paths));
    const { deprecation } = request.operation;
    if (deprecation !== undefined) {
      reply.headers(deprecationHeaders(deprecation, request.params as Record<string, string>));
      if (now() >= deprecation.removalMs) return done(removed(deprecation));
    }
    done();
  };
}

/** A preflight of an unknown path is answered too: otherwise a page could not read the 404 of the request behind it. */
export function answerOptions(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: Paths,
  headersOf: PreflightHeaders = preflightHeaders,
): boolean {
  if (request.method !== 'OPTIONS') return false;
  const allow = paths.allowHeaderOf(request.url) ?? (isPreflight(request) ? METHODS : undefined);
  if (allow === undefined) return false;
  reply.code(204).header('allow', allow);
  // RFC 5789, section 3.1.
  if (allow.includes('PATCH')) reply.header('accept-patch', 'application/merge-patch+json, application/json');
  if (request.headers.origin !== undefined) reply.headers(headersOf(request, allow));
  reply.send();
  return true;
}

function noSuchOperation(request: FastifyRequest, paths: Paths): ApiError {
  const allow = paths.allowHeaderOf(request.url);
  if (allow === undefined)
    return new ApiError('route_not_found', 'No operation has this path; /v1/openapi.json lists all operations.');
  return new ApiError('method_not_allowed', `This path allows ${allow}, not ${request.method}.`, {
    headers: { allow },
  });
}

function deprecationHeaders(
  deprecation: Deprecation,
  params: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    deprecation: `@${deprecation.sinceMs / 1000}`,
    sunset: new Date(deprecation.removalMs).toUTCString(),
    link: `<${deprecation.successor(params)}>; rel="successor-version", <${deprecation.notice}>; rel="deprecation"; type="text/html"`,
  };
}

function removed(deprecation: Deprecation): ApiError {
  const day = new Date(deprecation.removalMs).toISOString().slice(0, 10);
  return new ApiError(
    'operation_removed',
    `This operation was removed on ${day}; the \`Link\` header names its successor.`,
  );
}
