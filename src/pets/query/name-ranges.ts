import { endianness } from 'node:os';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { isNothing } from '../../database/names.ts';
import type { Pace } from '../../database/pace.ts';
import { searchable } from '../../vocabulary/text/searchable.ts';
import { EVERY, gramsOfText, SEGMENT } from './name-grams.ts';
import { highestBelow, isBetween, isOneOf } from './ranges.ts';

/** The most segments that are asked for at once: a few milliseconds. */
const mostSegments = 16;
/** Cost of reading a segment, in row reads. */
const rowsPerSegment = 32;

/**
 * Divides the pets with ids below `before` whose names may contain the text into ranges of at most `most` rows, from the newest down. Where names are
 * indexed, a range has only pets that have the text's grams; the newest pets are not indexed yet, and are all in the ranges.
 */
export async function* rangesByName(
  read: Queries,
  text: string,
  most: number,
  before: number,
  pace: Pace,
): AsyncGenerator<RawBuilder<SqlBool>> {
  if (isNothing(text)) return;
  const grams = gramsOfText(searchable(text));
  let top = Math.min(before, (await highestBelow(read)) + 1);
  for (let count = 1; top > 1; count = Math.min(2 * count, mostSegments)) {
    const newest = Math.floor((top - 1) / SEGMENT);
    const segments = Array.from({ length: Math.min(count, newest + 1) }, (_, i) => newest - i);
    const found = await idsBySegment(read, grams, segments);
    let waiting: number[] = [];
    for (const segment of segments) {
      const first = segment * SEGMENT;
      const ids = found.get(segment);
      for (const id of ids ?? []) if (id < top) waiting.push(id);
      // The page is in the order of the ids: what is newer comes first.
      while (waiting.length >= (ids === undefined ? 1 : most)) {
        const some = waiting.slice(0, most);
        waiting = waiting.slice(most);
        yield isOneOf(some);
        await pace(some.length);
      }
      if (ids !== undefined) continue;
      for (let end = Math.min(top, first + SEGMENT); end > first; end -= most) {
        const start = Math.max(first, end - most);
        yield isBetween(start, end);
        await pace(end - start);
      }
    }
    if (waiting.length > 0) {
      yield isOneOf(waiting);
      await pace(waiting.length);
    }
    await pace(rowsPerSegment * segments.length);
    top = (segments.at(-1) ?? 0) * SEGMENT;
  }
}

/** The most noted changes that are read. More mean that the index is far behind: then it is not used. */
const mostChanges = 500;

interface IndexRow {
  readonly segment: number;
  readonly gram: number | null;
  readonly offsets: Uint8Array | null;
  readonly pet_id: number | null;
}

/**
 * Asks the index which pets may have a name with all the grams: all matching pets, and some others. By segment, the ids in descending order.
 * A missing segment is not indexed, or the index cannot narrow it.
 */
async function idsBySegment(
  read: Queries,
  grams: readonly number[],
  segments: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  // One statement sees one state of the three tables.
  const { rows } = await sql<IndexRow>`
    select segment, gram, offsets, cast(null as bigint) as pet_id from pet_name_grams
    where segment in (${sql.join(segments)}) and gram in (${sql.join([...grams, EVERY])})
    union all
    select segment, null, null, null from pet_name_segments where segment in (${sql.join(segments)})
    union all
    select * from (${changesIn(segments)}) as changes`.execute(read);

  const changes = rows.filter(({ pet_id: id }) => id !== null);
  if (changes.length > mostChanges) return new Map();
  const lists = Map.groupBy(
    rows.filter(({ offsets }) => offsets !== null),
    ({ segment }) => segment,
  );
  const changed = Map.groupBy(changes, ({ segment }) => segment);
  const found = new Map<number, number[]>();
  for (const { segment, gram, pet_id: id } of rows) {
    if (gram !== null || id !== null) continue;
    const offsets = offsetsWithAll(lists.get(segment) ?? [], grams.length);
    if (offsets === undefined) continue;
    const ids = new Set(offsets.map((at) => segment * SEGMENT + at));
    for (const change of changed.get(segment) ?? []) ids.add(Number(change.pet_id));
    found.set(
      segment,
      [...ids].toSorted((a, b) => b - a),
    );
  }
  return found;
}

const changesIn = (segments: readonly number[]): RawBuilder<unknown> => sql`
  select segment, cast(null as bigint) as gram, cast(null as bytea) as offsets, pet_id from pet_name_changes
  where segment in (${sql.join(segments)}) limit ${mostChanges + 1}`;

/** The offsets in the lists of all grams, and the ones that every search checks. Undefined if it could be any. */
function offsetsWithAll(rows: readonly IndexRow[], grams: number): number[] | undefined {
  const every = rows.filter(({ gram }) => gram === EVERY).map(offsetsOf);
  if (every[0]?.length === 0) return undefined;
  const always = [...(every[0] ?? [])];
  const lists = rows.filter(({ gram }) => gram !== EVERY).map(offsetsOf);
  if (lists.length < grams) return always;
  const [shortest, ...others] = lists.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length);
  if (shortest === undefined) return undefined;
  let common = [...shortest];
  for (const list of others) {
    // Comparing one name takes less than reading a list.
    if (common.length <= 1) break;
    const isInList = new Uint8Array(SEGMENT);
    for (const at of list) isInList[at] = 1;
    common = common.filter((at) => isInList[at] === 1);
  }
  return [...always, ...common];
}

/** Copied, because the bytes may begin anywhere in a larger buffer. */
function offsetsOf({ offsets }: IndexRow): Uint16Array {
  const bytes = new Uint8Array(offsets ?? []);
  if (endianness() === 'BE') Buffer.from(bytes.buffer).swap16();
  return new Uint16Array(bytes.buffer);
}
