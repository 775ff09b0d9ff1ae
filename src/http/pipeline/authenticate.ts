import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Principal, Principals } from '../principal.ts';
import { isOfPage } from '../request.ts';

const bearer = /^bearer ([^\s]+)$/i;

/** The secret of an `Authorization` header of the form `Bearer <SECRET>`, such as an API key. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  bearer.exec(authorization ?? '')?.[1];

/** The secret that authenticated the request: an API key or the token of a session. */
export const credentialOf = ({ headers, sessionToken }: Pick<FastifyRequest, 'headers' | 'sessionToken'>): string =>
  sessionToken ?? bearerOf(headers.authorization) ?? '';

/** What authenticates a request: an API key or, from the service's own site, a session. */
export interface Credentials {
  readonly keys: Principals;
  readonly sessions: Principals;
  /** The cookie that holds the token of a session. */
  readonly cookie: { read(request: FastifyRequest): string | undefined };
}

/**
 * Finds the principal of the request. A failure is only noted: `rateLimit` answers it, so that the 401 carries the `X-RateLimit-*`
 * headers and guesses are limited too. Specification, part 5; RFC 6750.
 */
export function authenticate({ keys, sessions, cookie }: Credentials): onRequestHookHandler {
  return (request, reply, done) => {
    if (request.method === 'OPTIONS') return done();
    const { authorization = '' } = request.headers;
    const { access, bearer: token } = request.operation;
    if (access === 'public') {
      // The handler checks the token, and answers an unknown one with 404.
      if (token !== undefined && bearerOf(authorization) === undefined)
        request.unauthenticated = authorization === '' ? missing('TOKEN') : malformed(authorization, 'TOKEN');
      return done();
    }
    if (authorization === '') {
      const token = cookie.read(request);
      if (token === undefined) {
        request.unauthenticated = missing('API_KEY');
        return done();
      }
      // Caches treat responses to `Authorization` as private, but not responses to a cookie.
      reply.header('cache-control', 'no-store');
      request.sessionToken = token;
      return identify(request, sessionOf(request, sessions, token), () => missing('API_KEY'), done);
    }
    const key = bearerOf(authorization);
    if (key !== undefined) return identify(request, keys.find(key), invalidKey, done);
    request.unauthenticated = malformed(authorization, 'API_KEY');
    done();
  };
}

/** The principal of the session; undefined if it is not the one that the page takes it for. */
export async function sessionOf(
  request: FastifyRequest,
  sessions: Principals,
  token: string,
): Promise<Principal | undefined> {
  const principal = await sessions.find(token);
  return principal !== undefined && isOfPage(request, principal.accountId) ? principal : undefined;
}

/** Answers a failure that `authenticate` has noted. */
export const requireIdentity: onRequestHookHandler = (request, _reply, done) => done(request.unauthenticated);

function identify(
  request: FastifyRequest,
  found: ReturnType<Principals['find']>,
  refusal: () => ApiError,
  done: (error?: Error) => void,
): void {
  const note = (principal: Principal | undefined) => {
    request.principal = principal;
    if (principal === undefined) request.unauthenticated = refusal();
  };
  if (found instanceof Promise) {
    request.identified = found
      .then(note)
      // A look-up that fails is not the client's fault; its response carries the limit headers all the same.
      .catch((error: unknown) => (request.unauthenticated = error as Error))
      .then(() => done(), done);
    return;
  }
  note(found);
  done();
}

/** What a header has to contain. The token of a link follows the `#` of its address. */
type Secret = 'API_KEY' | 'TOKEN';

const missing = (secret: Secret): ApiError =>
  unauthenticated('missing_api_key', `The request needs the header \`Authorization: Bearer <${secret}>\`.`);

const invalidKey = (): ApiError =>
  unauthenticated(
    'invalid_api_key',
    'The API key is not valid here: it is mistyped, revoked, expired, or belongs to the other environment.',
    ', error="invalid_token"',
  );

const malformed = (authorization: string, secret: Secret): ApiError =>
  unauthenticated(
    'invalid_api_key',
    `The \`Authorization\` header must be of the form \`Bearer <${secret}>\`, with one space.`,
    /^bearer\s+\S/i.test(authorization) ? ', error="invalid_token"' : '',
  );

const unauthenticated = (code: 'missing_api_key' | 'invalid_api_key', message: string, reason = ''): ApiError =>
  new ApiError(code, message, { headers: { 'www-authenticate': `Bearer realm="petstore"${reason}` } });
