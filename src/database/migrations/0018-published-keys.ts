import type { Migration } from '../migration.ts';

/** Publishable keys are no secret: their accounts can read them again. Those that were made before stay unknown. */
export const publishedKeys: Migration = async (db) => {
  await db.schema.alterTable('api_keys').addColumn('published_key', 'text').execute();
};
