import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../database/database.ts';
import type { Log } from '../../telemetry/log.ts';
import { ApiError, type ErrorCode } from '../errors.ts';

/** What a client receives of a failure. */
export interface RenderedError {
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/**
 * @param url path and query, as far as they are known
 * @param body of the request; undefined if it was not read
 */
export type RenderError = (error: ApiError, url: string, body?: unknown) => RenderedError;

/** With an Error body (specification, part 7). */
export const renderError: RenderError = (error) => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(error.body()),
});

/** Answers every failure of a request, and logs the cause of each 5xx. A cause that is a sentence is no fault of the service. */
export function errorHandler(log: Log, render: RenderError) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const answer = apiErrorOf(error, request);
    request.errorCode = answer.code;
    const { status, cause } = answer;
    if (status >= 500 && typeof cause === 'string') log.info({ requestId: request.id, cause }, 'request refused');
    else if (status >= 500) log.error({ requestId: request.id, err: error }, 'request failed');
    const { type, headers = {}, body } = render(answer, request.url, request.body);
    void reply
      .code(status)
      .headers({ ...answer.headers, ...headers })
      .type(type)
      // Fastify adds a charset to the type of a text.
      .send(Buffer.from(body));
  };
}

const BY_FRAMEWORK_CODE: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The body must be sent with the header `Content-Type: application/json`.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is larger than this service accepts.'],
  FST_ERR_MAX_PARAM_LENGTH: ['headers_too_large', 'The path is longer than this service accepts.'],
  FST_ERR_BAD_URL: ['route_not_found', 'The path is not valid percent-encoded UTF-8.'],
};
const UNKNOWN = ['internal_error', 'The service failed; its log has the cause under this `X-Request-Id`.'] as const;

/** The response while the database does not answer. */
export const unavailable = (cause: unknown): ApiError =>
  new ApiError('service_unavailable', 'The service is temporarily unavailable; send the request again.', {
    headers: { 'retry-after': '1' },
    cause,
  });

function apiErrorOf(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  if (request.raw.destroyed && !request.raw.complete) {
    return new ApiError('request_timeout', 'The connection ended before the whole request had arrived.');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new ApiError(...(BY_FRAMEWORK_CODE[code] ?? UNKNOWN));
}
