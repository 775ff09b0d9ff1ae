import type { Migration } from '../migration.ts';

/** Organizations write their texts in other languages, too. */
export const versions: Migration = async (db) => {
  await db.schema.alterTable('organizations').addColumn('translations', 'text').execute();
};
