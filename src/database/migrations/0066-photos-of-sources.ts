import type { Migration } from '../migration.ts';

/** The photos that animals of other services have there: docs/decisions/0113-photos-of-sources.md. */
export const photosOfSources: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema
    .createTable('directory_photos')
    .addColumn('source_id', 'bigint', (column) => column.notNull())
    .addColumn('pet_id', 'bigint', (column) => column.notNull().references('pets.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('focus_x', 'integer')
    .addColumn('focus_y', 'integer')
    .addColumn('photo_id', 'bigint')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('alt', 'text')
    .addPrimaryKeyConstraint('directory_photos_pk', ['pet_id', 'name'])
    .execute();
  await db.schema
    .createIndex('directory_photos_due')
    .on('directory_photos')
    .columns(['source_id', 'due_at', 'pet_id', 'bytes'])
    .execute();
  // What is mirrored already has photos, too.
  await db.updateTable('directory_sources').set({ reading: 'all' }).execute();
  // For the erasure of a person.
  const terms = ['name', 'alt'].flatMap((name) =>
    ['@', '%40', 'msg_'].map((mark) => `${isPostgres ? 'strpos' : 'instr'}(${name}, '${mark}') > 0`),
  );
  await sql
    .raw(`create index directory_photos_mentioning on directory_photos (pet_id, name) where ${terms.join(' or ')}`)
    .execute(db);
};
