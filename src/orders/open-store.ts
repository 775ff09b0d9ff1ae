import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { isDue } from '../database/holds.ts';
import { OPEN_STATUSES } from '../vocabulary/order-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { type OrderRow, storedOf, type StoredOrder } from './order-row.ts';

/** Finds open orders by the people and organizations behind them. An order whose hold has ended is not open. */
export type OpenOrderStore = ReturnType<typeof openOrderStore>;

export function openOrderStore(now: () => number) {
  const open = (tx: Queries) =>
    tx
      .selectFrom('orders')
      .selectAll()
      .where('status', 'in', OPEN_STATUSES)
      .where(sql<SqlBool>`not ${isDue(now())}`)
      .orderBy('id');

  return {
    /** Those that the account placed, not counting its publishable keys' visitors. */
    placedBy: (tx: Queries, accountId: number): Promise<StoredOrder[]> =>
      storedFrom(open(tx).where('account_id', '=', accountId).where('by_visitor', 'is', null)),

    /** Those that accounts of the organization placed for animals of others. */
    placedForOthers(tx: Queries, organizationId: number): Promise<StoredOrder[]> {
      const members = tx.selectFrom('accounts').select('id').where('organization_id', '=', organizationId);
      const isOfOthers = sql<SqlBool>`(organization_id <> ${organizationId} or (organization_id is null and pet_account_id <> account_id))`;
      return storedFrom(open(tx).where('account_id', 'in', members).where('by_visitor', 'is', null).where(isOfOthers));
    },

    /**
     * Those of this adopter.
     *
     * @param email upper and lower case are the same
     * @param side only those for its animals, and of them only those whose adopter it may know; undefined stands for all
     */
    ofAdopter(tx: Queries, email: string, side: Owner | undefined): Promise<StoredOrder[]> {
      const found = open(tx).where(sql`lower(adopter_email)`, '=', sql`lower(${email})`);
      return storedFrom(side === undefined ? found : found.where('is_withheld', 'is', null).where(isOfSide(side)));
    },
  };
}

/** Whether the animal is the side's. */
const isOfSide = ({ accountId, organizationId }: Owner): RawBuilder<SqlBool> =>
  sql<SqlBool>`(organization_id = ${organizationId ?? null} or (organization_id is null and pet_account_id = ${accountId}))`;

const storedFrom = async (query: { execute(): Promise<OrderRow[]> }): Promise<StoredOrder[]> =>
  (await query.execute()).map(storedOf);
