import type { Migration } from '../migration.ts';

/**
 * Where an address without coordinates is, so that `near` finds it: docs/decisions/0047-filters-and-places.md. `located` is 0 until it has
 * been looked up, 2 if it was found, and 1 if there is nothing to find: of most rows, which are not written again.
 */
export const places: Migration = async (db) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  for (const [table, key, hasAddress] of [
    ['organizations', 'id', 'address is not null'],
    ['pet_profiles', 'pet_id', `shown like '%"location":%'`],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('located', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
    await sql.raw(`update ${table} set located = 0 where latitude is null and ${hasAddress}`).execute(db);
    await sql.raw(`create index ${table}_to_locate on ${table} (${key}) where located = 0`).execute(db);
  }
};
