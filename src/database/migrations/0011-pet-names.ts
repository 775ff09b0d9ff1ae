import type { Migration } from '../migration.ts';

/** As many consecutive ids are indexed together: `SEGMENT` in src/pets/names/grams.ts. */
const segmentOf = (id: string): string => `${id} / 8192`;

/** An empty index of names, which the service fills: docs/decisions/0036-search-by-index.md. */
export const petNames: Migration = async (db, { assignedId, numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema
    .createTable('pet_name_segments')
    .addColumn('segment', 'bigint', (column) => column.notNull().primaryKey())
    .execute();
  let grams = db.schema
    .createTable('pet_name_grams')
    .addColumn('segment', 'bigint', (column) => column.notNull())
    .addColumn('gram', 'bigint', (column) => column.notNull())
    .addColumn('offsets', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('pet_name_grams_key', ['segment', 'gram']);
  if (!isPostgres) grams = grams.modifyEnd(sql`without rowid`);
  await grams.execute();
  await db.schema
    .createTable('pet_name_changes')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('segment', 'bigint', (column) => column.notNull())
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('pet_name_changes_by_segment')
    .on('pet_name_changes')
    .columns(['segment', 'pet_id'])
    .execute();
  for (const statement of isPostgres ? [note, ...triggers(byFunction)] : triggers(inPlace))
    await sql.raw(statement).execute(db);
};

const append = `insert into pet_name_changes (segment, pet_id) values (${segmentOf('old.id')}, old.id);`;
const inPlace = `begin ${append} end`;
const note = `create function pets_note_name() returns trigger language plpgsql as $$ begin ${append} return null; end $$`;
const byFunction = 'execute function pets_note_name()';

/** Notes every change of a name, even by another version of the service or by hand in SQL. Additions are not noted. */
const triggers = (action: string): readonly string[] => [
  `create trigger pets_name_update after update of name_folded on pets
    for each row when (old.name_folded <> new.name_folded) ${action}`,
  `create trigger pets_name_delete after delete on pets for each row ${action}`,
];
