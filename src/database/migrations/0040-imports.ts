import type { Migration } from '../migration.ts';

/** Which import has added an animal, and when it last wrote it, so that it can be undone: docs/decisions/0082-undoing-imports.md. */
export const imports: Migration = async (db, { assignedId }) => {
  await db.schema
    .createTable('imports')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('organization_id', 'bigint')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('file', 'text')
    .addColumn('animals', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('undone_at', 'bigint')
    .execute();
  for (const column of ['import_id', 'noted_at'])
    await db.schema.alterTable('import_references').addColumn(column, 'bigint').execute();
  const index = (name: string, table: string, ...columns: [string, ...string[]]) =>
    db.schema.createIndex(name).on(table).columns(columns).where(columns[0], 'is not', null).execute();
  await index('import_references_by_import', 'import_references', 'import_id', 'pet_id');
  await index('messages_by_pet', 'messages', 'pet_id');
};
