import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieIn, isFromSite, isSecure } from '../../http/request.ts';
import { isRight, keyedHash } from '../../secrets/keyed-hash.ts';
import type { RandomBytes } from '../../secrets/token.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';

type Request = Pick<FastifyRequest, 'headers' | 'method' | 'protocol' | 'host'>;

/** A cookie of the service's own site that no script can read. */
export type SiteCookie = ReturnType<typeof siteCookie>;

/** @param name includes the environment: browsers send the cookies of a host to all its ports, so both environments receive both */
export function siteCookie(name: string) {
  // RFC 6265bis, section 4.1.3.2: `__Host-` keeps other hosts of the domain from setting the cookie.
  const nameFor = (request: Request) => (isSecure(request) ? `__Host-${name}` : name);

  const write = (request: Request, reply: FastifyReply, value: string, maxAgeSeconds: number) => {
    const secure = isSecure(request) ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${nameFor(request)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  };

  return {
    /** The value; undefined unless the service's own site sent the request. */
    read: (request: Request): string | undefined =>
      isFromSite(request) ? cookieIn(request, nameFor(request)) : undefined,
    /** Whether the browser has it, whatever page sent the request. Only for what the request may decide about itself. */
    isSent: (request: Request): boolean => cookieIn(request, nameFor(request)) !== undefined,
    write,
    clear: (request: Request, reply: FastifyReply): void => write(request, reply, '', 0),
  };
}

/**
 * The browsers that have signed in to an account before. Their attempts have a limit of their own, so that strangers who
 * guess lock nobody out of them. OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export type KnownBrowsers = ReturnType<typeof knownBrowsers>;

/** The longest that browsers keep a cookie. RFC 6265bis, section 5.5. */
const longestSeconds = 400 * 24 * 3_600;

/** @param secret the same for all processes of an environment */
export function knownBrowsers(cookie: SiteCookie, secret: Uint8Array, random: RandomBytes) {
  const sealOf = (id: string, email: string): string => keyedHash(secret, `${id}\n${normalizedEmail(email)}`);

  /** The id of the browser; undefined unless somebody has signed in there to the account of this email. */
  const find = (request: FastifyRequest, email: string): string | undefined => {
    const [id = '', seal = ''] = cookie.read(request)?.split('.') ?? [];
    return isRight(seal, sealOf(id, email)) ? id : undefined;
  };

  return {
    /** Proves that somebody has signed in to the account of this email in this browser; undefined otherwise. */
    proof: (request: FastifyRequest, email: string): `browser:${string}` | undefined => {
      const id = find(request, email);
      return id === undefined ? undefined : `browser:${id}`;
    },
    remember(request: FastifyRequest, reply: FastifyReply, email: string): void {
      const id = find(request, email) ?? Buffer.from(random(16)).toString('base64url');
      cookie.write(request, reply, `${id}.${sealOf(id, email)}`, longestSeconds);
    },
  };
}
