import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import type { Pace } from '../../database/pace.ts';
import type { Position } from '../../vocabulary/int64.ts';
import type { PetFilters } from './filters.ts';
import { allPostings, HIGHEST_ID, type Postings, postingsOf } from './postings.ts';
import { type Trait, traitsOf } from './traits.ts';

/** How a list is read from postings. */
export interface Plan {
  readonly read: Queries;
  readonly filters: PetFilters;
  /** The rarest first: the others are checked for its few pets. */
  readonly traits: readonly Trait[];
  /** Each of them has every pet of the list; the last one has all pets. */
  readonly postings: readonly Postings[];
  /** About how many entries the first step reads, and at most any: a few milliseconds. */
  readonly stepRows: { readonly first: number; readonly most: number };
  readonly pace: Pace;
}

/** A pet that has all traits, and its place in the order of its list. */
export interface Candidate {
  readonly id: number;
  readonly position: Position;
}

const mostRows = 2_500;

export async function planOf(
  { read, scanRows }: Pick<Database, 'read' | 'scanRows'>,
  filters: PetFilters,
  { count, nowMs, pace }: { readonly count: number; readonly nowMs: number; readonly pace: Pace },
): Promise<Plan> {
  const traits = await rarestFirst(read, traitsOf(filters, nowMs));
  const most = Math.min(mostRows, scanRows);
  const postings = await allPostings(read, filters, traits);
  return { read, filters, traits, postings, stepRows: { first: Math.min(4 * count, most), most }, pace };
}

/** Postings, and the lowest id of their next batch: the lower, the fewer pets they have. */
interface Estimate {
  readonly postings: Postings;
  readonly bottom: number;
}

/** Estimates how far down the next `rows` pets below the top reach in each of the postings, with one statement. */
export async function estimates(
  read: Queries,
  all: readonly Postings[],
  rows: number,
  top: number,
): Promise<Estimate[]> {
  const asked = all.flatMap((postings) => postings.nths(rows, top).map((nth) => ({ postings, nth })));
  const found = await read.selectNoFrom(asked.map(({ nth }, i) => nth.as(`nth${i}`))).executeTakeFirstOrThrow();
  const ids = Object.values(found).map(Number);
  const bottoms = new Map(all.map((postings) => [postings, 1]));
  for (const [i, { postings }] of asked.entries())
    bottoms.set(postings, Math.max(bottoms.get(postings) ?? 1, ids[i] ?? 1));
  return Array.from(bottoms, ([postings, bottom]) => ({ postings, bottom }));
}

/** The postings with the fewest pets for the pages to come: their entries below the top are the furthest apart. */
async function rarest(read: Queries, all: readonly Postings[], rows: number, top: number): Promise<Estimate> {
  const found = await estimates(read, all, rows, top);
  return found.reduce((best, one) => (one.bottom < best.bottom ? one : best));
}

/** The entries that compare the postings of traits. */
const sample = 64;

async function rarestFirst(read: Queries, traits: readonly Trait[]): Promise<readonly Trait[]> {
  const listed = traits.flatMap((trait) => {
    const postings = postingsOf(trait);
    return postings === undefined ? [] : [{ trait, postings }];
  });
  const rest = traits.filter((trait) => postingsOf(trait) === undefined);
  if (listed.length < 3) return [...listed.map(({ trait }) => trait), ...rest];
  const all = listed.map(({ postings }) => postings);
  const bottoms = (await estimates(read, all, sample, HIGHEST_ID)).map(({ bottom }) => bottom);
  const order = listed.map(({ trait }, i) => ({ trait, bottom: bottoms[i] ?? 0 }));
  return [...order.toSorted((a, b) => a.bottom - b.bottom).map(({ trait }) => trait), ...rest];
}

/** Postings with no more pets than about one step reads, in the column `id`; undefined if none are so short. */
export async function shortList(plan: Omit<Plan, 'pace'>): Promise<RawBuilder<unknown> | undefined> {
  const { read, filters, postings, stepRows } = plan;
  const some = postings.slice(0, -1);
  // Few pets are near most places: the lists of the traits need not be asked then.
  const groups = filters.near === undefined ? [some] : [some.slice(0, 1), some.slice(1)];
  for (const group of groups.filter(({ length }) => length > 0)) {
    const { postings: found, bottom } = await rarest(read, group, stepRows.most, HIGHEST_ID);
    if (bottom === 1) return found.ids(1, HIGHEST_ID);
  }
  return undefined;
}

/** Whether the pet with the id in this column has all traits. */
export const hasAll = (traits: readonly Trait[], id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join([sql`true`, ...traits.map(({ holds }) => holds(id))], sql` and `)})`;

/** Few pets are left after this number of lists, to be looked up in the lists of the other traits. */
const joinedLists = 2;

/**
 * The pets of the postings that are also in the lists of the rarest other traits. PostgreSQL reads two lists side by side faster than it looks
 * up each pet of one in the other: seven filters take 37 ms instead of 84. The limit keeps it from testing the other traits first. SQLite reads
 * the tables of a cross join in this order.
 */
function intersected(traits: readonly Trait[], postings: Postings, bottom: number, top: number): RawBuilder<unknown> {
  const lists = traits
    .filter(({ facets, categoryIds = [] }) => facets.length === 1 && categoryIds.length === 0)
    .slice(0, joinedLists);
  const tables = lists.map((_, i) => sql`cross join pet_facets as ${sql.ref(`list${i}`)}`);
  const conditions = lists.map(({ facets }, i) => {
    const id = sql.ref(`list${i}.pet_id`);
    return sql`${sql.ref(`list${i}.facet`)} in (${sql.join(facets)}) and ${id} = rarest.id and ${id} >= ${bottom} and ${id} < ${top}`;
  });
  return sql`select rarest.id from (${postings.ids(bottom, top)}) as rarest ${sql.join(tables, sql` `)}
    where ${sql.join([sql`true`, ...conditions], sql` and `)} limit ${HIGHEST_ID}`;
}

/**
 * The candidates below `before`, in groups, from the newest down. Each step reads about as many entries of the postings that are the rarest
 * there, so that no query delays other requests, however rare the matches are.
 */
export async function* newest(
  { read, traits, postings, stepRows, pace }: Plan,
  before = HIGHEST_ID,
): AsyncGenerator<Candidate[]> {
  let top = before;
  for (let rows = stepRows.first; top > 1; rows = Math.min(4 * rows, stepRows.most)) {
    const { postings: leading, bottom } = await rarest(read, postings, rows, top);
    // What is in the only list of a trait has it.
    const others = traits.filter(({ facets }) => facets.length !== 1 || facets !== leading.facets);
    const found = await sql<{ id: number }>`select id from (${intersected(others, leading, bottom, top)}) as rarest
      where ${hasAll(others, 'rarest.id')}`.execute(read);
    const ids = [...new Set(found.rows.map(({ id }) => id))].toSorted((a, b) => b - a);
    yield ids.map((id) => ({ id, position: [id] }));
    await pace(rows);
    top = bottom;
  }
}
