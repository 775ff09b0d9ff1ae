import type { Migration } from '../migration.ts';

/** Animals and organizations of other services: docs/decisions/0112-directory.md. */
export const directory: Migration = async (db, { assignedId }) => {
  await db.schema
    .createTable('directory_sources')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('position', 'text')
    .addColumn('reading', 'text')
    .addColumn('round', 'bigint', (column) => column.notNull())
    .addColumn('progress', 'bigint', (column) => column.notNull())
    .addColumn('paused_at', 'bigint')
    .addColumn('stopped', 'text')
    .addColumn('error', 'text')
    .addColumn('seen_at', 'bigint')
    .addColumn('hidden_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();
  for (const [table, their, own] of [
    ['directory_organizations', 'their_id', 'organization_id'],
    ['directory_animals', 'their_id', 'pet_id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('source_id', 'bigint', (column) => column.notNull())
      .addColumn(their, 'bigint', (column) => column.notNull())
      .addColumn(own, 'bigint', (column) => column.notNull().unique())
      .addColumn('round', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['source_id', their])
      .execute();
  }
  await db.schema.alterTable('directory_animals').addColumn('lacks_bonds', 'integer').execute();
  for (const table of ['organizations', 'pets'])
    await db.schema.alterTable(table).addColumn('source_id', 'bigint').execute();
};
