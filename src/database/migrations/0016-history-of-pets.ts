import type { Migration } from '../migration.ts';

/**
 * What has happened to an animal is found without reading the events of others: docs/decisions/0050-history-of-an-animal.md. The events of
 * version 1.0.0 do not say who caused them, so no history has them.
 */
export const historyOfPets: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  for (const table of ['events', ...(isPostgres ? ['pending_events'] : [])])
    await db.schema.alterTable(table).addColumn('pet_id', 'bigint').execute();
  // Each index of SQLite ends with the rowid, which is the sequence.
  await db.schema
    .createIndex('events_by_pet')
    .on('events')
    .columns(isPostgres ? ['pet_id', 'sequence'] : ['pet_id'])
    .where(sql.ref('pet_id'), 'is not', null)
    .execute();
};
