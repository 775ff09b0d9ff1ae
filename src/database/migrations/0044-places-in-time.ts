import type { Migration } from '../migration.ts';

/** The time zone and the locale of organizations; without them, the machine's zone and American English apply, as before. */
export const placesInTime: Migration = async (db) => {
  for (const name of ['time_zone', 'locale'])
    await db.schema.alterTable('organizations').addColumn(name, 'text').execute();
};
