import type { Migration } from '../migration.ts';

/** Organizations say where adopters pay the fee, and where people donate. */
export const paymentAddresses: Migration = async (db) => {
  for (const column of ['payment_url', 'donation_url'])
    await db.schema.alterTable('organizations').addColumn(column, 'text').execute();
};
