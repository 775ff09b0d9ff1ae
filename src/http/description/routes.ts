import { type TSchema, Type } from 'typebox';
import type { App } from '../app.ts';
import type { DescribedRoute } from './described-route.ts';
import { describe } from './openapi.ts';

const Description = Type.Unsafe<string>({
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
  description: 'An OpenAPI 3.1 description.',
  examples: [{ openapi: '3.1.0', info: { title: 'Pet Store Service', version: '1.0.0' }, paths: {} }],
});

/**
 * Serves the description of the routes. Specification, part 9.
 *
 * @param routes may still grow until the first request
 * @param eventShapes the named shapes of events that no operation returns
 */
export function descriptionRoute(v1: App, routes: readonly DescribedRoute[], eventShapes: readonly TSchema[]): void {
  let description: string | undefined;
  v1.route({
    method: 'GET',
    url: '/openapi.json',
    schema: {
      operationId: 'getDescription',
      tags: ['Description'],
      summary: 'Get this description',
      description: 'The file `openapi.json` of this version.',
      response: { 200: Description },
    },
    config: { access: 'public' },
    handler: async (_request, reply) => {
      description ??= JSON.stringify(describe(routes, eventShapes));
      return reply.type('application/json').send(description);
    },
  });
}
