import type { Migration } from '../migration.ts';

/** Each webhook has a position among the events, and a delivery no copy of its event: docs/decisions/0064-positions-of-webhooks.md. */
export const positionsOfWebhooks: Migration = async (db) => {
  const { sql } = await import('kysely');
  // Null for deliveries of earlier versions, which have the event in `body`.
  await db.schema.alterTable('deliveries').addColumn('event_sequence', 'bigint').execute();
  await db.schema
    .createIndex('deliveries_by_event')
    .on('deliveries')
    .column('event_sequence')
    .where(sql.ref('event_sequence'), 'is not', null)
    .execute();
  await db.schema.alterTable('webhooks').addColumn('paused_after', 'bigint').execute();
  await db.schema.alterTable('webhooks').addColumn('gaps', 'text').execute();
  // Up to there earlier versions have made all deliveries.
  const made = sql`(select sequence from outbox_readers where name = 'webhooks')`;
  await sql`update webhooks set after_sequence = ${made} where after_sequence < ${made}`.execute(db);
  await sql`update webhooks set paused_after = after_sequence where disabled_at is not null`.execute(db);
};
