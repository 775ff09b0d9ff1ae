import { setImmediate } from 'node:timers/promises';
import type { Database, Queries } from '../../database/database.ts';
import { openClaim } from '../../jobs/claim.ts';
import { chunks } from '../../kit/chunks.ts';
import type { Now } from '../../time/clock.ts';
import { FREQUENT, gramsOfName, SEGMENT } from './name-grams.ts';
import { highestBelow } from './ranges.ts';

/** The claim of the process that indexes. */
const INDEXER = 'pet_names_indexer';

/** What one turn of the event loop, or one transaction, handles in about 5 ms. */
const namesAtOnce = 256;
const rowsAtOnce = 250;

/** The service stops, or another process has taken over. What is written of a segment is removed when it is indexed the next time. */
class Ended extends Error {}

/**
 * Brings the index of names up to date, from the oldest animals on: segments in which all ids are assigned, and indexed ones if at least
 * `changes` names have changed. A segment that is being indexed is not used meanwhile, so searches are exact at any moment.
 */
export async function indexNames(
  database: Database,
  now: Now,
  { changes, stop }: { readonly changes: number; readonly stop?: AbortSignal },
): Promise<void> {
  const { read } = database;
  const due = await dueSegments(read, changes);
  if (due.added.length + due.changed.length === 0) return;
  const claim = openClaim(database, INDEXER, now);
  if (!(await claim.take())) return;
  const write: Write = (work) =>
    database.transaction(async (tx) => {
      if (stop?.aborted === true || !(await claim.renew(tx))) throw new Ended();
      await work(tx);
    });
  try {
    // A transaction that was given one of these ids may not have committed yet.
    if (due.added.length > 0) await database.settled('pets');
    for (const segment of [...due.added, ...due.changed]) await indexSegment(read, write, segment);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  await claim.end();
}

async function dueSegments(read: Queries, changes: number) {
  const complete = Math.floor(((await highestBelow(read)) + 1) / SEGMENT);
  const rows = await read.selectFrom('pet_name_segments').select('segment').execute();
  const indexed = new Set(rows.map(({ segment }) => segment));
  const added = Array.from({ length: complete }, (_, segment) => segment).filter((segment) => !indexed.has(segment));
  const changed = await read
    .selectFrom('pet_name_changes')
    .select('segment')
    .groupBy('segment')
    .having(({ fn }) => fn.countAll(), '>=', changes)
    .execute();
  return { added, changed: changed.map(({ segment }) => segment).filter((segment) => indexed.has(segment)) };
}

type Write = (work: (tx: Queries) => Promise<unknown>) => Promise<void>;

async function indexSegment(read: Queries, write: Write, segment: number): Promise<void> {
  await write((tx) => tx.deleteFrom('pet_name_segments').where('segment', '=', segment).execute());
  await removeGrams(read, write, segment);

  // First the changes that are noted, then the names: a change that is noted later stays noted.
  const noted = await read.selectFrom('pet_name_changes').select('id').where('segment', '=', segment).execute();
  const offsets = await offsetsByGram(read, segment * SEGMENT);
  for (const rows of chunks([...offsets], rowsAtOnce)) {
    const values = rows.map(([gram, list]) => ({ segment, gram, offsets: storedOffsets(list) }));
    await write((tx) => tx.insertInto('pet_name_grams').values(values).execute());
  }
  for (const rows of chunks(noted, rowsAtOnce)) {
    const ids = rows.map(({ id }) => id);
    await write((tx) => tx.deleteFrom('pet_name_changes').where('id', 'in', ids).execute());
  }
  await write((tx) => tx.insertInto('pet_name_segments').values({ segment }).execute());
}

async function removeGrams(read: Queries, write: Write, segment: number): Promise<void> {
  for (;;) {
    const rows = await read
      .selectFrom('pet_name_grams')
      .select('gram')
      .where('segment', '=', segment)
      .limit(rowsAtOnce)
      .execute();
    if (rows.length === 0) return;
    const grams = rows.map(({ gram }) => gram);
    await write((tx) =>
      tx.deleteFrom('pet_name_grams').where('segment', '=', segment).where('gram', 'in', grams).execute(),
    );
  }
}

/** For each gram the names that have it, as offsets from the segment's first id, in ascending order. */
async function offsetsByGram(read: Queries, first: number): Promise<ReadonlyMap<number, number[]>> {
  const offsets = new Map<number, number[]>();
  for (let from = first; from < first + SEGMENT; from += namesAtOnce) {
    const rows = await read
      .selectFrom('pets')
      .select(['id', 'name_folded'])
      .where('id', '>=', from)
      .where('id', '<', from + namesAtOnce)
      .orderBy('id')
      .execute();
    for (const { id, name_folded: name } of rows) {
      for (const gram of gramsOfName(name)) {
        const list = offsets.get(gram);
        if (list === undefined) offsets.set(gram, [id - first]);
        else list.push(id - first);
      }
    }
    await setImmediate();
  }
  return offsets;
}

/** Offsets within a segment, as they are stored: two bytes each, the lower one first. Empty means too many. */
function storedOffsets(offsets: readonly number[]): Buffer {
  if (offsets.length > FREQUENT) return Buffer.alloc(0);
  const bytes = Buffer.alloc(2 * offsets.length);
  for (const [i, at] of offsets.entries()) bytes.writeUInt16LE(at, 2 * i);
  return bytes;
}
