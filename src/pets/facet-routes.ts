import type { Pace } from '../database/pace.ts';
import type { App } from '../http/app.ts';
import { type PageCache, sharedPage } from '../http/page-cache.ts';
import { principalOf, publicOnlyFor } from '../http/principal.ts';
import type { Scans } from '../http/scans.ts';
import { chunks } from '../kit/chunks.ts';
import { nearOf } from '../places/near.ts';
import type { Places } from '../places/places.ts';
import type { Now } from '../time/clock.ts';
import { MOST_COUNTED_ANIMALS } from '../vocabulary/pet-lifecycle.ts';
import { type Countable, countables, countsOf, isCounted } from './facet-counts.ts';
import { FacetsQuery, MOST_VALUES, PetFacets } from './facet-schema.ts';
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
  /** How many animals a list has, by all filters; undefined if they are too many to be counted. */
  readonly totals: PageCache<number | undefined>;
  /** Unix milliseconds. */
  readonly now: Now;
}

/** Profiles per read: a few milliseconds. */
const stepRows = 100;
/** Cost of one profile, in row reads. A scan pays for its rows: the longest list costs five requests more. */
const rowsPerProfile = 20;

/** How many animals a list has with each value of its filters. */
export function facetRoutes(v1: App, { pets, photos, places, scans, counted, totals, now }: FacetParts): void {
  async function idsOf(filters: PetFilters, pace: Pace): Promise<number[] | undefined> {
    await pace(0);
    const ids = (await pets.list(filters, { count: MOST_COUNTED_ANIMALS + 1, pace })).map(({ id }) => id);
    return ids.length > MOST_COUNTED_ANIMALS ? undefined : ids;
  }

  /** From the counters of what is stored; undefined if other filters are given. */
  async function storedTotal({ status, organizationId, publicOnly = false, ...others }: PetFilters) {
    if (Object.keys(others).length > 0) return undefined;
    const counts = await pets.countByStatus({ organizationId, publicOnly });
    return status === undefined ? counts.available + counts.pending + counts.sold : counts[status];
  }

  async function read(filters: PetFilters, pace: Pace): Promise<CountedList> {
    const ids = await idsOf(filters, pace);
    if (ids === undefined) return undefined;
    const countable = countables(now());
    const animals: Countable[] = [];
    for (const some of chunks(ids, stepRows)) {
      const profiles = await pets.profiles.of(some, { publicOnly: true });
      const withPhotos = await photos.having(some);
      for (const id of some) animals.push(countable(profiles.get(id)?.profile ?? {}, withPhotos.has(id)));
      await pace(rowsPerProfile * some.length);
    }
    return animals;
  }

  v1.get('/pet-facets', {
    schema: {
      operationId: 'countPets',
      summary: 'Count animals by the values of filters',
      description: `Returns how many animals \`GET /pets\` lists with each value of its filters about profiles and photos, together with the other filters that are given. A filter does not narrow its own values: with \`age=young\`, the count of \`adult\` is for \`age=adult\`; a count of \`goodWith\` is for the chosen companions and one more. Values that no animal has are absent; of each filter there are at most ${MOST_VALUES}. If more than ${MOST_COUNTED_ANIMALS.toLocaleString('en')} animals match the filters that are not counted, such as \`status\` and \`near\`, there is only \`total\`. A publishable key counts the animals of public organizations.`,
      querystring: FacetsQuery,
      response: { 200: PetFacets },
    },
    config: { access: 'pets:read', whose: 'everything' },
    async handler(request, reply) {
      const { query } = request;
      const publicOnly = publicOnlyFor(principalOf(request));
      const { near: _near, within: _within, ...named } = query;
      const near = await nearOf(places, query);
      const filters: PetFilters = { ...named, ...(near && { near }), publicOnly };
      const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !isCounted(name)));
      const shared = <Value>(
        cache: PageCache<Value>,
        of: PetFilters,
        work: (filters: PetFilters, pace: Pace) => Promise<Value>,
      ) => sharedPage(cache, keyOf(of), () => scans.run(request, reply, (pace) => work(of, pace)));

      const stored = await storedTotal(others);
      const animals =
        stored !== undefined && stored > MOST_COUNTED_ANIMALS ? undefined : await shared(counted, others, read);
      if (animals !== undefined) return countsOf(animals, query);
      const total = Object.keys(query).some(isCounted)
        ? await shared(totals, filters, async (of, pace) => (await idsOf(of, pace))?.length)
        : stored;
      return total === undefined ? {} : { total };
    },
  });
}

const keyOf = (filters: PetFilters): string =>
  JSON.stringify(filters, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
