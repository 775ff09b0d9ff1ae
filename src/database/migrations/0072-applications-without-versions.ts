import type { Migration } from '../migration.ts';

/** An application's ETag is made of what the caller sees: a version told applicants that staff had noted something. */
export const applicationsWithoutVersions: Migration = async (db) => {
  await db.schema.alterTable('applications').dropColumn('version').execute();
};
