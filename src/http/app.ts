import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  onRequestHookHandler,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { AccessRuleName } from '../vocabulary/access-rules.ts';
import type { Scope } from '../vocabulary/scopes.ts';
import type { TestEffect } from '../vocabulary/test-values.ts';
import type { ErrorCode } from './errors.ts';
import type { KnownNames } from './pipeline/require-known.ts';
import type { Principal } from './principal.ts';
import type { Unknown } from './validation/unknown.ts';

interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** The Fastify instance that routes are added to. It infers the types of handlers from their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

/** A step of a pipeline: it lets the request pass, or refuses it with an ApiError. */
export type Step = onRequestHookHandler;

/** An operation that will be removed. RFC 9745 and RFC 8594. */
export interface Deprecation {
  readonly sinceMs: number;
  /** From this moment on the operation answers 410. */
  readonly removalMs: number;
  /** The `Link` to the successor, given the path's parameters. */
  readonly successor: (params: Readonly<Record<string, string>>) => string;
  /** The page of the docs about the deprecation. */
  readonly notice: string;
}

/** The values that force a failure in staging, in one member of the body. */
export interface TestValues {
  readonly effects: Readonly<Record<string, TestEffect>>;
  /** Reads the member. @param body has passed the route's schema */
  readonly valueIn: (body: unknown) => string | undefined;
  /** The failures that only this operation has. */
  readonly refusals?: Readonly<Partial<Record<TestEffect, (principal: Principal) => Error>>>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call: keys with the scope, operators only, or everybody without a key. If absent: any key under `/v1`, everybody under `/session`. */
    access?: Scope | 'operator' | 'public';
    /** A second scope that the key needs. */
    alsoAccess?: Scope;
    /** The scope that the key of an operator needs; `account` by default. */
    operatorScope?: Scope;
    /** Whose resources the operation may reach. Its handler decides that; the documentation and the tests take it from here. */
    whose?: AccessRuleName;
    /** The name of the bearer token that a public operation needs instead of a key; its handler checks it. */
    bearer?: 'reservationToken' | 'applicationToken' | 'alertToken';
    /** Refuses publishable keys even if they have the scope: everybody can read those keys. */
    secretKeysOnly?: boolean;
    /** Production has no such operation, and its description does not name it. */
    stagingOnly?: boolean;
    /** Refuses everybody (403) with this message: the operator has switched the operation off. */
    closed?: string | undefined;
    /** A request without a body counts as one with `{}`. */
    bodyOptional?: boolean;
    /** The media types of the body, if it is bytes instead of JSON. */
    consumes?: readonly string[];
    /** The requests that a call takes out of the caller's limits; 1 by default. */
    cost?: number;
    /** Pages call it again and again while somebody watches: sessions pay for it with an allowance that nothing else needs. */
    polled?: boolean;
    /** The operation's errors, beyond those that every operation shares. */
    errors?: readonly ErrorCode[];
    /** The headers of a success, beyond those on every response: name and description. */
    headers?: Readonly<Record<string, string>>;
    /** What in its body forces a failure in staging. */
    testValues?: TestValues;
    deprecation?: Deprecation;
    /** The operation answers with a live stream if the client accepts `text/event-stream`. */
    streams?: boolean;
    /** The operation answers with a table if the client prefers `text/csv`. */
    csv?: boolean;
    /** The handler sends texts that several responses have, with `sendShared`. */
    sharesTexts?: boolean;
    /** What the log and the metrics call the route, if not its URL. */
    label?: string;
    /** The response holds a secret that is shown only once. */
    showsSecret?: boolean;
    /** Its successes are not in the request log of the account: following the log must not fill it. */
    unlogged?: boolean;
    /** The route schema's. */
    operationId?: string | undefined;
    /** The status of a success: the first of the route schema's. */
    success?: number;
    /** From the route's schema. Undefined where unknown names are not looked for. */
    known?: KnownNames;
  }
  interface FastifySchema {
    operationId?: string;
    summary?: string;
    description?: string;
  }
  interface FastifyRequest {
    /** The route's config. `routeOptions.config` is the same, but Fastify builds `routeOptions` anew for each access. */
    operation: FastifyContextConfig & { readonly url?: string };
    /** Undefined if unauthenticated: the operation is public, or `unauthenticated` has the reason. */
    principal: Principal | undefined;
    unauthenticated: Error | undefined;
    /** Resolves when `principal` or `unauthenticated` is known, if the database had to be asked. */
    identified: Promise<void> | undefined;
    /** Set if a session authenticated the request instead of a key. */
    sessionToken: string | undefined;
    /** Sends 100 to a client that waits for it before it sends the body; undefined if none does. RFC 9110, section 10.1.1. */
    sendContinue: (() => void) | undefined;
    /** The code of its error response; undefined if there is none. */
    errorCode: ErrorCode | undefined;
    /** The parts of the request that the operation ignores as unknown; undefined if there are none. */
    ignored: { readonly parameters: readonly Unknown[]; readonly members: readonly Unknown[] } | undefined;
    /** The path of a request without a route, without possible secrets: see `Paths.outlineOf`. */
    pathOutline: string | undefined;
    /** The body arrived after the headers: meanwhile the principal may have lost its rights. */
    isBodyLate: boolean;
    /** Another request does the work of this one, and is observed in its place. */
    isRelayed: boolean;
  }
  interface FastifyReply {
    /** The reply's index in the array of replies in flight. */
    inFlightIndex: number;
  }
}
