import type { Migration } from '../migration.ts';

export const importReferences: Migration = async (db) => {
  await db.schema
    .createTable('import_references')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_references_key', ['account_id', 'reference'])
    .execute();
};
