import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFromSite, isSecure } from '../../http/request.ts';

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
      isFromSite(request) ? valueOf(request.headers.cookie, nameFor(request)) : undefined,
    write,
    clear: (request: Request, reply: FastifyReply): void => write(request, reply, '', 0),
  };
}

/** Undefined if the name occurs twice: another host of the domain has set one of the two. */
function valueOf(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
