import type { Pace } from '../database/pace.ts';
import type { App } from '../http/app.ts';
import { type PageCache, sharedPage } from '../http/page-cache.ts';
import { isVisitor, principalOf } from '../http/principal.ts';
import type { Scans } from '../http/scans.ts';
import { nearOf } from '../places/near.ts';
import type { Places } from '../places/places.ts';
import type { Now } from '../time/clock.ts';
import { type Countable, countables, countsOf, isCounted } from './facet-counts.ts';
import { FacetsQuery, MOST_COUNTED, MOST_VALUES, PetFacets } from './facet-schema.ts';
import type { PhotoStore } from './photos/store.ts';
import type { PetFilters } from './query/filters.ts';
import type { PetStore } from './store.ts';

/** The animals of a list before filters about profiles; undefined if they are too many to be counted. */
export type CountedList = readonly Countable[] | undefined;

export interface FacetParts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly places: Places;
  readonly scans: Scans;
  /** By the filters that are not counted: a visitor who tries values of the others reads nothing more. */
  readonly counted: PageCache<CountedList>;
  /** Unix milliseconds. */
  readonly now: Now;
}

/** Profiles per read: a few milliseconds. */
const stepRows = 100;
/** Cost of one profile, in row reads. A scan pays for its rows: the longest list costs five requests more. */
const rowsPerProfile = 20;

/** How many animals a list has with each value of its filters. */
export function facetRoutes(v1: App, { pets, photos, places, scans, counted, now }: FacetParts): void {
  async function read(filters: PetFilters, pace: Pace): Promise<CountedList> {
    await pace(0);
    const ids = (await pets.list(filters, { count: MOST_COUNTED + 1, pace })).map(({ id }) => id);
    if (ids.length > MOST_COUNTED) return undefined;
    const countable = countables(now());
    const animals: Countable[] = [];
    for (let start = 0; start < ids.length; start += stepRows) {
      const some = ids.slice(start, start + stepRows);
      const profiles = await pets.profiles.of(some, { publicOnly: true });
      const withPhotos = await photos.having(some);
      for (const id of some) animals.push(countable(profiles.get(id)?.profile ?? {}, withPhotos.has(id)));
      await pace(rowsPerProfile * some.length);
    }
    return animals;
  }

  v1.route({
    method: 'GET',
    url: '/pet-facets',
    schema: {
      operationId: 'countPets',
      tags: ['Pets'],
      summary: 'Count animals by the values of filters',
      description: `Returns how many animals \`GET /pets\` lists with each value of its filters about profiles and photos, together with the other filters that are given. A filter does not narrow its own values: with \`age=young\`, the count of \`adult\` is for \`age=adult\`; a count of \`goodWith\` is for the chosen companions and one more. Values that no animal has are absent; of each filter there are at most ${MOST_VALUES}. If more than ${MOST_COUNTED.toLocaleString('en')} animals match the filters that are not counted, such as \`status\` and \`near\`, the object is empty. A publishable key counts the animals of public organizations.`,
      querystring: FacetsQuery,
      response: { 200: PetFacets },
    },
    config: { access: 'pets:read', whose: 'everything' },
    async handler(request, reply) {
      const { query } = request;
      const publicOnly = isVisitor(principalOf(request));
      const near = await nearOf(places, query);
      const others = Object.entries(query).filter(([name]) => !isCounted(name) && name !== 'near' && name !== 'within');
      const filters: PetFilters = { ...Object.fromEntries(others), ...(near && { near }), publicOnly };
      const key = JSON.stringify([publicOnly, near, others.map(([name, value]) => [name, String(value)])]);
      const animals = await sharedPage(counted, key, () => scans.run(request, reply, (pace) => read(filters, pace)));
      return animals === undefined ? {} : countsOf(animals, query);
    },
  });
}
