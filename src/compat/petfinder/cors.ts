import type { FastifyRequest } from 'fastify';
import type { Step } from '../../http/app.ts';

const exposed =
  'Allow, RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';

/** Lets web pages of every origin read every response, as Petfinder did. */
export const cors: Step = (_request, reply, done) => {
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed });
  done();
};

/** Allows pages to send whatever headers they ask for: SDKs and pages have many, and none has an effect here. */
export const preflightHeaders = (request: FastifyRequest, allow: string): Record<string, string | number> => ({
  'access-control-allow-methods': allow,
  'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'Authorization',
  'access-control-max-age': 86_400,
});
