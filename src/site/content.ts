import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { send } from '../http/connection/within.ts';
import type { Now } from '../time/clock.ts';
import type { SiteSettings } from '../vocabulary/site.ts';
import type { Content } from '../words/content.ts';
import { speakerOf } from '../words/languages.ts';

/** The module in the folder of the site that renders pages for this process. */
export const CONTENT = '/content.js';

/** What a document follows from. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly known: SiteSettings;
  readonly language: string;
  /** Whether the address says the language. */
  readonly isChosen: boolean;
  /** Of a page of the board, such as `/pets/3`; empty for other pages. */
  readonly path: string;
  /** Whether search engines and others should know the page. */
  readonly isPublic: boolean;
  readonly origin: string;
}

/** What the API has answered to a page. */
export interface ApiAnswer {
  /** With its query. */
  readonly path: string;
  /** The header, if there is a next page. */
  readonly link: string | undefined;
  /** JSON. */
  readonly body: string;
}

export const nextLinkIn = ({ link }: OutgoingHttpHeaders): string | undefined =>
  typeof link === 'string' && link.includes('rel="next"') ? link : undefined;

/** What a page shows before its scripts run, and what it is made of. */
export interface MadeContent {
  readonly html: string;
  readonly answers: readonly ApiAnswer[];
}

/**
 * Renders what pages of the board show before their scripts run, and to those who run none. What a page asks the API for goes through the API's pipeline, as if its
 * visitor had asked.
 *
 * @param handle handles every request of the server
 */
export function openContent(folder: string, now: Now, handle: RequestListener) {
  let loading: Promise<Content> | undefined;
  const load = (): Promise<Content> =>
    (loading ??= import(pathToFileURL(join(folder, CONTENT)).href) as Promise<Content>);

  /** The address of what the page shows: equal for requests that differ in unknown parameters, or in their order. */
  async function addressOf({ request, language, path }: Asked): Promise<string> {
    const content = await load();
    const [, search = ''] = request.url.split('?');
    return content.addressOf({ path, search, speaker: await speakerOf(language) });
  }

  /** @param address what `addressOf` gives */
  async function contentOf({ request, known, language, isChosen }: Asked, address: string): Promise<MadeContent> {
    const answers: ApiAnswer[] = [];
    const fetch: typeof globalThis.fetch = async (url, { headers = {} } = {}) => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url);
      // As the site's own script sends it.
      const sent = { ...(headers as Record<string, string>), 'sec-fetch-site': 'same-origin' };
      const answer = await send({ method: 'GET', url: pathname + search, headers: sent }, request, handle, true);
      const received = { status: answer.status, headers: answer.headers as Record<string, string> };
      if (answer.status === 200)
        answers.push({ path: pathname + search, link: nextLinkIn(answer.headers), body: answer.body });
      return new Response(answer.body, received);
    };
    const content = await load();
    const [path = '', search = ''] = address.split('?');
    const speaker = await speakerOf(language);
    const html = await content.contentOf({ path, search, isChosen, settings: known, speaker, nowMs: now(), fetch });
    return { html, answers };
  }

  return { addressOf, contentOf };
}
