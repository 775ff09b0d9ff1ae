import { readFile } from 'node:fs/promises';
import { Failure, reasonOf } from '../failure.ts';
import type { App } from '../http/app.ts';
import { type PageCacheOptions, pageCache } from '../http/page-cache.ts';
import { type StaticFile, staticFile } from '../http/static-files.ts';
import { packageFile, VERSION } from '../package.ts';
import { type Settings, settingsOf } from '../settings/settings.ts';
import type { BoardAnimals } from '../site/animals/animals.ts';
import { feedRoutes } from '../site/animals/feeds.ts';
import { animalHead } from '../site/animals/head.ts';
import { sitemapRoutes } from '../site/animals/sitemap.ts';
import { apiCatalogRoute } from '../site/api-catalog.ts';
import { languagesOf } from '../site/language.ts';
import { securityTxtRoute } from '../site/security-txt.ts';
import { type MadeDocument, openSite, SITE_LOGO } from '../site/site.ts';
import { accentOf, hexColor } from '../vocabulary/accent.ts';
import { type Environment, environmentsOf } from '../vocabulary/environments.ts';
import type { OtherEnvironment } from '../vocabulary/site.ts';
import type { Core } from './core.ts';

interface SiteParts {
  readonly animals: BoardAnimals;
  readonly caching: Omit<PageCacheOptions, 'maxEntries'>;
  /** The output of `npm run pages`. */
  readonly folder: string | undefined;
  readonly mostInSitemap: number | undefined;
}

/**
 * The site, what the service itself writes about animals for those who run no scripts (the heads of their pages, and the feeds), and where
 * programs find the API.
 */
export async function buildSite(
  core: Core,
  { animals, caching, folder = packageFile('web/dist'), mostInSitemap }: SiteParts,
) {
  const { environment, settings, accounts, organizations, now, ahead, publicUrl, sendMail, log } = core;
  const { siteName, siteLogo, siteAccent } = settings;
  const logo = siteLogo === '' ? undefined : await logoIn(siteLogo);
  const siteSettings = async () => {
    const organization = await organizations.onlyPublic();
    return {
      environment,
      url: publicUrl || undefined,
      version: VERSION,
      boardKey: await accounts.board.find(),
      signup: settings.signup,
      orderHoldMs: settings.orderHold,
      mail: sendMail !== undefined,
      name: siteName || undefined,
      logo: logo && `${SITE_LOGO}?v=${logo.tag}`,
      // Staging has a color of its own, so that nobody confuses it with production.
      accent: environment === 'production' && siteAccent !== '' ? accentOf(hexColor(siteAccent)) : undefined,
      organization,
      languages: languagesOf(organization?.languages),
      otherEnvironment: otherOf(environment, settings),
      clockAheadMs: ahead.ms() || undefined,
    };
  };
  const site = await openSite(folder, {
    settings: siteSettings,
    publicUrl,
    logo,
    now,
    log,
    documents: pageCache<MadeDocument>({
      ...caching,
      maxEntries: 100,
      // A shelter's day begins at its own midnight.
      nextChange: async (afterMs) => Math.min(await caching.nextChange(afterMs), nextQuarter(afterMs)),
    }),
    async animalHead(petId, origin, speaker) {
      const animal = await animals.find(petId);
      return animal && animalHead(animal, origin, speaker);
    },
  });
  const pages = pageCache<StaticFile>({ ...caching, maxEntries: 100 });
  return {
    site,
    addForPrograms: (app: App): void => {
      feedRoutes(app, { animals, settings: siteSettings, publicUrl, pages });
      sitemapRoutes(app, {
        animals,
        environment,
        settings: siteSettings,
        publicUrl,
        pages: pageCache<StaticFile>({ ...caching, maxEntries: 10 }),
        most: mostInSitemap,
      });
      securityTxtRoute(app, {
        contact: async () => settings.securityContact || (await organizations.onlyPublic())?.email,
        publicUrl,
        now,
      });
      apiCatalogRoute(app, { publicUrl, petfinder: settings.petfinderApi === 'on' });
    },
  };
}

const quarterMs = 900_000;
const nextQuarter = (afterMs: number): number => (Math.floor(afterMs / quarterMs) + 1) * quarterMs;

async function logoIn(path: string): Promise<StaticFile> {
  try {
    return staticFile(path, await readFile(path));
  } catch (error) {
    throw new Failure(`The file of SITE_LOGO cannot be read: ${reasonOf(error)}`);
  }
}

/** Undefined as well if a port is any free one. */
function otherOf(environment: Environment, settings: Settings): OtherEnvironment | undefined {
  const other = environmentsOf(settings).find((name) => name !== environment);
  if (other === undefined) return undefined;
  const { publicUrl: url, port } = settingsOf(other, settings);
  if (url !== '') return { url };
  const { port: ownPort } = settingsOf(environment, settings);
  return port === 0 || ownPort === 0 ? undefined : { port, ownPort };
}
