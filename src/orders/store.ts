import type { SelectQueryBuilder } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Database, Queries, Write } from '../database/database.ts';
import { isDue, isPublicOrganization } from '../database/listed.ts';
import { newestOfFew } from '../database/newest.ts';
import type { Outbox, Parties } from '../database/outbox.ts';
import type { Part } from '../database/pace.ts';
import { prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { isOpen, OPEN_STATUSES, type OrderStatus } from '../vocabulary/order-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import { orderLists } from './list.ts';
import { type OrderRow, type Sides, storedOf, type StoredOrder, withoutAdopter, withoutPayment } from './order-row.ts';
import { isOfAdopter, isOfKnownAdopter } from './outstanding-store.ts';
import type { NewOrder, Order, OrderApproval, OrderFilters } from './schema.ts';

/** Reads of `list` and `find` show an order whose hold has ended as expired, whether or not that is written yet. */
export type OrderStore = ReturnType<typeof orderStore>;

interface OrderStoreParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: Now;
  /** Mails to the adopters of orders with a link. */
  readonly mails: { add(tx: Queries, kind: `order.${OrderStatus}`, orderIds: readonly number[]): Promise<void> };
}

/** An order to be placed. */
type Placed = Omit<NewOrder, 'answers'> & Pick<Order, 'answers'> & { readonly petId: number };

type OrderQuery = SelectQueryBuilder<Tables, 'orders', OrderRow>;

