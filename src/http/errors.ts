/** Every error code with its status and meaning. `docs/errors.md` and the OpenAPI description are derived from this table. */
export const ERRORS = {
  invalid_json: {
    status: 400,
    meaning: 'The body is not valid JSON (RFC 8259), repeats a member, or nests too deep.',
  },
  invalid_body: { status: 400, meaning: 'The body lacks a required field or has an invalid value.' },
  invalid_parameter: {
    status: 400,
    meaning: 'A query parameter or a header has an invalid value or is given twice.',
  },
  invalid_cursor: { status: 400, meaning: 'The cursor was altered or belongs to a list with other filters.' },
  invalid_idempotency_key: {
    status: 400,
    meaning: 'The Idempotency-Key is not 1 to 255 characters of printable ASCII, is quoted wrongly, or is sent twice.',
  },
  weak_password: { status: 400, meaning: 'The new password is easy to guess; the message says why.' },
  unsupported_media_type: { status: 400, meaning: 'The operation does not read bodies of this Content-Type.' },
  missing_api_key: { status: 401, meaning: 'The request has no Authorization header.' },
  invalid_api_key: {
    status: 401,
    meaning:
      'The API key, or the token of a link, is malformed; or the key is unknown, revoked, expired, or belongs to the other environment.',
  },
  invalid_credentials: { status: 401, meaning: 'The email or the password is wrong.' },
  invalid_metrics_token: {
    status: 401,
    meaning: 'The request for /metrics lacks the token of the setting METRICS_TOKEN.',
  },
  not_signed_in: { status: 401, meaning: 'There is no session, or it has ended; sign in.' },
  insufficient_scope: { status: 403, meaning: 'The API key lacks the scope that the operation needs.' },
  account_suspended: { status: 403, meaning: 'An operator has suspended the account.' },
  account_not_confirmed: { status: 403, meaning: 'The owner has not confirmed the email address of the account yet.' },
  account_not_approved: { status: 403, meaning: 'An operator has not approved the account yet.' },
  mirrored: {
    status: 403,
    meaning: 'It belongs to another service, which this directory mirrors: it can be changed only there.',
  },
  forbidden: { status: 403, meaning: 'The account may not perform this operation, or sign-up is closed.' },
  cross_site_request: { status: 403, meaning: "Only the service's own site may send this request." },
  pet_not_found: { status: 404, meaning: 'There is no animal with this id.' },
  category_not_found: { status: 404, meaning: 'There is no category with this id.' },
  order_not_found: { status: 404, meaning: 'The account has no order with this id.' },
  application_not_found: {
    status: 404,
    meaning:
      'The account has no application with this id, or there is none behind this link: it is mistyped, or it has ended.',
  },
  reservation_not_found: {
    status: 404,
    meaning: 'There is no reservation behind this link: it is mistyped, or it has ended.',
  },
  message_not_found: { status: 404, meaning: 'The account has no message with this id.' },
  template_not_found: { status: 404, meaning: 'The organization has no template of answers with this id.' },
  api_key_not_found: { status: 404, meaning: 'The account has no API key with this id.' },
  account_not_found: { status: 404, meaning: 'There is no account with this id.' },
  organization_not_found: { status: 404, meaning: 'There is no organization with this id.' },
  import_not_found: { status: 404, meaning: 'The organization has no import with this id.' },
  listing_site_not_found: {
    status: 404,
    meaning: 'There is no such site that lists animals, or the organization sends it nothing.',
  },
  logo_not_found: { status: 404, meaning: 'There is no logo of an organization with this id.' },
  photo_not_found: { status: 404, meaning: 'The animal has no photo with this id.' },
  member_not_found: { status: 404, meaning: 'The organization has no member with this id.' },
  invitation_not_found: {
    status: 404,
    meaning: 'There is no invitation with this id: it was accepted or withdrawn, has expired, or never existed.',
  },
  webhook_not_found: { status: 404, meaning: 'The account has no webhook with this id.' },
  delivery_not_found: { status: 404, meaning: 'The webhook has no delivery with this id.' },
  password_link_not_found: { status: 404, meaning: 'The link was used, has expired, or never existed.' },
  confirmation_link_not_found: { status: 404, meaning: 'The link was used, has expired, or never existed.' },
  alert_not_found: {
    status: 404,
    meaning: 'There is no alert behind this link: it is mistyped, or the alert has ended.',
  },
  source_not_found: { status: 404, meaning: 'There is no source of the directory with this id.' },
  route_not_found: { status: 404, meaning: 'Nothing has this path.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not allow this method; Allow lists the methods that it allows.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  invalid_status_transition: {
    status: 409,
    meaning: 'The animal, the order or the application cannot change from its status to the requested one.',
  },
  pet_not_available: {
    status: 409,
    meaning: 'The animal is held, sold, on hold, or has left; only an available animal can be ordered.',
  },
  pet_has_open_order: { status: 409, meaning: "The animal has an open order, which decides the animal's status." },
  too_many_alerts: { status: 409, meaning: 'The client has asked for too many alerts within a day.' },
  too_many_open_orders: {
    status: 409,
    meaning: 'The account, the adopter or the client address has its maximum of open orders.',
  },
  application_required: {
    status: 409,
    meaning: 'Several people may apply for the animal, and its organization chooses: submit an application.',
  },
  order_required: {
    status: 409,
    meaning: 'The animal is not adopted by application: place an order.',
  },
  already_applied: { status: 409, meaning: 'The adopter has an open application for the animal.' },
  too_many_open_applications: {
    status: 409,
    meaning: 'The account, the adopter or the client address has its maximum of open applications.',
  },
  application_closed: { status: 409, meaning: 'The application has ended and can no longer change.' },
  list_changed: {
    status: 409,
    meaning: 'No list waits for consent, or another one than the consent names: the animals have changed since.',
  },
  listing_site_paused: { status: 409, meaning: 'Nothing is sent to the site until a manager resumes it.' },
  too_many_photos: { status: 409, meaning: 'The animal has its maximum of photos.' },
  order_closed: { status: 409, meaning: 'The order is closed and can no longer change.' },
  category_exists: { status: 409, meaning: 'A category with this id exists already.' },
  category_in_use: { status: 409, meaning: 'Animals belong to the category.' },
  import_touched: {
    status: 409,
    meaning: 'Somebody has changed or ordered animals of the import since, asked about them, or changed their photos.',
  },
  account_closed: { status: 409, meaning: 'The account is closed.' },
  account_exists: { status: 409, meaning: 'An account with this email exists already.' },
  source_exists: { status: 409, meaning: 'The service is a source of the directory already.' },
  already_member: { status: 409, meaning: 'The account belongs to an organization already.' },
  last_manager: { status: 409, meaning: 'The account is the last manager of its organization.' },
  idempotency_key_in_use: { status: 409, meaning: 'A request with this Idempotency-Key is still running.' },
  position_lost: {
    status: 410,
    meaning:
      'Events after this position may be missing: it is older than the events that are kept, or the service was restored from a backup.',
  },
  operation_removed: { status: 410, meaning: 'The operation was deprecated and has been removed.' },
  precondition_failed: {
    status: 412,
    meaning:
      'The resource does not have the ETag given in `If-Match`, which may be an older one, weak, or without its quotation marks; or it still has the one given in `If-None-Match`.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than the service accepts.' },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was used with another payload, or by an API key with other scopes.',
  },
  rate_limit_exceeded: { status: 429, meaning: 'The limit of requests per minute is used up.' },
  daily_quota_exceeded: { status: 429, meaning: 'The limit of requests per day is used up.' },
  api_key_banned: {
    status: 429,
    meaning: 'The API key is temporarily banned because it kept sending requests after 429 responses.',
  },
  too_much_unread: {
    status: 429,
    meaning: 'The client address or the account has too many unread response bytes.',
  },
  too_many_streams: { status: 429, meaning: 'The caller has its maximum of live streams open.' },
  headers_too_large: { status: 431, meaning: 'The request line and the headers are larger than the service accepts.' },
  internal_error: { status: 500, meaning: 'The service failed; the log has the cause under the X-Request-Id.' },
  service_unavailable: {
    status: 503,
    meaning: 'The service is temporarily unavailable; retry after Retry-After.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * A failure that the client receives. `message` is public; `cause` and everything else is private and only logged: an error, or a sentence
 * that says why a 5xx is no fault of the service.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly headers?: Readonly<Record<string, string>>; readonly cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.headers = options.headers ?? {};
  }

  /** The Error of the specification (part 2): exactly these three members. */
  body() {
    return { code: this.code, message: this.message, status: this.status };
  }
}

/** The error for a path parameter that names no resource, such as "There is no animal with this `petId`.". */
export const notFound = (code: ErrorCode, parameter: string): ApiError =>
  new ApiError(code, ERRORS[code].meaning.replace('this id', `this \`${parameter}\``));

/**
 * The resource that a path parameter names.
 *
 * @throws ApiError if there is none
 */
export function existing<Resource>(found: Resource | undefined, code: ErrorCode, parameter: string): Resource {
  if (found === undefined) throw notFound(code, parameter);
  return found;
}
