import type { Migration } from '../migration.ts';

/** What the last import has written of each member of an animal: docs/decisions/0084-importing-changes.md. */
export const importedMembers: Migration = async (db) => {
  await db.schema.alterTable('import_references').addColumn('written', 'text').execute();
};
