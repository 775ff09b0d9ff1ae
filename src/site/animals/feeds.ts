import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import type { PageCache } from '../../http/page-cache.ts';
import { requestOrigin } from '../../http/request.ts';
import { sendFile, type StaticFile, staticFile } from '../../http/static-files.ts';
import { FEEDS, type SiteSettings } from '../../vocabulary/site.ts';
import type { Words } from '../../words/en/catalogue.ts';
import { speakerOf } from '../../words/languages.ts';
import type { Speaker } from '../../words/say.ts';
import { animalTitle } from '../../words/titles.ts';
import { boardHead } from '../head.ts';
import { isLanguageIn, wantedLanguage } from '../language.ts';
import type { BoardAnimal, BoardAnimals } from './animals.ts';
import { animalDescription, animalPath, animalUrl } from './head.ts';

interface FeedParts {
  readonly animals: BoardAnimals;
  readonly settings: () => Promise<SiteSettings>;
  /** The public origin of the service; empty to take it from the request. */
  readonly publicUrl: string;
  readonly pages: PageCache<StaticFile>;
}

/** As many as a program can miss between two readings, and more. */
const length = 50;

interface Feed {
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  readonly description: string;
  readonly homeUrl: string;
  readonly feedUrl: string;
  readonly entries: readonly Entry[];
}

interface Entry {
  /** The same for as long as the animal is here. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly organization: string | undefined;
  readonly category: string | undefined;
  /** RFC 3339. */
  readonly publishedAt: string | undefined;
  readonly updatedAt: string | undefined;
  readonly picture: { readonly url: string; readonly width: number; readonly height: number } | undefined;
}

/** The newest animals, for news readers and other programs. Everybody may read them, on pages of other sites too. */
export function feedRoutes(app: App, { animals, settings, publicUrl, pages }: FeedParts): void {
  for (const { path, type } of FEEDS) {
    app.get(path, async (request, reply) => {
      const known = await settings();
      if (known.boardKey === undefined) throw new ApiError('route_not_found', 'The board is switched off.');
      const origin = publicUrl || requestOrigin(request);
      const language = wantedLanguage(request, known);
      const query = isLanguageIn(request, known) ? `?lang=${language}` : '';
      const file = await pages.page(`${path} ${origin} ${language} ${query}`, async () => {
        const speaker = await speakerOf(language);
        // Read again: what is kept must not be older than the version that it is kept for.
        const { title, description } = boardHead(speaker, await settings());
        const entries = (await animals.newest(length)).map((animal) => entryOf(speaker, animal, origin));
        const feed = { language, title, description, homeUrl: `${origin}/`, feedUrl: origin + path + query, entries };
        const text = path === '/feed.xml' ? rssOf(feed) : JSON.stringify(jsonFeedOf(feed));
        return { ...staticFile(path, Buffer.from(text)), type: `${type}; charset=utf-8`, isCompressedQuickly: true };
      });
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      return sendFile(request, reply, file);
    });
  }
}

function entryOf(speaker: Speaker<Words>, animal: BoardAnimal, origin: string): Entry {
  const { pet, profile, photos, category, organization } = animal;
  const [photo] = photos;
  return {
    id: origin + animalPath(pet.id),
    url: animalUrl(animal, origin),
    title: animalTitle(speaker, pet.name, profile, category, undefined),
    text: animalDescription(speaker, animal),
    organization: organization?.name,
    category,
    publishedAt: profile.publishedAt,
    updatedAt: profile.updatedAt,
    picture: photo && { url: origin + photo.urls.share, width: photo.width, height: photo.height },
  };
}

/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1 */
const jsonFeedOf = ({ language, title, description, homeUrl, feedUrl, entries }: Feed): object => ({
  version: 'https://jsonfeed.org/version/1.1',
  language,
  title,
  description,
  home_page_url: homeUrl,
  feed_url: feedUrl,
  items: entries.map((entry) => ({
    id: entry.id,
    url: entry.url,
    title: entry.title,
    content_text: entry.text,
    image: entry.picture?.url,
    date_published: entry.publishedAt,
    date_modified: entry.updatedAt,
    authors: entry.organization === undefined ? undefined : [{ name: entry.organization }],
    tags: entry.category === undefined ? undefined : [entry.category],
  })),
});

/** RSS 2.0, with the pictures of Media RSS: https://www.rssboard.org/rss-specification and https://www.rssboard.org/media-rss */
const rssOf = ({ language, title, description, homeUrl, feedUrl, entries }: Feed): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
    element('title', title),
    element('link', homeUrl),
    element('description', description),
    element('language', language),
    `<atom:link rel="self" type="application/rss+xml" href="${escaped(feedUrl)}"/>`,
    ...entries.map(itemOf),
    '</channel></rss>\n',
  ].join('\n');

function itemOf({ id, url, title, text, category, publishedAt, picture }: Entry): string {
  return [
    '<item>',
    element('title', title),
    element('link', url),
    element('guid', id),
    // It is HTML.
    element('description', escaped(text)),
    category === undefined ? '' : element('category', category),
    publishedAt === undefined ? '' : element('pubDate', new Date(publishedAt).toUTCString()),
    picture === undefined
      ? ''
      : `<media:content url="${escaped(picture.url)}" medium="image" type="image/jpeg" width="${picture.width}" height="${picture.height}"/>`,
    '</item>',
  ].join('');
}

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

/** What XML 1.0 allows in no document, not even escaped. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export const escaped = (text: string): string =>
  text
    .replaceAll(NO_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
