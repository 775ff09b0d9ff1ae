import type { Migration } from '../migration.ts';

/** For the sweep, which looks for days that are past. */
export const usageByDay: Migration = async (db) => {
  await db.schema.createIndex('usage_days_by_day').on('usage_days').column('day').execute();
};
