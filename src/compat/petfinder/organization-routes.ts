import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { existing } from '../../http/errors.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import { givenIn, readerOf } from './given.ts';
import type { LocationParts } from './location.ts';
import { organizationSearch } from './organization-search.ts';
import { numberIn, organizationMembers } from './organizations.ts';
import { paginationOf } from './pagination.ts';
import { FRESH, get } from './responses.ts';

interface OrganizationParts extends LocationParts {
  readonly organizations: OrganizationStore;
  readonly originOf: (request: FastifyRequest) => string;
}

const visitor = { isOperator: false, organizationId: undefined };

/** The organizations that visitors see. */
export function organizationRoutes(v2: App, parts: OrganizationParts): void {
  const { organizations, originOf } = parts;
  const placeOf = (request: FastifyRequest) => ({ origin: originOf(request), base: v2.prefix });

  get(v2, '/organizations', FRESH, async (request) => {
    const given = givenIn(request.url);
    const reader = readerOf(given);
    const asked = reader.page();
    const found = await organizationSearch(reader, parts);
    const start = (asked.page - 1) * asked.limit;
    const page = found.slice(start, start + asked.limit);
    const shown = await organizations.publicOnes(page.map(({ id }) => id));
    return {
      organizations: page.flatMap(({ id, meters }) => {
        const one = shown.get(id);
        // It may have gone a moment ago.
        return one === undefined ? [] : [organizationMembers(one, placeOf(request), meters)];
      }),
      pagination: paginationOf(`${v2.prefix}/organizations`, given, asked, found.length),
    };
  });

  get(v2, '/organizations/:id', FRESH, async (request) => {
    const id = numberIn((request.params as { readonly id: string }).id);
    const found = id === undefined ? undefined : await organizations.find(visitor, id);
    const { organization } = existing(found, 'organization_not_found', 'id');
    return { organization: organizationMembers(organization, placeOf(request), undefined) };
  });
}
