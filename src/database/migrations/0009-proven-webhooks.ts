import type { Migration } from '../migration.ts';

/** Webhooks that exist prove themselves with their next delivery. */
export const provenWebhooks: Migration = async (db) => {
  await db.schema.alterTable('webhooks').addColumn('is_proven', 'bigint').execute();
};
