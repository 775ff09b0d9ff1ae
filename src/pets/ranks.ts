import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Pace } from '../database/pace.ts';
import type { PetStatus } from '../vocabulary/pet-lifecycle.ts';
import { matching } from './list.ts';

/** The pets that visitors see with one of the statuses. */
export interface Listed {
  readonly statuses: readonly PetStatus[];
  /** How many they are. */
  readonly total: number;
}

/** The first step reads the rows of so many ids, which pages near an end are among. */
const firstIds = 1_000;
/** A later one reads up to so many times the rows of a scan: some milliseconds. */
const scansOfStep = 4;

/**
 * The ids of up to `count` of the pets, newest first, from a rank on: 0 is the newest. Counts from the end that is nearer, in steps, so that
 * no rank is far.
 */
export async function idsFromRank(
  { read, position, scanRows }: Pick<Database, 'read' | 'position' | 'scanRows'>,
  { statuses, total }: Listed,
  rank: number,
  count: number,
  nowMs: number,
  pace: Pace = () => setImmediate(),
): Promise<number[]> {
  const size = scansOfStep * scanRows;
  const listed = matching(read.selectFrom('pets'), { publicOnly: true, statuses }, nowMs, position);
  const within = (bottom: number, top: number) => listed.where('id', '>=', bottom).where('id', '<', top);
  const countIn = async (bottom: number, top: number): Promise<number> => {
    await pace(top - bottom);
    const row = await within(bottom, top)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  };
  /** The highest id below the top; 0 if there is none. */
  const below = async (top: number): Promise<number> => {
    const row = await read
      .selectFrom('pets')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('id', '<', top)
      .executeTakeFirst();
    return row?.id ?? 0;
  };
  /** The lowest id from the bottom on; undefined if there is none. */
  const above = async (bottom: number): Promise<number | undefined> => {
    const row = await read
      .selectFrom('pets')
      .select(({ fn }) => fn.min('id').as('id'))
      .where('id', '>=', bottom)
      .executeTakeFirst();
    return row?.id ?? undefined;
  };

  /** An id below which the pet with the rank is, and how many of the pets are between the two. */
  async function start(): Promise<{ readonly top: number; readonly skip: number }> {
    let seen = 0;
    if (rank <= total / 2) {
      let top = (await below(Number.MAX_SAFE_INTEGER)) + 1;
      for (let ids = firstIds; top > 1; ids = Math.min(4 * ids, size)) {
        const bottom = top - ids;
        const found = await countIn(bottom, top);
        if (seen + found > rank) return { top, skip: rank - seen };
        seen += found;
        top = (await below(bottom)) + 1;
      }
      return { top: 0, skip: 0 };
    }
    const fromEnd = total - rank;
    let bottom = await above(1);
    for (let ids = firstIds; bottom !== undefined; ids = Math.min(4 * ids, size)) {
      const top: number = bottom + ids;
      seen += await countIn(bottom, top);
      if (seen >= fromEnd) return { top, skip: seen - fromEnd };
      bottom = await above(top);
    }
    return { top: (await below(Number.MAX_SAFE_INTEGER)) + 1, skip: 0 };
  }

  const { top, skip } = await start();
  return idsBelow(top, skip);

  async function idsBelow(highest: number, offset: number): Promise<number[]> {
    const found: number[] = [];
    let skipped = offset;
    for (let next = highest; next > 1 && found.length < count; next = (await below(next - size)) + 1) {
      const rows = await within(next - size, next)
        .select('id')
        .orderBy('id', 'desc')
        .limit(count - found.length)
        .offset(skipped)
        .execute();
      found.push(...rows.map(({ id }) => id));
      skipped = 0;
    }
    return found;
  }
}
