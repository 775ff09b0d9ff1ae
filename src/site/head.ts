import { FEEDS, type SiteSettings } from '../vocabulary/site.ts';
import { siteTitle } from '../words/animals.ts';
import type { Words } from '../words/en/catalogue.ts';
import type { Speaker } from '../words/say.ts';

/** What a document says about its page to clients without scripts: search engines, and services where people share links. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The path of the page, without its query. */
  readonly path: string;
  /** The address of the page that this one repeats, if it is at another service. */
  readonly original?: string | undefined;
  /** The name of the site. */
  readonly siteName: string | undefined;
  readonly picture?: Picture | undefined;
  /** JSON-LD. */
  readonly data?: object;
}

interface Picture {
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
  readonly alt?: string | undefined;
}

/** The head of the board. */
export function boardHead(
  speaker: Speaker<Words>,
  { organization, ...site }: Pick<SiteSettings, 'name' | 'logo' | 'organization'>,
): PageHead {
  const {
    say,
    words: { heads },
  } = speaker;
  const { name = organization?.name, logo = organization?.logo } = site;
  return {
    title: siteTitle(speaker, name),
    description: name === undefined ? heads.description : say(heads.descriptionOf, { organization: name }),
    path: '/',
    siteName: name,
    picture: logo === undefined ? undefined : { path: logo },
  };
}

/** The document with its language, title and description. */
export const titled = (
  markup: string,
  { language, direction }: Speaker<Words>,
  { title, description }: Pick<PageHead, 'title' | 'description'>,
): string =>
  markup
    .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${direction}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => escaped(description));

interface Placed {
  /** Where visitors find the service. */
  readonly origin: string;
  /** The languages of the site. */
  readonly languages: readonly string[];
  /** Whether the address of the page says its language. */
  readonly isChosen: boolean;
}

/** The tags of a page of the board, besides its title and description. */
export function tagsOf(head: PageHead, { language, words }: Speaker<Words>, placed: Placed): string {
  const { title, description, path, original, siteName, picture, data } = head;
  const { origin, languages, isChosen } = placed;
  const address = origin + path;
  const addressIn = (other: string) => `${address}?lang=${other}`;
  const url = isChosen ? addressIn(language) : address;
  const properties: Readonly<Record<string, string | number | undefined>> = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:site_name': siteName,
    'og:locale': localeOf(language),
    'og:image': picture && origin + picture.path,
    'og:image:width': picture?.width,
    'og:image:height': picture?.height,
    'og:image:alt': picture?.alt,
  };
  const tags = Object.entries(properties).flatMap(([property, content]) =>
    content === undefined ? [] : [`<meta property="${property}" content="${escaped(String(content))}" />`],
  );
  const card = picture?.width === undefined ? 'summary' : 'summary_large_image';
  return [
    `<link rel="canonical" href="${escaped(original ?? url)}" />`,
    ...(languages.length === 1 || original !== undefined
      ? []
      : [['x-default', address], ...languages.map((other) => [other, addressIn(other)])].map(
          ([other, href = '']) => `<link rel="alternate" hreflang="${other}" href="${escaped(href)}" />`,
        )),
    ...FEEDS.map(
      ({ type, path: feed }) =>
        `<link rel="alternate" type="${type}" title="${escaped(words.heads.newAnimals)}" href="${feed}" />`,
    ),
    ...tags,
    `<meta name="twitter:card" content="${card}" />`,
    ...(data === undefined ? [] : [dataBlock('application/ld+json', data)]),
  ].join('');
}

/**
 * Lets browsers load the photo that everybody sees first before the scripts that show it.
 *
 * @param content what the page shows without scripts
 */
export function preloadOf(content: string): string {
  const [photo] = /<img\b[^>]*\bfetchpriority="high"[^>]*>/.exec(content) ?? [];
  const [src, files, sizes] = ['src', 'srcset', 'sizes'].map(
    (name) => new RegExp(` ${name}="([^"]*)"`).exec(photo ?? '')?.[1],
  );
  if (src === undefined) return '';
  return `<link rel="preload" as="image" fetchpriority="high" href="${src}" imagesrcset="${files}" imagesizes="${sizes}" />`;
}

/** A language as Open Graph has it, such as `es_ES`. */
function localeOf(language: string): string {
  const { language: name, region } = new Intl.Locale(language).maximize();
  return `${name}_${region}`;
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** Data in the document, which browsers do not run. @param replacer as in `JSON.stringify` */
export const dataBlock = (
  type: string,
  data: unknown,
  attributes: Attributes = {},
  replacer?: (name: string, value: unknown) => unknown,
): string => jsonBlock(type, JSON.stringify(data, replacer), attributes);

/** @param json unchanged: it may have numbers that JavaScript rounds */
export function jsonBlock(type: string, json: string, attributes: Attributes): string {
  const all = Object.entries({ type, ...attributes }).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escaped(value)}"`,
  );
  return `<script${all.join('')}>${json.replaceAll('<', String.raw`\u003c`)}</script>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
