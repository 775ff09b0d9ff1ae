import type { Migration } from '../migration.ts';

export const eventsMessagesWebhooks: Migration = async (db, { assignedId }) => {
  await db.schema
    .createTable('events')
    .addColumn('sequence', assignedId.type, assignedId.define)
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('other_account_id', 'bigint')
    .execute();

  await db.schema
    .createTable('messages')
    .addColumn('sequence', assignedId.type, assignedId.define)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .execute();
  await db.schema.createIndex('messages_by_account').on('messages').columns(['account_id', 'sequence']).execute();
  await db.schema.createIndex('messages_by_status').on('messages').columns(['status', 'sequence']).execute();

  await db.schema
    .createTable('webhooks')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('after_sequence', 'bigint', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_until', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhooks_by_account').on('webhooks').columns(['account_id', 'id']).execute();

  await db.schema
    .createTable('deliveries')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('webhook_id', 'bigint', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('claimed_until', 'bigint')
    .addColumn('attempted_at', 'bigint')
    .addColumn('response_status', 'bigint')
    .addColumn('response_body', 'text')
    .addColumn('duration_ms', 'bigint')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('deliveries_by_webhook').on('deliveries').columns(['webhook_id', 'id']).execute();
  await db.schema
    .createIndex('deliveries_to_send')
    .on('deliveries')
    .columns(['webhook_id', 'next_attempt_at'])
    .where('next_attempt_at', 'is not', null)
    .execute();
  await db.schema
    .createIndex('deliveries_claimed')
    .on('deliveries')
    .columns(['webhook_id', 'claimed_until'])
    .where('claimed_until', 'is not', null)
    .execute();

  await db.schema
    .createTable('outbox_readers')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .execute();
  await db.insertInto('outbox_readers').values({ name: 'webhooks', sequence: 0 }).execute();
};
