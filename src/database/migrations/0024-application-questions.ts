import type { Migration } from '../migration.ts';

/** What an organization asks those who reserve its animals. */
export const applicationQuestions: Migration = async (db) => {
  await db.schema.alterTable('organizations').addColumn('application', 'text').execute();
};
