import type { Migration } from '../migration.ts';

/** How new what was read of a source may be: docs/decisions/0114-turns-of-sources.md. */
export const newestOfSources: Migration = async (db) => {
  await db.schema.alterTable('directory_sources').addColumn('reached', 'text').execute();
};
