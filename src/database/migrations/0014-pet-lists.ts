import type { Migration } from '../migration.ts';

/** What the filters and the orders of lists of animals need beside the facets: docs/decisions/0047-filters-and-places.md. */
export const petLists: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);

  // No query needs them: ages are found by the facets of the years, and these rows are in the order of `waits_since`.
  for (const column of ['birth_date', 'waiting_since']) await run(`drop index pet_profiles_by_${column}`);
  await run('alter table pet_profiles add column waits_since bigint');
  await run('alter table pet_profiles add column is_sold bigint not null default 0');
  await db.schema
    .createTable('pet_places')
    .addColumn('latitude', 'double precision', (column) => column.notNull())
    .addColumn('longitude', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('pet_places_key', ['latitude', 'longitude'])
    .execute();
  for (const statement of isPostgres ? onPostgres : onSqlite) await run(statement);
  await run('update pet_profiles set waiting_since = waiting_since, latitude = latitude');
  await run(`update pet_profiles set is_sold = 1 where pet_id in (select id from pets where status = 'sold')`);
  await run('create index pet_profiles_by_wait on pet_profiles (waits_since, pet_id)');
  await run('create index pet_profiles_by_open_wait on pet_profiles (waits_since, pet_id) where is_sold = 0');

  await run(
    'create index pet_profiles_by_place on pet_profiles (latitude, longitude, pet_id) where latitude is not null',
  );
};

const dayMs = 86_400_000;

/** The first moment of the day on which the animal came, or else of the day on which it was added. */
const wait = (row: string): string =>
  `coalesce(${row}.waiting_since, (select created_at - created_at % ${dayMs} from pets where id = ${row}.pet_id))`;

const isSold = (row: string): string => `case when ${row}.status = 'sold' then 1 else 0 end`;
const changesSale = `(old.status = 'sold') <> (new.status = 'sold')`;
const follow = `update pet_profiles set is_sold = ${isSold('new')} where pet_id = new.id;`;

const place = `insert into pet_places (latitude, longitude) select new.latitude, new.longitude
  where new.latitude is not null and not exists (select 1 from pet_places
    where latitude = new.latitude and longitude = new.longitude)`;

const onSqlite = [
  `create trigger pet_profiles_added after insert on pet_profiles begin
    ${place};
    update pet_profiles set waits_since = ${wait('new')},
      is_sold = (select ${isSold('pets')} from pets where id = new.pet_id) where pet_id = new.pet_id; end`,
  `create trigger pet_profiles_changed after update of waiting_since, latitude, longitude on pet_profiles begin
    ${place};
    update pet_profiles set waits_since = ${wait('new')} where pet_id = new.pet_id; end`,
  `create trigger pets_sold after update of status on pets when ${changesSale} begin ${follow} end`,
];

const onPostgres = [
  `create function pet_profiles_written() returns trigger language plpgsql as $$ begin
    ${place} on conflict do nothing;
    new.waits_since = ${wait('new')};
    if tg_op = 'INSERT' then select ${isSold('pets')} into new.is_sold from pets where id = new.pet_id; end if;
    return new; end $$`,
  `create trigger pet_profiles_written before insert or update of waiting_since, latitude, longitude on pet_profiles
    for each row execute function pet_profiles_written()`,
  `create function pets_sold() returns trigger language plpgsql as $$ begin ${follow} return null; end $$`,
  `create trigger pets_sold after update of status on pets for each row when (${changesSale}) execute function pets_sold()`,
];
