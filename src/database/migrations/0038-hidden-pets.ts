import { hiddenFrom, type HidingRecords } from '../../vocabulary/animals/hiding.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import type { Migration } from '../migration.ts';

const atOnce = 500;

/** Which pets are hidden, and how many: docs/decisions/0070-hidden-animals.md. */
export const hiddenPets: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await run('alter table pets add column is_hidden bigint not null default 0');
  await run('alter table pets add column hidden_from bigint');
  for (const table of ['events', ...(isPostgres ? ['pending_events'] : [])])
    await run(`alter table ${table} add column is_hidden bigint`);
  for (const statement of isPostgres ? onPostgres : onSqlite) await run(statement);
  await run('create index pets_to_hide on pets (hidden_from) where hidden_from is not null');
  // Of a category, the hidden pets are passed over.
  await run('drop index pets_by_organization_category');
  await run('create index pets_by_organization_category on pets (organization_id, category_id, is_hidden, account_id)');

  for (let after = 0; ;) {
    const { rows } = await sql<{ pet_id: number; status: PetStatus; staff: string }>`
      select pet_id, status, staff from pet_profiles inner join pets on pets.id = pet_id
      where pet_id > ${after} and staff like '%"outcome":%' order by pet_id limit ${atOnce}`.execute(db);
    for (const { pet_id: id, status, staff } of rows) {
      const fromMs = hiddenFrom(JSON.parse(staff) as HidingRecords, status);
      // The service hides those that are due, with their events.
      if (fromMs !== undefined)
        await db.updateTable('pets').set({ hidden_from: fromMs }).where('id', '=', id).execute();
    }
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.pet_id ?? after;
  }
};

/** The triggers of 0010-pet-counts, with another key. */
const keyOf = (row: string): string =>
  `coalesce(${row}.organization_id, 0), case when ${row}.organization_id is null then 0 else ${row}.account_id end,
    case when ${row}.is_hidden = 1 then 'hidden:' else '' end || ${row}.status`;

const more = `insert into pet_counts (organization_id, account_id, status, count) values (${keyOf('new')}, 1)
  on conflict do update set count = count + 1;`;
const less = `update pet_counts set count = count - 1 where (organization_id, account_id, status) = (${keyOf('old')});`;

const onSqlite = [
  ...['insert', 'delete', 'update'].map((event) => `drop trigger pets_count_${event}`),
  `create trigger pets_count_insert after insert on pets begin ${more} end`,
  `create trigger pets_count_delete after delete on pets begin ${less} end`,
  `create trigger pets_count_update after update of organization_id, account_id, status, is_hidden on pets
    when (${keyOf('new')}) is not (${keyOf('old')}) begin ${less} ${more} end`,
];

const added = `select ${keyOf('added')}, 1 from added`;
const removed = `select ${keyOf('removed')}, -1 from removed`;

const onPostgres = Object.entries({ insert: added, delete: removed, update: `${added} union all ${removed}` }).map(
  ([event, changes]) => `create or replace function pets_count_${event}() returns trigger language plpgsql as $$ begin
    insert into pet_counts (organization_id, account_id, status, count)
    select organization_id, account_id, status, sum(count) from (${changes}) as changes (organization_id, account_id, status, count)
    group by 1, 2, 3 having sum(count) <> 0; return null; end $$`,
);
