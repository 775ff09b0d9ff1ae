import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { isDue } from '../database/holds.ts';
import { isPublic, isPublicOrganization } from '../database/listed.ts';
import { folded, nameContains } from '../database/names.ts';
import { newestOf } from '../database/newest.ts';
import { prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { PET_STATUSES } from '../vocabulary/pet-lifecycle.ts';
import type { PetFilters, PetStatus } from './schema.ts';

/** Whose animals a query reads. */
export interface Among {
  /** Only those that visitors see. */
  readonly publicOnly: boolean;
  readonly organizationId?: Int64 | undefined;
}

export type PetRow = { id: number; name: string; category_id: Int64; status: string };
type PetQuery = SelectQueryBuilder<Tables, 'pets', PetRow>;

/** Reads up to `count` pets that match the filters, with ids below `before`, newest first. */
export function petLists(database: Database) {
  // The pages that clients read most are compiled once: building their SQL takes longer than running it.
  const pagesOf = (filters: PetFilters) =>
    prepared(database.read, (db, p: { count: number; nowMs: number; before: number }) =>
      petQuery(db, { ...filters, publicOnly: false }, p.count, p.nowMs, p.before),
    );
  const pages = {
    all: pagesOf({}),
    available: pagesOf({ status: 'available' }),
    pending: pagesOf({ status: 'pending' }),
    sold: pagesOf({ status: 'sold' }),
  };

  return async (
    { publicOnly, ...filters }: PetFilters & Among,
    count: number,
    before: Int64 | undefined,
    nowMs: number,
  ): Promise<PetRow[]> => {
    const { status = 'all', ...others } = filters;
    if (publicOnly || Object.keys(others).length > 0)
      return listPets(database, { ...filters, publicOnly }, count, before, nowMs);
    return pages[status](database.read, { count, nowMs, before: Number(before ?? Number.MAX_SAFE_INTEGER) });
  };
}

/**
 * The indexes give pets by id, by status and by category, newest first. Any other filter reads the rows from the newest down, in steps of a
 * bounded number of rows, so that no query delays other requests, however rare its matches are.
 */
async function listPets(
  database: Database,
  filters: PetFilters & Among,
  count: number,
  before: Int64 | undefined,
  nowMs: number,
): Promise<PetRow[]> {
  const { read, scanRows } = database;
  if (isIndexed(filters)) return petQuery(read, filters, count, nowMs, before).execute();

  // The engine may restart the comparison at each letter of a name: the time grows with the length of the text.
  const most = Math.ceil(scanRows / (filters.q === undefined ? 1 : folded(filters.q).length));
  const found: PetRow[] = [];
  for await (const [bottom, top] of steps(read, filters, { first: 8 * count, most }, before)) {
    found.push(...(await petQuery(read, filters, count - found.length, nowMs, top, bottom).execute()));
    if (found.length === count) break;
  }
  return found;
}

/**
 * Ranges of ids below `before`, from the newest down. Each begins with an animal that the query is about, and they become longer, from
 * `first` to `most`, until one skips many ids: they read few of the rows between. Other requests run between two ranges.
 */
export async function* steps(
  read: Queries,
  among: Among & Pick<PetFilters, 'status'>,
  { first, most }: { readonly first: number; readonly most: number },
  before: Int64 = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<[bottom: number, top: number]> {
  let rows = Math.min(first, most);
  let top = Number(before);
  while (top > 1) {
    const newest = await newestBelow(read, among, top);
    if (newest === undefined) return;
    rows = top - newest > rows ? Math.min(first, most) : Math.min(4 * rows, most);
    top = Math.max(newest + 1 - rows, 1);
    yield [top, newest + 1];
    await setImmediate();
  }
}

/** The highest id below `top` of an animal that the query may be about. One search of an index for each organization and status. */
async function newestBelow(
  read: Queries,
  { publicOnly, organizationId, status }: Among & Pick<PetFilters, 'status'>,
  top: number,
): Promise<number | undefined> {
  if (!publicOnly && organizationId === undefined) {
    const row = await read
      .selectFrom('pets')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('id', '<', top)
      .executeTakeFirst();
    return row?.id ?? undefined;
  }
  const newestWith = (stored: PetStatus) =>
    sql<number | null>`max((select pets.id from pets where pets.organization_id = organizations.id
      and pets.status = ${sql.lit(stored)} and pets.id < ${top} order by pets.id desc limit 1))`.as(stored);
  let query = read.selectFrom('organizations').select(storedAs(status).map(newestWith));
  if (publicOnly) query = query.where(isPublicOrganization);
  if (organizationId !== undefined) query = query.where('id', '=', organizationId as number);
  const ids = Object.values((await query.executeTakeFirst()) ?? {}).filter((id) => id !== null);
  return ids.length === 0 ? undefined : Math.max(...ids);
}

/** The statuses with which pets that are shown with this status may be stored. */
function storedAs(status: PetStatus | undefined): readonly PetStatus[] {
  if (status === undefined) return PET_STATUSES;
  return status === 'available' ? ['available', 'pending'] : [status];
}

function isIndexed({
  publicOnly,
  organizationId,
  ids,
  status,
  categoryId,
  updatedSince,
  q,
}: PetFilters & Among): boolean {
  if (ids !== undefined) return true;
  if (publicOnly || organizationId !== undefined || updatedSince !== undefined || q !== undefined) return false;
  return status === undefined || categoryId === undefined;
}

function petQuery(
  db: Queries,
  filters: PetFilters & Among,
  count: number,
  nowMs: number,
  before?: Int64,
  from?: number,
) {
  const status = filters.status === undefined ? statusAt(nowMs) : sql.lit<string>(filters.status);
  let query = db
    .selectFrom('pets')
    .select(['id', 'name', 'category_id', status.as('status')])
    .orderBy('id', 'desc')
    .limit(count);
  if (filters.publicOnly) query = query.where(isPublic('pets'));
  if (filters.organizationId !== undefined)
    // The plus sign keeps the engine from reading all animals of the organization by its index.
    query = query.where(sql<SqlBool>`+pets.organization_id = ${filters.organizationId}`);
  if (filters.categoryId !== undefined) query = query.where('category_id', '=', filters.categoryId);
  if (filters.ids !== undefined) query = query.where('id', 'in', filters.ids as number[]);
  if (filters.updatedSince !== undefined) {
    const sinceMs = Date.parse(filters.updatedSince);
    const endedSince = sql`${petsOfEndedHolds(nowMs)} and expires_at >= ${sinceMs}`;
    query = query.where(sql<SqlBool>`(updated_at >= ${sinceMs} or id in (${endedSince}))`);
  }
  if (filters.q !== undefined) query = query.where(nameContains(filters.q));
  if (before !== undefined) query = query.where('id', '<', before as number);
  if (from !== undefined) query = query.where('id', '>=', from);
  const queries = filters.status === undefined ? [query] : withStatus(query, filters.status, nowMs);
  return newestOf(db, queries, count);
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
