import type { ErrorCode } from './api.ts';

/**
 * Why there is no answer, where the service has not said it itself:
 * - `aborted`: by the call's `signal`, whose reason is the `cause`.
 * - `timeout`: the last attempt took longer than `timeoutMs`, or the call longer than `deadlineMs`.
 * - `network_error`: no connection, or one that broke; `cause` is what `fetch` threw.
 * - `unexpected_answer`: what came is no answer of this service, such as a gateway's page or a body that was cut off.
 * - `invalid_number`: an integer was given as a `number` that is not exact; give a `bigint`.
 * - `invalid_request`: nothing was sent, for `baseUrl` is no address, or the API key or an idempotency key has characters that no header can have.
 * - `invalid_signature`: what came is no request of this webhook, or was altered, or is older than five minutes.
 */
export type ClientErrorCode =
  | 'aborted'
  | 'timeout'
  | 'network_error'
  | 'unexpected_answer'
  | 'invalid_number'
  | 'invalid_request'
  | 'invalid_signature';

/** What is known of a failure beside its code and message. */
export interface FailureDetails {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The one error that this package throws. Specification, part 7.
 *
 * Any call may be refused with `missing_api_key`, `invalid_api_key`, `insufficient_scope`, `account_suspended`, `invalid_parameter`,
 * `rate_limit_exceeded`, `daily_quota_exceeded`, `api_key_banned`, `request_timeout`, `headers_too_large`, `internal_error` or
 * `service_unavailable`; one that sends a body also with `invalid_json`, `invalid_body`, `unsupported_media_type`, `payload_too_large`,
 * `invalid_idempotency_key`, `idempotency_key_in_use` or `idempotency_key_reused`. What else may happen stands at each method.
 */
export class PetstoreError extends Error {
  override readonly name = 'PetstoreError';
  /** What went wrong, for programs. A later version of the service may have codes that are not in the type. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** The HTTP status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** The answer's `X-Request-Id`, by which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** In how many milliseconds the service takes the request again, where it or the limits say so. Specification, part 8. */
  readonly retryAfterMs: number | undefined;

  constructor(code: PetstoreError['code'], message: string, details: FailureDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** What a call rejects with when its signal is aborted. */
export const aborted = (signal: AbortSignal): PetstoreError =>
  new PetstoreError('aborted', 'The call was aborted.', { cause: signal.reason });
