import type { onRequestHookHandler } from 'fastify';
import { HEADERS } from '../description/headers.ts';

/** Every header of the API's responses that web pages can use; they have no use for the challenge of a 401. */
const { 'WWW-Authenticate': _challenge, ...readable } = HEADERS;
const exposed = ['ETag', 'Location', ...Object.keys(readable)].toSorted().join(', ');

/**
 * Lets web pages of every origin read the responses. The key decides what a page may do: `authorize` checks the origins that a
 * publishable key lists, and cookies count from the service's own origin only.
 */
export const cors: onRequestHookHandler = (request, reply, done) => {
  if (request.headers.origin !== undefined) {
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed, vary: 'Origin' });
  }
  done();
};
