import type { Migration } from '../migration.ts';

/** What staff read of orders: those whose hold ends first, and their own notes. docs/decisions/0054-order-desk.md. */
export const orderDesk: Migration = async (db, { assignedId }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  await db.schema
    .createTable('order_notes')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('order_id', 'bigint', (column) => column.notNull().references('orders.id'))
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('order_notes_by_order').on('order_notes').columns(['order_id', 'id']).execute();
  // For the retention.
  await db.schema.createIndex('order_notes_by_age').on('order_notes').column('created_at').execute();

  const indexes: [name: string, column: string, condition: ReturnType<typeof sql>][] = [
    ['orders_by_account_expiry', 'account_id', sql`by_visitor is null and by_member is null`],
    ['orders_by_pet_account_expiry', 'pet_account_id', sql`organization_id is null`],
    ['orders_by_organization_expiry', 'organization_id', sql`organization_id is not null`],
  ];
  for (const [name, column, condition] of indexes)
    await db.schema
      .createIndex(name)
      .on('orders')
      .columns([column, 'status', 'expires_at', 'id'])
      .where(sql<boolean>`${condition}`)
      .execute();
};
