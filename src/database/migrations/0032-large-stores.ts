import type { Migration } from '../migration.ts';

/**
 * Sums of the stays of animals, by month, and indexes of the rows in which an address may stand: docs/decisions/0067-large-stores.md. The
 * service adds up the animals that are there.
 */
export const largeStores: Migration = async (db, { assignedId, numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await db.schema
    .createTable('pet_stays')
    .addColumn('pet_id', 'bigint', (column) => column.primaryKey())
    .addColumn('stays', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pet_stay_sums')
    .addColumn('organization_id', 'bigint', (column) => column.notNull())
    // In the order of bytes.
    .addColumn('month', isPostgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) => column.notNull())
    .addColumn('sums', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('pet_stay_sums_key', ['organization_id', 'month', 'category_id'])
    .execute();
  await db.schema
    .createTable('pet_stay_changes')
    .addColumn('id', assignedId.type, isPostgres ? assignedId.define : (column) => column.primaryKey())
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .execute();
  // First the triggers: they lock `pets`, so that nothing is missed.
  for (const [table, event, id, condition] of NOTED) {
    const name = `${table}_stay_${event.slice(0, 6)}`;
    const note = `begin insert into pet_stay_changes (pet_id) values (${id});`;
    const each = `create trigger ${name} after ${event} on ${table} for each row when (${condition})`;
    if (isPostgres)
      await run(`create function ${name}() returns trigger language plpgsql as $$ ${note} return null; end $$`);
    await run(isPostgres ? `${each} execute function ${name}()` : `${each} ${note} end`);
  }
  for (const statement of isPostgres ? emptying : []) await run(statement);
  await run('insert into pet_stay_changes (pet_id) select id from pets order by id');
  for (const [table, key, columns] of MENTIONING) {
    const terms = columns.flatMap((name) =>
      ['@', '%40', 'msg_'].map((mark) => `${isPostgres ? 'strpos' : 'instr'}(${name}, '${mark}') > 0`),
    );
    await run(`create index ${table}_mentioning on ${table} (${key}) where ${terms.join(' or ')}`);
  }
};

/** Tables with a row for each animal, order or event, their keys and texts. An order's `adopter_email` has an index of its own. */
const MENTIONING: readonly (readonly [table: string, key: string, columns: readonly string[]])[] = [
  ['pets', 'id', ['name', 'name_folded', 'status']],
  ['pet_profiles', 'pet_id', ['shown', 'staff']],
  ['pet_photos', 'id', ['name', 'hash', 'alt', 'thumbhash']],
  ['import_references', 'account_id, reference', ['reference']],
  [
    'orders',
    'id',
    ['status', 'adopter_name', 'adopter_phone', 'note', 'answers', 'message_to_adopter', 'visitor', 'reservation_hash'],
  ],
  ['events', 'sequence', ['id', 'kind', 'data', 'actor']],
];

const differs = `new.organization_id is distinct from old.organization_id or new.category_id <> old.category_id
  or (new.status = 'sold') <> (old.status = 'sold')`;
/** What changes the stays of an animal. */
const NOTED: readonly (readonly [table: string, event: string, id: string, condition: string])[] = [
  ['pets', 'insert', 'new.id', 'true'],
  ['pets', 'update of organization_id, category_id, status', 'new.id', differs],
  ['pets', 'delete', 'old.id', 'true'],
  ['pet_profiles', 'insert', 'new.pet_id', 'true'],
  ['pet_profiles', 'update of shown, staff', 'new.pet_id', 'true'],
  ['pet_profiles', 'delete', 'old.pet_id', 'true'],
];
const emptying = [
  `create function pets_stay_truncate() returns trigger language plpgsql as $$ begin
    truncate pet_stays, pet_stay_sums, pet_stay_changes; return null; end $$`,
  'create trigger pets_stay_truncate after truncate on pets for each statement execute function pets_stay_truncate()',
];
