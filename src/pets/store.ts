import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { isDue } from '../database/holds.ts';
import { folded, nameContains } from '../database/names.ts';
import { newestOf } from '../database/newest.ts';
import type { Outbox } from '../database/outbox.ts';
import { prepared, preparedInsert } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Owner } from '../vocabulary/owner.ts';
import type { NewPet, Pet, PetFilters, PetPatch, PetStatus } from './schema.ts';

/** A pet with the fields that the API does not show. */
export interface StoredPet {
  readonly pet: Pet;
  readonly owner: Owner;
  /** Starts at 1 and counts the changes. */
  readonly version: number;
  /** Its hold has ended, and the expiry is not written yet: it is shown as `available`, and stored as `pending`. */
  readonly holdEnded: boolean;
}

/** Reads show a pet whose hold has ended as `available`, whether or not that is written yet. */
export type PetStore = ReturnType<typeof petStore>;

const columns = ['id', 'name', 'category_id'] as const;

type PetRow = { id: number; name: string; category_id: Int64; status: string };
type PetQuery = SelectQueryBuilder<Tables, 'pets', PetRow>;

export function petStore(database: Database, outbox: Outbox, now: () => number) {
  const insert = preparedInsert<
    {
      accountId: number;
      organizationId: number | null;
      name: string;
      folded: string;
      categoryId: Int64;
      status: string;
      at: number;
    },
    'pets'
  >(database.read, { table: 'pets', assigned: 'id' }, (db, p) =>
    db.insertInto('pets').values({
      account_id: p.accountId,
      organization_id: p.organizationId,
      name: p.name,
      name_folded: p.folded,
      category_id: p.categoryId,
      status: p.status,
      version: 1,
      created_at: p.at,
      updated_at: p.at,
    }),
  );

  // The pages that clients read most are compiled once: building their SQL takes longer than running it.
  const pagesOf = (filters: PetFilters) =>
    prepared(database.read, (db, p: { count: number; nowMs: number; before: number }) =>
      petQuery(db, filters, p.count, p.nowMs, p.before),
    );
  const pages = {
    all: pagesOf({}),
    available: pagesOf({ status: 'available' }),
    pending: pagesOf({ status: 'pending' }),
    sold: pagesOf({ status: 'sold' }),
  };

  return {
    /** Up to `count` pets that match the filters, with ids below `before`, newest first. */
    async list(filters: PetFilters, count: number, before: Int64 | undefined): Promise<Pet[]> {
      const { status = 'all', ...others } = filters;
      const nowMs = now();
      if (Object.keys(others).length > 0) return listPets(database, filters, count, before, nowMs);
      const page = { count, nowMs, before: Number(before ?? Number.MAX_SAFE_INTEGER) };
      return (await pages[status](database.read, page)).map(petOf);
    },

    /** Reads in the transaction, or what is committed. */
    async find(id: Int64, db: Queries = database.read): Promise<StoredPet | undefined> {
      const nowMs = now();
      const row = await db
        .selectFrom('pets')
        .select([...columns, statusAt(nowMs).as('status'), 'account_id', 'organization_id', 'version'])
        .select(isHoldEnded(nowMs).as('hold_ended'))
        .where('id', '=', id as number)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      // The engines give 0 and 1, or booleans. The expiry that is shown counts as a change: it gets this version when it is written.
      const holdEnded = Boolean(row.hold_ended);
      const owner = { accountId: row.account_id, organizationId: row.organization_id ?? undefined };
      return { pet: petOf(row), owner, version: row.version + Number(holdEnded), holdEnded };
    },

    async add(tx: Queries, owner: Owner, newPet: NewPet, by: Actor): Promise<StoredPet> {
      const { accountId, organizationId = null } = owner;
      const { name, categoryId, status = 'available' } = newPet;
      const at = now();
      const id = await insert(tx, { accountId, organizationId, name, folded: folded(name), categoryId, status, at });
      const pet = { id, name, categoryId, status };
      await outbox.append(tx, 'pet.created', pet, { by, ...owner });
      return { pet, owner, version: 1, holdEnded: false };
    },

    /** Saves a pet whose ended hold, if any, is written: see `Expiry`. */
    async save(tx: Queries, found: StoredPet, patch: PetPatch, by: Actor, atMs = now()): Promise<StoredPet> {
      const { name = found.pet.name, categoryId = found.pet.categoryId, status = found.pet.status } = patch;
      const pet: Pet = { id: found.pet.id, name, categoryId, status };
      if (isSame(pet, found.pet)) return found;
      const version = found.version + 1;
      await tx
        .updateTable('pets')
        .set({
          name: pet.name,
          name_folded: folded(pet.name),
          category_id: pet.categoryId,
          status: pet.status,
          version,
          updated_at: atMs,
        })
        .where('id', '=', pet.id)
        .execute();
      const parties = { by, ...found.owner };
      if (pet.status !== found.pet.status) await outbox.append(tx, 'pet.status_changed', pet, parties);
      if (!isSame({ ...pet, status: found.pet.status }, found.pet))
        await outbox.append(tx, 'pet.updated', pet, parties);
      return { ...found, pet, version };
    },

    async remove(tx: Queries, { pet, owner }: StoredPet, by: Actor): Promise<void> {
      await tx.deleteFrom('pets').where('id', '=', pet.id).execute();
      await outbox.append(tx, 'pet.deleted', pet, { by, ...owner });
    },

    /** The number of pets with each status. A large table is counted in steps, between which pets may change. */
    async countByStatus() {
      const counts: Record<PetStatus, number> = { available: 0, pending: 0, sold: 0 };
      const status = statusAt(now()).as('shown');
      for await (const [bottom, top] of steps(database.read, database.scanRows)) {
        const rows = await database.read
          .selectFrom('pets')
          .select([status, ({ fn }) => fn.countAll<number>().as('count')])
          .where('id', '>=', bottom)
          .where('id', '<', top)
          .groupBy('shown')
          .execute();
        for (const row of rows) counts[row.shown as PetStatus] += row.count;
      }
      return counts;
    },
  };
}

