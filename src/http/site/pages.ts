import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { SITE_HEADERS } from '../pipeline/browser-headers.ts';
import { isSafe } from '../request.ts';
import { readStaticFiles, sendFile, type StaticFile, staticFile } from './static-files.ts';

/** The service's own pages, as they were built: one document that finds out by its address what to show, and its parts. */
export interface Pages {
  addRoutes(app: App): void;
  /** Answers a browser that asked for what is not there with a page that says so. False when it is for somebody else to answer. */
  answerNotFound(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** Where the document is the answer. */
const DOCUMENT_PATHS = ['/', '/pets/:petId', '/portal', '/portal/*', '/console', '/console/*', '/docs', '/docs/*'];

/** It comes into other people's pages, so it may be read there. */
const EMBED = '/embed.js';

/**
 * @param folder what the build has made; where it is not there, there are no pages, and the rest of the service is as ever
 * @param settings what the pages must know of the service before they ask it anything
 */
export async function openPages(folder: string, settings: () => Promise<object>): Promise<Pages> {
  const files = await readStaticFiles(folder);
  const template = files.get('/index.html')?.bytes.toString('utf8');
  files.delete('/index.html');
  let kept: { readonly text: string; readonly file: StaticFile } | undefined;

  /** The document with the settings in it: who opens a page waits for one answer less. */
  async function document(markup: string): Promise<StaticFile> {
    const json = JSON.stringify(await settings()).replaceAll('<', String.raw`\u003c`);
    const script = `<script type="application/json" id="page-settings">${json}</script>`;
    const text = markup.replace('</head>', () => `${script}</head>`);
    if (kept?.text !== text) kept = { text, file: staticFile('/index.html', Buffer.from(text)) };
    return kept.file;
  }

  return {
    addRoutes(app) {
      app.get('/page-settings', (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return settings();
      });
      if (template === undefined) {
        // What the pages would tell of the interface stands there too, for machines.
        for (const path of ['/docs', '/docs/*'])
          app.get(path, async (_request, reply) => reply.redirect('/v1/openapi.json'));
        return;
      }
      for (const path of DOCUMENT_PATHS) {
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

    answerNotFound(request, reply) {
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
