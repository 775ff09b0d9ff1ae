import type { Migration } from '../migration.ts';

/**
 * Where an address without coordinates is, so that `near` finds it: docs/decisions/0047-filters-and-places.md. `located` is 0 until it has
 * been looked up, 2 if it was found, and 1 if there is nothing to find.
 */
export const places: Migration = async (db) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  for (const [table, key] of [
    ['organizations', 'id'],
    ['pet_profiles', 'pet_id'],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('located', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql.raw(`create index ${table}_to_locate on ${table} (${key}) where located = 0`).execute(db);
  }
};
