import type { Database } from '../../database/database.ts';
import type { Pace } from '../../database/pace.ts';
import type { Position } from '../../vocabulary/int64.ts';
import { type Candidate, fewOf, type ListFilters, newest, sparsestFirst, type Wanted } from './candidates.ts';
import { nearest } from './distance.ts';
import { sourcesOf } from './sources.ts';
import { traitsOf } from './traits.ts';
import { longestWaiting } from './waiting.ts';

/** What a step reads of its lead, at most: some milliseconds. */
const mostRows = 2_500;

type Reads = Pick<Database, 'read' | 'scanRows'>;

async function wantedOf({ read, scanRows }: Reads, filters: ListFilters, nowMs: number): Promise<Omit<Wanted, 'pace'>> {
  const traits = await sparsestFirst(read, traitsOf(filters, nowMs));
  const sources = await sourcesOf(read, filters, traits);
  // A row of a source is looked up in the lists of the other traits.
  const most = Math.min(mostRows, scanRows);
  return { read, filters, traits, sources, stepRows: { first: most, most } };
}

/** Whether no more pets match the filters than one step reads, as far as the lists of traits and places tell. */
export const areFew = async (reads: Reads, filters: ListFilters, nowMs: number): Promise<boolean> =>
  (await fewOf(await wantedOf(reads, filters, nowMs))) !== undefined;

/**
 * The pets behind the position that may be in a page of `count`, in the order of the list, in groups: they have all traits, and not all of them
 * match the other filters. No step reads more rows than others can wait for.
 */
export async function* candidatesOf(
  reads: Reads,
  filters: ListFilters,
  count: number,
  after: Position | undefined,
  nowMs: number,
  pace: Pace,
): AsyncGenerator<Candidate[]> {
  await pace(0);
  const found = await wantedOf(reads, filters, nowMs);
  const { most } = found.stepRows;
  const wanted: Wanted = { ...found, stepRows: { first: Math.min(4 * count, most), most }, pace };
  const { sort = 'newest', near } = filters;
  if (sort === 'longest_waiting') yield* longestWaiting(wanted, after);
  else if (sort === 'distance' && near !== undefined) yield* nearest(wanted, near, after);
  else yield* newest(wanted, after === undefined ? undefined : Number(after[0]));
}
