import type { FastifyRequest } from 'fastify';
import type { CachedPrincipals } from '../accounts/keys/principals.ts';
import type { CategoryStore } from '../categories/store.ts';
import { animalRoutes } from '../compat/petfinder/animal-routes.ts';
import { type Listed, openDirectory } from '../compat/petfinder/directory.ts';
import { openKinds } from '../compat/petfinder/kinds.ts';
import { openNumberedPages } from '../compat/petfinder/numbered-pages.ts';
import { organizationRoutes } from '../compat/petfinder/organization-routes.ts';
import { renderProblem } from '../compat/petfinder/problems.ts';
import { cors, preflightHeaders } from '../compat/petfinder/responses.ts';
import { tokenRoute } from '../compat/petfinder/token-route.ts';
import { openTokens, tokenCredentials } from '../compat/petfinder/tokens.ts';
import { typeRoutes } from '../compat/petfinder/type-routes.ts';
import type { Interface } from '../http/interface.ts';
import { type PageCacheOptions, pageCache } from '../http/page-cache.ts';
import { requestOrigin } from '../http/request.ts';
import type { PetStore } from '../pets/store.ts';
import type { BoardAnimals } from '../site/animals/animals.ts';
import type { Core } from './core.ts';

interface PetfinderParts {
  readonly pets: PetStore;
  readonly categories: CategoryStore;
  readonly animals: BoardAnimals;
  readonly principals: CachedPrincipals;
  readonly caching: Omit<PageCacheOptions, 'maxEntries'>;
}

/** Petfinder's API v2, for programs that were written for it; undefined if it is switched off. */
export function buildPetfinder(
  core: Core,
  { pets, categories, animals, principals, caching }: PetfinderParts,
): Interface | undefined {
  const { settings, organizations, places, scans, secrets, publicUrl } = core;
  if (settings.petfinderApi === 'off') return undefined;
  const tokens = openTokens(secrets.ofService.token_secret, caching.now);
  const directory = openDirectory(organizations, pageCache<readonly Listed[]>({ ...caching, maxEntries: 1 }));
  const shared = {
    directory,
    places,
    originOf: (request: FastifyRequest) => publicUrl || requestOrigin(request),
    pets,
    organizations,
    animals,
    kinds: openKinds({ pets, categories }),
    pages: openNumberedPages({ pets, ...caching }),
    scans,
  };
  return {
    // The alias ends when this API has a version 2: see `docs/versioning.md`.
    prefixes: ['/petfinder/v2', '/v2'],
    credentials: tokenCredentials(tokens, principals),
    cors,
    preflightHeaders,
    renderError: renderProblem,
    addRoutes(v2) {
      tokenRoute(v2, { tokens, keys: principals });
      typeRoutes(v2);
      organizationRoutes(v2, shared);
      animalRoutes(v2, shared);
    },
  };
}
