import type { RouteOptions } from 'fastify';

/** The part of a route that the description needs, exactly as the route declares it. */
export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'> & { readonly prefix: string };

/** A paged list takes a cursor. */
export const isPaged = ({ schema }: DescribedRoute): boolean =>
  Object.hasOwn((schema?.querystring as { properties?: object } | undefined)?.properties ?? {}, 'cursor');

/** Whether clients can repeat the request with its `Idempotency-Key`: every POST and PATCH of an account. */
export const isIdempotent = ({ method, config }: DescribedRoute): boolean =>
  (method === 'POST' || method === 'PATCH') && config?.access !== 'public';
