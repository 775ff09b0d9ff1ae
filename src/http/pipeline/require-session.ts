import type { Step } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Credentials } from './authenticate.ts';

/** Requires a session for the site's routes that declare their `access` (401). */
export function requireSession({ sessions, cookie }: Pick<Credentials, 'sessions' | 'cookie'>): Step {
  return (request, _reply, done) => {
    if (request.operation.access === undefined) return done();
    Promise.resolve(sessions.find(cookie.read(request) ?? '')).then((principal) => {
      request.principal = principal;
      done(principal === undefined ? notSignedIn() : undefined);
    }, done);
  };
}

const notSignedIn = (): ApiError =>
  new ApiError('not_signed_in', 'The session has ended; sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="petstore"' },
  });
