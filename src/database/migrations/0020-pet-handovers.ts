import type { Dialect, Migration } from '../migration.ts';

/** When animals were handed over, and came back: docs/decisions/0057-statistics.md. */
export const petHandovers: Migration = async (db, dialect) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema
    .createTable('pet_handovers')
    .addColumn('id', dialect.assignedId.type, dialect.assignedId.define)
    .addColumn('pet_id', 'bigint', (column) => column.notNull().references('pets.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('is_sold', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pet_handovers_by_pet').on('pet_handovers').columns(['pet_id', 'id']).execute();
  // First the triggers: they lock `pets`, so that nothing is missed.
  for (const statement of triggersOf(dialect)) await sql.raw(statement).execute(db);
  // Earlier versions did not store when a status changed, but the order tells.
  await sql
    .raw(
      `insert into pet_handovers (pet_id, at, is_sold) select id, at, 1 from (
        select id, coalesce(status_changed_at, (select max(orders.updated_at) from orders
          where orders.pet_id = pets.id and orders.status = 'delivered')) as at
        from pets where status = 'sold') as sold where at is not null order by id`,
    )
    .execute(db);
};

const isHandover = `old.status <> new.status and (old.status = 'sold' or new.status = 'sold')`;
const note = `insert into pet_handovers (pet_id, at, is_sold)
  values (new.id, coalesce(new.status_changed_at, new.updated_at), case when new.status = 'sold' then 1 else 0 end);`;

const triggersOf = ({ numbersAfterCommit: isPostgres }: Dialect): readonly string[] =>
  isPostgres
    ? [
        `create function pets_note_handover() returns trigger language plpgsql as $$ begin ${note} return null; end $$`,
        `create trigger pets_handover after update of status on pets for each row when (${isHandover})
          execute function pets_note_handover()`,
      ]
    : [`create trigger pets_handover after update of status on pets when ${isHandover} begin ${note} end`];
