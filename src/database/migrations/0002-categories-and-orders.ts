import type { Migration } from '../migration.ts';

const SEEDS = ['Dogs', 'Cats', 'Birds', 'Rabbits', 'Fish', 'Reptiles', 'Small mammals'];

export const categoriesAndOrders: Migration = async (db, { assignedId }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  await db.schema
    .createTable('categories')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('account_id', 'bigint', (column) => column.references('accounts.id'))
    .execute();
  await db.schema
    .createTable('id_counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('next', 'bigint', (column) => column.notNull())
    .execute();
  const seeds = SEEDS.map((name, i) => ({ id: i + 1, name }));
  await db.insertInto('categories').values(seeds).execute();
  await db
    .insertInto('id_counters')
    .values({ name: 'categories', next: seeds.length + 1 })
    .execute();

  await db.schema
    .createTable('orders')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addColumn('pet_account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('adopter_name', 'text')
    .addColumn('adopter_email', 'text')
    .addColumn('note', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();
  // The engine itself guarantees that at most one open order holds an animal.
  await db.schema
    .createIndex('orders_open_by_pet')
    .on('orders')
    .column('pet_id')
    .unique()
    .where(sql.ref('status'), 'in', ['placed', 'approved'])
    .execute();
  const indexes: [name: string, columns: string[]][] = [
    ['orders_by_pet', ['pet_id', 'id']],
    ['orders_by_account', ['account_id', 'id']],
    ['orders_by_account_status', ['account_id', 'status', 'id']],
    ['orders_by_pet_account', ['pet_account_id', 'id']],
    ['orders_by_pet_account_status', ['pet_account_id', 'status', 'id']],
    ['orders_by_status', ['status', 'id']],
    ['orders_by_expiry', ['status', 'expires_at']],
  ];
  for (const [name, columns] of indexes) await db.schema.createIndex(name).on('orders').columns(columns).execute();

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'bigint', (column) => column.notNull())
    .addColumn('headers', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['account_id', 'method', 'path', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at').execute();
};
