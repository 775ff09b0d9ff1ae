import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../vocabulary/int64.ts';
import { type Candidate, hasAll, type Plan, shortList } from './plan.ts';
import { highestBelow } from './ranges.ts';

/** A pet and the first moment of the day since which it waits. */
interface Waiting {
  readonly id: number;
  readonly since: number;
}

/** Of pets without a profile: they come last, in the order of their ids. */
const never = Number.MAX_SAFE_INTEGER;
const start: Waiting = { since: Number.MIN_SAFE_INTEGER, id: 0 };

const candidate = ({ id, since }: Waiting): Candidate => ({ id, position: [since, id] });
const isBehind = (a: Waiting, b: Waiting): boolean => a.since > b.since || (a.since === b.since && a.id > b.id);

/**
 * The pets that wait longest come first. A pet waits since its intake, or else since it was added. Pets without a profile come last: no index has
 * them apart from the others.
 */
export async function* longestWaiting(plan: Plan, after: Position | undefined): AsyncGenerator<Candidate[]> {
  const [since = start.since, id = start.id] = (after ?? []).map(Number);
  const from: Waiting = { since, id };
  const few = await shortList(plan);
  if (few !== undefined) {
    yield await sorted(plan, few, from);
    return;
  }
  if (since !== never) yield* profiled(plan, from);
  if (!plan.traits.some(({ ofProfile }) => ofProfile)) yield* plain(plan, since === never ? id : 0);
}

/** All of a few pets. */
async function sorted({ read, traits, stepRows, pace }: Plan, ids: RawBuilder<unknown>, from: Waiting) {
  // A search of the key for each pet: a join may read all profiles.
  const { rows } = await sql<Waiting>`select distinct few.id,
      coalesce((select waits_since from pet_profiles as stay where stay.pet_id = few.id), ${sql.lit(never)}) as since
    from (${ids}) as few where ${hasAll(traits, 'few.id')}`.execute(read);
  await pace(stepRows.most);
  return rows
    .filter((row) => isBehind(row, from))
    .toSorted((a, b) => a.since - b.since || a.id - b.id)
    .map(candidate);
}

/** Pets with a profile. */
async function* profiled({ read, traits, filters: { status }, stepRows, pace }: Plan, from: Waiting) {
  const isOpen = status === undefined || status === 'sold' ? sql`true` : sql`is_sold = 0`;
  let after = from;
  for (let rows = stepRows.first; ; rows = Math.min(4 * rows, stepRows.most)) {
    const behind = sql`${isOpen} and (waits_since, pet_id) > (${after.since}, ${after.id})`;
    const last = await sql<Waiting>`select waits_since as since, pet_id as id from pet_profiles where ${behind}
      order by waits_since, pet_id limit 1 offset ${rows - 1}`.execute(read);
    const [end] = last.rows;
    const until = end === undefined ? sql`true` : sql`(waits_since, pet_id) <= (${end.since}, ${end.id})`;
    const found = await sql<Waiting>`select waits_since as since, pet_id as id from pet_profiles as stay
      where ${behind} and ${until} and ${hasAll(traits, 'stay.pet_id')}
      order by waits_since, pet_id`.execute(read);
    yield found.rows.map(candidate);
    await pace(rows);
    if (end === undefined) return;
    after = end;
  }
}

/** Pets without a profile. */
async function* plain({ read, traits, stepRows, pace }: Plan, from: number) {
  const newest = await highestBelow(read);
  let after = from;
  for (let rows = stepRows.first; after < newest; rows = Math.min(4 * rows, stepRows.most)) {
    const end = after + rows;
    const found = await sql<{ id: number }>`select id from pets where id > ${after} and id <= ${end}
      and not exists (select 1 from pet_profiles where pet_id = pets.id) and ${hasAll(traits, 'pets.id')}
      order by id`.execute(read);
    yield found.rows.map(({ id }) => candidate({ id, since: never }));
    await pace(rows);
    after = end;
  }
}
