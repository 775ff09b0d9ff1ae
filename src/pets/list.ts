import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { firstOf } from '../database/first-of.ts';
import { isDue } from '../database/holds.ts';
import { isHidden, isPublic } from '../database/listed.ts';
import { nameContains } from '../database/names.ts';
import { isPetNear } from '../database/near.ts';
import type { Pace } from '../database/pace.ts';
import { prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import type { Int64, Position } from '../vocabulary/int64.ts';
import { PET_STATUSES } from '../vocabulary/pet-lifecycle.ts';
import { areFew, candidatesOf } from './filters/candidates-of.ts';
import type { ListFilters, PetFilters } from './filters/candidates.ts';
import { type Trait, traitsOf } from './filters/traits.ts';
import { isOneOf, stepsByName } from './names/steps.ts';
import type { PetStatus } from './schema.ts';
import { isAmongFew, isOfOrganizations, steps } from './steps.ts';

export type PetRow = { id: number; name: string; category_id: Int64; status: string };
type PetQuery = SelectQueryBuilder<Tables, 'pets', PetRow>;

/** Reads up to `count` pets that match the filters, with ids below `before`, newest first. */
export function petLists(database: Database) {
  // The pages that clients read most are compiled once: building their SQL takes longer than running it.
  const pagesOf = (filters: Pick<PetFilters, 'status'>) =>
    prepared(database.read, (db, p: { count: number; nowMs: number; before: number }) =>
      petQuery(
        { read: db, position: database.position },
        { ...filters, publicOnly: false },
        p.count,
        p.nowMs,
        p.before,
      ),
    );
  const pages = {
    all: pagesOf({}),
    available: pagesOf({ status: 'available' }),
    pending: pagesOf({ status: 'pending' }),
    sold: pagesOf({ status: 'sold' }),
  };

  return async (
    { publicOnly, ...filters }: ListFilters,
    count: number,
    before: Int64 | undefined,
    nowMs: number,
    pace?: Pace,
  ): Promise<PetRow[]> => {
    const { status = 'all', ...others } = filters;
    if (publicOnly || Object.keys(others).length > 0)
      return listPets(database, { ...filters, publicOnly }, count, before, nowMs, pace);
    return pages[status](database.read, { count, nowMs, before: Number(before ?? Number.MAX_SAFE_INTEGER) });
  };
}

/**
 * The indexes give pets by id, by status and by category, newest first. Any other filter reads the rows from the newest down, in steps of a
 * bounded number of rows, so that no query delays other requests, however rare its matches are.
 */
async function listPets(
  database: Database,
  filters: ListFilters,
  count: number,
  before: Int64 | undefined,
  nowMs: number,
  pace?: Pace,
): Promise<PetRow[]> {
  const { read, scanRows } = database;
  if (await isByTraits(database, filters, nowMs)) {
    const after = before === undefined ? undefined : [before];
    return (await listInOrder(database, filters, count, after, nowMs, pace)).map(({ row }) => row);
  }
  if (isIndexed(filters)) return petQuery(database, filters, count, nowMs, before).execute();

  // A name may be a thousand times as long as most, and take as much longer to read and compare.
  const most = filters.q === undefined ? scanRows : Math.ceil(scanRows / 10);
  const found: PetRow[] = [];
  // The first step is enough to fill the page with the pets of one organization, whatever their statuses are.
  const walk =
    filters.q === undefined || (await isAmongFew(read, filters))
      ? steps(read, filters, { first: PET_STATUSES.length * count, most }, before, pace)
      : stepsByName(read, filters.q, most, before, pace);
  for await (const step of walk) {
    found.push(...(await petQuery(database, filters, count - found.length, nowMs, before, step).execute()));
    if (found.length === count) break;
  }
  return found;
}

/** Whether the lists of traits and places lead to the pets. The index of names does if the animals with the traits are many. */
async function isByTraits(database: Database, filters: ListFilters, nowMs: number): Promise<boolean> {
  if (filters.ids !== undefined) return false;
  if (filters.near === undefined && traitsOf(filters, nowMs).length === 0) return false;
  return filters.q === undefined || (await areFew(database, filters, nowMs));
}

/** A pet and its place in the order of its list. */
export interface Placed {
  readonly row: PetRow;
  readonly position: Position;
}

/** The most pets whose rows one query reads by their ids. */
const mostAtOnce = 512;

/** Reads up to `count` pets that match the filters, behind the position, in the order that `sort` names. */
export async function listInOrder(
  database: Database,
  filters: ListFilters,
  count: number,
  after: Position | undefined,
  nowMs: number,
  pace: Pace = () => setImmediate(),
): Promise<Placed[]> {
  const found: Placed[] = [];
  for await (const group of candidatesOf(database, filters, count, after, nowMs, pace)) {
    let rest = group;
    for (let size = 2 * count; rest.length > 0; size = Math.min(2 * size, mostAtOnce)) {
      const some = rest.slice(0, size);
      rest = rest.slice(size);
      const step = isOneOf(some.map(({ id }) => id));
      const rows = await petQuery(database, filters, some.length, nowMs, undefined, step).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, position } of some) {
        const row = byId.get(id);
        if (row !== undefined) found.push({ row, position });
        if (found.length === count) return found;
      }
    }
  }
  return found;
}

/** What the first step of a whole list reads: most lists are shorter. */
const firstRows = 1_000;

