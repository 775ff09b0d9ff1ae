import type { RequestListener } from 'node:http';
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

/**
 * Renders what pages of the board show, for those who run no scripts. What a page asks the API for goes through the API's pipeline, as if its
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
  async function contentOf({ request, known, language, isChosen }: Asked, address: string): Promise<string> {
    const fetch: typeof globalThis.fetch = async (url, { headers = {} } = {}) => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url);
      // As the site's own script sends it.
      const sent = { ...(headers as Record<string, string>), 'sec-fetch-site': 'same-origin' };
      const answer = await send({ method: 'GET', url: pathname + search, headers: sent }, request, handle, true);
      return new Response(answer.body, { status: answer.status, headers: answer.headers as Record<string, string> });
    };
    const content = await load();
    const [path = '', search = ''] = address.split('?');
    const speaker = await speakerOf(language);
    return content.contentOf({ path, search, isChosen, settings: known, speaker, nowMs: now(), fetch });
  }

  return { addressOf, contentOf };
}
