import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';
import { isReading } from '../reading.ts';

type Request = Pick<FastifyRequest, 'headers' | 'method' | 'protocol' | 'host'>;

/** What the service's own pages send with what they ask: no form can set it, and no script of another origin may. */
const PAGE_HEADER = 'x-petstore-page';

/** As the browser sees it: behind a trusted proxy, by what that says. */
export const ownOrigin = ({ protocol, host }: Request): string => `${protocol}://${host}`;

export const isSecure = ({ protocol }: Request): boolean => protocol === 'https';

/** Whether a page of this very origin has sent it. A browser lets no page write these headers. */
export function isSameOrigin(request: Request): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && origin === ownOrigin(request);
}

/**
 * Whether one of the service's own pages has sent it on purpose, so that a cookie that came with it may count: neither a link, a form
 * or an image of another site, nor its script.
 */
export function isOwnPage(request: Request): boolean {
  const { 'sec-fetch-site': site, origin, [PAGE_HEADER]: mark } = request.headers;
  // Older browsers, and any on plain HTTP, say nothing of where a GET of the same origin comes from.
  if (site === undefined && origin === undefined) return isReading(request) && mark !== undefined;
  return isSameOrigin(request) && (isReading(request) || mark !== undefined);
}

/** Refuses what would change something for whoever sits at the browser, unless an own page has sent it. */
export const ownPagesOnly: onRequestHookHandler = (request, _reply, done) => {
  done(isReading(request) || isOwnPage(request) ? undefined : crossSite());
};

const crossSite = (): ApiError =>
  new ApiError('cross_site_request', "Only the service's own pages may send this, with the header `X-Petstore-Page`.");
