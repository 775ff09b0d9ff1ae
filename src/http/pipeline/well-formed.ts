import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';

/** Refuses what Node's parser lets through and no operation should see. RFC 9112, section 3.2. */
export function wellFormed(urlBytes: number): onRequestHookHandler {
  return ({ raw }, _reply, done) => {
    if ((raw.url?.length ?? 0) > urlBytes) return done(urlTooLong(urlBytes));
    const { host } = raw.headers;
    if (host === undefined && raw.httpVersion !== '1.0') {
      return done(new ApiError('invalid_parameter', 'The header `Host` is required in HTTP/1.1.'));
    }
    // One that was sent twice comes joined by a comma, which no host has in it.
    if (host?.includes(',') === true) {
      return done(new ApiError('invalid_parameter', 'The header `Host` must be sent once.'));
    }
    done();
  };
}

function urlTooLong(bytes: number): ApiError {
  return new ApiError(
    'headers_too_large',
    `The path and query are longer than the ${bytes} bytes that this service accepts.`,
  );
}
