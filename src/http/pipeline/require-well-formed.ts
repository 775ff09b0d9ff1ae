import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';

/** Refuses long URLs (431), and a missing or repeated `Host` (400), which Node's parser admits. RFC 9112, section 3.2. */
export function requireWellFormed(urlBytes: number): onRequestHookHandler {
  return ({ raw }, _reply, done) => {
    if ((raw.url?.length ?? 0) > urlBytes) {
      return done(new ApiError('headers_too_large', `The path and query must be at most ${urlBytes} bytes long.`));
    }
    const { host } = raw.headers;
    if (host === undefined && raw.httpVersion !== '1.0') {
      return done(new ApiError('invalid_parameter', 'The header `Host` is required in HTTP/1.1.'));
    }
    // Node joins repeated headers with a comma, which no host contains.
    if (host?.includes(',') === true) {
      return done(new ApiError('invalid_parameter', 'The header `Host` must be sent once.'));
    }
    done();
  };
}
