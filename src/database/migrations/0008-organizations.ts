import type { SqlBool } from 'kysely';
import type { Migration } from '../migration.ts';

export const organizations: Migration = async (db, { assignedId, numbersAfterCommit }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema
    .createTable('organizations')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_folded', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('address', 'text')
    .addColumn('hours', 'text')
    .addColumn('website', 'text')
    .addColumn('mission', 'text')
    .addColumn('adoption_policy', 'text')
    .addColumn('social', 'text')
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('listed_at', 'bigint')
    .addColumn('suspended_at', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('organization_logos')
    .addColumn('organization_id', 'bigint', (column) => column.primaryKey().notNull().references('organizations.id'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organizations.id'))
    .addColumn('invited_by', 'bigint', (column) => column.references('accounts.id'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('invitations_by_organization')
    .on('invitations')
    .columns(['organization_id', 'id'])
    .execute();

  // SQLite adds one column at a time.
  const integers: Record<string, string[]> = {
    accounts: ['organization_id', 'approved_at', 'closed_at'],
    pets: ['organization_id'],
    categories: ['organization_id'],
    orders: ['organization_id', 'by_visitor', 'by_member', 'is_withheld'],
    messages: ['organization_id', 'pet_id', 'by_visitor'],
    events: ['organization_id'],
    import_references: ['organization_id'],
    ...(numbersAfterCommit ? { pending_events: ['organization_id'] } : {}),
  };
  const texts: Record<string, string[]> = {
    accounts: ['organization_role', 'awaiting'],
    password_links: ['kind', 'email'],
    orders: ['visitor'],
    events: ['actor'],
    ...(numbersAfterCommit ? { pending_events: ['actor'] } : {}),
  };
  for (const [table, columns] of Object.entries(integers))
    for (const column of columns) await db.schema.alterTable(table).addColumn(column, 'bigint').execute();
  for (const [table, columns] of Object.entries(texts))
    for (const column of columns) await db.schema.alterTable(table).addColumn(column, 'text').execute();

  // Accounts without a password were made by an operator; the others signed up by themselves.
  await sql`update accounts set approved_at = created_at where password is null or role = 'operator'`.execute(db);
  await sql`update orders set by_visitor = 1 where account_id in (select id from accounts where email = 'board@localhost')`.execute(
    db,
  );
  // Nobody may tell who has reserved an animal of an account that signed up by itself.
  await sql`update orders set is_withheld = 1 where by_visitor = 1 and pet_account_id in (select id from accounts where approved_at is null)`.execute(
    db,
  );
  // Nor may the events and the deliveries of these orders, which say the same.
  const toldStrangers = sql`kind like 'order.%' and account_id in (select id from accounts where email = 'board@localhost')
    and other_account_id in (select id from accounts where approved_at is null)`;
  await sql`delete from deliveries where kind like 'order.%' and event_id in (select id from events where ${toldStrangers})
    and webhook_id in (select id from webhooks where account_id in (select id from accounts where approved_at is null))`.execute(
    db,
  );
  for (const events of ['events', ...(numbersAfterCommit ? ['pending_events'] : [])])
    await sql`update ${sql.table(events)} set other_account_id = null where ${toldStrangers}`.execute(db);
  await sql`update messages set by_visitor = 1 where account_id in (select id from accounts where email = 'board@localhost')`.execute(
    db,
  );

  const indexes: [name: string, table: string, columns: string[]][] = [
    ['accounts_by_organization', 'accounts', ['organization_id', 'id']],
    ['pets_by_organization', 'pets', ['organization_id', 'status', 'id']],
    ['pets_by_organization_category', 'pets', ['organization_id', 'category_id', 'account_id']],
    ['orders_by_organization', 'orders', ['organization_id', 'id']],
    ['orders_by_organization_status', 'orders', ['organization_id', 'status', 'id']],
    ['messages_by_organization', 'messages', ['organization_id', 'sequence']],
    ['import_references_by_organization', 'import_references', ['organization_id', 'reference']],
  ];
  for (const [name, table, columns] of indexes)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns(columns)
      .where(sql.ref('organization_id'), 'is not', null)
      .execute();
  // The lists of an account follow an index of their own, however many rows of visitors and of its organization have the same account.
  const own: [name: string, table: string, columns: string[], conditions: string[]][] = [
    ['orders_by_account', 'orders', ['account_id', 'id'], ['by_visitor', 'by_member']],
    ['orders_by_account_status', 'orders', ['account_id', 'status', 'id'], ['by_visitor', 'by_member']],
    ['orders_by_pet_account', 'orders', ['pet_account_id', 'id'], ['organization_id']],
    ['orders_by_pet_account_status', 'orders', ['pet_account_id', 'status', 'id'], ['organization_id']],
    ['messages_by_account', 'messages', ['account_id', 'sequence'], ['by_visitor']],
  ];
  for (const [name, table, columns, conditions] of own) {
    await db.schema.dropIndex(name).execute();
    let index = db.schema.createIndex(name).on(table).columns(columns);
    for (const condition of conditions) index = index.where(sql.ref(condition), 'is', null);
    await index.execute();
  }
  await db.schema
    .createIndex('accounts_suspended')
    .on('accounts')
    .column('id')
    .where(sql.ref('suspended_at'), 'is not', null)
    .execute();
  for (const [name, column] of [
    ['accounts_awaiting', 'awaiting'],
    ['accounts_closed', 'closed_at'],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('accounts')
      .columns([column, 'id'])
      .where(sql.ref(column), 'is not', null)
      .execute();
  await db.schema
    .createIndex('pets_of_accounts')
    .on('pets')
    .columns(['account_id', 'id'])
    .where(sql.ref('organization_id'), 'is', null)
    .execute();
  await db.schema
    .createIndex('orders_by_visitor')
    .on('orders')
    .column('visitor')
    .where(sql.ref('visitor'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('orders_by_adopter')
    .on('orders')
    .column(sql`lower(adopter_email)`)
    .where(sql.ref('adopter_email'), 'is not', null)
    .execute();
  // For the retention, which looks for the oldest orders and messages with personal data.
  await db.schema
    .createIndex('orders_with_person')
    .on('orders')
    .column('updated_at')
    .where(
      sql<SqlBool>`status <> 'placed' and status <> 'approved' and (adopter_email is not null or note is not null)`,
    )
    .execute();
  await db.schema
    .createIndex('messages_with_text')
    .on('messages')
    .column('created_at')
    .where(sql<SqlBool>`message <> '[erased]'`)
    .execute();
  await db.schema
    .createIndex('deliveries_waiting_by_kind')
    .on('deliveries')
    .columns(['webhook_id', 'kind'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute();
};
