import type { Database, Queries } from './database.ts';

/** Returns the value stored under `name`. The first call stores `value`; all processes then get the same one. */
export async function storedOnce(tx: Queries, name: string, value: string): Promise<string> {
  const row = { name, value };
  await tx
    .insertInto('meta')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await tx.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return stored.value;
}

/** Returns the database's secret called `name`, which the first call creates with `make()`. */
export async function storedSecret(database: Database, name: string, make: () => Buffer): Promise<Buffer> {
  // Reading first spares every later start a commit.
  const row = await database.read.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  const stored = row?.value ?? (await database.transaction((tx) => storedOnce(tx, name, make().toString('base64'))));
  return Buffer.from(stored, 'base64');
}
