import type { SelectQueryBuilder } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { isDue } from '../database/holds.ts';
import { newestOf } from '../database/newest.ts';
import type { Outbox } from '../database/outbox.ts';
import { prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { OPEN_STATUSES, type OrderStatus } from '../vocabulary/order-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import { storedOf, type OrderRow, type StoredOrder } from './order-row.ts';
import type { NewOrder, Order, OrderFilters } from './schema.ts';

/** Reads of `list` and `find` show an order whose hold has ended as expired, whether or not that is written yet. */
export interface OrderStore {
  /** Up to `count` orders with ids below `before`, newest first: those of the account, as either side; undefined stands for all. */
  list(
    accountId: number | undefined,
    filters: OrderFilters,
    count: number,
    before: Int64 | undefined,
  ): Promise<Order[]>;
  /** Reads in the transaction, or what is committed. */
  find(id: Int64, tx?: Queries): Promise<StoredOrder | undefined>;
  /** The order that is stored as open for the pet. Its hold may have ended. */
  openOf(db: Queries, petId: Int64): Promise<StoredOrder | undefined>;
  /** Whether no later order for the same pet exists. */
  isLatest(db: Queries, order: Order): Promise<boolean>;
  place(
    tx: Queries,
    sides: { readonly accountId: number; readonly petOwner: Owner },
    order: NewOrder & { readonly petId: number },
    holdMs: number,
    by: Actor,
  ): Promise<StoredOrder>;
  setStatus(tx: Queries, found: StoredOrder, status: OrderStatus, by: Actor): Promise<StoredOrder>;
  /** Up to `count` orders whose hold has ended and that are still stored as placed, the earliest end first. */
  due(db: Queries, count: number): Promise<StoredOrder[]>;
  /** The end of the first hold that ends later than `afterMs`, in Unix milliseconds; Infinity if there is none. */
  nextHoldEnd(afterMs: number): Promise<number>;
}

type OrderQuery = SelectQueryBuilder<Tables, 'orders', OrderRow>;

export function orderStore({ read }: Database, outbox: Outbox, now: () => number): OrderStore {
  const select = (db: Queries) => db.selectFrom('orders').selectAll();
  const firstOf = async (query: OrderQuery): Promise<StoredOrder | undefined> => {
    const row = await query.executeTakeFirst();
    return row && storedOf(row);
  };

  const selectNextHoldEnd = prepared(read, (db, { afterMs }: { afterMs: number }) =>
    db
      .selectFrom('orders')
      .select('expires_at')
      .where('status', '=', 'placed')
      .where('expires_at', '>', afterMs)
      .orderBy('expires_at')
      .limit(1),
  );

  return {
    async list(accountId, { status, petId }, count, before) {
      const nowMs = now();
      let query = select(read).orderBy('id', 'desc').limit(count);
      if (petId !== undefined) query = query.where('pet_id', '=', petId as number);
      if (before !== undefined) query = query.where('id', '<', before as number);
      const ofStatus = status === undefined ? [query] : withStatus(query, status, nowMs);
      const ofSides =
        accountId === undefined
          ? ofStatus
          : ofStatus.flatMap((one) => [
              one.where('account_id', '=', accountId),
              one.where('pet_account_id', '=', accountId).where('account_id', '!=', accountId),
            ]);
      return (await newestOf(read, ofSides, count).execute()).map((row) => current(storedOf(row), nowMs).order);
    },

    async find(id, db = read) {
      const found = await firstOf(select(db).where('id', '=', id as number));
      return found && current(found, now());
    },

    openOf: (db, petId) =>
      firstOf(
        select(db)
          .where('pet_id', '=', petId as number)
          .where('status', 'in', OPEN_STATUSES),
      ),

    isLatest: async (db, { id, petId }) =>
      (await firstOf(select(db).where('pet_id', '=', petId).where('id', '>', id).limit(1))) === undefined,

    async place(tx, { accountId, petOwner }, { petId, adopter, note }, holdMs, by) {
      const nowMs = now();
      const row = {
        pet_id: petId,
        pet_account_id: petOwner.accountId,
        account_id: accountId,
        organization_id: petOwner.organizationId ?? null,
        by_visitor: null,
        is_withheld: null,
        visitor: null,
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
      await outbox.append(tx, 'order.placed', placed.order, partiesOf(placed, by));
      return placed;
    },

    async setStatus(tx, found, status, by) {
      const changed = withNewStatus(found, status, now());
      const { order, version } = changed;
      await tx
        .updateTable('orders')
        .set({ status, version, updated_at: Date.parse(order.updatedAt) })
        .where('id', '=', order.id)
        .execute();
      await outbox.append(tx, `order.${status}`, order, partiesOf(found, by));
      return changed;
    },

    async due(db, count) {
      const rows = await select(db).where(isDue(now())).orderBy('expires_at').limit(count).execute();
      return rows.map(storedOf);
    },

    async nextHoldEnd(afterMs) {
      const [row] = await selectNextHoldEnd(read, { afterMs });
      return row?.expires_at ?? Infinity;
    },
  };
}

const partiesOf = ({ accountId, petOwner }: StoredOrder, by: Actor) => ({
  by,
  accountId,
  otherAccountId: petOwner.accountId,
  organizationId: petOwner.organizationId,
});

/** The orders that have this status now. */
function withStatus(query: OrderQuery, status: OrderStatus, nowMs: number): OrderQuery[] {
  const stored = query.where('status', '=', status);
  if (status === 'placed') return [stored.where('expires_at', '>', nowMs)];
  return status === 'expired' ? [stored, query.where(isDue(nowMs))] : [stored];
}

/** The order as it is now: expired if its hold has ended, whether or not that is written. */
function current(found: StoredOrder, nowMs: number): StoredOrder {
  const { status, expiresAt } = found.order;
  return status === 'placed' && Date.parse(expiresAt) <= nowMs ? withNewStatus(found, 'expired', nowMs) : found;
}

/** An order expires at the end of its hold, whenever that is written: what is read before and after is the same. */
function withNewStatus(found: StoredOrder, status: OrderStatus, nowMs: number): StoredOrder {
  const updatedAt = status === 'expired' ? found.order.expiresAt : timestamp(nowMs);
  return { ...found, version: found.version + 1, order: { ...found.order, status, updatedAt } };
}
