import type { Migration } from '../migration.ts';

/** The photos of animals: docs/decisions/0046-photos.md. */
export const petPhotos: Migration = async (db, { assignedId, numbersAfterCommit: isPostgres }) => {
  await db.schema
    .createTable('pet_photos')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('pet_id', 'bigint', (column) => column.notNull().references('pets.id').onDelete('cascade'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('alt', 'text')
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('thumbhash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pet_photos_by_pet').on('pet_photos').columns(['pet_id', 'position']).execute();
  // The embedded store keeps the files in a folder.
  if (!isPostgres) return;
  await db.schema
    .createTable('photo_files')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('put_at', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('photo_files_key', ['name', 'file'])
    .execute();
};
