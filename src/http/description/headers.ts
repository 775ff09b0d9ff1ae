import { type DescribedRoute, isIdempotent, isPaged } from './described-route.ts';
import type { Json } from './schemas.ts';

/** Response headers: description, type and example. */
export const HEADERS = {
  'X-Request-Id': ["The request's id in the log: the one that the client sent if it is valid.", 'string', 'req_k3v9q1'],
  'X-RateLimit-Limit': ['The limit of the window with fewer requests remaining.', 'integer', 60],
  'X-RateLimit-Remaining': ['Requests that remain in that window.', 'integer', 59],
  'X-RateLimit-Reset': ['The end of that window, in Unix seconds.', 'integer', 1795255860],
  'RateLimit-Policy': ['Both windows: quota and seconds.', 'string', '"minute";q=60;w=60, "day";q=1000;w=86400'],
  RateLimit: [
    'Both windows: requests remaining, and seconds to the reset.',
    'string',
    '"minute";r=59;t=60, "day";r=999;t=86400',
  ],
  'Retry-After': ['Whole seconds to wait before the next request.', 'integer', 42],
  'WWW-Authenticate': ['The scheme to authenticate with. RFC 6750.', 'string', 'Bearer realm="petstore"'],
  Link: [
    'The first page (`rel="first"`) and, if there is one, the next page (`rel="next"`). RFC 8288.',
    'string',
    '</v1/pets?limit=20&cursor=AAAAAAAAACqHb0>; rel="next", </v1/pets?limit=20>; rel="first"',
  ],
  'Idempotency-Replayed': [
    '`true` if this is the stored response to an earlier request with the same key.',
    'string',
    'true',
  ],
  'Preference-Applied': [
    'The preference of the header `Prefer` that the response follows. RFC 7240, section 3.',
    'string',
    'handling=strict',
  ],
  Deprecation: ['Since when the operation is deprecated. RFC 9745.', 'string', '@1764892800'],
  Sunset: ['When the operation is removed. RFC 8594.', 'string', 'Thu, 05 Dec 2030 00:00:00 GMT'],
} as const;

type HeaderName = keyof typeof HEADERS;

export const ON_EVERY_RESPONSE = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const satisfies readonly HeaderName[];

export const headerRefs = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description:
      'Makes the request safe to repeat: it takes effect once, and its response is repeated for 24 hours. The key may stand in quotation marks, which are no part of it (RFC 9651, section 3.3.3).',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5f0c2a8e-adopt-rex',
  },
  'If-Match': {
    description:
      'The request is carried out only if the resource still has this ETag; otherwise the response is 412. RFC 9110, section 13.1.1.',
    schema: { type: 'string' },
    example: '"1"',
  },
  'If-None-Match': {
    description:
      'If the resource still has this ETag, a read gets 304, without a body, and a change 412. RFC 9110, section 13.1.2.',
    schema: { type: 'string' },
    example: '"1"',
  },
  Prefer: {
    description:
      'With `handling=strict`, query parameters and members of the body that the operation does not know are refused with 400, and the message names the one that may be meant. By default (`handling=lenient`) they are ignored. RFC 7240, section 4.4.',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
} as const;

/** The names of an operation's own request headers, derived from its errors and statuses. */
export const requestHeadersOf = (route: DescribedRoute): (keyof typeof REQUEST_HEADERS)[] => [
  ...(isIdempotent(route) ? (['Idempotency-Key'] as const) : []),
  ...(route.config?.errors?.includes('precondition_failed') === true ? (['If-Match', 'If-None-Match'] as const) : []),
];

export const requestHeaders = (route: DescribedRoute): Json[] =>
  ([...requestHeadersOf(route), 'Prefer'] as const).map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** The headers of every response of a deprecated operation. */
export const deprecationHeaders = ({ config }: DescribedRoute) =>
  config?.deprecation === undefined ? [] : (['Deprecation', 'Sunset'] as const);

/** The headers of a success that follow from what the operation does. */
export const successHeaders = (route: DescribedRoute): Json =>
  headerRefs([
    'Preference-Applied',
    ...(isPaged(route) ? (['Link'] as const) : []),
    ...(isIdempotent(route) ? (['Idempotency-Replayed'] as const) : []),
    ...deprecationHeaders(route),
  ]);
