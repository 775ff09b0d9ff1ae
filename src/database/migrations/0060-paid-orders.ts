import type { Migration } from '../migration.ts';

/** Staff mark orders as paid. docs/decisions/0107-paid-orders.md. */
export const paidOrders: Migration = async (db) => {
  await db.schema.alterTable('orders').addColumn('paid_at', 'bigint').execute();
};
