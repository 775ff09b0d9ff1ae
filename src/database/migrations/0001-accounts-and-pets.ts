import type { Migration } from '../migration.ts';

export const accountsAndPets: Migration = async (db, { assignedId }) => {
  await db.schema
    .createTable('meta')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('accounts')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('password', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('per_minute', 'bigint')
    .addColumn('per_day', 'bigint')
    .addColumn('suspended_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('api_keys')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('origins', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_keys_by_account').on('api_keys').columns(['account_id', 'id']).execute();

  await db.schema
    .createTable('quota_days')
    .addColumn('account_id', 'bigint', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addColumn('resets_at', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('bans')
    .addColumn('key_id', 'bigint', (column) => column.primaryKey().references('api_keys.id'))
    .addColumn('level', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('usage_days')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('admitted', 'bigint', (column) => column.notNull())
    .addColumn('refused', 'bigint', (column) => column.notNull())
    .addColumn('strikes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_key', ['account_id', 'day'])
    .execute();

  await db.schema
    .createTable('pets')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_folded', 'text', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pets_by_status').on('pets').columns(['status', 'id']).execute();
  await db.schema.createIndex('pets_by_category').on('pets').columns(['category_id', 'id']).execute();
};
