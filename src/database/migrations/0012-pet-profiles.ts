import type { Migration } from '../migration.ts';

/** What adopters and staff know about an animal: docs/decisions/0045-animal-profiles.md. */
export const petProfiles: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema
    .createTable('pet_profiles')
    .addColumn('pet_id', 'bigint', (column) => column.notNull().primaryKey().references('pets.id').onDelete('cascade'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('birth_date', 'bigint')
    .addColumn('waiting_since', 'bigint')
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    // Long texts come last: SQLite reads the columns before them without them.
    .addColumn('shown', 'text', (column) => column.notNull())
    .addColumn('staff', 'text')
    .execute();
  for (const column of ['birth_date', 'waiting_since'])
    await db.schema
      .createIndex(`pet_profiles_by_${column}`)
      .on('pet_profiles')
      .columns([column, 'pet_id'])
      .where(sql.ref(column), 'is not', null)
      .execute();

  // In the order of bytes, which compares fastest.
  const facetType = isPostgres ? sql`text collate "C"` : ('text' as const);
  let facets = db.schema
    .createTable('pet_facets')
    .addColumn('facet', facetType, (column) => column.notNull())
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pet_facets_key', ['facet', 'pet_id']);
  if (!isPostgres) facets = facets.modifyEnd(sql`without rowid`);
  await facets.execute();

  await db.schema.alterTable('pets').addColumn('status_changed_at', 'bigint').execute();
};
