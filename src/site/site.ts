import type { RequestListener } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { TAG_NAMES } from '../http/description/openapi.ts';
import { ApiError } from '../http/errors.ts';
import type { PageCache } from '../http/page-cache.ts';
import { policyWith, SITE_HEADERS } from '../http/pipeline/browser-headers.ts';
import { isSafe, requestOrigin } from '../http/request.ts';
import { vary } from '../http/respond.ts';
import { readStaticFiles, sendFile, type StaticFile, staticFile } from '../http/static-files.ts';
import type { Log } from '../telemetry/log.ts';
import type { Now } from '../time/clock.ts';
import type { LanguageTag, Versions } from '../vocabulary/languages.ts';
import { ANIMAL_PATH, ENGLISH, SITE_PATHS, type SiteSettings } from '../vocabulary/site.ts';
import type { Words } from '../words/en/catalogue.ts';
import { LANGUAGES, speakerOf } from '../words/languages.ts';
import type { Speaker } from '../words/say.ts';
import { type ApiAnswer, type Asked, CONTENT, type MadeContent, openContent } from './content.ts';
import { boardHead, dataBlock, jsonBlock, type PageHead, preloadOf, tagsOf, titled } from './head.ts';
import { isForStaff, isLanguageIn, languageOf, wantedLanguage } from './language.ts';
import { AFTER_PHOTO, afterPhoto, MANIFEST, openPageFiles, type PageFiles } from './page-files.ts';
import { staffAnswers } from './staff-answers.ts';
import { firstWords, openWordFiles } from './words.ts';

/** The pages besides the animals' that search engines and others should know. */
const PUBLIC_PAGES: Readonly<Record<string, Shown>> = {
  '/': { path: '/' },
  '/how-to-adopt': titledPage('/how-to-adopt', 'howToAdopt'),
  '/accessibility': titledPage('/accessibility', 'accessibility'),
};

function titledPage(path: string, title: 'howToAdopt' | 'accessibility'): Shown {
  return {
    path,
    headOf: async (speaker, known) => ({
      ...boardHead(speaker, known),
      title: speaker.words.first[title],
      path,
    }),
  };
}

/** The folder of most files: scripts, styles and fonts. */
const ASSETS = '/assets/';

/** The logo that the operator has set. */
export const SITE_LOGO = '/site-logo';

/** Other sites embed this script. */
const EMBED = '/embed.js';

const MISSING = 'The site is not built, so this service has the API only. `npm ci` builds the site.';

