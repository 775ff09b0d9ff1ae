import type { Migration } from '../migration.ts';

/** Which category here stands for one of a source, as long as that one keeps its name: docs/decisions/0115-safety-of-directories.md. */
export const categoriesOfSources: Migration = async (db) => {
  await db.schema
    .createTable('directory_categories')
    .addColumn('source_id', 'bigint', (column) => column.notNull())
    .addColumn('their_id', 'bigint', (column) => column.notNull())
    .addColumn('name_hash', 'text', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) => column.notNull().references('categories.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('directory_categories_pk', ['source_id', 'their_id'])
    .execute();
  await db.schema
    .createIndex('directory_categories_by_category')
    .on('directory_categories')
    .column('category_id')
    .execute();
};
