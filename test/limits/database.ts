import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/database/database.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';

/** Creates a database on disk with accounts 1 and 2. Account 1 has the keys 1 and 2, account 2 has key 3. */
export async function openAccountsDatabase(): Promise<{ database: Database; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-limiter-'));
  const database = await openSqlite({ file: join(folder, 'test.db') });
  await database.transaction(async (tx) => {
    for (const email of ['first@example.com', 'second@example.com']) {
      await tx
        .insertInto('accounts')
        .values({ email, name: null, password: null, role: 'member', plan: 'free', created_at: 0 })
        .execute();
    }
    for (const [index, account_id] of [1, 1, 2].entries()) {
      await tx
        .insertInto('api_keys')
        .values({
          account_id,
          hash: String(index),
          kind: 'secret',
          name: null,
          prefix: 'psk_test_',
          last_four: '0000',
          scopes: '',
          origins: '',
          created_at: 0,
          expires_at: null,
          revoked_at: null,
        })
        .execute();
    }
  });
  const remove = async () => {
    await database.close();
    await rm(folder, { recursive: true });
  };
  return { database, remove };
}

/** Deletes everything that a limiter has saved. */
export async function forgetLimits(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.deleteFrom('quota_days').execute();
    await tx.deleteFrom('bans').execute();
    await tx.deleteFrom('usage_days').execute();
  });
}
