import type { onRequestHookHandler } from 'fastify';

const exposed = [
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

/**
 * Lets web pages of every origin read the responses. The key decides what a page may do: a publishable key lists its origins in
 * `authorize`, and cookies count from the service's own origin only.
 */
export const cors: onRequestHookHandler = (request, reply, done) => {
  if (request.headers.origin !== undefined) {
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed, vary: 'Origin' });
  }
  done();
};
