import { setImmediate } from 'node:timers/promises';
import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Part } from '../../database/pace.ts';
import type { Tables } from '../../database/tables.ts';
import type { Position } from '../../vocabulary/int64.ts';
import { nearest } from './distance.ts';
import { isOfOrganizations, matching, type PetFilters } from './filters.ts';
import { longestWaiting } from './longest-waiting.ts';
import { rangesByName } from './name-ranges.ts';
import { type Candidate, newest, type Plan, planOf, shortList } from './plan.ts';
import { ofOwners } from './postings.ts';
import { areFew, isOneOf, ranges } from './ranges.ts';
import { traitsOf } from './traits.ts';

/*
 * Every list of animals is a walk over the table `pets`, in steps of a bounded number of rows, so that no query delays other requests, however
 * rare its matches are. What the filters ask for decides what leads to the steps:
 *
 *   traits, places,          q                        others
 *   another order            |                        |
 *   |                        name-ranges.ts           ranges.ts
 *   plan.ts                  segment 7: grams  9,2    ids 9000..4001
 *   breed:BEAGLE 9   4 2     segment 6: grams  5      ids 4000..1
 *   sex:female   9 8 4       segment 5: not indexed   (or only some organizations)
 *   near         9 8 5 2     |                        |
 *   |  rarest first, others  |                        |
 *   |  looked up: 9, 4       |                        |
 *   v                        v                        v
 *   candidates 9, 4  ----->  step: pets.id in (…), or between two ids
 *                            |
 *                            v
 *                            filters.ts: every filter, on the rows themselves
 *                            |
 *                            v
 *                            lists.ts: pages, whole lists, numbers of animals
 *
 * Postings (postings.ts) are lists of ids in an index. Their length is estimated by how far down their next entries reach. A short list is read
 * whole, whatever the order. A step misses no match; it may have pets that do not match.
 */

/** Some pets of a list, after the pets of earlier steps. */
export interface Step {
  /** Those that match, newest first. */
  readonly pets: SelectQueryBuilder<Tables, 'pets', object>;
  /** Their order, if it is another one. */
  readonly candidates?: readonly Candidate[];
}

/** The most pets whose rows one query reads by their ids. */
const mostAtOnce = 512;
/** What the first step of a whole list reads: most lists are shorter. */
const firstRows = 1_000;
/** The first step is enough to fill a page with the pets of one organization, whatever their three statuses are. */
const rowsPerPet = 3;

/** Divides a list into steps, in the order that `sort` names. */
export async function* walk(
  database: Pick<Database, 'read' | 'position' | 'scanRows'>,
  filters: PetFilters,
  { count, after, pace = () => setImmediate() }: Part,
  nowMs: number,
): AsyncGenerator<Step> {
  const { read, position, scanRows } = database;
  const { sort = 'newest', ids, near, q } = filters;
  const traits = traitsOf(filters, nowMs);
  const stepOf = (within: RawBuilder<SqlBool>, unchecked = traits) => ({
    pets: matching(read.selectFrom('pets').where(within), filters, { nowMs, position }, unchecked).orderBy(
      'id',
      'desc',
    ),
  });

  await pace(0);
  if (sort !== 'newest' || (ids === undefined && (near !== undefined || traits.length > 0))) {
    const plan = await planOf(database, filters, { count, nowMs, pace });
    // The index of names leads if the pets with the traits are many.
    if (sort !== 'newest' || q === undefined || (await shortList(plan)) !== undefined) {
      for await (const group of candidatesOf(plan, after))
        for (const candidates of chunks(group, count)) {
          const within = isOneOf(candidates.map(({ id }) => id));
          // Who reads a whole list checks its pets again; a page is exact.
          yield { ...stepOf(within, count === Infinity ? [] : traits), candidates };
        }
      return;
    }
  }

  const before = Number(after?.[0] ?? Number.MAX_SAFE_INTEGER);
  // A name may be a thousand times as long as most, and take as much longer to read and compare.
  const most = q === undefined ? scanRows : Math.ceil(scanRows / 10);
  const first = count === Infinity ? Math.min(firstRows, most) : rowsPerPet * count;
  const own = isOfOrganizations(filters) ? await ofOwners(read, filters) : undefined;
  const all =
    q === undefined || (own !== undefined && (await areFew(read, own)))
      ? ranges(read, own, { first, most }, before, pace)
      : rangesByName(read, q, most, before, pace);
  for await (const within of all) yield stepOf(within);
}

function candidatesOf(plan: Plan, after: Position | undefined): AsyncGenerator<Candidate[]> {
  const { sort, near } = plan.filters;
  if (sort === 'longest_waiting') return longestWaiting(plan, after);
  if (sort === 'distance' && near !== undefined) return nearest(plan, near, after);
  return newest(plan, after === undefined ? undefined : Number(after[0]));
}

/** The first pets may fill the page. */
function* chunks(group: readonly Candidate[], count: number): Generator<readonly Candidate[]> {
  let size = Math.min(2 * count, mostAtOnce);
  for (let start = 0; start < group.length; start += size, size = Math.min(2 * size, mostAtOnce))
    yield group.slice(start, start + size);
}
