import type { Migration } from '../migration.ts';

/** Mails to visitors about animals that come: docs/decisions/0056-alerts.md. */
export const alerts: Migration = async (db, { assignedId }) => {
  await db.schema
    .createTable('alerts')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('visitor', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.unique())
    .addColumn('end_hash', 'text', (column) => column.unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('found', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const columns of [['email', 'created_at'], ['visitor', 'created_at'], ['due_at'], ['ends_at']])
    await db.schema.createIndex(`alerts_by_${columns[0]}`).on('alerts').columns(columns).execute();
};
