import type { SqlBool } from 'kysely';
import type { Migration } from '../migration.ts';

/** What adopters answer and staff reply: the phone, the answers, the visit and the word of the staff. */
export const applicationOfOrders: Migration = async (db) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  for (const [name, type] of [
    ['adopter_phone', 'text'],
    ['answers', 'text'],
    ['visit_at', 'bigint'],
    ['message_to_adopter', 'text'],
  ] as const)
    await db.schema.alterTable('orders').addColumn(name, type).execute();
  // For the retention: an order without an adopter may have texts about one.
  await db.schema.dropIndex('orders_with_person').execute();
  await db.schema
    .createIndex('orders_with_person')
    .on('orders')
    .column('updated_at')
    .where(
      sql<SqlBool>`status <> 'placed' and status <> 'approved' and (adopter_email is not null or note is not null or answers is not null or message_to_adopter is not null)`,
    )
    .execute();
};
