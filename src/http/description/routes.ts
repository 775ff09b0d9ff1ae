import { type TSchema, Type } from 'typebox';
import type { App } from '../app.ts';
import { NotModified } from '../shapes.ts';
import { sendFile, type StaticFile, staticFile } from '../static-files.ts';
import type { DescribedRoute } from './described-route.ts';
import { describe, type Tag, TAG_NAMES } from './openapi.ts';
import { inVersion30 } from './version-30.ts';

const Description = Type.Unsafe<string>({
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
  description: 'An OpenAPI description.',
  examples: [{ openapi: '3.1.0', info: { title: 'Pet Store Service', version: '1.0.0' }, paths: {} }],
});

const DescriptionQuery = Type.Object({
  tags: Type.Optional(
    Type.Array(Type.Unsafe<Tag>({ type: 'string', enum: [...TAG_NAMES] }), {
      minItems: 1,
      maxItems: TAG_NAMES.length,
      description: 'Only the operations with one of these tags, separated by commas, and the shapes that they name.',
    }),
  ),
  version: Type.Enum(['3.1', '3.0'], { default: '3.1', description: 'The version of OpenAPI.' }),
});

/**
 * Serves the description of the routes. Specification, part 9.
 *
 * @param routes may still grow until the first request
 * @param eventShapes the named shapes of events that no operation returns
 */
export function descriptionRoute(v1: App, routes: readonly DescribedRoute[], eventShapes: readonly TSchema[]): void {
  /** The whole description in each version. */
  const whole = new Map<string, StaticFile>();
  v1.get('/openapi.json', {
    schema: {
      operationId: 'getDescription',
      summary: 'Get this description',
      description:
        'Returns the OpenAPI description of all operations, or of those with one of the tags, without the webhooks. OpenAPI 3.0 lacks the webhooks too, and the scope that an operation needs: it is for generators without 3.1.',
      querystring: DescriptionQuery,
      response: { 200: Description, 304: NotModified },
    },
    config: {
      access: 'public',
      errors: ['precondition_failed'],
      headers: { ETag: 'The version of the description in the encoding of the response.' },
    },
    handler: async (request, reply) => {
      const { tags, version } = request.query;
      const make = (): StaticFile => {
        if (version === '3.0') return descriptionFile(inVersion30(describe(routes, undefined, tags)));
        // The webhooks name shapes of every part.
        return descriptionFile(describe(routes, tags === undefined ? eventShapes : undefined, tags));
      };
      const file = (tags === undefined ? whole.get(version) : undefined) ?? make();
      if (tags === undefined) whole.set(version, file);
      await sendFile(request, reply, file);
    },
  });
}

/** Brotli at its best takes half a second for it, and saves a seventh. */
const descriptionFile = (description: object): StaticFile => ({
  ...staticFile('/openapi.json', Buffer.from(JSON.stringify(description))),
  isCompressedQuickly: true,
});
