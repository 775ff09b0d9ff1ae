import type { RequestListener } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Step } from './app.ts';
import type { DescribedRoute } from './description/described-route.ts';
import type { Credentials } from './pipeline/authenticate.ts';
import { renderError, type RenderError } from './pipeline/failures.ts';
import type { PreflightHeaders } from './pipeline/require-route.ts';

/** A way to the resources, under paths of its own: the API, or another protocol. */
export interface Interface {
  readonly prefixes: readonly string[];
  readonly credentials: Credentials;
  /** What it allows web pages; by default what the API does. */
  readonly cors?: Step;
  readonly preflightHeaders?: PreflightHeaders;
  /** Only the body tells what a request costs, and its handler charges for it: before, the pipeline only refuses banned keys. */
  readonly isChargedLater?: boolean;
  /** Further refusals, before `authorize`. */
  readonly refusals?: readonly Step[];
  /** Writes the failures of its requests; by default as the API does. */
  readonly renderError?: RenderError;
  readonly addRoutes: (app: App, server: ServerParts) => void;
}

/** What an interface may use of the server. */
export interface ServerParts {
  /** They may still grow until the first request. */
  readonly operations: readonly DescribedRoute[];
  /** Handles every request of the server. */
  readonly handle: RequestListener;
  /** Takes one request out of the caller's limits. @throws ApiError 429 */
  readonly charge: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Writes each failure as the interface does that the URL belongs to. */
export const rendererOf =
  (interfaces: readonly Pick<Interface, 'prefixes' | 'renderError'>[]): RenderError =>
  (error, url, body) => {
    // The router takes `%76` for a `v`.
    const path = url.replace(/%(?:[67][\da-f]|3\d)/gi, decodeURIComponent);
    const isBelow = (prefix: string) => path.startsWith(prefix) && /^(?:[/?]|$)/.test(path.slice(prefix.length));
    const found = interfaces.find(({ prefixes }) => prefixes.some(isBelow));
    return (found?.renderError ?? renderError)(error, url, body);
  };
