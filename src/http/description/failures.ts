import { STATUS_CODES } from 'node:http';
import { type ErrorCode, ERRORS } from '../errors.ts';
import { type DescribedRoute, isIdempotent, isPaged } from './described-route.ts';
import { deprecationHeaders, headerRefs, ON_EVERY_RESPONSE } from './headers.ts';
import { type Json, mapValues } from './schemas.ts';

/** Errors that every operation can answer with. */
const ANYWHERE: readonly ErrorCode[] = [
  'invalid_parameter',
  'rate_limit_exceeded',
  'daily_quota_exceeded',
  'api_key_banned',
  'too_much_unread',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];
/** Errors of an operation that needs a key, or the token of a link. */
const WITH_BEARER: readonly ErrorCode[] = ['missing_api_key', 'invalid_api_key'];
const WITH_KEY: readonly ErrorCode[] = [
  ...WITH_BEARER,
  'insufficient_scope',
  'account_suspended',
  'account_not_confirmed',
  'account_not_approved',
  'forbidden',
];
/** The service reads the body of every request that may have one, even if the operation needs none. */
const WITH_BODY: readonly ErrorCode[] = ['invalid_json', 'invalid_body', 'unsupported_media_type', 'payload_too_large'];
const WITH_IDEMPOTENCY_KEY: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_in_use',
  'idempotency_key_reused',
];
/** Errors that no operation answers with: of unknown paths, and of the site's sessions at `/session`. */
const UNDESCRIBED: ReadonlySet<string> = new Set<ErrorCode>([
  'route_not_found',
  'method_not_allowed',
  'invalid_credentials',
  'not_signed_in',
  'cross_site_request',
  'password_link_not_found',
  'confirmation_link_not_found',
  'invalid_metrics_token',
  'already_member',
]);

/** An example of each error that an operation can answer with, by code. */
export const errorExamples = (): Json =>
  Object.fromEntries(
    Object.entries(ERRORS)
      .filter(([code]) => !UNDESCRIBED.has(code))
      .map(([code, { status, meaning }]) => [code, { summary: code, value: { code, message: meaning, status } }]),
  );

/** The error responses of an operation by status. */
export function failures(route: DescribedRoute): Json {
  const byStatus = Object.groupBy(codesOf(route), (code) => String(ERRORS[code].status));
  const shared = sharedResponses();
  return mapValues(byStatus, (codes = [], status) => {
    const name = responseName(codes);
    return Object.hasOwn(shared, name)
      ? { $ref: `#/components/responses/${name}` }
      : failure(codes, status, deprecationHeaders(route));
  });
}

/** The responses whose codes are the same in many operations: each is described once, in the components. */
export function sharedResponses(): Json {
  const groupings = [ANYWHERE, [...ANYWHERE, ...WITH_KEY, ...WITH_BODY]].map((codes) =>
    Object.groupBy(codes, (code) => String(ERRORS[code].status)),
  );
  return Object.fromEntries(
    groupings.flatMap((byStatus) =>
      Object.entries(byStatus).map(([status, codes = []]) => [responseName(codes), failure(codes, status)]),
    ),
  );
}

function codesOf(route: DescribedRoute): Set<ErrorCode> {
  const { method, config = {} } = route;
  return new Set([
    ...ANYWHERE,
    ...(config.access !== 'public' ? WITH_KEY : config.bearer !== undefined ? WITH_BEARER : []),
    ...(method === 'GET' ? [] : WITH_BODY.filter((code) => config.consumes === undefined || code !== 'invalid_json')),
    ...(isPaged(route) ? (['invalid_cursor'] as const) : []),
    ...(isIdempotent(route) ? WITH_IDEMPOTENCY_KEY : []),
    ...(config.errors ?? []),
  ]);
}

const responseName = (codes: readonly ErrorCode[]): string => codes.toSorted().join('-');

const EXTRA_HEADERS = { '401': ['WWW-Authenticate'], '429': ['Retry-After'], '503': ['Retry-After'] } as const;

function failure(codes: readonly ErrorCode[], status: string, more: Parameters<typeof headerRefs>[0] = []): Json {
  const extra = EXTRA_HEADERS[status as keyof typeof EXTRA_HEADERS] ?? [];
  return {
    description: `${STATUS_CODES[status]}. ${codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' ')}`,
    headers: headerRefs([...ON_EVERY_RESPONSE, ...extra, ...more]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
