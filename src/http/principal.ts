import type { FastifyRequest } from 'fastify';
import type { Caller } from '../limits/limiter.ts';
import type { Scope } from '../vocabulary/scopes.ts';

/** The account behind a request, and what its key lets it do. */
export interface Principal {
  readonly accountId: number;
  /** Absent of a session, which may do all that the account may. */
  readonly keyId?: number;
  readonly operator: boolean;
  readonly suspended: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** Of a publishable key: the web origins that may use it. Undefined of a secret key. */
  readonly origins: ReadonlySet<string> | undefined;
  readonly caller: Caller;
  /** Whose limits pay for the account's own accountCaller, all that takes the scope `account`; absent where `caller` does. */
  readonly accountCaller?: Caller;
}

/** Finds whose key or session it is. Undefined when it is nobody's: unknown, revoked, expired, or of the other environment. */
export interface Principals {
  find(credential: string): Principal | undefined | Promise<Principal | undefined>;
}

/** The principal of a request to an operation that needs a key: the hooks have let nobody else through. */
export function principalOf(request: Pick<FastifyRequest, 'principal'>): Principal {
  if (request.principal === undefined) throw new Error('The operation is public and has no principal.');
  return request.principal;
}
