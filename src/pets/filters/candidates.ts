import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Near } from '../../database/near.ts';
import type { Pace } from '../../database/pace.ts';
import type { Position } from '../../vocabulary/int64.ts';
import type { PetFilters as QueryFilters, PetStatus } from '../schema.ts';
import type { Among, StepRows } from '../steps.ts';
import { ofTrait, type Source } from './sources.ts';
import type { OtherTraits, Trait } from './traits.ts';

/** The filters of a list, with the place that `near` and `within` name. */
export type PetFilters = Omit<QueryFilters, 'near' | 'within'> & { readonly near?: Near } & OtherFilters;

/** Filters that no query parameter of the API has. */
interface OtherFilters extends OtherTraits {
  /** One of these has the pet. */
  readonly organizationIds?: readonly number[];
  /** Also those that are hidden; by default unless only what visitors see is listed. */
  readonly withHidden?: boolean;
  /** The pet is shown with one of these. */
  readonly statuses?: readonly PetStatus[];
  /** When it was added, in Unix milliseconds: from the first one on, and before the second. */
  readonly addedFrom?: number;
  readonly addedBefore?: number;
}

/** The filters of a list, and whether it shows only what visitors see. */
export type ListFilters = PetFilters & Among;

/** A pet that has all traits, and its place in the order of its list. */
export interface Candidate {
  readonly id: number;
  readonly position: Position;
}

/** What a list is made of. */
export interface Wanted {
  readonly read: Queries;
  readonly filters: ListFilters;
  readonly traits: readonly Trait[];
  /** Every pet of the list is in each of them. */
  readonly sources: readonly Source[];
  readonly stepRows: StepRows;
  readonly pace: Pace;
}

/** A source and the id down to which it has about as many pets as were asked for. */
interface Lead {
  readonly source: Source;
  readonly bottom: number;
}

const highestId = Number.MAX_SAFE_INTEGER;

/** For each source the id down to which it has about so many pets below the top. */
async function bottomsOf(read: Queries, sources: readonly Source[], rows: number, top: number): Promise<Lead[]> {
  const nths = sources.map((source) => ({ source, ids: source.nths(rows, top) }));
  const columns = nths.flatMap(({ ids }) => ids).map((id, i) => id.as(`nth${i}`));
  const found = await read.selectNoFrom(columns).executeTakeFirstOrThrow();
  const values = Object.values(found).map(Number);
  let start = 0;
  return nths.map(({ source, ids }) => {
    const bottom = Math.max(1, ...values.slice(start, start + ids.length));
    start += ids.length;
    return { source, bottom };
  });
}

/** The source whose pets are the furthest apart below the top: it has the fewest for the pages to come. */
async function sparsest(read: Queries, sources: readonly Source[], rows: number, top: number): Promise<Lead> {
  const leads = await bottomsOf(read, sources, rows, top);
  return leads.reduce((best, lead) => (lead.bottom < best.bottom ? lead : best));
}

/** The pets by which the traits are compared. */
const sample = 64;

/** Traits that few of the newest pets have come first: the others are looked up for these few only. */
export async function sparsestFirst(read: Queries, traits: readonly Trait[]): Promise<readonly Trait[]> {
  // Those of most pets, such as having no photo, have no lists.
  const lists = new Map(traits.map((trait) => [trait, ofTrait(trait)]));
  const listed = [...lists].flatMap(([trait, source]) => (source === undefined ? [] : [{ trait, source }]));
  const rest = traits.filter((trait) => lists.get(trait) === undefined);
  if (listed.length < 3) return [...listed.map(({ trait }) => trait), ...rest];
  const leads = await bottomsOf(
    read,
    listed.map(({ source }) => source),
    sample,
    highestId,
  );
  const bottoms = new Map(listed.map(({ trait }, i) => [trait, leads[i]?.bottom ?? 0]));
  const order = [...bottoms].toSorted(([, a], [, b]) => a - b);
  return [...order.map(([trait]) => trait), ...rest];
}

/** A source that has no more pets than about as many as a step may read: what is near, or else the one with the fewest. */
export async function fewOf({
  read,
  filters,
  sources,
  stepRows: { most },
}: Omit<Wanted, 'pace'>): Promise<Source | undefined> {
  // The last source is all pets.
  const some = sources.slice(0, -1);
  // Few pets are near most places: the lists of the traits need not be asked then.
  const groups = filters.near === undefined ? [some] : [some.slice(0, 1), some.slice(1)];
  for (const group of groups.filter(({ length }) => length > 0)) {
    const { source, bottom } = await sparsest(read, group, most, highestId);
    if (bottom === 1) return source;
  }
  return undefined;
}

export const idsOf = (source: Source): RawBuilder<unknown> => source.ids(1, highestId);

/** Whether the pet with the id in this column has all traits. */
export const haveAll = (traits: readonly Trait[], id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join([sql`true`, ...traits.map(({ holds }) => holds(id))], sql` and `)})`;

/** So many lists are joined: few pets are left after these, to be looked up in the lists of the other traits. */
const joinedLists = 2;

/**
 * The pets of a source that are also in the lists of the rarest other traits. PostgreSQL reads two lists side by side faster than it looks up
 * each pet of one in the other: seven filters take 37 ms instead of 84. The limit keeps it from testing the other traits first. SQLite reads
 * the tables of a cross join in this order.
 */
function inLists(traits: readonly Trait[], source: Source, bottom: number, top: number): RawBuilder<unknown> {
  const lists = traits
    .filter(({ facets, categoryIds = [] }) => facets.length === 1 && categoryIds.length === 0)
    .slice(0, joinedLists);
  const tables = lists.map((_, i) => sql`cross join pet_facets as ${sql.ref(`list${i}`)}`);
  const conditions = lists.map(({ facets }, i) => {
    const id = sql.ref(`list${i}.pet_id`);
    return sql`${sql.ref(`list${i}.facet`)} in (${sql.join(facets)}) and ${id} = lead.id and ${id} >= ${bottom} and ${id} < ${top}`;
  });
  return sql`select lead.id from (${source.ids(bottom, top)}) as lead ${sql.join(tables, sql` `)}
    where ${sql.join([sql`true`, ...conditions], sql` and `)} limit ${highestId}`;
}

/**
 * The ids below `before` that have all traits, in groups, from the newest down. Each step reads about as many rows of the source that is the
 * sparsest there, so that no query delays other requests, however rare the matches are.
 */
export async function* newest({ read, traits, sources, stepRows, pace }: Wanted, before = highestId) {
  let top = before;
  for (let rows = stepRows.first; top > 1; rows = Math.min(4 * rows, stepRows.most)) {
    const { source, bottom } = await sparsest(read, sources, rows, top);
    // What is in the only list of a trait has it.
    const others = traits.filter(({ facets }) => facets.length !== 1 || facets !== source.facets);
    const found = await sql<{ id: number }>`select id from (${inLists(others, source, bottom, top)}) as lead
      where ${haveAll(others, 'lead.id')}`.execute(read);
    const ids = [...new Set(found.rows.map(({ id }) => id))].toSorted((a, b) => b - a);
    yield ids.map((id): Candidate => ({ id, position: [id] }));
    await pace(rows);
    top = bottom;
  }
}
