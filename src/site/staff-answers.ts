import type { RequestListener } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { send } from '../http/connection/within.ts';
import { hasConsole } from '../vocabulary/organizations.ts';
import { FIRST_ANIMALS } from '../vocabulary/site.ts';
import { type ApiAnswer, nextLinkIn } from './content.ts';

const { page, expand, limit } = FIRST_ANIMALS;
const animals = `/v1/pets?${new URLSearchParams({ expand: expand.join(','), limit: String(limit) }).toString()}`;

/** Whether the user has opened the page, or a page of this origin, and no page of another origin. */
const isOpened = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' && ['none', 'same-origin'].includes(headers['sec-fetch-site'] ?? '');

/**
 * What a page of staff asks first, answered for who is signed in: the session, and the animals if its page shows them. Empty if nobody is,
 * or if a page of another origin, such as a link in a mail, leads here: then the page asks itself.
 *
 * @param handle handles every request of the server
 */
export async function staffAnswers(request: FastifyRequest, handle: RequestListener): Promise<ApiAnswer[]> {
  const { cookie } = request.headers;
  const isStaff = /^\/(?:console|portal)(?:\/|$)/.test(request.routeOptions.url ?? '');
  if (cookie === undefined || !isStaff || !isOpened(request)) return [];
  const ask = async (path: string): Promise<ApiAnswer | undefined> => {
    // As the page's own script sends it.
    const sent = { cookie, 'sec-fetch-site': 'same-origin' };
    const { status, headers, body } = await send({ method: 'GET', url: path, headers: sent }, request, handle);
    return status === 200 ? { path, link: nextLinkIn(headers), body } : undefined;
  };
  const session = await ask('/session');
  if (session === undefined) return [];
  const { account } = JSON.parse(session.body) as { readonly account: Parameters<typeof hasConsole>[0] };
  const list = request.url === page && hasConsole(account) ? await ask(animals) : undefined;
  return list === undefined ? [session] : [session, list];
}
