/**
 * Values that force rare outcomes in staging. In production all of them are ordinary data. `docs/test-values.md` is made of these
 * tables, and the tests loop over them.
 */

/** How long a request with the effect `slow` waits. */
export const SLOW_REQUEST_MS = 5_000;

/** How long an endpoint with `waits` waits: longer than an endpoint may take to count as quick. */
export const SLOW_ENDPOINT_MS = 8_000;

/** The names of animals, each with what a request gets that gives an animal the name: the error with this code, or a slow success. */
export const TEST_ANIMALS = {
  'test:conflict': 'idempotency_key_in_use',
  'test:rate_limited': 'rate_limit_exceeded',
  'test:slow': 'slow',
  'test:unavailable': 'service_unavailable',
} as const;

/** Nobody can register a name under `.test`: RFC 6761, section 6.2. */
export const TEST_DOMAIN = 'petstore.test';

/** The addresses of adopters, each with what an order gets that names it. */
export const TEST_ADOPTERS = {
  [`taken@${TEST_DOMAIN}`]: 'pet_not_available',
  [`too-many-orders@${TEST_DOMAIN}`]: 'too_many_open_orders',
  [`rate-limited@${TEST_DOMAIN}`]: 'rate_limit_exceeded',
  [`slow@${TEST_DOMAIN}`]: 'slow',
  [`unavailable@${TEST_DOMAIN}`]: 'service_unavailable',
} as const satisfies Readonly<Record<string, TestEffect>>;

/** The code of the error that is forced, or `slow`. */
export type TestEffect =
  | (typeof TEST_ANIMALS)[keyof typeof TEST_ANIMALS]
  | 'pet_not_available'
  | 'too_many_open_orders';

/** What an endpoint does with each request. */
export interface TestEndpoint {
  /** The statuses of its answers: to the first attempt of a delivery, and so on; the last one to all others. None: it does not answer. */
  readonly answers?: readonly number[];
  readonly location?: string;
  /** It answers after `SLOW_ENDPOINT_MS`. */
  readonly waits?: true;
  /** It cannot be connected to: the code of the failure. */
  readonly fails?: string;
  /** What becomes of the delivery. */
  readonly outcome: string;
}

/** The hosts of webhooks, below the domain. */
export const TEST_ENDPOINTS = {
  ok: { answers: [204], outcome: 'Answers 204: the delivery succeeds.' },
  'fails-once': {
    answers: [500, 204],
    outcome: 'Answers 500 to the first attempt of each delivery, then 204: it succeeds with its second attempt.',
  },
  error: { answers: [500], outcome: 'Answers 500: the delivery is repeated until its last attempt has failed.' },
  gone: { answers: [410], outcome: 'Answers 410: the delivery has failed, and the webhook is disabled as `gone`.' },
  redirect: {
    answers: [302],
    location: `https://ok.${TEST_DOMAIN}/`,
    outcome: 'Answers 302, which is not followed: the delivery is repeated.',
  },
  slow: {
    answers: [204],
    waits: true,
    outcome: `Answers 204 after ${SLOW_ENDPOINT_MS / 1_000} seconds: the delivery succeeds, but the endpoint gets one request at a time.`,
  },
  silent: { outcome: 'Never answers: the attempt ends after 15 seconds, and the delivery is repeated.' },
  refused: { fails: 'ECONNREFUSED', outcome: 'Refuses the connection: the delivery is repeated.' },
  untrusted: {
    fails: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    outcome: 'Has a certificate that nobody trusts: the delivery is repeated.',
  },
} as const satisfies Readonly<Record<string, TestEndpoint>>;
