import type { SqlBool } from 'kysely';
import type { Migration } from '../migration.ts';

/** What members of organizations are told: docs/decisions/0090-members-are-told.md. */
export const notifications: Migration = async (db, { assignedId }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema.alterTable('accounts').addColumn('notifications', 'text').execute();
  await db.schema.alterTable('organizations').addColumn('notifications', 'text').execute();
  await db.schema.alterTable('organizations').addColumn('digest_at', 'bigint').execute();
  await db.schema.createIndex('organizations_by_digest').on('organizations').column('digest_at').execute();
  await db.schema
    .createTable('notices')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'bigint', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('batch_id', 'bigint')
    .execute();
  await db.schema
    .createIndex('notices_waiting')
    .on('notices')
    .columns(['due_at', 'organization_id'])
    .where(sql<SqlBool>`batch_id is null`)
    .execute();
  await db.schema
    .createIndex('notices_by_batch')
    .on('notices')
    .columns(['batch_id', 'id'])
    .where(sql<SqlBool>`batch_id is not null`)
    .execute();
  await db.schema
    .createTable('notice_batches')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('organization_id', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('notice_batches_by_age')
    .on('notice_batches')
    .columns(['organization_id', 'at'])
    .execute();
  // What has happened before is old news.
  await sql`insert into outbox_readers (name, sequence) select 'notifications', coalesce(max(sequence), 0) from events`.execute(
    db,
  );
};
