import type { Migration } from '../migration.ts';

/** What programs have requested, and how often: docs/decisions/0059-request-log.md. */
export const requestLog: Migration = async (db, { assignedId }) => {
  await db.schema
    .createTable('request_log')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .execute();
  // The texts are long: a count reads the index alone.
  const ofAccount = ['account_id', 'last_at', 'id', 'count'];
  await db.schema.createIndex('request_log_by_account').on('request_log').columns(ofAccount).execute();
  await db.schema.createIndex('request_log_by_time').on('request_log').column('last_at').execute();
  await db.schema
    .createTable('operation_days')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('key_id', 'bigint', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addColumn('errors', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('operation_days_key', ['account_id', 'day', 'key_id', 'operation'])
    .execute();
  await db.schema.createIndex('operation_days_by_day').on('operation_days').column('day').execute();
  await db.schema
    .createTable('key_uses')
    .addColumn('key_id', 'bigint', (column) => column.primaryKey().references('api_keys.id'))
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .execute();
};
