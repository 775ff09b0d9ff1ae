import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { parseJson } from '../validation/json.ts';

/**
 * Reads the bodies of requests: JSON, and JSON merge patches (RFC 7396) with PATCH.
 *
 * @param read throws ApiError `invalid_json`
 */
export function readBody(
  app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
  { maxBodyBytes, maxJsonDepth }: { readonly maxBodyBytes: number; readonly maxJsonDepth: number },
  read: (bytes: Buffer, maxDepth: number) => unknown = parseJson,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['application/json', 'application/merge-patch+json'], (request, stream, done) => {
    if (request.method !== 'PATCH' && request.headers['content-type']?.toLowerCase().includes('merge-patch') === true) {
      return done(
        new ApiError(
          'unsupported_media_type',
          'Only PATCH accepts `application/merge-patch+json`; send `application/json`.',
        ),
      );
    }
    const encoded = encodingFault(request);
    if (encoded !== undefined) return done(encoded);
    const parse = (bytes: Buffer) => {
      let body: unknown;
      try {
        body = bytes.length === 0 ? undefined : read(bytes, maxJsonDepth);
      } catch (error) {
        return done(error as Error);
      }
      done(null, body);
    };
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return done(tooLarge(maxBodyBytes));
    request.sendContinue?.();
    readWhole(request, stream, maxBodyBytes, parse, done);
  });
}

/** Reads the bodies of a scope's requests as bytes, of these media types only. */
export function readBytes(
  app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
  { types, maxBytes }: { readonly types: readonly string[]; readonly maxBytes: number },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...types], (request, stream, done) => {
    const encoded = encodingFault(request);
    if (encoded !== undefined) return done(encoded);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return done(tooLarge(maxBytes));
    request.sendContinue?.();
    readWhole(request, stream, maxBytes, (bytes) => done(null, bytes), done);
  });
  requireOneOf(app, types);
}

/** Nothing is unpacked: bytes that say that they are packed are not what they should be. */
export function encodingFault({ headers }: Pick<FastifyRequest, 'headers'>): ApiError | undefined {
  if (['identity', undefined].includes(headers['content-encoding']?.toLowerCase())) return undefined;
  return new ApiError('unsupported_media_type', 'The body must be sent without a `Content-Encoding`.');
}

/** Refuses the bodies of all other media types. */
export function requireOneOf(app: Pick<FastifyInstance, 'addContentTypeParser'>, types: readonly string[]): void {
  app.addContentTypeParser('*', (_request, _stream, done) => {
    const named = types.map((type) => `\`${type}\``).join(' or ');
    done(new ApiError('unsupported_media_type', `The body must be sent with a \`Content-Type\` of ${named}.`));
  });
}

/** Reads the whole body. One that has arrived with the headers, as small ones usually do, needs no event. */
function readWhole(
  request: Pick<FastifyRequest, 'isBodyLate'>,
  stream: IncomingMessage,
  maxBytes: number,
  done: (bytes: Buffer) => void,
  fail: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let received = 0;
  /** Reads what has arrived; true at the end of the body. */
  const take = (): boolean => {
    for (let chunk = next(stream); chunk !== null; chunk = next(stream)) {
      chunks.push(chunk);
      received += chunk.length;
    }
    if (received > maxBytes) fail(tooLarge(maxBytes));
    else if (stream.complete) done(Buffer.concat(chunks));
    else return false;
    return true;
  };
  if (take()) return;

  request.isBodyLate = true;
  const stop = () => stream.off('readable', onReadable).off('error', onError).off('end', onEnd);
  const onReadable = () => {
    if (take()) stop();
  };
  const onError = (error: Error) => {
    stop();
    fail(error);
  };
  // Within a process, no stream says that it is complete.
  const onEnd = () => {
    stop();
    done(Buffer.concat(chunks));
  };
  stream.on('readable', onReadable).on('error', onError).on('end', onEnd);
}

const next = (stream: IncomingMessage): Buffer | null => stream.read() as Buffer | null;

export const tooLarge = (maxBytes: number): ApiError =>
  new ApiError('payload_too_large', `The body must be at most ${maxBytes} bytes long.`);
