import type { Step } from '../app.ts';
import type { UnreadResponses } from '../connection/unread-responses.ts';
import { ApiError } from '../errors.ts';
import { isFromSite, isSafe } from '../request.ts';
import { type Credentials, sessionOf } from './authenticate.ts';

/** Refuses (429) the requests of an address or an account that does not read its responses. */
export const requireRoom =
  ({ isFull }: Pick<UnreadResponses, 'isFull'>): Step =>
  (request, _reply, done) =>
    done(isFull(request) ? tooMuchUnread() : undefined);

const tooMuchUnread = (): ApiError =>
  new ApiError('too_much_unread', 'Earlier responses have not been read; read them, then send the request again.', {
    // The client does not read this response either.
    headers: { 'retry-after': '10', connection: 'close' },
  });

/** Refuses changes that the service's own site did not send (403). */
export const requireSameOrigin: Step = (request, _reply, done) => {
  done(isSafe(request) || isFromSite(request) ? undefined : crossSite());
};

const crossSite = (): ApiError =>
  new ApiError(
    'cross_site_request',
    "Only the service's own site may send this request, with the header `X-Petstore-Page`.",
  );

/** Requires a session for the site's routes that declare their `access` (401). */
export function requireSession({ sessions, cookie }: Pick<Credentials, 'sessions' | 'cookie'>): Step {
  return (request, _reply, done) => {
    if (request.operation.access === undefined) return done();
    sessionOf(request, sessions, cookie.read(request) ?? '').then((principal) => {
      request.principal = principal;
      done(principal === undefined ? notSignedIn() : undefined);
    }, done);
  };
}

const notSignedIn = (): ApiError =>
  new ApiError('not_signed_in', 'The session has ended; sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="petstore"' },
  });

/**
 * Refuses web pages with a secret key (403), whatever their origin: a page may have been led to this service by a changed name (DNS
 * rebinding), and a secret key belongs in no page. `authorize` checks the origins of publishable keys.
 */
export const refusePages: Step = ({ headers, principal }, _reply, done) => {
  const isForServers = principal !== undefined && (principal.origins === undefined || principal.isPartner === true);
  const isPage = headers.origin !== undefined && isForServers;
  done(
    isPage
      ? new ApiError('forbidden', 'A web page needs a publishable key for this; secret keys are refused.')
      : undefined,
  );
};
