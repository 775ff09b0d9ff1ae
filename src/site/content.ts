import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { send } from '../http/connection/within.ts';
import type { Now } from '../time/clock.ts';
import type { SiteSettings } from '../vocabulary/site.ts';
import type { ContentOf } from '../words/content.ts';
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
  let loading: Promise<{ readonly contentOf: ContentOf }> | undefined;
  return async ({ request, known, language, path }: Asked): Promise<string> => {
    const fetch: typeof globalThis.fetch = async (url, { headers = {} } = {}) => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url);
      // As the site's own script sends it.
      const sent = { ...(headers as Record<string, string>), 'sec-fetch-site': 'same-origin' };
      const answer = await send({ method: 'GET', url: pathname + search, headers: sent }, request, handle, true);
      return new Response(answer.body, { status: answer.status, headers: answer.headers as Record<string, string> });
    };
    loading ??= import(pathToFileURL(join(folder, CONTENT)).href) as Promise<{ readonly contentOf: ContentOf }>;
    const { contentOf } = await loading;
    const [, search = ''] = request.url.split('?');
    return contentOf({ path, search, settings: known, speaker: await speakerOf(language), nowMs: now(), fetch });
  };
}