/** What the site asks the service for. */
interface SiteParts {
  /** What its pages need to know before their first request. */
  readonly settings: () => Promise<SiteSettings>;
  /** The head of an animal's page; undefined if visitors see no such animal. @param petId as it is in the path */
  readonly animalHead: (petId: string, origin: string, speaker: Speaker<Words>) => Promise<PageHead | undefined>;
  /** The public origin of the service; empty to take it from the request. */
  readonly publicUrl: string;
  readonly logo?: StaticFile | undefined;
  readonly documents: PageCache<MadeDocument>;
  /** Unix milliseconds. */
  readonly now: Now;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Reads the built site into memory: one HTML document, which shows the page of its URL, and its files.
 *
 * @param folder the built site; without it the service serves the API only
 */
export async function openSite(folder: string, parts: SiteParts) {
  const { settings, animalHead, publicUrl, logo, documents, now, log } = parts;
  const files = await readStaticFiles(folder);
  const template = files.get('/index.html')?.bytes.toString('utf8') ?? '';
  const hasPages = files.delete('/index.html');
  const hasContent = files.delete(CONTENT);
  const filesOf = openPageFiles(files.get(MANIFEST), template);
  files.delete(MANIFEST);
  const [firstScript = ''] = FIRST_SCRIPT.exec(template) ?? [];
  let content: ReturnType<typeof openContent> | undefined;
  /** Handles every request of the server. */
  let handle: RequestListener = () => {};
  if (logo !== undefined) files.set(SITE_LOGO, logo);
  const reference = new Set(['', ...TAG_NAMES, 'webhook-events'].map((name) => name.toLowerCase()));
  /** Whether a path under `/docs` is a guide, which is also there as Markdown, or a page of the reference. */
  const isGuide = (url: string): boolean => {
    const [, name = '', page = ''] = /^\/docs\/([^/?]*)\/?([^/?]*)\/?(?:\?|$)/.exec(url) ?? [];
    return name === 'reference' ? reference.has(page) : page === '' && files.has(`/docs/${name}.md`);
  };
  const wordFiles = openWordFiles();
  const originOf = (request: FastifyRequest): string => publicUrl || requestOrigin(request);

  /** The document with the settings in it, which saves the browser a request, and what its page is about for those who run no scripts. */
  async function sendDocument(request: FastifyRequest, reply: FastifyReply, shown: Shown = {}): Promise<FastifyReply> {
    const known = await settings();
    const language = isForStaff(request.routeOptions.url ?? '') ? ENGLISH : languageOf(request, known);
    // While the board is switched off, its pages are about nothing.
    const isPublic = reply.statusCode === 200 && shown.path !== undefined && known.boardKey !== undefined;
    const isChosen = isLanguageIn(request, known);
    const { path = '' } = shown;
    const asked = { request, known, language, isChosen, path, isPublic, origin: originOf(request) };
    const { file, isFound, policy } = await (isPublic
      ? publicDocument(asked, shown)
      : documentOf(asked, shown, { html: '', answers: await staffAnswers(request, handle) }));
    if (!isFound) reply.code(404);
    reply.headers({ 'content-language': language, 'content-security-policy': policy });
    for (const header of ['Accept-Language', 'Cookie']) vary(reply, header);
    return sendFile(request, reply, file);
  }

  /** The document with the content of its page: the same for all who ask for it, until something changes. */
  async function publicDocument(asked: Asked, shown: Shown): Promise<MadeDocument> {
    const { language, isChosen, origin, path } = asked;
    try {
      const address = (await content?.addressOf(asked)) ?? path;
      return await documents.page(`${origin} ${language} ${isChosen} ${address}`, async () => {
        // Read again: what is kept must not be older than the version that it is kept for.
        const current = { ...asked, known: await settings() };
        return documentOf(current, shown, await content?.contentOf(current, address));
      });
    } catch (failure) {
      // The API may have refused the visitor: the page's scripts try again.
      if (!isRefusal(failure)) log.error({ err: failure }, 'a page could not be rendered for those who run no scripts');
      return documentOf(asked, shown);
    }
  }

  async function documentOf(asked: Asked, { headOf }: Shown, content = NOTHING): Promise<MadeDocument> {
    const { html, answers } = content;
    const { request, known, language, isChosen, isPublic, origin } = asked;
    const speaker = await speakerOf(language);
    const pageHead = await headOf?.(speaker, known);
    const isFound = headOf === undefined || pageHead !== undefined;
    const head = pageHead ?? boardHead(speaker, known);
    const tags = isFound && isPublic ? tagsOf(head, speaker, { origin, languages: known.languages, isChosen }) : '';
    // Of what the organization has written in several languages, a page needs one version.
    const ofPage = (name: string, value: unknown) =>
      name === 'translations' ? { [language]: (value as Versions<unknown>)[language as LanguageTag] } : value;
    const data = dataBlock('application/json', known, { id: 'page-settings' }, ofPage);
    const words = dataBlock('application/json', firstWords(speaker, known.environment), { id: 'page-words' });
    const style = colorsOf(known);
    const colors = style === '' ? '' : `<style>${style}</style>`;
    const { styles, scripts } = (isFound ? filesOf(request.routeOptions.url ?? '', language) : undefined) ?? NO_FILES;
    const photo = preloadOf(html);
    const blocks = answers.map(answerBlock).join('');
    const isLater = photo !== '' && scripts !== '';
    // First: what follows it may be long.
    const text = titled(template, speaker, head)
      .replace('<title>', () => `${photo}<title>`)
      .replace('</head>', () => `${colors}${styles}${isLater ? '' : scripts}${tags}${data}${words}${blocks}</head>`);
    const whole =
      html === ''
        ? text
        : text
            .replace(NOSCRIPT, '')
            .replace('</head>', `${WITHOUT_SCRIPTS}</head>`)
            .replace(APP, () => `<div id="app" class="still">${html}</div>`);
    const document = isLater
      ? whole.replace(firstScript, '').replace('</body>', () => `${afterPhoto(firstScript + scripts)}</body>`)
      : whole;
    const file = { ...staticFile('/index.html', Buffer.from(document)), isCompressedQuickly: true };
    // What it has of an account goes into no cache.
    const isOwn = html === '' && answers.length > 0;
    return {
      file: isOwn ? { ...file, cacheControl: 'no-store' } : file,
      isFound,
      policy: policyWith({ style, script: isLater ? AFTER_PHOTO : '' }),
    };
  }

  return {
    /** Why there are no pages; undefined if there are. */
    missing: hasPages ? undefined : MISSING,
    addRoutes(app: App): void {
      handle = (incoming, answer) => app.routing(incoming, answer);
      if (hasContent) content = openContent(folder, now, handle);
      app.get('/words', async (request, reply) => {
        // Pages that embed the board read them, too. What they depend on is in the address.
        reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
        return sendFile(request, reply, await wordFiles.of(wantedLanguage(request, await settings())));
      });
      app.get<{ Params: { language: string } }>('/words/:language', async (request, reply) => {
        const { language } = request.params;
        if (!Object.hasOwn(LANGUAGES, language)) throw new ApiError('route_not_found', 'There is no such language.');
        return sendFile(request, reply, await wordFiles.of(language));
      });
      app.get('/words/species', async (request, reply) => {
        reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
        return sendFile(request, reply, wordFiles.species());
      });
      app.get('/page-settings', (_request, reply) => {
        // Pages that embed the board read them, too.
        reply.headers({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
        return settings();
      });
      if (!hasPages) {
        // Without the site's docs, the description documents the API.
        for (const path of ['/docs', '/docs/*'])
          app.get(path, async (_request, reply) => reply.redirect('/v1/openapi.json'));
        return;
      }
      for (const path of SITE_PATHS) {
        if (path === ANIMAL_PATH) continue;
        const shown = PUBLIC_PAGES[path] ?? {};
        app.get(path, async (request, reply) => {
          if (path === '/docs/*' && !isGuide(request.url)) reply.code(404);
          return sendDocument(request, reply, shown);
        });
      }
      app.get<{ Params: { petId: string } }>(ANIMAL_PATH, async (request, reply) =>
        sendDocument(request, reply, {
          headOf: (speaker) => animalHead(request.params.petId, originOf(request), speaker),
          path: `/pets/${request.params.petId}`,
        }),
      );
      const { assets = [], others = [] } = Object.groupBy(files, ([path]) =>
        path.startsWith(ASSETS) ? 'assets' : 'others',
      );
      for (const [path, file] of others) {
        app.get(path, async (request, reply) => {
          if (path === EMBED)
            reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
          return sendFile(request, reply, file);
        });
      }
      // A route for each took as long to make as all routes of the API.
      const names = assets.map(([path]) => RegExp.escape(path.slice(ASSETS.length)));
      const options = { config: { label: `${ASSETS}:name` } };
      if (names.length > 0)
        app.get<{ Params: { name: string } }>(`${ASSETS}:name(${names.join('|')})`, options, async (request, reply) =>
          sendFile(request, reply, files.get(ASSETS + request.params.name) as StaticFile),
        );
    },

    /** Answers a browser's request for an unknown path with the document and 404. False if the client is not a browser. */
    answerNotFound(request: FastifyRequest, reply: FastifyReply): boolean {
      if (!hasPages || !isSafe(request) || request.headers.accept?.includes('text/html') !== true) return false;
      reply.code(404).headers(SITE_HEADERS);
      sendDocument(request, reply).catch((error: unknown) => reply.send(error));
      return true;
    },
  };
}

/** A document, and whether there is such a page. */
export interface MadeDocument {
  readonly file: StaticFile;
  readonly isFound: boolean;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

interface Shown {
  /** By default the board's. Undefined if there is nothing to show: the document says so with 404. */
  readonly headOf?: (speaker: Speaker<Words>, known: SiteSettings) => Promise<PageHead | undefined>;
  /** Of a page that search engines and others should know. */
  readonly path?: string;
}

/** The style sheet with the operator's color; empty without one. */
const colorsOf = ({ accent }: SiteSettings): string =>
  accent === undefined
    ? ''
    : `:root{${Object.entries(accent)
        .map((color) => color.join(':'))
        .join(';')}}`;

/** Of a document that shows nothing before its page runs. */
const NOTHING: MadeContent = { html: '', answers: [] };

/** Of a document whose page needs the first script alone. */
const NO_FILES: PageFiles = { styles: '', scripts: '' };

/** The element that pages are shown in. */
const APP = '<div id="app"></div>';

/** The styles of all pages of the board, which hide what needs a script. */
const WITHOUT_SCRIPTS = '<noscript><link rel="stylesheet" href="/content.css" /></noscript>';

/** The scripts of the page need not ask again for what it was made of. */
const answerBlock = ({ path, link, body }: ApiAnswer): string =>
  jsonBlock('application/json', body, { 'data-answer': path, 'data-link': link });

const FIRST_SCRIPT = /<script type="module"[^>]*><\/script>/;

/** What an element without scripts shows by default. */
const NOSCRIPT = /<noscript[^]*<\/noscript\s*>/;

/** Whether the client of the API, which the content is rendered with, says so. */
const isRefusal = (failure: unknown): boolean => failure instanceof Error && failure.name === 'PetstoreError';
