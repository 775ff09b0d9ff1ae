import type { FastifyRequest } from 'fastify';

type Request = Pick<FastifyRequest, 'headers' | 'method' | 'protocol' | 'host'>;

/** The site sends this header with its requests: no form can set it, and no script of another origin may. */
const SITE_HEADER = 'x-petstore-page';
/** Precedes the id of the account whose page it is, if somebody is signed in. Other values say of no account. */
const ACCOUNT_MARK = 'account-';

/** Whether the method is safe: the service answers no other safe method than these and OPTIONS. RFC 9110, section 9.2.1. */
export const isSafe = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** The origin that the request was sent to, as the browser sees it: behind a trusted proxy, the proxy's. */
export const requestOrigin = ({ protocol, host }: Request): string => `${protocol}://${host}`;

export const isSecure = ({ protocol }: Request): boolean => protocol === 'https';

/** The value of a cookie. Undefined if the name occurs twice: another host of the domain has set one of the two. */
export function cookieIn({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** Whether a page of the service's own origin sent the request. Scripts cannot set these headers. */
export function isSameOrigin(request: Request): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && origin === requestOrigin(request);
}

/** Whether the header says so: the site's pages send it to their own origin (`Referrer-Policy`), and no page of another origin can. */
function isReferredBySite(request: Request): boolean {
  const { referer = '' } = request.headers;
  return URL.canParse(referer) && new URL(referer).origin === requestOrigin(request);
}

/**
 * Whether the service's own site sent the request on purpose, so that its cookies may count. Links, forms, images and scripts of
 * other sites do not pass (cross-site request forgery).
 */
export function isFromSite(request: Request): boolean {
  const { 'sec-fetch-site': site, origin, [SITE_HEADER]: mark } = request.headers;
  // Older browsers, and all browsers on plain HTTP, send neither header with a same-origin GET. An image cannot be marked. The address of
  // its page is needed: a page at another port of the host, such as staging's, gets cookies sent, too, even with SameSite=Strict.
  if (site === undefined && origin === undefined)
    return isSafe(request) && (mark !== undefined || isReferredBySite(request));
  return isSameOrigin(request) && (isSafe(request) || mark !== undefined);
}

/**
 * Whether the page that sent the request takes this account for the one that is signed in, or says of none: in another tab of the browser, somebody
 * else may have signed in since.
 */
export function isOfPage({ headers }: Pick<FastifyRequest, 'headers'>, accountId: number): boolean {
  const mark = String(headers[SITE_HEADER] ?? '');
  return !mark.startsWith(ACCOUNT_MARK) || mark === `${ACCOUNT_MARK}${accountId}`;
}

/** https://fetch.spec.whatwg.org/#cors-preflight-request */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
