import { boardTitle, FEEDS, type SiteSettings } from '../vocabulary/site.ts';

/** What a document says about its page to clients without scripts: search engines, and services where people share links. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The path of the page, without its query. */
  readonly path: string;
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
export function boardHead({ organization, ...site }: Pick<SiteSettings, 'name' | 'logo' | 'organization'>): PageHead {
  const { name = organization?.name, logo = organization?.logo } = site;
  return {
    title: boardTitle(name),
    description:
      name === undefined ? 'Animals that are looking for a home.' : `Animals of ${name} that are looking for a home.`,
    path: '/',
    siteName: name,
    picture: logo === undefined ? undefined : { path: logo },
  };
}

/** The document with its title and description. */
export const titled = (markup: string, { title, description }: Pick<PageHead, 'title' | 'description'>): string =>
  markup
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => escaped(description));

/** The tags of a page of the board, besides its title and description. @param origin where visitors find the service */
export function tagsOf(head: PageHead, origin: string): string {
  const { title, description, path, siteName, picture, data } = head;
  const url = origin + path;
  const properties: Readonly<Record<string, string | number | undefined>> = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:site_name': siteName,
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
    `<link rel="canonical" href="${escaped(url)}" />`,
    ...FEEDS.map(
      ({ type, path: feed }) => `<link rel="alternate" type="${type}" title="New animals" href="${feed}" />`,
    ),
    ...tags,
    `<meta name="twitter:card" content="${card}" />`,
    ...(data === undefined ? [] : [dataBlock('application/ld+json', data)]),
  ].join('');
}

/** Data in the document, which browsers do not run. */
export const dataBlock = (type: string, data: unknown, attributes = ''): string =>
  `<script type="${type}"${attributes}>${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
