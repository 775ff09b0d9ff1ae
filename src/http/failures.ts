import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/database.ts';
import type { Decision } from '../limits/limiter.ts';
import { ApiError } from './errors.ts';
import type { Log } from './log.ts';
import { limitHeaders, refusalOf } from './rate-limit.ts';

/** Answers any failure of a request with an Error body (specification, part 7), and logs the causes of our own. */
export function errorHandler(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const told = toldOf(error, request);
    if (told.status >= 500) log.error({ requestId: request.id, err: error }, 'request failed');
    void reply.code(told.status).headers(told.headers).type('application/json; charset=utf-8').send(told.body());
  };
}

const BY_FRAMEWORK_CODE: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ApiError('unsupported_media_type', 'The body must be sent with the header `Content-Type: application/json`.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('payload_too_large', 'The body is larger than this service accepts.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('invalid_body', 'The body is not as long as its `Content-Length` header says.'),
  FST_ERR_BAD_URL: () => new ApiError('route_not_found', 'The path is not valid percent-encoded UTF-8.'),
};

function toldOf(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) {
    return new ApiError('service_unavailable', 'The service cannot answer for a short while.', { headers: { 'retry-after': '1' } });
  }
  if (request.raw.destroyed && !request.raw.complete) {
    return new ApiError('request_timeout', 'The connection ended before the request had arrived.');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return BY_FRAMEWORK_CODE[code]?.() ?? new ApiError('internal_error', 'The service failed; its log has the cause under this X-Request-Id.');
}

const BY_PARSER_CODE: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () => new ApiError('headers_too_large', 'The request line and headers are larger than this service accepts.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new ApiError('payload_too_large', 'The chunk extensions of the body are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout', 'The request did not arrive in time.'),
};

/**
 * Answers what Node's HTTP parser refuses before there is a request: headers too large or too slow, a request that is not HTTP.
 * It counts as a request of its address.
 */
export function parserFailure(
  options: { readonly take: (address: string) => Decision | Promise<Decision>; readonly now: () => number; readonly newId: () => string },
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const parsed = BY_PARSER_CODE[error.code ?? '']?.() ?? new ApiError('invalid_parameter', 'The request is not valid HTTP/1.1.');
  const answer = (decision: Decision) => {
    const told = refusalOf(decision, options.now()) ?? parsed;
    const body = JSON.stringify(told.body());
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
      'X-Request-Id': options.newId(),
      ...limitHeaders(decision, options.now()),
      ...told.headers,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${told.status} ${STATUS_CODES[told.status]}\r\n${lines.join('')}\r\n${body}`);
  };
  void Promise.resolve(options.take(socket.remoteAddress ?? '')).then(answer, () => socket.destroy());
}
