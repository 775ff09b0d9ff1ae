import type { RequestListener } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { send } from '../http/connection/within.ts';
import { FIRST_ANIMALS } from '../vocabulary/site.ts';
import { type ApiAnswer, nextLinkIn } from './content.ts';

const { page, expand, limit } = FIRST_ANIMALS;
const animals = `/v1/pets?${new URLSearchParams({ expand: expand.join(','), limit: String(limit) }).toString()}`;

/**
 * What a page of staff asks first, answered for who is signed in: the session, and the animals of their page. Empty if nobody is.
 * Browsers keep the cookie back when a link of another site leads here; then the page asks itself.
 *
 * @param handle handles every request of the server
 */
export async function staffAnswers(request: FastifyRequest, handle: RequestListener): Promise<ApiAnswer[]> {
  const { cookie } = request.headers;
  if (cookie === undefined || !/^\/(?:console|portal)(?:\/|$)/.test(request.routeOptions.url ?? '')) return [];
  const answers: ApiAnswer[] = [];
  for (const path of ['/session', ...(request.url === page ? [animals] : [])]) {
    // As the page's own script sends it.
    const sent = { cookie, 'sec-fetch-site': 'same-origin' };
    const { status, headers, body } = await send({ method: 'GET', url: path, headers: sent }, request, handle);
    if (status !== 200) break;
    answers.push({ path, link: nextLinkIn(headers), body });
  }
  return answers;
}