export function orderStore({ database, outbox, now, mails }: OrderStoreParts) {
  const { read } = database;
  const lists = orderLists(database);
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
    /** Up to `count` orders behind the position, in the order that `sort` names: those that concern the side; undefined stands for all. */
    async list(side: Owner | undefined, filters: OrderFilters, part: Part): Promise<StoredOrder[]> {
      const nowMs = now();
      return (await lists.list(side, filters, part, nowMs)).map((row) => current(storedOf(row), nowMs));
    },

    /** How many orders that concern the side have each status, counted up to `most`. */
    count: (side: Owner | undefined, filters: Pick<OrderFilters, 'petId' | 'organizationId'>, most: number) =>
      lists.count(side, filters, most, now()),

    /** Reads in the transaction, or what is committed. */
    async find(id: Int64, db: Queries = read): Promise<StoredOrder | undefined> {
      const found = await firstOf(select(db).where('id', '=', id as number));
      return found && current(found, now());
    },

    /** The order that is stored as open for the pet. Its hold may have ended. */
    openOf: (db: Queries, petId: Int64): Promise<StoredOrder | undefined> =>
      firstOf(
        select(db)
          .where('pet_id', '=', petId as number)
          .where('status', 'in', OPEN_STATUSES),
      ),

    /** Whether no later order for the same pet exists. */
    isLatest: async (db: Queries, { id, petId }: Order): Promise<boolean> =>
      (await firstOf(select(db).where('pet_id', '=', petId).where('id', '>', id).limit(1))) === undefined,

    /** Whether the animal's side may know who adopts: a public organization, or an account that an operator approved. */
    async mayKnowAdopter(db: Queries, { accountId, organizationId }: Owner): Promise<boolean> {
      const organizations = db.selectFrom('organizations').select('id').where(isPublicOrganization);
      const accounts = db.selectFrom('accounts').select('id').where('approved_at', 'is not', null);
      const known =
        organizationId === undefined
          ? accounts.where('id', '=', accountId)
          : organizations.where('id', '=', organizationId);
      return (await known.executeTakeFirst()) !== undefined;
    },

    /** Removes the orders that the account placed, or visitors with its keys. They must have no notes. */
    async removeOf(tx: Queries, accountId: number): Promise<void> {
      await tx.deleteFrom('orders').where('account_id', '=', accountId).execute();
    },

    /** @param options.linkHashOf makes the hash of the token of the adopter's link, if there is to be one */
    async place(
      { tx, by }: Write,
      sides: Sides,
      { petId, adopter, note, answers = [], locale }: Placed,
      { holdMs, linkHashOf }: { readonly holdMs: number; readonly linkHashOf: ((order: Order) => string) | undefined },
    ): Promise<StoredOrder> {
      const { accountId, byVisitor, byMember, petOwner, isWithheld, visitor = null } = sides;
      const nowMs = now();
      const row = {
        pet_id: petId,
        pet_account_id: petOwner.accountId,
        account_id: accountId,
        organization_id: petOwner.organizationId ?? null,
        by_visitor: byVisitor ? 1 : null,
        by_member: byMember ? 1 : null,
        is_withheld: isWithheld ? 1 : null,
        visitor,
        status: 'placed',
        adopter_name: adopter?.name ?? null,
        adopter_email: adopter?.email ?? null,
        adopter_phone: adopter?.phone ?? null,
        note: note ?? null,
        answers: answers.length === 0 ? null : JSON.stringify(answers),
        visit_at: null,
        message_to_adopter: null,
        reservation_hash: null,
        no_follow_ups: null,
        locale: locale ?? null,
        paid_at: null,
        expires_at: nowMs + holdMs,
        created_at: nowMs,
        updated_at: nowMs,
        version: 1,
      };
      const { id } = await tx.insertInto('orders').values(row).returning('id').executeTakeFirstOrThrow();
      const hash = linkHashOf?.(storedOf({ ...row, id }).order) ?? null;
      const placed = storedOf({ ...row, id, reservation_hash: hash });
      const { data, parties } = eventOf(placed, by);
      await outbox.append(tx, 'order.placed', data, parties);
      if (hash !== null) {
        await tx.updateTable('orders').set({ reservation_hash: hash }).where('id', '=', id).execute();
        await mails.add(tx, 'order.placed', [id]);
      }
      return placed;
    },

    /** The order with this hash of a link's token. */
    async findByLink(hash: string, db: Queries = read): Promise<StoredOrder | undefined> {
      const found = await firstOf(select(db).where('reservation_hash', '=', hash));
      return found && current(found, now());
    },

    /** How many orders with links were placed for this adopter within the time before this one, counted up to `most`. */
    async countLinkedBefore(
      { id, createdAt, adopter: { email } }: Order & Required<Pick<Order, 'adopter'>>,
      withinMs: number,
      most: number,
    ): Promise<number> {
      const earlier = read
        .selectFrom('orders')
        .select('id')
        .where(isOfAdopter(email))
        .where('reservation_hash', 'is not', null)
        .where('id', '<', id)
        .where('created_at', '>', Date.parse(createdAt) - withinMs);
      return countUpTo(read, earlier, most);
    },

    /**
     * The newest orders of this adopter, and how many there are, counted up to `most`.
     *
     * @param email upper and lower case are the same
     * @param organizationId only those for its animals, and of them only those whose adopter it may know; undefined stands for all
     */
    async ofAdopter(email: string, organizationId: Int64 | undefined, count: number, most: number) {
      const known = select(read).where(isOfKnownAdopter(email, organizationId));
      const { rows, total } = await newestOfFew(read, known, count, most);
      const nowMs = now();
      return { orders: rows.map((row) => current(storedOf(row), nowMs)), total };
    },

    /** @param decision replaces the earlier one; the time of the visit stays unless it is given */
    async setStatus(
      { tx, by }: Write,
      found: StoredOrder,
      status: OrderStatus,
      decision: OrderApproval = {},
    ): Promise<StoredOrder> {
      const changed = withNewStatus(found, status, now(), decision);
      const { order, version } = changed;
      const { visitAt, messageToAdopter = null } = order;
      await tx
        .updateTable('orders')
        .set({
          status,
          version,
          updated_at: Date.parse(order.updatedAt),
          visit_at: visitAt === undefined ? null : Date.parse(visitAt),
          message_to_adopter: messageToAdopter,
          ...(isOpen(status) ? {} : { visitor: null }),
        })
        .where('id', '=', order.id)
        .execute();
      const { data, parties } = eventOf(changed, by);
      await outbox.append(tx, `order.${status}`, data, parties);
      if (order.adopterHasLink === true) await mails.add(tx, `order.${status}`, [order.id]);
      return changed;
    },

    /** Neither the version nor `updatedAt` changes: who placed the order does not learn of it. */
    async setPaid({ tx, by }: Write, found: StoredOrder, isPaid: boolean): Promise<StoredOrder> {
      const nowMs = now();
      const order = { ...withoutPayment(found.order), ...(isPaid ? { paidAt: timestamp(nowMs) } : {}) };
      const changed = { ...found, order };
      await tx
        .updateTable('orders')
        .set({ paid_at: isPaid ? nowMs : null })
        .where('id', '=', order.id)
        .execute();
      await outbox.append(tx, isPaid ? 'order.paid' : 'order.unpaid', toldOf(changed), { by, ...petSideOf(changed) });
      return changed;
    },

    /** Like `setStatus`, for many open orders at once. */
    async cancelAll({ tx, by }: Write, found: readonly StoredOrder[]): Promise<void> {
      const nowMs = now();
      const ids = found.map(({ order }) => order.id);
      await tx
        .updateTable('orders')
        .set(({ eb }) => ({
          status: 'cancelled',
          version: eb('version', '+', 1),
          updated_at: nowMs,
          message_to_adopter: null,
          visitor: null,
        }))
        .where('id', 'in', ids)
        .execute();
      const events = found.map((one) => eventOf(withNewStatus(one, 'cancelled', nowMs), by));
      await outbox.appendAll(tx, 'order.cancelled', events);
      const linked = found.filter(({ order }) => order.adopterHasLink === true);
      await mails.add(
        tx,
        'order.cancelled',
        linked.map(({ order }) => order.id),
      );
    },

    /** Up to `count` orders whose hold has ended and that are still stored as placed, the earliest end first. */
    async due(db: Queries, count: number): Promise<StoredOrder[]> {
      const rows = await select(db).where(isDue(now())).orderBy('expires_at').limit(count).execute();
      return rows.map(storedOf);
    },

    /** The end of the first hold that ends later than `afterMs`, in Unix milliseconds; Infinity if there is none. */
    async nextHoldEnd(afterMs: number): Promise<number> {
      const [row] = await selectNextHoldEnd(read, { afterMs });
      return row?.expires_at ?? Infinity;
    },
  };
}

