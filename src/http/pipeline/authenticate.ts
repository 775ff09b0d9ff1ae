import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { SiteCookie } from '../../accounts/sessions/cookie.ts';
import { ApiError } from '../errors.ts';
import type { Principal, Principals } from '../principal.ts';

const challenge = 'Bearer realm="petstore"';
const bearer = /^bearer ([^\s]+)$/i;

/** The key of an `Authorization` header of the form `Bearer <API_KEY>`. */
const bearerOf = (authorization: string | undefined): string | undefined => bearer.exec(authorization ?? '')?.[1];

/** What has shown whose request it is: a key, or the token of a session. It is a secret. */
export const credentialOf = ({ headers, sessionToken }: Pick<FastifyRequest, 'headers' | 'sessionToken'>): string =>
  sessionToken ?? bearerOf(headers.authorization) ?? '';

/** Who may call: whoever has a key, and whoever is signed in, from the service's own pages. */
export interface Credentials {
  readonly keys: Principals;
  readonly sessions: Principals;
  /** It holds the token of a session. */
  readonly cookie: SiteCookie;
}

/**
 * Finds the principal behind the request. A failure is only noted here: the limit comes first, so that the 401 carries the
 * `X-RateLimit-*` headers and guesses are limited too. Specification, part 5; RFC 6750.
 */
export function authenticate({ keys, sessions, cookie }: Credentials): onRequestHookHandler {
  return (request, reply, done) => {
    if (request.method === 'OPTIONS' || request.operation.access === 'public') return done();
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === '') {
      const token = cookie.read(request);
      if (token === undefined) {
        request.unauthenticated = missingKey();
        return done();
      }
      // Caches know of `Authorization` that an answer is one caller's own; of a cookie they do not.
      reply.header('cache-control', 'no-store');
      request.sessionToken = token;
      Promise.resolve(sessions.find(token))
        .then((principal) => {
          request.principal = principal;
          if (principal === undefined) request.unauthenticated = missingKey();
        })
        .catch((error: unknown) => noteFailure(request, error))
        .then(() => done(), done);
      return;
    }
    const key = bearerOf(authorization);
    if (key === undefined) {
      const sentToken = /^bearer\s+\S/i.test(authorization);
      request.unauthenticated = unauthenticated(
        'invalid_api_key',
        'The `Authorization` header must be of the form `Bearer <API_KEY>`, with one space.',
        sentToken ? `${challenge}, error="invalid_token"` : challenge,
      );
      return done();
    }
    const found = keys.find(key);
    if (found instanceof Promise) {
      found
        .then((principal) => identify(request, principal))
        .catch((error: unknown) => noteFailure(request, error))
        .then(() => done(), done);
      return;
    }
    identify(request, found);
    done();
  };
}

/** Nobody knows whose key or session it is: that is no fault of the sender's, but the answer has the headers all the same. */
function noteFailure(request: FastifyRequest, error: unknown): void {
  request.unauthenticated = error as Error;
}

function identify(request: FastifyRequest, principal: Principal | undefined): void {
  if (principal === undefined) {
    request.unauthenticated = unauthenticated(
      'invalid_api_key',
      'The API key is not valid here: it is mistyped, revoked, expired, or of the other environment.',
      `${challenge}, error="invalid_token"`,
    );
  }
  request.principal = principal;
}

const missingKey = (): ApiError =>
  unauthenticated('missing_api_key', 'The request needs the header `Authorization: Bearer <API_KEY>`.', challenge);

function unauthenticated(
  code: 'missing_api_key' | 'invalid_api_key',
  message: string,
  wwwAuthenticate: string,
): ApiError {
  return new ApiError(code, message, { headers: { 'www-authenticate': wwwAuthenticate } });
}
