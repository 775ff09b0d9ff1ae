import type { ErrorCode } from './api.ts';

/**
 * Codes of errors that the client detects itself:
 * - `aborted`: the call's `signal` was aborted. `cause` is the signal's reason.
 * - `timeout`: the last attempt took longer than `timeoutMs`, or the call longer than `deadlineMs`.
 * - `network_error`: no connection, or a broken one. `cause` is the error of `fetch`.
 * - `unexpected_answer`: the response is not from this service or incomplete, such as a gateway's error page or a truncated body.
 * - `invalid_number`: an integer was given as a `number` that is not exact. Use a `bigint`.
 * - `invalid_request`: nothing was sent, because `baseUrl` is not a URL, or the API key or idempotency key has characters that a header cannot
 *   contain.
 * - `invalid_signature`: the request is not from this webhook, was altered, or is older than five minutes.
 */
export type ClientErrorCode =
  | 'aborted'
  | 'timeout'
  | 'network_error'
  | 'unexpected_answer'
  | 'invalid_number'
  | 'invalid_request'
  | 'invalid_signature';

/** Details of an error, in addition to its code and message. */
export interface FailureDetails {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The only class of error that this package throws. Specification, part 7.
 *
 * Every call can fail with `missing_api_key`, `invalid_api_key`, `insufficient_scope`, `account_suspended`, `invalid_parameter`,
 * `rate_limit_exceeded`, `daily_quota_exceeded`, `api_key_banned`, `request_timeout`, `headers_too_large`, `internal_error` or
 * `service_unavailable`. Calls that send a body can also fail with `invalid_json`, `invalid_body`, `unsupported_media_type`, `payload_too_large`,
 * `invalid_idempotency_key`, `idempotency_key_in_use` or `idempotency_key_reused`. Each method documents its other codes.
 */
export class PetstoreError extends Error {
  override readonly name = 'PetstoreError';
  /** Machine-readable code. Later versions of the service may use codes that are not in this type. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** HTTP status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** `X-Request-Id` of the response, with which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** Milliseconds until the request can be repeated, if the service or the rate limits say so. Specification, part 8. */
  readonly retryAfterMs: number | undefined;

  constructor(code: PetstoreError['code'], message: string, details: FailureDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The error of a call whose signal is aborted. */
export const aborted = (signal: AbortSignal): PetstoreError =>
  new PetstoreError('aborted', 'The call was aborted.', { cause: signal.reason });
