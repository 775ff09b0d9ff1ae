import { type SqlBool, sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { isDue } from '../database/listed.ts';
import type { Now } from '../time/clock.ts';
import { OPEN_STATUSES } from '../vocabulary/order-lifecycle.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { HoldingOrder } from './schema.ts';

/** Reads what orders say about the pets that they hold. */
export function holdingOrders(read: Queries, now: Now) {
  return {
    /** The open orders that hold pets, by the id of the pet. */
    async holdsOf(ids: readonly number[], db: Queries = read): Promise<ReadonlyMap<number, HoldingOrder>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'pet_id', 'status', 'expires_at'])
        .where('pet_id', 'in', ids)
        .where('status', 'in', OPEN_STATUSES)
        .where(sql<SqlBool>`not ${isDue(now())}`)
        .execute();
      return new Map(
        rows.map((row) => [
          row.pet_id,
          { id: row.id, status: row.status as HoldingOrder['status'], expiresAt: timestamp(row.expires_at) },
        ]),
      );
    },

    /** The pets that are promised to somebody: their open order is approved. */
    async promised(ids: readonly number[], db: Queries = read): Promise<ReadonlySet<number>> {
      if (ids.length === 0) return new Set();
      const approved = db.selectFrom('orders').select('pet_id').where('pet_id', 'in', ids);
      const rows = await approved.where('status', '=', 'approved').execute();
      return new Set(rows.map(({ pet_id: id }) => id));
    },
  };
}
