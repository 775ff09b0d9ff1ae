import type { Migration } from '../migration.ts';

/** Where the latest advance of staging's clock began, among the events too. */
export const latestAdvance: Migration = async (db) => {
  for (const column of ['from_at', 'after_sequence'])
    await db.schema.alterTable('test_clock').addColumn(column, 'bigint').execute();
};
