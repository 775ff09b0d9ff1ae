import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which service a source is, and which of its animals are refused here: docs/decisions/0115-safety-of-directories.md. */
export const identityOfSources: Migration = async (db) => {
  await db.schema.alterTable('directory_sources').addColumn('service', 'text').execute();
  await db.schema
    .createIndex('directory_sources_by_service')
    .unique()
    .on('directory_sources')
    .column('service')
    .where(sql.ref('removed_at'), 'is', null)
    .execute();
  // They are identified when all is read again.
  await db.updateTable('directory_sources').set({ reading: 'all', position: null }).execute();
  await db.schema
    .createTable('directory_refusals')
    .addColumn('source_id', 'bigint', (column) => column.notNull())
    .addColumn('their_id', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('round', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_refusals_pk', ['source_id', 'their_id'])
    .execute();
};
