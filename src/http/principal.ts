import type { FastifyRequest } from 'fastify';
import type { Caller } from '../limits/limiter.ts';
import type { Scope } from '../vocabulary/scopes.ts';
import { ApiError } from './errors.ts';

/** The account and key behind a request, and what they may do. */
export interface Principal {
  readonly accountId: number;
  /** Absent if a session authenticated the request. */
  readonly keyId?: number;
  readonly operator: boolean;
  readonly suspended: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** The web origins that may use a publishable key; undefined for secret keys and sessions. */
  readonly origins: ReadonlySet<string> | undefined;
  readonly caller: Caller;
  /** Whose limits pay for the operations on the account itself (scope `account`); absent if `caller` pays for them too. */
  readonly accountCaller?: Caller;
}

/** Finds the principal of a key or a session; undefined if it is unknown, revoked, expired, or of the other environment. */
export interface Principals {
  find(credential: string): Principal | undefined | Promise<Principal | undefined>;
}

/** The principal of a request to an operation that is not public: the pipeline admits no request without one. */
export function principalOf(request: Pick<FastifyRequest, 'principal'>): Principal {
  if (request.principal === undefined) throw new Error('The operation is public, so its request has no principal.');
  return request.principal;
}

/**
 * @param why the end of the sentence "The API key lacks the scope `orders:read` …"
 * @throws ApiError `insufficient_scope`
 */
export function requireScope({ scopes }: Principal, scope: Scope, why: string): void {
  if (!scopes.has(scope)) throw new ApiError('insufficient_scope', `The API key lacks the scope \`${scope}\`${why}.`);
}
