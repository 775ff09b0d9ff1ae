import type { SqlBool } from 'kysely';
import type { Migration } from '../migration.ts';

/** What was sent and answered in each attempt, and the notices about failing webhooks: docs/decisions/0060-delivery-workbench.md. */
export const deliveryAttempts: Migration = async (db) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  await db.schema
    .createTable('delivery_attempts')
    .addColumn('delivery_id', 'bigint', (column) => column.notNull().references('deliveries.id').onDelete('cascade'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('url', 'text')
    .addColumn('address', 'text')
    .addColumn('request_headers', 'text')
    .addColumn('response_status', 'bigint')
    .addColumn('response_headers', 'text')
    .addColumn('response_body', 'text')
    .addColumn('is_cut', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('long_of', 'bigint')
    .addPrimaryKeyConstraint('delivery_attempts_key', ['delivery_id', 'number'])
    .execute();
  await db.schema
    .createIndex('delivery_attempts_long')
    .on('delivery_attempts')
    .columns(['long_of', 'attempted_at'])
    .where(sql.ref('long_of'), 'is not', null)
    .execute();

  // Only the last attempt is known, and no more than 1,024 bytes of the response.
  await sql`insert into delivery_attempts
      (delivery_id, number, attempted_at, duration_ms, response_status, response_body, is_cut, error)
    select id, attempts, attempted_at, coalesce(duration_ms, 0), response_status, response_body,
      case when length(response_body) >= 1024 then 1 else 0 end, error
    from deliveries where attempted_at is not null`.execute(db);
  for (const column of ['attempted_at', 'response_status', 'response_body', 'duration_ms', 'error'])
    await db.schema.alterTable('deliveries').dropColumn(column).execute();
  await db.schema
    .createIndex('deliveries_that_failed')
    .on('deliveries')
    .columns(['webhook_id', 'status', 'id'])
    .where(sql<SqlBool>`status = 'failed' or (status = 'pending' and attempts > 0)`)
    .execute();

  await db.schema.alterTable('webhooks').addColumn('notices', 'bigint').execute();
  await db.schema.alterTable('webhooks').addColumn('mailed_at', 'bigint').execute();
  await db.schema
    .createIndex('webhooks_to_tell_of')
    .on('webhooks')
    .column('id')
    .where(sql<SqlBool>`failing_since is not null or notices is not null`)
    .execute();
};
