import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { requestOrigin } from '../http/request.ts';
import type { Now } from '../time/clock.ts';

interface ContactParts {
  /** An email address; undefined if there is none. */
  readonly contact: () => Promise<string | undefined>;
  /** The public origin of the service; empty to take it from the request. */
  readonly publicUrl: string;
  /** Unix milliseconds. */
  readonly now: Now;
}

const PATH = '/.well-known/security.txt';
const dayMs = 86_400_000;
/** The file of a service that is gone must not be believed for long: it should expire within a year. */
const days = 180;

/** Says whom to tell of a weakness. RFC 9116. */
export function securityTxtRoute(app: App, { contact, publicUrl, now }: ContactParts): void {
  app.get(PATH, async (request, reply) => {
    const email = await contact();
    if (email === undefined)
      throw new ApiError('route_not_found', 'Nobody has set an address for reports: see SECURITY_CONTACT.');
    const expires = new Date((Math.floor(now() / dayMs) + days) * dayMs).toISOString();
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${expires}`,
      `Canonical: ${publicUrl || requestOrigin(request)}${PATH}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.map((line) => `${line}\n`).join(''));
  });
}
