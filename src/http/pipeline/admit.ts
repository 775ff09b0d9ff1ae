import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Deprecation } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Principal } from '../principal.ts';
import { isSameOrigin } from '../request.ts';

/** The methods of each path, as the routes were added: `/v1/pets/:petId` → GET, HEAD, … */
export class Paths {
  readonly #paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  add(url: string, methods: string | string[]): void {
    const pattern = new RegExp(`^${url.replaceAll('.', String.raw`\.`).replaceAll(/:[^/]+/g, '[^/]+')}$`);
    const path = this.#paths.get(url) ?? { pattern, methods: new Set(['OPTIONS']) };
    this.#paths.set(url, path);
    for (const method of [methods].flat()) path.methods.add(method);
  }

  /** The value of `Allow` for a path, or undefined where nothing is. */
  allow(url: string): string | undefined {
    const [path = ''] = url.split('?');
    for (const { pattern, methods } of this.#paths.values()) {
      if (pattern.test(path)) return [...methods].toSorted().join(', ');
    }
    return undefined;
  }
}

/** Is there such an operation (404, 405), is it still (410), and may this principal call it (403)? */
export function admit(paths: Paths, now: () => number): onRequestHookHandler {
  return (request, reply, done) => {
    // The router takes the nothing in `/v1/pets/` for a parameter.
    const isNowhere = request.is404 || Object.values(request.params as Record<string, string>).includes('');
    if (isNowhere) return answerOptions(request, reply, paths) ? undefined : done(noSuchOperation(request, paths));
    const { deprecation } = request.operation;
    if (deprecation !== undefined) {
      reply.headers(deprecationHeaders(deprecation, request.params as Record<string, string>));
      if (now() >= deprecation.removalMs) return done(removed(deprecation));
    }
    done(request.principal === undefined ? undefined : forbidden(request, request.principal));
  };
}

function answerOptions(request: FastifyRequest, reply: FastifyReply, paths: Paths): boolean {
  const allow = request.method === 'OPTIONS' ? paths.allow(request.url) : undefined;
  if (allow === undefined) return false;
  reply.code(204).header('allow', allow);
  if (request.headers.origin !== undefined) {
    reply.headers({
      'access-control-allow-methods': allow,
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id',
      'access-control-max-age': 86_400,
    });
  }
  reply.send();
  return true;
}

function noSuchOperation(request: FastifyRequest, paths: Paths): ApiError {
  const allow = paths.allow(request.url);
  if (allow === undefined)
    return new ApiError('route_not_found', 'There is nothing at this path; /v1/openapi.json lists all.');
  return new ApiError('method_not_allowed', `This path answers ${allow}, not ${request.method}.`, {
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

function forbidden(request: FastifyRequest, principal: Principal): ApiError | undefined {
  const { access, secretKeysOnly = false } = request.operation;
  if (principal.suspended)
    return new ApiError('account_suspended', 'The account is suspended; ask the operator of this service.');
  const { origin } = request.headers;
  const isForeign = origin !== undefined && principal.origins?.has(origin) === false;
  // The service's own pages, such as its board, may use any.
  if (isForeign && !isSameOrigin(request)) {
    return new ApiError('forbidden', 'This publishable key may not be used from this web origin.');
  }
  if (principal.origins !== undefined && secretKeysOnly) {
    return new ApiError('forbidden', 'A publishable key may not do this; it takes a secret key.');
  }
  if (access === 'operator') {
    if (!principal.operator) return new ApiError('forbidden', 'Only an operator may do this.');
    return principal.scopes.has('account') ? undefined : lacking('account');
  }
  const allowed = access === undefined || (principal.scopes as ReadonlySet<string>).has(access);
  return allowed ? undefined : lacking(access);
}

function lacking(scope: string): ApiError {
  return new ApiError('insufficient_scope', `The API key lacks the scope \`${scope}\`.`);
}
