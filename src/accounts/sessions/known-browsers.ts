import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RandomBytes } from '../../secrets/token.ts';
import { normalizedEmail } from '../../vocabulary/text/address.ts';
import type { SiteCookie } from './cookie.ts';

/**
 * The browsers that have signed in to an account before. Their attempts have a limit of their own, so that strangers who
 * guess lock nobody out of them. OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export type KnownBrowsers = ReturnType<typeof knownBrowsers>;

/** The longest that browsers keep a cookie. RFC 6265bis, section 5.5. */
const longestSeconds = 400 * 24 * 3_600;

/** @param secret the same for all processes of an environment */
export function knownBrowsers(cookie: SiteCookie, secret: Uint8Array, random: RandomBytes) {
  const sealOf = (id: string, email: string): string =>
    createHmac('sha256', secret)
      .update(`${id}\n${normalizedEmail(email)}`)
      .digest('base64url');

  /** The id of the browser; undefined unless somebody has signed in there to the account of this email. */
  const find = (request: FastifyRequest, email: string): string | undefined => {
    const [id = '', seal = ''] = cookie.read(request)?.split('.') ?? [];
    const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(id, email))];
    return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
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
