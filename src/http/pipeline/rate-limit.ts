import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { addressCaller } from '../../limits/address-caller.ts';
import type { Caller, Decision, Limiter, WindowState } from '../../limits/limiter.ts';
import type { Step } from '../app.ts';
import { isPaid } from '../connection/within.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { isVisitor } from '../principal.ts';
import { isPreflight, isSafe } from '../request.ts';

/**
 * Subtracts the request's cost from its caller's limits, or refuses the request with 429; then refuses it with the 401 that `authenticate` noted. Every
 * response carries the limit headers. A request without a valid key counts against its address, never against the key that it claims.
 * Specification, part 8.
 *
 * @param onBan receives the key of each new ban
 * @param kindOf what the request counts as among a visitor's requests
 */
export function rateLimit(
  limiter: Limiter,
  anonymousPerMinute: number,
  onDecision: (decision: Decision) => void,
  onBan: (keyId: number) => void,
  kindOf: KindOf = kindByMethod,
): onRequestHookHandler {
  return (request, reply, done) => {
    const caller = callerOf(request, anonymousPerMinute, kindOf);
    const decided = decide(limiter, caller, request);

    const apply = (decision: Decision) => {
      onDecision(decision);
      if (decision.banned && caller.keyId !== undefined) onBan(caller.keyId);
      reply.headers(limitHeaders(decision));
      done(refusalOf(decision) ?? request.unauthenticated);
    };
    whenDecided(decided, apply, done);
  };
}

/** An `ApiError` is the client's fault and costs 1. Any other failure of the look-up is ours: the caller is unknown, and pays nothing. */
function decide(limiter: Limiter, caller: Caller, request: FastifyRequest) {
  const { unauthenticated, operation } = request;
  if (unauthenticated instanceof ApiError) return limiter.take(caller, 1);
  if (unauthenticated !== undefined) return limiter.peek(caller);
  const { cost = 1 } = operation;
  return cost === 0 || isPaid(request) ? takeFree(limiter, caller) : limiter.take(caller, cost);
}

/** Goes on at once with a decision that is there: a limiter in memory makes it at once. */
function whenDecided(
  decided: Decision | Promise<Decision>,
  apply: (decision: Decision) => void,
  fail: (error: Error) => void,
): void {
  if (decided instanceof Promise) decided.then(apply, fail);
  else apply(decided);
}

/** What costs nothing is work all the same: more than a program that asks every second, or people with many tabs. */
const freePerMinute = 600;

/** Takes a request that costs nothing out of the caller's allowance for these, and shows the caller's own windows unless it is refused. */
function takeFree(limiter: Limiter, caller: Caller): Decision | Promise<Decision> {
  const { bucket } = caller.visitor ?? caller;
  const free = limiter.take({ bucket: `free:${bucket}`, limits: { perMinute: freePerMinute } }, 1);
  const own = limiter.peek(caller);
  const either = (ofFree: Decision, ofOwn: Decision) =>
    ofOwn.refusedBy === undefined && ofFree.refusedBy !== undefined ? ofFree : ofOwn;
  return free instanceof Promise || own instanceof Promise
    ? Promise.all([free, own]).then(([ofFree, ofOwn]) => either(ofFree, ofOwn))
    : either(free, own);
}

/**
 * For requests whose cost is known only from their body: refuses banned keys (429), and leaves the rest to the code that reads the body. Others
 * go through `limit` at once.
 */
export function limitLater(limiter: Limiter, limit: Step): Step {
  return function (request, reply, done) {
    const { principal } = request;
    if (principal === undefined) return limit.call(this, request, reply, done);
    const apply = (decision: Decision) => {
      reply.headers(limitHeaders(decision));
      done(refusalOf(decision));
    };
    const seen = limiter.peek(principal.caller);
    whenDecided(seen, apply, done);
  };
}

/** Far more than people cause, even many behind one address. */
const pagesPerMinute = 6_000;

/** Limits what needs no key and is no operation of the API: pages, their files, and probes. Refuses with 429. */
export function limitPages(limiter: Limiter, onDecision: (decision: Decision) => void): onRequestHookHandler {
  return (request, _reply, done) => {
    const { bucket, limits } = addressCaller(request.ip, pagesPerMinute);
    const decided = limiter.take({ bucket: `pages:${bucket}`, limits }, 1);
    const apply = (decision: Decision) => {
      onDecision(decision);
      done(refusalOf(decision));
    };
    whenDecided(decided, apply, done);
  };
}

