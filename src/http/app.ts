import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Scope } from '../vocabulary/scopes.ts';
import type { ErrorCode } from './errors.ts';
import type { Principal } from './principal.ts';

interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** The Fastify instance that routes are added to; it infers the handlers' types from the schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

/** An operation that is on its way out. RFC 9745 and RFC 8594. */
export interface Deprecation {
  readonly sinceMs: number;
  /** From this moment on the operation answers 410. */
  readonly removalMs: number;
  /** The `Link` to what replaces it, given the path's parameters. */
  readonly successor: (params: Readonly<Record<string, string>>) => string;
  /** Where the docs tell of it. */
  readonly notice: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call: holders of the scope (of any key, where none is said), operators only, or anybody at all, with a key or without. */
    access?: Scope | 'operator' | 'public';
    /** Not for publishable keys, though they may hold the scope: everybody can read those. */
    secretKeysOnly?: boolean;
    /** What a call takes out of the caller's limits: 1 unless said. */
    cost?: number;
    /** The errors of this operation, beyond those that every operation shares. */
    errors?: readonly ErrorCode[];
    /** The headers of a success, beyond those of every response: name and meaning. */
    headers?: Readonly<Record<string, string>>;
    deprecation?: Deprecation;
    /** The operation answers with a live stream too, where the client accepts `text/event-stream`. */
    streams?: boolean;
    /** The answer holds a secret that is shown this once. */
    showsSecret?: boolean;
  }
  interface FastifySchema {
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
  }
  interface FastifyRequest {
    /** What its route says of it. `routeOptions` has the same, and is put together anew at each look. */
    operation: FastifyContextConfig & { readonly url?: string };
    /** Whose request it is. Undefined while nobody's: of a public operation, or when `unauthenticated` says why. */
    principal: Principal | undefined;
    unauthenticated: Error | undefined;
    /** Of a request that came with a session in the place of a key. */
    sessionToken: string | undefined;
  }
  interface FastifyReply {
    /** The reply's index in the array of replies in flight. */
    inFlightIndex: number;
  }
}
