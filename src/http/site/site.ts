import type { FastifyReply, FastifyRequest } from 'fastify';
import { boardTitle, SITE_PATHS, type SiteSettings } from '../../vocabulary/site.ts';
import type { App } from '../app.ts';
import { SITE_HEADERS } from '../pipeline/browser-headers.ts';
import { isSafe } from '../request.ts';
import { readStaticFiles, sendFile, type StaticFile, staticFile } from './static-files.ts';

/** The built site: one HTML document, which shows the page of its URL, and its files. */
export type Site = Awaited<ReturnType<typeof openSite>>;

/** Other sites embed this script. */
const EMBED = '/embed.js';

/**
 * Reads the site into memory.
 *
 * @param folder the built site; without it the service serves the API only
 * @param settings what the site needs to know about the service before its first request
 */
export async function openSite(folder: string, settings: () => Promise<SiteSettings>) {
  const files = await readStaticFiles(folder);
  const template = files.get('/index.html')?.bytes.toString('utf8');
  files.delete('/index.html');
  let cached: { readonly text: string; readonly file: StaticFile } | undefined;

  /** The document with the settings in it, which saves the browser a request, and the title for those who run no scripts. */
  async function document(markup: string): Promise<StaticFile> {
    const known = await settings();
    const json = JSON.stringify(known).replaceAll('<', String.raw`\u003c`);
    const script = `<script type="application/json" id="page-settings">${json}</script>`;
    const text = titled(markup, known.organization?.name).replace('</head>', () => `${script}</head>`);
    if (cached?.text !== text) cached = { text, file: staticFile('/index.html', Buffer.from(text)) };
    return cached.file;
  }

  return {
    addRoutes(app: App): void {
      app.get('/page-settings', (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return settings();
      });
      if (template === undefined) {
        // Without the site's docs, the description documents the API.
        for (const path of ['/docs', '/docs/*'])
          app.get(path, async (_request, reply) => reply.redirect('/v1/openapi.json'));
        return;
      }
      for (const path of SITE_PATHS) {
        app.get(path, async (request, reply) => sendFile(request, reply, await document(template)));
      }
      for (const [path, file] of files) {
        app.get(path, async (request, reply) => {
          if (path === EMBED)
            reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
          return sendFile(request, reply, file);
        });
      }
    },

    /** Answers a browser's request for an unknown path with the document and 404. False if the client is not a browser. */
    answerNotFound(request: FastifyRequest, reply: FastifyReply): boolean {
      if (template === undefined || !isSafe(request) || request.headers.accept?.includes('text/html') !== true)
        return false;
      reply.code(404).headers(SITE_HEADERS);
      document(template)
        .then((file) => sendFile(request, reply, file))
        .catch((error: unknown) => reply.send(error));
      return true;
    },
  };
}

/** The document with the title and the description of the only organization that visitors see. */
function titled(markup: string, organization: string | undefined): string {
  if (organization === undefined) return markup;
  const description = `Animals of ${organization} that are looking for a home.`;
  return markup
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(boardTitle({ name: organization }))}</title>`)
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => escaped(description));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
