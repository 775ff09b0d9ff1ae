import type { FastifyRequest } from 'fastify';
import type { CachedPrincipals } from '../../accounts/keys/principals.ts';
import type { CategoryStore } from '../../categories/store.ts';
import { type PageCacheOptions, pageCache } from '../../http/page-cache.ts';
import { renderError, type RenderError } from '../../http/pipeline/failures.ts';
import { requestOrigin } from '../../http/request.ts';
import type { Scans } from '../../http/scans.ts';
import type { Facade } from '../../http/server.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { PhotoStore } from '../../pets/photos/store.ts';
import type { PetStore } from '../../pets/store.ts';
import type { Places } from '../../places/places.ts';
import { boardAnimals } from '../../site/animals/animals.ts';
import { animalRoutes } from './animal-routes.ts';
import { cors, preflightHeaders } from './cors.ts';
import { type Listed, openDirectory } from './directory.ts';
import { openKinds } from './kinds.ts';
import { openLists } from './lists.ts';
import { organizationRoutes } from './organization-routes.ts';
import { isPetfinderUrl, PREFIXES, renderProblem } from './problems.ts';
import { tokenRoute } from './token-route.ts';
import { openTokens, tokenCredentials } from './tokens.ts';
import { typeRoutes } from './type-routes.ts';

interface PetfinderParts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly categories: CategoryStore;
  readonly organizations: OrganizationStore;
  readonly principals: CachedPrincipals;
  readonly places: Places;
  readonly scans: Scans;
  readonly secrets: { readonly ofService: { readonly token_secret: Buffer } };
  readonly caching: Omit<PageCacheOptions, 'maxEntries'>;
  /** Where visitors find the service; empty if that is where their requests go. */
  readonly publicUrl: string;
}

/** Petfinder's API v2, for programs that were written for it; nothing if it is switched off. */
export function openPetfinder(
  { petfinderApi }: { readonly petfinderApi: 'on' | 'off' },
  parts: PetfinderParts,
): { readonly facade: Facade | undefined; readonly renderError: RenderError } {
  if (petfinderApi === 'off') return { facade: undefined, renderError };
  const { pets, organizations, principals, places, scans, caching, publicUrl } = parts;
  const tokens = openTokens(parts.secrets.ofService.token_secret, caching.now);
  const directory = openDirectory(organizations, pageCache<readonly Listed[]>({ ...caching, maxEntries: 1 }));
  const shared = {
    directory,
    places,
    originOf: (request: FastifyRequest) => publicUrl || requestOrigin(request),
    pets,
    organizations,
    animals: boardAnimals({ ...parts, now: caching.now }),
    kinds: openKinds(parts),
    lists: openLists({ pets, ...caching }),
    scans,
  };
  return {
    renderError: (error, url) => (isPetfinderUrl(url) ? renderProblem : renderError)(error, url),
    facade: {
      prefixes: PREFIXES,
      credentials: tokenCredentials(tokens, principals),
      cors,
      preflightHeaders,
      addRoutes(v2) {
        tokenRoute(v2, { tokens, keys: principals });
        typeRoutes(v2);
        organizationRoutes(v2, shared);
        animalRoutes(v2, shared);
      },
    },
  };
}
