import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import type { Dialect as MigrationDialect, Migration } from '../../src/database/migration.ts';
import { accountsAndPets } from '../../src/database/migrations/0001-accounts-and-pets.ts';
import { categoriesAndOrders } from '../../src/database/migrations/0002-categories-and-orders.ts';
import { eventsMessagesWebhooks } from '../../src/database/migrations/0003-events-messages-webhooks.ts';
import { importReferences } from '../../src/database/migrations/0004-import-references.ts';
import { sessions } from '../../src/database/migrations/0005-sessions.ts';
import { eventsBeforeTheirNumbers } from '../../src/database/migrations/0006-events-before-their-numbers.ts';
import { usageByDay } from '../../src/database/migrations/0007-usage-by-day.ts';
import { generateApiKey } from '../../src/secrets/api-key.ts';
import { hashOf } from '../../src/secrets/token.ts';
import { administrate, urlOf } from '../support/postgres.ts';

/** Those of version 1.0.0. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-pets': accountsAndPets,
  '0002-categories-and-orders': categoriesAndOrders,
  '0003-events-messages-webhooks': eventsMessagesWebhooks,
  '0004-import-references': importReferences,
  '0005-sessions': sessions,
  '0006-events-before-their-numbers': eventsBeforeTheirNumbers,
  '0007-usage-by-day': usageByDay,
};

const ENGINES = {
  SQLite: {
    migrations: {
      assignedId: { type: 'integer', define: (column) => column.primaryKey().autoIncrement() },
      numbersAfterCommit: false,
    } satisfies MigrationDialect,
    open: async (folder: string): Promise<Dialect> =>
      new SqliteDialect({ database: new SqliteDatabase(join(folder, 'production.sqlite')) }),
  },
  PostgreSQL: {
    migrations: {
      assignedId: { type: 'bigserial', define: (column) => column.primaryKey() },
      numbersAfterCommit: true,
    } satisfies MigrationDialect,
    open: async (folder: string): Promise<Dialect> => {
      // The name that `startOnPostgres` gives to the database of the folder.
      const name = `${basename(folder)}-production`;
      await administrate(`create database "${name}"`);
      return new PostgresDialect({ pool: new Pool({ connectionString: urlOf(name), max: 1 }) });
    },
  },
} as const;

/** The accounts, in the order of their ids: who they are, and whether they signed up by themselves. */
const ACCOUNTS = {
  operator: { email: 'operator@localhost', role: 'operator', signedUp: false },
  board: { email: 'board@localhost', role: 'member', signedUp: false },
  ann: { email: 'ann@shelter.example', role: 'member', signedUp: true },
  partner: { email: 'partner@shelter.example', role: 'member', signedUp: false },
} as const;
type AccountName = keyof typeof ACCOUNTS;

const at = Date.UTC(2026, 10, 20, 9);

export interface PreviousVersion {
  readonly dataDir: string;
  readonly keys: Readonly<Record<AccountName, string>>;
}

/**
 * A store as version 1.0.0 left it. Rex (1) and Max (3) are the operator's, Tom (2) is Ann's, Kim (4) the partner's. The
 * operator has made the category 8, Ann the category 9. Bo has reserved Max and Tom on the board, and the partner has
 * ordered Rex. Ann's webhook has received that Tom was reserved.
 */
export async function storeOfPreviousVersion(engine: keyof typeof ENGINES): Promise<PreviousVersion> {
  const { migrations, open } = ENGINES[engine];
  const dataDir = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  const db = new Kysely<Record<string, never>>({ dialect: await open(dataDir) });
  const provided = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, migrate]) => [
      name,
      { up: (tx: Kysely<unknown>) => migrate(tx, migrations) },
    ]),
  );
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => provided } }).migrateToLatest();
  if (error !== undefined) throw new Error('The migrations of version 1.0.0 failed.', { cause: error });

  const keys = {} as Record<AccountName, string>;
  for (const [i, [name, { email, role, signedUp }]] of Object.entries(ACCOUNTS).entries()) {
    const kind = name === 'board' ? 'publishable' : 'secret';
    const key = generateApiKey(kind, 'production', randomBytes);
    keys[name as AccountName] = key;
    const password = signedUp ? '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0$dGFn' : null;
    await sql`insert into accounts (email, role, plan, password, created_at)
      values (${email}, ${role}, 'enterprise', ${password}, ${at})`.execute(db);
    const scopes =
      kind === 'secret'
        ? 'pets:read pets:write orders:read orders:write messages:read messages:write webhooks account'
        : 'pets:read orders:write messages:write';
    await sql`insert into api_keys (account_id, hash, kind, prefix, last_four, scopes, origins, created_at)
      values (${i + 1}, ${hashOf(key)}, ${kind}, ${key.slice(0, 9)}, ${key.slice(-4)}, ${scopes}, '', ${at})`.execute(
      db,
    );
  }
  await sql`insert into meta (name, value) values ('board_key', ${keys.board})`.execute(db);
  for (const [id, name, accountId] of [
    [8, 'Ponies', 1],
    [9, '!!! CHEAP PILLS', 3],
  ] as const)
    await sql`insert into categories (id, name, account_id) values (${id}, ${name}, ${accountId})`.execute(db);
  await sql`update id_counters set next = 10 where name = 'categories'`.execute(db);
  for (const [name, accountId, categoryId, status] of [
    ['Rex', 1, 1, 'pending'],
    ['Tom', 3, 9, 'pending'],
    ['Max', 1, 8, 'pending'],
    ['Łucja O’Kim', 4, 2, 'available'],
  ] as const)
    await sql`insert into pets (account_id, name, name_folded, category_id, status, version, created_at, updated_at)
      values (${accountId}, ${name}, ${name.toUpperCase()}, ${categoryId}, ${status}, 1, ${at}, ${at})`.execute(db);
  for (const [petId, petAccountId, accountId] of [
    [3, 1, 2],
    [2, 3, 2],
    [1, 1, 4],
  ] as const)
    await sql`insert into orders (pet_id, pet_account_id, account_id, status, adopter_name, adopter_email, expires_at,
        created_at, updated_at, version)
      values (${petId}, ${petAccountId}, ${accountId}, 'approved', 'Bo', 'bo@home.example', ${at}, ${at}, ${at}, 1)`.execute(
      db,
    );
  for (const [petId, petAccountId] of [
    [3, 1],
    [2, 3],
  ]) {
    const data = JSON.stringify({ id: petId, petId, status: 'placed', adopter: { email: 'bo@home.example' } });
    await sql`insert into events (id, kind, at, data, account_id, other_account_id)
      values (${`evt_${petId}`}, 'order.placed', ${at}, ${data}, 2, ${petAccountId})`.execute(db);
  }
  const body = '{"data":{"adopter":{"email":"bo@home.example"}}}';
  await sql`insert into webhooks (account_id, url, events, after_sequence, secret, disabled_at, version, created_at, updated_at)
    values (3, 'https://ann.example/hook', 'order.placed pet.created', 0, 'whsec_bm9uZQ==', ${at}, 1, ${at}, ${at})`.execute(
    db,
  );
  for (const [eventId, kind] of [
    ['evt_2', 'order.placed'],
    ['evt_9', 'pet.created'],
  ])
    await sql`insert into deliveries (webhook_id, event_id, kind, body, status, attempts, created_at)
      values (1, ${eventId}, ${kind}, ${body}, 'succeeded', 1, ${at})`.execute(db);
  await sql`insert into import_references (account_id, reference, pet_id) values (1, 'A-1', 1), (4, 'A-1', 4)`.execute(
    db,
  );
  await db.destroy();
  return { dataDir, keys };
}
