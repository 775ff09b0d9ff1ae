import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Tables } from '../database/tables.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { OPEN, type OrderStatus } from '../vocabulary/order-lifecycle.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { NewOrder, Order, OrderFilters } from './schema.ts';

/** An order with what the service knows of it besides. */
export interface StoredOrder {
  readonly order: Order;
  /** The account that placed it. */
  readonly accountId: number;
  /** The account that added the animal. */
  readonly petAccountId: number;
  /** Counts its changes. */
  readonly version: number;
}

export interface OrderStore {
  /** Up to `count` orders that the account is a side of (of anybody, where it is undefined), newest first, behind the id `before`. */
  list(
    accountId: number | undefined,
    filters: OrderFilters,
    count: number,
    before: Int64 | undefined,
  ): Promise<Order[]>;
  /** In the transaction, or in what is committed. */
  find(id: Int64, tx?: Queries): Promise<StoredOrder | undefined>;
  /** The order that holds the animal. */
  openOf(db: Queries, petId: Int64): Promise<StoredOrder | undefined>;
  /** Whether no later order of the same animal exists. */
  isLatest(db: Queries, order: Order): Promise<boolean>;
  place(
    tx: Queries,
    sides: { readonly accountId: number; readonly petAccountId: number },
    order: NewOrder & { readonly petId: number },
    holdMs: number,
  ): Promise<StoredOrder>;
  setStatus(tx: Queries, found: StoredOrder, status: OrderStatus): Promise<StoredOrder>;
  /** Up to `count` orders whose hold has ended, those that ended first before the others. */
  due(db: Queries, count: number): Promise<StoredOrder[]>;
  /** When the next hold ends, in Unix milliseconds; undefined while there is none. */
  nextExpiryMs(): Promise<number | undefined>;
}

const columns = [
  'id',
  'pet_id',
  'pet_account_id',
  'account_id',
  'status',
  'adopter_name',
  'adopter_email',
  'note',
  'expires_at',
  'created_at',
  'updated_at',
  'version',
] as const;

type Row = Selectable<Tables['orders']>;

export function orderStore({ read }: Database, outbox: Outbox, now: () => number): OrderStore {
  const select = (db: Queries) => db.selectFrom('orders').select(columns);
  const firstOf = async (query: SelectQueryBuilder<Tables, 'orders', object>): Promise<StoredOrder | undefined> => {
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : storedOf(row as Row);
  };

  return {
    async list(accountId, { status, petId }, count, before) {
      let query = select(read).orderBy('id', 'desc').limit(count);
      if (status !== undefined) query = query.where('status', '=', status);
      if (petId !== undefined) query = query.where('pet_id', '=', petId as number);
      if (before !== undefined) query = query.where('id', '<', before as number);
      if (accountId === undefined) return (await query.execute()).map((row) => storedOf(row).order);
      // One query for each side: each follows an index, which a single one with `or` would not.
      const placed = await query.where('account_id', '=', accountId).execute();
      const received = await query
        .where('pet_account_id', '=', accountId)
        .where('account_id', '!=', accountId)
        .execute();
      return [...placed, ...received]
        .toSorted((a, b) => b.id - a.id)
        .slice(0, count)
        .map((row) => storedOf(row).order);
    },

    find: (id, db = read) => firstOf(select(db).where('id', '=', id as number)),

    openOf: (db, petId) =>
      firstOf(
        select(db)
          .where('pet_id', '=', petId as number)
          .where('status', 'in', OPEN),
      ),

    isLatest: async (db, { id, petId }) =>
      (await firstOf(select(db).where('pet_id', '=', petId).where('id', '>', id).limit(1))) === undefined,

    async place(tx, { accountId, petAccountId }, { petId, adopter, note }, holdMs) {
      const nowMs = now();
      const row = {
        pet_id: petId,
        pet_account_id: petAccountId,
        account_id: accountId,
        status: 'placed',
        adopter_name: adopter?.name ?? null,
        adopter_email: adopter?.email ?? null,
        note: note ?? null,
        expires_at: nowMs + holdMs,
        created_at: nowMs,
        updated_at: nowMs,
        version: 1,
      };
      const { id } = await tx.insertInto('orders').values(row).returning('id').executeTakeFirstOrThrow();
      const placed = storedOf({ ...row, id });
      await outbox.append(tx, 'order.placed', placed.order, [accountId, petAccountId]);
      return placed;
    },

    async setStatus(tx, found, status) {
      const version = found.version + 1;
      const updatedAt = now();
      await tx
        .updateTable('orders')
        .set({ status, version, updated_at: updatedAt })
        .where('id', '=', found.order.id)
        .execute();
      const order = { ...found.order, status, updatedAt: timestamp(updatedAt) };
      await outbox.append(tx, `order.${status}`, order, [found.accountId, found.petAccountId]);
      return { ...found, version, order };
    },

    async due(db, count) {
      const rows = await select(db)
        .where('status', '=', 'placed')
        .where('expires_at', '<=', now())
        .orderBy('expires_at')
        .limit(count)
        .execute();
      return rows.map(storedOf);
    },

    async nextExpiryMs() {
      const row = await read
        .selectFrom('orders')
        .select('expires_at')
        .where('status', '=', 'placed')
        .orderBy('expires_at')
        .limit(1)
        .executeTakeFirst();
      return row?.expires_at;
    },
  };
}

function storedOf(row: Row): StoredOrder {
  const { adopter_name: name, adopter_email: email, note } = row;
  return {
    order: {
      id: row.id,
      petId: row.pet_id,
      status: row.status as OrderStatus,
      ...(name === null || email === null ? {} : { adopter: { name, email } }),
      ...(note === null ? {} : { note }),
      expiresAt: timestamp(row.expires_at),
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
    },
    accountId: row.account_id,
    petAccountId: row.pet_account_id,
    version: row.version,
  };
}
