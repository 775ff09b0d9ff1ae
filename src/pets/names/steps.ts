import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { isNothing } from '../../database/names.ts';
import type { Pace } from '../../database/pace.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { searchable } from '../../vocabulary/text/searchable.ts';
import { candidates } from './candidates.ts';
import { gramsOfText, SEGMENT } from './grams.ts';

/** The most segments that are asked for at once: a few milliseconds. */
const mostSegments = 16;
/** Asking for a segment takes as long as reading about so many rows. */
const rowsPerSegment = 32;

/**
 * Divides the pets with ids below `before` whose names may contain the text into steps of at most `most` rows, from the newest down. Where names are
 * indexed, a step has only pets that have the text's grams; the newest pets are not indexed yet, and are all in the steps.
 */
export async function* stepsByName(
  read: Queries,
  text: string,
  most: number,
  before?: Int64,
  pace: Pace = () => setImmediate(),
): AsyncGenerator<RawBuilder<SqlBool>> {
  if (isNothing(text)) return;
  const grams = gramsOfText(searchable(text));
  await pace(0);
  let top = await topOf(read, before);
  for (let count = 1; top > 1; count = Math.min(2 * count, mostSegments)) {
    const newest = Math.floor((top - 1) / SEGMENT);
    const segments = Array.from({ length: Math.min(count, newest + 1) }, (_, i) => newest - i);
    const found = await candidates(read, grams, segments);
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
        yield sql<SqlBool>`pets.id >= ${start} and pets.id < ${end}`;
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

/** The id above which the walk sees nothing. */
async function topOf(read: Queries, before: Int64 | undefined): Promise<number> {
  const newest = await read
    .selectFrom('pets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return Math.min(Number(before ?? Number.MAX_SAFE_INTEGER), (newest?.id ?? 0) + 1);
}

/** Repeats an id up to a power of two: there are few texts of the statement, so that they stay prepared. */
export function isOneOf(ids: readonly number[]): RawBuilder<SqlBool> {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return sql<SqlBool>`pets.id in (${sql.join(Array.from({ length }, (_, i) => ids[i] ?? ids[0]))})`;
}
