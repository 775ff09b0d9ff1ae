import type { onRequestHookHandler } from 'fastify';
import { HEADERS } from '../description/headers.ts';
import { vary } from '../respond.ts';

/** The scopes of a publishable key, in responses to requests with it. */
export const KEY_SCOPES = 'X-Key-Scopes';
/** Every header of the API's responses. */
export const EXPOSED_HEADERS: readonly string[] = [
  'Allow',
  'ETag',
  'Location',
  KEY_SCOPES,
  ...Object.keys(HEADERS),
].toSorted();
const exposed = EXPOSED_HEADERS.join(', ');

/**
 * Lets web pages of every origin read the responses. The key decides what a page may do: `authorize` checks the origins that a
 * publishable key lists, and cookies count from the service's own origin only.
 */
export const cors: onRequestHookHandler = (request, reply, done) => {
  if (request.headers.origin !== undefined) {
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed });
    vary(reply, 'Origin');
  }
  done();
};