/**
 * The indexes give pets by id, by status and by category, newest first. Any other filter reads the rows from the newest down, in steps of a
 * bounded number of rows, so that no query delays other requests, however rare its matches are.
 */
async function listPets(
  database: Database,
  filters: PetFilters,
  count: number,
  before: Int64 | undefined,
  nowMs: number,
): Promise<Pet[]> {
  if (isIndexed(filters)) return (await petQuery(database.read, filters, count, nowMs, before).execute()).map(petOf);

  // The engine may restart the comparison at each letter of a name: the time grows with the length of the text.
  const rows = Math.ceil(database.scanRows / (filters.q === undefined ? 1 : folded(filters.q).length));
  const found: Pet[] = [];
  for await (const [bottom, top] of steps(database.read, rows, before)) {
    const query = petQuery(database.read, filters, count - found.length, nowMs, top, bottom);
    found.push(...(await query.execute()).map(petOf));
    if (found.length === count) break;
  }
  return found;
}

/** Ranges of `rows` ids below `before`, from the newest down. Other requests run between two ranges. */
async function* steps(read: Queries, rows: number, before?: Int64): AsyncGenerator<[bottom: number, top: number]> {
  const newest = await read
    .selectFrom('pets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  let top = Math.min(Number(before ?? Infinity), (newest?.id ?? 0) + 1);
  while (top > 1) {
    const bottom = Math.max(top - rows, 1);
    yield [bottom, top];
    top = bottom;
    await setImmediate();
  }
}

function isIndexed({ ids, status, categoryId, updatedSince, q }: PetFilters): boolean {
  if (ids !== undefined) return true;
  return updatedSince === undefined && q === undefined && (status === undefined || categoryId === undefined);
}

function petQuery(db: Queries, filters: PetFilters, count: number, nowMs: number, before?: Int64, from?: number) {
  const status = filters.status === undefined ? statusAt(nowMs) : sql.lit<string>(filters.status);
  let query = db
    .selectFrom('pets')
    .select([...columns, status.as('status')])
    .orderBy('id', 'desc')
    .limit(count);
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
const isHoldEnded = (nowMs: number): RawBuilder<SqlBool> =>
  sql`(pets.status = 'pending' and pets.id in (${petsOfEndedHolds(nowMs)}))`;

const statusAt = (nowMs: number): RawBuilder<string> =>
  sql`case when ${isHoldEnded(nowMs)} then 'available' else pets.status end`;

const petOf = (row: PetRow): Pet => ({
  id: row.id,
  name: row.name,
  categoryId: row.category_id,
  status: row.status as PetStatus,
});

const isSame = (a: Pet, b: Pet): boolean => a.name === b.name && a.categoryId === b.categoryId && a.status === b.status;
