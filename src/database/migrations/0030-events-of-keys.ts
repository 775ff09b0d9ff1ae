import type { Migration } from '../migration.ts';

/** Events of keys are for their account alone. */
export const eventsOfKeys: Migration = async (db, { numbersAfterCommit }) => {
  const { sql } = await import('kysely');
  for (const table of numbersAfterCommit ? ['events', 'pending_events'] : ['events'])
    await sql`update ${sql.table(table)} set organization_id = null
      where kind like 'api_key.%' and organization_id is not null`.execute(db);
};
