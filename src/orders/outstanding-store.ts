import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Queries } from '../database/database.ts';
import { isDue } from '../database/listed.ts';
import type { Tables } from '../database/tables.ts';
import type { Now } from '../time/clock.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { OPEN_STATUSES } from '../vocabulary/order-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { type OrderRow, storedOf, type StoredOrder } from './order-row.ts';

/** Finds and counts open orders by who is behind them. An order whose hold has ended is not open. */
export type OutstandingStore = ReturnType<typeof outstandingStore>;

export function outstandingStore(now: Now) {
  const open = (tx: Queries) =>
    tx
      .selectFrom('orders')
      .where('status', 'in', OPEN_STATUSES)
      .where(sql<SqlBool>`not ${isDue(now())}`);

  /** Those that accounts placed for themselves: neither a visitor with their keys, nor they as members of the animal's organization. */
  const placed = (tx: Queries) => open(tx).where('by_visitor', 'is', null).where('by_member', 'is', null);
  const placedBy = (tx: Queries, accountId: number) => placed(tx).where('account_id', '=', accountId);

  const ofAdopter = (tx: Queries, email: string) => open(tx).where(isOfAdopter(email));

  return {
    /**
     * Those that the account placed for animals that are neither its own nor its organization's.
     *
     * @param withVisitors also those that visitors placed with publishable keys of the account
     */
    async placedForOthers(tx: Queries, accountId: number, withVisitors: boolean): Promise<StoredOrder[]> {
      const side = await sideOf(tx, accountId);
      const placed = withVisitors ? open(tx).where('account_id', '=', accountId) : placedBy(tx, accountId);
      return all(placed.where(isOfOthers(side)));
    },

    /** Those that accounts of the organization placed for animals of others. */
    placedByMembers(tx: Queries, organizationId: number): Promise<StoredOrder[]> {
      const members = tx.selectFrom('accounts').select('id').where('organization_id', '=', organizationId);
      return all(placed(tx).where('account_id', 'in', members).where(isOfOthersThanMembers(organizationId)));
    },

    /**
     * This adopter's.
     *
     * @param email upper and lower case are the same
     * @param side only those for its animals, and of them only those whose adopter it may know; undefined stands for all
     */
    ofAdopter(tx: Queries, email: string, side: Owner | undefined): Promise<StoredOrder[]> {
      const found = ofAdopter(tx, email);
      return all(side === undefined ? found : found.where('is_withheld', 'is', null).where(isOfSide(side)));
    },

    /** The number that the account of this side placed for animals of others, counted up to `most`. */
    countPlacedForOthers: (tx: Queries, side: Owner, most: number): Promise<number> =>
      countUpTo(tx, placedBy(tx, side.accountId).where(isOfOthers(side)).select('id'), most),

    /** The number from one client address, counted up to `most`. */
    countOfVisitor: (tx: Queries, visitor: string, most: number): Promise<number> =>
      countUpTo(tx, open(tx).where('visitor', '=', visitor).select('id'), most),

    /** The number that visitors placed for one adopter, counted up to `most`. */
    countOfAdopter: (tx: Queries, email: string, most: number): Promise<number> =>
      countUpTo(tx, ofAdopter(tx, email).where('visitor', 'is not', null).select('id'), most),
  };
}

/** Whether it is this adopter's; upper and lower case are the same. SQLite uses the index of adopters only if a query repeats its condition. */
export const isOfAdopter = (email: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`adopter_email is not null and lower(adopter_email) = lower(${email})`;

/** Whether it is this adopter's; with an organization, whether it is one of its, and it may know whose it is. */
export const isOfKnownAdopter = (email: string, organizationId: Int64 | undefined): RawBuilder<SqlBool> =>
  organizationId === undefined
    ? isOfAdopter(email)
    : sql<SqlBool>`${isOfAdopter(email)} and organization_id = ${organizationId} and is_withheld is null`;

/** An id that no organization has. */
const NOBODY = 0;

/** Whether the animal is the side's. Never null. */
export const isOfSide = ({ accountId, organizationId = NOBODY }: Owner): RawBuilder<SqlBool> =>
  sql<SqlBool>`case when organization_id is null then pet_account_id = ${accountId} else organization_id = ${organizationId} end`;

/** The account with its organization. */
export async function sideOf(tx: Queries, accountId: number): Promise<Owner> {
  const { organizationId } = await tx
    .selectFrom('accounts')
    .select('organization_id as organizationId')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { accountId, organizationId: organizationId ?? undefined };
}

export const isOfOthers = (side: Owner): RawBuilder<SqlBool> => sql<SqlBool>`not (${isOfSide(side)})`;

/** Whether the animal is neither the organization's nor the own of the member who wants it. */
export const isOfOthersThanMembers = (organizationId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`case when organization_id is null then pet_account_id <> account_id else organization_id <> ${organizationId} end`;

type OpenQuery = SelectQueryBuilder<Tables, 'orders', object>;

const all = async (query: OpenQuery): Promise<StoredOrder[]> => {
  const rows: OrderRow[] = await query.selectAll().orderBy('id').execute();
  return rows.map(storedOf);
};
