import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';
import { parseJson } from './json.ts';

/** Reads bodies: JSON everywhere, and JSON merge patches (RFC 7396) where there is something to patch. Nothing else. */
export function acceptJson(
  app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
  maxDepth: number,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (
        request.method !== 'PATCH' &&
        request.headers['content-type']?.toLowerCase().includes('merge-patch') === true
      ) {
        return done(
          new ApiError(
            'unsupported_media_type',
            'Only PATCH reads `application/merge-patch+json`; send `application/json`.',
          ),
        );
      }
      const encoding = request.headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') {
        return done(new ApiError('unsupported_media_type', 'The body must be sent without a `Content-Encoding`.'));
      }
      if (bytes.length === 0) return done(null, undefined);
      try {
        done(null, parseJson(bytes as Buffer, maxDepth));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}