/** What an event says about an order, and to whom. */
function eventOf(found: StoredOrder, by: Actor) {
  const parties = partiesOf(found, by);
  const isOneSide = found.placerId === undefined || found.placerId === parties.otherAccountId;
  return { data: isOneSide ? toldOf(found) : withoutPayment(toldOf(found)), parties };
}

/** Both sides receive an event: it does not say who adopts if one of them may not know. */
const toldOf = ({ isWithheld, order }: StoredOrder): Order => (isWithheld ? withoutAdopter(order) : order);

/** Whom an order concerns: who placed it, unless that was a visitor or a member, and the animal's side. */
const partiesOf = (found: StoredOrder, by: Actor): Parties => ({
  by,
  accountId: found.placerId,
  ...petSideOf(found),
});

/** The animal's side of an order or an application. */
export const petSideOf = ({ petOwner }: Pick<StoredOrder, 'petOwner'>) =>
  petOwner.organizationId === undefined
    ? { otherAccountId: petOwner.accountId }
    : { organizationId: petOwner.organizationId };

/** The order as it is now: expired if its hold has ended, whether or not that is written. */
function current(found: StoredOrder, nowMs: number): StoredOrder {
  const { status, expiresAt } = found.order;
  return status === 'placed' && Date.parse(expiresAt) <= nowMs ? withNewStatus(found, 'expired', nowMs) : found;
}

/** An order expires at the end of its hold, whenever that is written: what is read before and after is the same. */
function withNewStatus(
  found: StoredOrder,
  status: OrderStatus,
  nowMs: number,
  { visitAt, messageToAdopter }: OrderApproval = {},
): StoredOrder {
  const updatedAt = status === 'expired' ? found.order.expiresAt : timestamp(nowMs);
  const { messageToAdopter: _, ...before } = found.order;
  const order = {
    ...before,
    status,
    updatedAt,
    ...(visitAt === undefined ? {} : { visitAt: timestamp(Date.parse(visitAt)) }),
    ...(messageToAdopter === undefined ? {} : { messageToAdopter }),
  };
  return { ...found, version: found.version + 1, order };
}