/** The ids of all pets that match the filters, in the order that `sort` names, in groups. */
export async function* idsInOrder(
  database: Database,
  filters: ListFilters,
  nowMs: number,
  pace: Pace = () => setImmediate(),
): AsyncGenerator<number[]> {
  const { read, position, scanRows } = database;
  const among = (traits: readonly Trait[], step: RawBuilder<SqlBool>) => {
    const pets = read.selectFrom('pets').select('id').where(step).orderBy('id', 'desc');
    const found = matching(pets, filters, nowMs, position, traits);
    return filters.status === undefined ? found : found.where(statusAt(nowMs), '=', filters.status);
  };
  if (!(await isByTraits(database, filters, nowMs)) && filters.sort !== 'distance') {
    const most = filters.q === undefined ? scanRows : Math.ceil(scanRows / 10);
    const walk =
      filters.q === undefined || (await isAmongFew(read, filters))
        ? steps(read, filters, { first: Math.min(firstRows, most), most }, undefined, pace)
        : stepsByName(read, filters.q, most, undefined, pace);
    for await (const step of walk) yield (await among(traitsOf(filters, nowMs), step).execute()).map(({ id }) => id);
    return;
  }
  for await (const group of candidatesOf(database, filters, Infinity, undefined, nowMs, pace)) {
    for (let start = 0; start < group.length; start += mostAtOnce) {
      const ids = group.slice(start, start + mostAtOnce).map(({ id }) => id);
      // Candidates have all traits.
      const found = new Set((await among([], isOneOf(ids)).execute()).map(({ id }) => id));
      yield ids.filter((id) => found.has(id));
    }
  }
}

function isIndexed(filters: ListFilters): boolean {
  const { ids, status, statuses, categoryId, updatedSince, addedFrom, addedBefore, q } = filters;
  if (ids !== undefined) return true;
  if (statuses !== undefined || addedFrom !== undefined || addedBefore !== undefined) return false;
  if (isOfOrganizations(filters) || updatedSince !== undefined || q !== undefined) return false;
  return status === undefined || categoryId === undefined;
}

function petQuery(
  { read: db, position }: Pick<Database, 'read' | 'position'>,
  filters: ListFilters,
  count: number,
  nowMs: number,
  before: Int64 | undefined,
  step?: RawBuilder<SqlBool>,
) {
  const status = filters.status === undefined ? statusAt(nowMs) : sql.lit<string>(filters.status);
  let query = db
    .selectFrom('pets')
    .select(['id', 'name', 'category_id', status.as('status')])
    .orderBy('id', 'desc')
    .limit(count);
  if (step !== undefined) query = query.where(step);
  else if (before !== undefined) query = query.where('id', '<', before as number);
  query = matching(query, filters, nowMs, position);
  if (filters.status === undefined) return query;
  if (step !== undefined) return query.where(statusAt(nowMs), '=', filters.status);
  return firstOf(db, withStatus(query, filters.status, nowMs), ['id desc'], count);
}

/** The pets that match the filters, whatever `status` is. @param traits those that are still to be checked */
export function matching<Row>(
  pets: SelectQueryBuilder<Tables, 'pets', Row>,
  filters: ListFilters,
  nowMs: number,
  position: Database['position'],
  traits: readonly Trait[] = traitsOf(filters, nowMs),
): SelectQueryBuilder<Tables, 'pets', Row> {
  let query = pets;
  const { publicOnly, withHidden = !publicOnly } = filters;
  if (publicOnly) query = query.where(isPublic('pets'));
  if (!withHidden) query = query.where(sql<SqlBool>`not ${isHidden(nowMs)}`);
  if (filters.organizationId !== undefined)
    query = query.where('organization_id', '=', filters.organizationId as number);
  if (filters.organizationIds !== undefined) query = query.where('organization_id', 'in', filters.organizationIds);
  if (filters.statuses !== undefined) query = query.where(statusAt(nowMs), 'in', filters.statuses);
  if (filters.addedFrom !== undefined) query = query.where('created_at', '>=', filters.addedFrom);
  if (filters.addedBefore !== undefined) query = query.where('created_at', '<', filters.addedBefore);
  if (filters.categoryId !== undefined) query = query.where('category_id', '=', filters.categoryId);
  if (filters.ids !== undefined) query = query.where('id', 'in', filters.ids as number[]);
  if (filters.updatedSince !== undefined) {
    const sinceMs = Date.parse(filters.updatedSince);
    const endedSince = sql`${petsOfEndedHolds(nowMs)} and expires_at >= ${sinceMs}`;
    query = query.where(sql<SqlBool>`(updated_at >= ${sinceMs} or id in (${endedSince}))`);
  }
  if (filters.q !== undefined) query = query.where(nameContains({ position }, filters.q));
  if (filters.near !== undefined) query = query.where(isPetNear(filters.near));
  for (const { holds } of traits) query = query.where(holds('pets.id'));
  return query;
}

/** The pets that are shown with this status. */
function withStatus(query: PetQuery, status: PetStatus, nowMs: number): PetQuery[] {
  const stored = query.where('status', '=', status);
  if (status === 'available') return [stored, query.where(isHoldEnded(nowMs))];
  return [status === 'pending' ? stored.where(sql<SqlBool>`not ${isHoldEnded(nowMs)}`) : stored];
}

const petsOfEndedHolds = (nowMs: number): RawBuilder<unknown> => sql`select pet_id from orders where ${isDue(nowMs)}`;

/** Whether a pet is stored as `pending` and shown as `available`, because its hold has ended. */
export const isHoldEnded = (nowMs: number): RawBuilder<SqlBool> =>
  sql`(pets.status = 'pending' and pets.id in (${petsOfEndedHolds(nowMs)}))`;

export const statusAt = (nowMs: number): RawBuilder<string> =>
  sql`case when ${isHoldEnded(nowMs)} then 'available' else pets.status end`;
