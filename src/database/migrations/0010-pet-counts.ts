import type { Dialect, Migration } from '../migration.ts';

/** Counters of animals, kept by triggers: docs/decisions/0038-counters.md. */
export const petCounts: Migration = async (db, dialect) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  let table = db.schema
    .createTable('pet_counts')
    .addColumn('organization_id', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull());
  if (dialect.numbersAfterCommit) table = table.addColumn('place', dialect.assignedId.type, dialect.assignedId.define);
  else
    table = table
      .addPrimaryKeyConstraint('pet_counts_key', ['organization_id', 'account_id', 'status'])
      .modifyEnd(sql`without rowid`);
  await table.execute();
  // First the triggers: they lock `pets`, so that nothing is missed or counted twice.
  for (const statement of triggersOf(dialect)) await run(statement);
  await run(`insert into pet_counts (organization_id, account_id, status, count)
    select ${keyOf('pets')}, count(*) from pets group by 1, 2, 3`);
};

const triggersOf = ({ numbersAfterCommit: transactionsOverlap }: Dialect): readonly string[] =>
  transactionsOverlap ? appending : inPlace;

/** Animals without an organization are counted under 0, regardless of owner. */
const keyOf = (row: string): string =>
  `coalesce(${row}.organization_id, 0), case when ${row}.organization_id is null then 0 else ${row}.account_id end, ${row}.status`;

const more = `insert into pet_counts (organization_id, account_id, status, count) values (${keyOf('new')}, 1)
  on conflict do update set count = count + 1;`;
const less = `update pet_counts set count = count - 1 where (organization_id, account_id, status) = (${keyOf('old')});`;

/** One writer at a time: each change is added to its counter. */
const inPlace = [
  `create trigger pets_count_insert after insert on pets begin ${more} end`,
  `create trigger pets_count_delete after delete on pets begin ${less} end`,
  `create trigger pets_count_update after update of organization_id, account_id, status on pets
    when (${keyOf('new')}) is not (${keyOf('old')}) begin ${less} ${more} end`,
];

const statementTrigger = (event: string, referencing: string, append: string): readonly string[] => [
  `create function pets_count_${event}() returns trigger language plpgsql as $$ begin ${append}; return null; end $$`,
  `create trigger pets_count_${event} after ${event} on pets ${referencing}
    for each statement execute function pets_count_${event}()`,
];

const append = (changes: string): string => `insert into pet_counts (organization_id, account_id, status, count)
  select organization_id, account_id, status, sum(count) from (${changes}) as changes (organization_id, account_id, status, count)
  group by 1, 2, 3 having sum(count) <> 0`;
const added = `select ${keyOf('added')}, 1 from added`;
const removed = `select ${keyOf('removed')}, -1 from removed`;

/** Writers that add to the same counter would wait for each other: each statement appends what it changes. */
const appending = [
  ...statementTrigger('insert', 'referencing new table as added', append(added)),
  ...statementTrigger('delete', 'referencing old table as removed', append(removed)),
  ...statementTrigger(
    'update',
    'referencing old table as removed new table as added',
    append(`${added} union all ${removed}`),
  ),
  // `delete` would miss what another process is folding together.
  ...statementTrigger('truncate', '', 'truncate pet_counts'),
];
