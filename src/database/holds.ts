import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether an order is due: its hold has ended, and the expiry is not written yet. Every read shows such an order as expired and its animal
 * as `available`: docs/decisions/0023-expiry-without-writing.md.
 */
export const isDue = (nowMs: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(orders.status = 'placed' and orders.expires_at <= ${nowMs})`;
