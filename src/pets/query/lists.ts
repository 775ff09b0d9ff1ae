import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../database/database.ts';
import { firstOf } from '../../database/first-of.ts';
import type { Pace, Part } from '../../database/pace.ts';
import { prepared } from '../../database/prepared.ts';
import type { Tables } from '../../database/tables.ts';
import type { Now } from '../../time/clock.ts';
import type { Int64, Position } from '../../vocabulary/int64.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { isHoldEnded, isOfOrganizations, matching, type PetFilters, statusAt } from './filters.ts';
import { idsFromRank, type Ranks } from './ranks.ts';
import { traitsOf } from './traits.ts';
import { type Step, walk } from './walk.ts';

export type PetRow = { id: number; name: string; category_id: Int64; status: string };

/** `updated_at` is in Unix milliseconds. */
export type ChangedRow = { id: number; updated_at: number };

/** A row and its place in the order of its list. */
interface Placed<Row> {
  readonly row: Row;
  readonly position: Position;
}

/** Reads lists of pets. */
export function petLists(database: Database, now: Now) {
  const { read, position } = database;
  // The pages that clients read most are compiled once: building their SQL takes longer than running it.
  const pageWith = (filters: Pick<PetFilters, 'status'>) =>
    prepared(read, (db, p: PagePart) => indexedPage({ read: db, position }, filters, p));
  const pages = {
    all: pageWith({}),
    available: pageWith({ status: 'available' }),
    pending: pageWith({ status: 'pending' }),
    sold: pageWith({ status: 'sold' }),
  };

  return {
    /** Up to `count` pets that match the filters, behind the position, in the order that `sort` names. */
    async page(filters: PetFilters, part: Part): Promise<Placed<PetRow>[]> {
      const nowMs = now();
      const { publicOnly = false, sort = 'newest', status = 'all', ...others } = filters;
      const { count, after = [Number.MAX_SAFE_INTEGER] } = part;
      const pagePart = { count, before: Number(after[0]), nowMs };
      if (sort === 'newest') {
        if (publicOnly === false && Object.keys(others).length === 0)
          return placed(await pages[status](read, pagePart));
        if (isIndexed(filters, nowMs)) return placed(await indexedPage(database, filters, pagePart).execute());
      }
      const found: Placed<PetRow>[] = [];
      for await (const { pets, candidates } of walk(database, filters, part, nowMs)) {
        const left = count - found.length;
        const rows = selectRow(candidates === undefined ? pets.limit(left) : pets, filters, nowMs);
        found.push(...placed(await rows.execute(), candidates).slice(0, left));
        if (found.length === count) break;
      }
      return found;
    },

    /** The ids of all pets that match the filters, in the order that `sort` names, in groups. */
    async *ids(filters: PetFilters, pace?: Pace): AsyncGenerator<number[]> {
      for await (const { pets, candidates } of walk(database, filters, { count: Infinity, pace }, now()))
        yield placed(await pets.select('id').execute(), candidates).map(({ row }) => row.id);
    },

    /** The ids of the pets that match the filters, newest first, below an id; in groups, with when each pet was changed last. */
    async *changes(filters: PetFilters, before: number): AsyncGenerator<readonly ChangedRow[]> {
      for await (const { pets } of walk(database, filters, { count: Infinity, after: [before] }, now()))
        yield await pets.select(['id', 'updated_at']).execute();
    },

    /** See `idsFromRank`. */
    idsFromRank: (ranks: Ranks, pace?: Pace): Promise<number[]> => idsFromRank(database, ranks, now(), pace),

    /** How many pets match the filters. */
    async count(filters: PetFilters): Promise<number> {
      let total = 0;
      for await (const { pets } of walk(database, filters, { count: Infinity }, now())) {
        const counted = pets.clearOrderBy().select(({ fn }) => fn.countAll<number>().as('count'));
        total += (await counted.executeTakeFirstOrThrow()).count;
      }
      return total;
    },
  };
}

/** Puts the rows of a step in its order. */
function placed<Row extends { readonly id: number }>(
  rows: readonly Row[],
  candidates?: Step['candidates'],
): Placed<Row>[] {
  if (candidates === undefined) return rows.map((row) => ({ row, position: [row.id] }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return candidates.flatMap(({ id, position }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ row, position }];
  });
}

/** Whether one query follows an index to the pets: by id, by status or by category, newest first. */
function isIndexed(filters: PetFilters, nowMs: number): boolean {
  const { ids, status, statuses, categoryId, updatedSince, addedFrom, addedBefore, ownedBy, q, near } = filters;
  if (ids !== undefined) return true;
  if ([statuses, updatedSince, addedFrom, addedBefore, ownedBy, q, near].some((one) => one !== undefined)) return false;
  if (isOfOrganizations(filters) || (status !== undefined && categoryId !== undefined)) return false;
  return traitsOf(filters, nowMs).length === 0;
}

interface PagePart {
  readonly count: number;
  readonly before: number;
  readonly nowMs: number;
}

type Pets = SelectQueryBuilder<Tables, 'pets', object>;

const selectRow = (pets: Pets, { status }: PetFilters, nowMs: number): SelectQueryBuilder<Tables, 'pets', PetRow> =>
  pets.select([
    'id',
    'name',
    'category_id',
    (status === undefined ? statusAt(nowMs) : sql.lit<string>(status)).as('status'),
  ]);

function indexedPage(
  { read, position }: Pick<Database, 'read' | 'position'>,
  filters: PetFilters,
  { count, before, nowMs }: PagePart,
) {
  const { status, ...others } = filters;
  const pets: Pets = read.selectFrom('pets').where('id', '<', before).orderBy('id', 'desc').limit(count);
  const query = selectRow(matching(pets, others, { nowMs, position }), filters, nowMs);
  return status === undefined ? query : firstOf(read, withStatus(query, status, nowMs), ['id desc'], count);
}

/** The pets that are shown with this status, as queries that each follow an index. */
function withStatus<Row>(
  query: SelectQueryBuilder<Tables, 'pets', Row>,
  status: PetStatus,
  nowMs: number,
): SelectQueryBuilder<Tables, 'pets', Row>[] {
  const stored = query.where('status', '=', status);
  if (status === 'available') return [stored, query.where(isHoldEnded(nowMs))];
  return [status === 'pending' ? stored.where(sql<SqlBool>`not ${isHoldEnded(nowMs)}`) : stored];
}
