import type { Migration } from '../migration.ts';

/** Mails to send, and the links of visitors to their reservations: docs/decisions/0052-reservation-links.md, 0053-mail-queue.md. */
export const mails: Migration = async (db, { assignedId }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  await db.schema
    .createTable('mails')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mails_due').on('mails').column('due_at').execute();

  await db.schema.alterTable('orders').addColumn('reservation_hash', 'text').execute();
  await db.schema
    .createIndex('orders_by_reservation')
    .on('orders')
    .column('reservation_hash')
    .where(sql.ref('reservation_hash'), 'is not', null)
    .execute();
};
