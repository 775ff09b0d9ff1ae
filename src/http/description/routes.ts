import { type TSchema, Type } from 'typebox';
import type { App } from '../app.ts';
import { NotModified } from '../shapes.ts';
import { sendFile, type StaticFile, staticFile } from '../site/static-files.ts';
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
  let file: StaticFile | undefined;
  v1.route({
    method: 'GET',
    url: '/openapi.json',
    schema: {
      operationId: 'getDescription',
      tags: ['Description'],
      summary: 'Get this description',
      description: 'The file `openapi.json` of this version.',
      response: { 200: Description, 304: NotModified },
    },
    config: {
      access: 'public',
      errors: ['precondition_failed'],
      headers: { ETag: 'The version of the description in the encoding of the response.' },
    },
    handler: async (request, reply) => {
      file ??= descriptionFile(describe(routes, eventShapes));
      await sendFile(request, reply, file);
    },
  });
}

/** Brotli at its best takes half a second for it, and saves a seventh. */
const descriptionFile = (description: object): StaticFile => ({
  ...staticFile('/openapi.json', Buffer.from(JSON.stringify(description))),
  isCompressedQuickly: true,
});
