import type { SqlBool } from 'kysely';
import type { Migration } from '../migration.ts';

/** Mails to adopters after an adoption, their answers, and the mails that staging does not send: docs/decisions/0091-follow-ups.md. */
export const followUps: Migration = async (db, { assignedId }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  for (const [table, column, type] of [
    ['organizations', 'follow_ups', 'text'],
    ['organizations', 'follow_ups_until', 'bigint'],
    ['orders', 'no_follow_ups', 'integer'],
    ['messages', 'order_id', 'bigint'],
  ] as const)
    await db.schema.alterTable(table).addColumn(column, type).execute();
  await db.schema
    .createIndex('organizations_with_follow_ups')
    .on('organizations')
    .column('follow_ups_until')
    .where(sql<SqlBool>`follow_ups_until is not null`)
    .execute();
  await db.schema
    .createIndex('orders_to_follow_up')
    .on('orders')
    .columns(['organization_id', 'updated_at'])
    .where(sql<SqlBool>`status = 'delivered' and reservation_hash is not null`)
    .execute();
  await db.schema
    .createTable('staged_mails')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('organization_id', 'bigint')
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('html', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('kept_at', 'bigint', (column) => column.notNull())
    .execute();
};
