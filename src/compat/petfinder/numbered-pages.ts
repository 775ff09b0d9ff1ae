import type { Pace } from '../../database/pace.ts';
import type { PetFilters } from '../../pets/query/filters.ts';
import type { PetStore } from '../../pets/store.ts';
import type { Now } from '../../time/clock.ts';
import { jsonOf } from '../../vocabulary/int64.ts';
import { bounded } from './bounded.ts';

export type Sort = 'recent' | '-recent' | 'distance' | '-distance' | 'random';

/** The animals that a request asks for, whatever the page. */
export interface Search {
  readonly filters: Omit<PetFilters, 'publicOnly' | 'sort'>;
  readonly sort: Sort;
}

/** The ids of a list as they were at a moment. */
interface Snapshot {
  readonly ids: readonly number[];
  readonly atMs: number;
  readonly version: unknown;
  /** Time alone changes the list then. */
  readonly untilMs: number;
}

/** What a caller reads page by page. */
interface Walk {
  readonly startMs: number;
  readonly total: number;
  /** Undefined for a list that is too long to be kept: its pages are found by their ranks. */
  readonly snapshot: Snapshot | undefined;
  /** By the rank of the first animal behind a page, the lowest id of that page. */
  readonly ends: Map<number, number>;
}

/** Shorter lists are read again for each first page, so that they are exact; longer ones are up to a minute old. */
const exactUpTo = 2_000;
const staleMs = 60_000;
/** How long a walk is kept after its first page. */
const walkMs = 15 * 60_000;
/** Lists of all listed animals that are longer have no snapshot. */
const mostListed = 10_000;
/** All snapshots together take sixteen megabytes at most. */
const mostIds = 2_000_000;
/** What an entry of a Map takes, in ids. */
const endWeight = 5;
const hourMs = 3_600_000;

interface Part {
  readonly rank: number;
  readonly limit: number;
}

interface ListParts {
  readonly pets: PetStore;
  readonly version: () => unknown;
  /** The next time after `afterMs` at which lists change without a commit. */
  readonly nextChange: (afterMs: number) => Promise<number>;
  readonly now: Now;
}

/**
 * The pages of lists that change while clients read them by page numbers. A first page begins a walk: the further pages show the list as
 * it was then, without what has gone since, so that a client gets each remaining animal exactly once.
 */
export type NumberedPages = ReturnType<typeof openNumberedPages>;

export function openNumberedPages({ pets, version, nextChange, now }: ListParts) {
  const snapshots = bounded<Snapshot>(mostIds, ({ ids }) => ids.length + 100);
  const walks = bounded<Walk>(
    mostIds,
    ({ snapshot, ends }) => (snapshot?.ids.length ?? 0) + endWeight * ends.size + 100,
  );

  async function snapshotOf({ filters, sort }: Search, pace: Pace): Promise<Snapshot> {
    const isByDistance = sort === 'distance' || sort === '-distance';
    const key = jsonOf([filters, isByDistance]);
    const [current, atMs] = [await version(), now()];
    const found = snapshots.get(key);
    if (found !== undefined && found.atMs <= atMs && isGood(found, current, atMs)) return found;
    const untilMs = await nextChange(atMs);
    const ids: number[] = [];
    const order = isByDistance ? 'distance' : 'newest';
    for await (const group of pets.ids({ ...filters, sort: order, publicOnly: true }, pace)) {
      for (const id of group) ids.push(id);
    }
    const read = { ids, atMs, version: current, untilMs };
    snapshots.set(key, read);
    return read;
  }

  const isGood = ({ ids, version: of, atMs, untilMs }: Snapshot, current: unknown, nowMs: number): boolean =>
    (of === current && nowMs < untilMs) || (ids.length > exactUpTo && nowMs - atMs < staleMs);

  async function begin(search: Search, pace: Pace): Promise<Walk> {
    const common = { startMs: now(), ends: new Map<number, number>() };
    const { status, ...others } = search.filters;
    if (search.sort === 'recent' && status !== undefined && Object.keys(others).length === 0) {
      const total = (await pets.countByStatus({ publicOnly: true }))[status];
      if (total > mostListed) return { ...common, total, snapshot: undefined };
    }
    const snapshot = await snapshotOf(search, pace);
    return { ...common, total: snapshot.ids.length, snapshot };
  }

  return {
    /**
     * @param caller whose walk it is: the visitor of a page, or the key
     * @returns the ids of the page; some may have gone since the walk began
     */
    async page(
      caller: string,
      search: Search,
      { page, limit }: { readonly page: number; readonly limit: number },
      pace: Pace,
    ): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
      const key = `${caller} ${jsonOf(search)}`;
      const known = page === 1 ? undefined : walks.get(key);
      const isKnown = known !== undefined && now() - known.startMs < walkMs;
      const walk = isKnown ? known : await begin(search, pace);
      const { total, snapshot, ends } = walk;
      const rank = (page - 1) * limit;
      let ids: readonly number[] = [];
      if (rank < total) {
        const part = { rank, limit };
        if (snapshot !== undefined) ids = slice(snapshot, search.sort, part, walk.startMs);
        else ids = await ofLongList(search, walk, part, pace);
      }
      const last = ids.at(-1);
      if (last !== undefined && snapshot === undefined) ends.set(rank + limit, last);
      // Again, as its weight may have changed.
      walks.set(key, walk);
      return { ids, total };
    },
  };

  function ofLongList({ filters }: Search, { total, ends }: Walk, { rank, limit }: Part, pace: Pace) {
    const { status = 'available' } = filters;
    const end = ends.get(rank);
    if (end === undefined) return pets.idsFromRank({ statuses: [status], total, rank, count: limit }, pace);
    return pets
      .list({ status, publicOnly: true }, { count: limit, after: [end], pace })
      .then((found) => found.map(({ id }) => id));
  }
}

function slice({ ids }: Snapshot, sort: Sort, { rank, limit }: Part, startMs: number): number[] {
  const last = ids.length - 1;
  const places = Array.from({ length: Math.min(limit, ids.length - rank) }, (_, i) => rank + i);
  if (sort === 'random') {
    const place = shuffling(ids.length, Math.floor(startMs / hourMs));
    return places.map((i) => ids[place(i)] as number);
  }
  return places.map((i) => ids[sort.startsWith('-') ? last - i : i] as number);
}

/** A permutation of the numbers below `count` that looks random: another one for each seed. */
function shuffling(count: number, seed: number): (i: number) => number {
  const offset = seed % count;
  let stride = Math.max(1, Math.floor(count * (0.382 + ((seed * 0.618_034) % 1) * 0.236)));
  while (gcd(stride, count) !== 1) stride += 1;
  return (i) => (i * stride + offset) % count;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
