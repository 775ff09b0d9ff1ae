import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOwnPage, isSecure } from './own-page.ts';

type Request = Pick<FastifyRequest, 'headers' | 'method' | 'protocol' | 'host'>;

/** A cookie for the service's own pages, which no script can read. */
export interface OwnCookie {
  /** The value, of a request that one of the service's own pages has made; of any other there is none. */
  read(request: Request): string | undefined;
  write(request: Request, reply: FastifyReply, value: string, maxAgeSeconds: number): void;
  clear(request: Request, reply: FastifyReply): void;
}

/** @param name has the environment in it: browsers send the cookies of one host to all its ports, so both environments get both */
export function ownCookie(name: string): OwnCookie {
  // RFC 6265bis, section 4.1.3.2: `__Host-` keeps other hosts of the domain from setting it.
  const nameFor = (request: Request) => (isSecure(request) ? `__Host-${name}` : name);

  const write: OwnCookie['write'] = (request, reply, value, maxAgeSeconds) => {
    const secure = isSecure(request) ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${nameFor(request)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  };

  return {
    read: (request) => (isOwnPage(request) ? valueOf(request.headers.cookie, nameFor(request)) : undefined),
    write,
    clear: (request, reply) => write(request, reply, '', 0),
  };
}

/** Undefined also where the name comes twice: one of them was then set by somebody else. */
function valueOf(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
