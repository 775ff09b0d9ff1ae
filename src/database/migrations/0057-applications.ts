import type { Migration } from '../migration.ts';

/** Applications: several people may wait for one animal. docs/decisions/0100-applications.md. */
export const applications: Migration = async (db, { assignedId, numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema.alterTable('organizations').addColumn('adoption', 'text').execute();
  // The long texts come last: a row is found without reading them.
  await db.schema
    .createTable('applications')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addColumn('pet_account_id', 'bigint', (column) => column.notNull())
    .addColumn('organization_id', 'bigint')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('by_visitor', 'integer')
    .addColumn('by_member', 'integer')
    .addColumn('is_withheld', 'integer')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('order_id', 'bigint')
    .addColumn('assignee_id', 'bigint')
    .addColumn('approved_until', 'bigint')
    .addColumn('pet_removed', 'integer')
    .addColumn('answered_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('visitor', 'text')
    .addColumn('link_hash', 'text')
    .addColumn('locale', 'text')
    .addColumn('adopter_name', 'text')
    .addColumn('adopter_email', 'text')
    .addColumn('adopter_phone', 'text')
    .addColumn('note', 'text')
    .addColumn('answers', 'text')
    .addColumn('message_to_adopter', 'text')
    .addColumn('staff_note', 'text')
    .execute();

  const indexes: readonly [name: string, columns: string, condition?: string][] = [
    ['applications_by_account', 'account_id, id', 'by_visitor is null and by_member is null'],
    ['applications_by_pet_account', 'pet_account_id, id', 'organization_id is null'],
    ['applications_by_organization', 'organization_id, id', 'organization_id is not null'],
    ['applications_by_organization_status', 'organization_id, status, id', 'organization_id is not null'],
    ['applications_by_status', 'status, id'],
    ['applications_open_by_account', 'account_id, id', waiting],
    ['applications_by_assignee', 'assignee_id, id', 'assignee_id is not null'],
    ['applications_of_nobody', 'organization_id, status, id', 'assignee_id is null'],
    ['applications_of_nobody_by_status', 'status, id', 'assignee_id is null'],
    ['applications_by_pet', 'pet_id, id'],
    ['applications_by_adopter', 'lower(adopter_email)', 'adopter_email is not null'],
    ['applications_by_visitor', 'visitor', 'visitor is not null'],
    ['applications_of_removed_pets', 'id', 'pet_removed is not null'],
    // For the erasure of a person.
    ['applications_mentioning', 'id', mentioning(isPostgres ? 'strpos' : 'instr')],
    // For the retention.
    [
      'applications_ended',
      'updated_at',
      "status <> 'submitted' and status <> 'in_review' and adopter_email is not null",
    ],
  ];
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  for (const [name, columns, condition] of indexes)
    await run(
      `create index ${name} on applications (${columns})${condition === undefined ? '' : ` where ${condition}`}`,
    );
  await run('create unique index applications_by_link on applications (link_hash)');
  // One open application for each adopter and animal.
  await run(`create unique index applications_waiting on applications (pet_id, lower(adopter_email))
    where ${waiting}`);
  for (const statement of isPostgres ? onPostgres : onSqlite) await run(statement);
};

/** In whose texts an address may stand, or the copy of a message. */
const mentioning = (position: string): string =>
  [
    'status',
    'adopter_name',
    'adopter_phone',
    'note',
    'answers',
    'message_to_adopter',
    'staff_note',
    'visitor',
    'link_hash',
  ]
    .flatMap((name) => ['@', '%40', 'msg_'].map((mark) => `${position}(${name}, '${mark}') > 0`))
    .join(' or ');

const waiting = "(status = 'submitted' or status = 'in_review')";

/** However an animal is removed, nobody who applied for it is forgotten. */
const onSqlite = [
  `create trigger applications_of_removed_pet after delete on pets begin
    update applications set pet_removed = 1 where pet_id = old.id and ${waiting}; end`,
];

const onPostgres = [
  `create function applications_of_removed_pets() returns trigger language plpgsql as $$ begin
    update applications set pet_removed = 1 where pet_id in (select id from removed) and ${waiting}; return null; end $$`,
  `create trigger applications_of_removed_pets after delete on pets referencing old table as removed
    for each statement execute function applications_of_removed_pets()`,
];