function callerOf(request: FastifyRequest, anonymousPerMinute: number, kindOf: KindOf): Caller {
  const { principal, operation } = request;
  if (isPreflight(request)) return preflightCaller(request);
  if (principal === undefined) return addressCaller(request.ip, anonymousPerMinute);
  const { caller, ownCallers } = principal;
  return withVisitor(
    request,
    ownCallers?.[operation.polled === true ? 'polled' : (operation.access ?? '')] ?? caller,
    kindOf,
  );
}

/** Browsers send a preflight before a request with a key, and fail that request without a reason if they get no answer: 429 is one. */
const preflightsPerMinute = 3_000;

/** The caller of the preflights of an address. A script without a key that uses up the limit of its address leaves them alone. */
function preflightCaller({ ip }: FastifyRequest): Caller {
  const { bucket, limits } = addressCaller(ip, preflightsPerMinute);
  return { bucket: `preflight:${bucket}`, limits };
}

/** What each visitor of a web page may send per minute with the page's publishable key, so that no visitor uses it up for the others. */
const visitorPerMinute = { reads: 300, writes: 5 } as const;
type KindOf = (request: FastifyRequest) => keyof typeof visitorPerMinute;

const kindByMethod: KindOf = (request) => (isSafe(request) ? 'reads' : 'writes');

/** The caller as a visitor of a web page uses it, whose address pays too; others unchanged. */
export function withVisitor(request: FastifyRequest, caller: Caller, kindOf: KindOf = kindByMethod): Caller {
  const { principal } = request;
  if (principal === undefined || !isVisitor(principal) || principal.isPartner === true) return caller;
  const kind = kindOf(request);
  const { bucket, limits } = addressCaller(request.ip, visitorPerMinute[kind]);
  return { ...caller, visitor: { bucket: `visitor:${kind}:${principal.keyId}:${bucket}`, limits } };
}

/** The headers of the specification's part 8, and of draft-ietf-httpapi-ratelimit-headers with both windows. */
export function limitHeaders(decision: Decision): Record<string, string | number> {
  const { shown, minute, day, nowMs } = decision;
  return {
    'x-ratelimit-limit': shown.limit,
    'x-ratelimit-remaining': shown.remaining,
    'x-ratelimit-reset': Math.ceil(shown.resetMs / 1000),
    'ratelimit-policy':
      day === undefined
        ? `"minute";q=${minute.limit};w=60`
        : `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`,
    ratelimit:
      day === undefined
        ? remaining('minute', minute, nowMs)
        : `${remaining('minute', minute, nowMs)}, ${remaining('day', day, nowMs)}`,
  };
}

const remaining = (name: string, window: WindowState, nowMs: number): string =>
  `"${name}";r=${window.remaining};t=${secondsUntil(window.resetMs, nowMs)}`;

/** Whole seconds, rounded up: a client that waits so long does not return too early. */
const secondsUntil = (ms: number, nowMs: number): number => Math.max(0, Math.ceil((ms - nowMs) / 1000));

const REFUSALS = {
  minute: ['rate_limit_exceeded', 'The limit of %s requests per minute is used up'],
  day: ['daily_quota_exceeded', 'The limit of %s requests per day is used up'],
  ban: ['api_key_banned', 'The API key is banned because it kept sending requests after 429 responses'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

/** The 429 of a decision, with `Retry-After`; undefined if the request is admitted. */
export function refusalOf(decision: Decision): ApiError | undefined {
  return decision.refusedBy === undefined ? undefined : refusalBy(decision.refusedBy, decision);
}

export function refusalBy(
  refusedBy: keyof typeof REFUSALS,
  { shown, nowMs }: Pick<Decision, 'shown' | 'nowMs'>,
): ApiError {
  const [code, reason] = REFUSALS[refusedBy];
  const seconds = Math.max(1, secondsUntil(shown.resetMs, nowMs));
  return new ApiError(code, `${reason.replace('%s', String(shown.limit))}; retry after ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
