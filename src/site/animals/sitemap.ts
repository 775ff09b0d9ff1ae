import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import type { PageCache } from '../../http/page-cache.ts';
import { requestOrigin } from '../../http/request.ts';
import { sendFile, type StaticFile, staticFile } from '../../http/static-files.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { SiteSettings } from '../../vocabulary/site.ts';
import type { BoardAnimals } from './animals.ts';
import { escaped } from './feeds.ts';
import { animalPath } from './head.ts';

interface SitemapParts {
  readonly animals: Pick<BoardAnimals, 'listed'>;
  readonly environment: Environment;
  readonly settings: () => Promise<Pick<SiteSettings, 'boardKey'>>;
  /** The public origin of the service; empty to take it from the request. */
  readonly publicUrl: string;
  readonly pages: PageCache<StaticFile>;
  /** As many addresses as one file has at most: the protocol allows 50,000. */
  readonly most?: number | undefined;
}

/** The pages that every board has. */
const PAGES = ['/', '/how-to-adopt', '/accessibility'];

/** What programs that look for pages should leave alone. Search engines run the scripts of pages, which need some of the API. */
const ROBOTS = `User-agent: *
Allow: /v1/pets?
Allow: /v1/pet-facets?
Allow: /v1/categories
Allow: /v1/organizations
Disallow: /v1/
Disallow: /v2/
Disallow: /petfinder/
Disallow: /mcp
Disallow: /session
Disallow: /console
Disallow: /portal
Disallow: /reservation
Disallow: /application
Disallow: /alert
Disallow: /favorites
Disallow: /slideshow
`;

const NO_ROBOTS = 'User-agent: *\nDisallow: /\n';

/** `robots.txt` (RFC 9309), and the addresses of all pages: https://www.sitemaps.org/protocol.html */
export function sitemapRoutes(app: App, parts: SitemapParts): void {
  const { animals, environment, settings, publicUrl, pages, most = 50_000 } = parts;
  const perFile = most - PAGES.length;

  app.get('/robots.txt', async (request, reply) => {
    const origin = publicUrl || requestOrigin(request);
    const isFound = environment === 'production' && (await settings()).boardKey !== undefined;
    reply.type('text/plain; charset=utf-8');
    return isFound ? `${ROBOTS}\nSitemap: ${origin}/sitemap.xml\n` : NO_ROBOTS;
  });

  /** A file that is the same for everybody until an animal changes. */
  const route = (path: string, made: (request: FastifyRequest, origin: string) => Promise<string>): void => {
    app.get(path, async (request, reply) => {
      if ((await settings()).boardKey === undefined)
        throw new ApiError('route_not_found', 'The board is switched off.');
      const origin = publicUrl || requestOrigin(request);
      const file = await pages.page(`${request.url.split('?')[0]} ${origin}`, async () => {
        const text = `<?xml version="1.0" encoding="utf-8"?>\n${await made(request, origin)}\n`;
        return { ...staticFile('/sitemap.xml', Buffer.from(text)), isCompressedQuickly: true };
      });
      return sendFile(request, reply, file);
    });
  };

  route('/sitemap.xml', async (_request, origin) => {
    const found = await listed(Number.MAX_SAFE_INTEGER - 1);
    if (found.length <= perFile) return urlSet(origin, PAGES, found);
    // By ranges of ids, a change is in one file, and search engines need not read the others again.
    const names = (await filled(found[0]?.id ?? 0)).map(
      (number) => `<sitemap><loc>${origin}/sitemap-${number}.xml</loc></sitemap>`,
    );
    return `<sitemapindex ${NAMESPACE}>\n${names.join('\n')}\n</sitemapindex>`;
  });

  route('/sitemap-:number(^[1-9]\\d{0,9}$).xml', async ({ params }, origin) => {
    const number = Number((params as { readonly number: string }).number);
    return urlSet(origin, number === 1 ? PAGES : [], await listed(number * perFile, (number - 1) * perFile));
  });

  /** The numbers of the files that are not empty; the first one has the pages. Of each file, only the newest animal is looked up. */
  async function filled(newestId: number): Promise<number[]> {
    const numbers: number[] = [];
    for (let id = newestId; id > perFile;) {
      const number = Math.ceil(id / perFile);
      numbers.unshift(number);
      id = await newest((number - 1) * perFile);
    }
    return [1, ...numbers];
  }

  /** The highest id of a listed animal that is at most `highest`; 0 if there is none. */
  async function newest(highest: number): Promise<number> {
    for await (const [first] of animals.listed(highest + 1)) if (first !== undefined) return first.id;
    return 0;
  }

  /** The listed animals whose ids are at most `highest`, and above `lowest`: as many as fit into a file, and some more if there are. */
  async function listed(highest: number, lowest = 0): Promise<Listed[]> {
    const found: Listed[] = [];
    for await (const group of animals.listed(highest + 1)) {
      const within = group.filter(({ id }) => id > lowest);
      found.push(...within);
      if (within.length < group.length || found.length > perFile) break;
    }
    return found;
  }
}

/** `updated_at` is in Unix milliseconds. */
interface Listed {
  readonly id: number;
  readonly updated_at: number;
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The document of each address links its other languages. */
function urlSet(origin: string, paths: readonly string[], animals: readonly Listed[]): string {
  const urls = [
    ...paths.map((path) => `<url><loc>${escaped(origin + path)}</loc></url>`),
    ...animals.map(
      ({ id, updated_at: at }) =>
        `<url><loc>${escaped(origin + animalPath(id))}</loc><lastmod>${new Date(at).toISOString()}</lastmod></url>`,
    ),
  ];
  return `<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>`;
}
