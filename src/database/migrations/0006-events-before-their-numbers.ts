import type { Migration } from '../migration.ts';

export const eventsBeforeTheirNumbers: Migration = async (db, { assignedId, numbersAfterCommit }) => {
  if (!numbersAfterCommit) return;
  await db.schema
    .createTable('pending_events')
    .addColumn('place', assignedId.type, assignedId.define)
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('other_account_id', 'bigint')
    .execute();
};
