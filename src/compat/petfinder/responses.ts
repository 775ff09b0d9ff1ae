import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Step } from '../../http/app.ts';
import { jsonOf } from '../../vocabulary/int64.ts';

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

/** Animals and organizations may change at any time. */
export const FRESH = 'no-cache, private';

/** Adds a GET, which Petfinder answered with or without a slash at the end of the path. */
export function get(
  v2: App,
  path: string,
  cacheControl: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => object | Promise<object>,
): void {
  for (const url of [path, `${path}/`])
    v2.get(url, { config: { access: 'pets:read' } }, async (request, reply) =>
      reply
        .header('cache-control', cacheControl)
        .type('application/json')
        // Petfinder's content type named no charset: Fastify adds one to the type of a text.
        .send(Buffer.from(jsonOf(await answer(request, reply)))),
    );
}
