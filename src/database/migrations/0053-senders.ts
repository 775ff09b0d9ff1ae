import type { Migration } from '../migration.ts';

/** Finds the messages of a person: docs/decisions/0095-an-adopter-for-staff.md. */
export const senders: Migration = async (db) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema
    .createIndex('messages_by_sender')
    .on('messages')
    .column(sql`lower(from_email)`)
    .where(sql.ref('from_email'), 'is not', null)
    .execute();
};
