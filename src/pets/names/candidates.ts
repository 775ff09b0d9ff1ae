import { endianness } from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { EVERY, FREQUENT, SEGMENT } from './grams.ts';

/** So many noted changes are read at once. More mean that the index is far behind: then it is not used. */
const mostChanges = 500;

interface IndexRow {
  readonly segment: number;
  readonly gram: number | null;
  readonly offsets: Uint8Array | null;
  readonly pet_id: number | null;
}

/**
 * Asks the index which pets may have a name with all the grams: all that have, and some others. By segment, the ids in descending order.
 * Absent is a segment that is not indexed, or of which the index cannot say more than that it may be any.
 */
export async function candidates(
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

/** The offsets that stand in the lists of all grams, and those that every search looks at. Undefined if that may be any. */
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

/** Offsets within a segment, as they are stored: two bytes each, the lower one first. Nothing stands for too many. */
export function storedOffsets(offsets: readonly number[]): Buffer {
  if (offsets.length > FREQUENT) return Buffer.alloc(0);
  const bytes = Buffer.alloc(2 * offsets.length);
  for (const [i, at] of offsets.entries()) bytes.writeUInt16LE(at, 2 * i);
  return bytes;
}
