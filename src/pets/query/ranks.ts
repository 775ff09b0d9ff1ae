import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Pace } from '../../database/pace.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { matching } from './filters.ts';
import { highestBelow, isBetween } from './ranges.ts';

/** Which of the pets that visitors see with one of the statuses to find by their ranks. */
export interface Ranks {
  readonly statuses: readonly PetStatus[];
  /** The number of pets. */
  readonly total: number;
  /** The rank of the first one: 0 is the newest. */
  readonly rank: number;
  readonly count: number;
}

/** Ids in the first step: enough for pages near an end. */
const firstIds = 1_000;
/** Maximum rows of a later step, in scans: some milliseconds. */
const scansOfStep = 4;

/** The ids of up to `count` of the pets, newest first, from a rank on. Counts from the end that is nearer, in steps, so that no rank is far. */
export async function idsFromRank(
  { read, position, scanRows }: Pick<Database, 'read' | 'position' | 'scanRows'>,
  { statuses, total, rank, count }: Ranks,
  nowMs: number,
  pace: Pace = () => setImmediate(),
): Promise<number[]> {
  const most = scansOfStep * scanRows;
  const within = (bottom: number, top: number) => {
    const pets = read.selectFrom('pets').where(isBetween(bottom, top));
    return matching(pets, { publicOnly: true, statuses }, { nowMs, position });
  };
  const countIn = async (bottom: number, top: number): Promise<number> => {
    await pace(top - bottom);
    const counted = within(bottom, top).select(({ fn }) => fn.countAll<number>().as('count'));
    return (await counted.executeTakeFirstOrThrow()).count;
  };
  const lowestFrom = async (id: number): Promise<number | undefined> => {
    const ids = read.selectFrom('pets').select(({ fn }) => fn.min('id').as('id'));
    return (await ids.where('id', '>=', id).executeTakeFirst())?.id ?? undefined;
  };

  /** An id below which the pet with the rank is, and how many of the pets are between the two. */
  async function start(): Promise<{ readonly top: number; readonly skip: number }> {
    if (rank <= total / 2) {
      let left = rank;
      let newest = await highestBelow(read);
      for (let ids = firstIds; newest > 0; ids = Math.min(4 * ids, most)) {
        const [bottom, top] = [newest + 1 - ids, newest + 1];
        const found = await countIn(bottom, top);
        if (found > left) return { top, skip: left };
        left -= found;
        newest = await highestBelow(read, bottom);
      }
      return { top: 0, skip: 0 };
    }
    let left = total - rank;
    let oldest = await lowestFrom(1);
    for (let ids = firstIds; oldest !== undefined; ids = Math.min(4 * ids, most)) {
      const top: number = oldest + ids;
      const found = await countIn(oldest, top);
      if (found >= left) return { top, skip: found - left };
      left -= found;
      oldest = await lowestFrom(top);
    }
    return { top: Number.MAX_SAFE_INTEGER, skip: 0 };
  }

  const { top, skip } = await start();
  const found: number[] = [];
  let skipped = skip;
  for (let newest = await highestBelow(read, top); newest > 0 && found.length < count;) {
    const bottom = newest + 1 - most;
    const pets = within(bottom, newest + 1)
      .orderBy('id', 'desc')
      .limit(count - found.length);
    found.push(...(await pets.offset(skipped).select('id').execute()).map(({ id }) => id));
    skipped = 0;
    newest = await highestBelow(read, bottom);
  }
  return found;
}
