import type { Queries } from './database.ts';

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

/** The row of the time of the last backup, in Unix milliseconds. */
export const BACKED_UP_AT = 'backed_up_at';

/** When the database was backed up last, in Unix milliseconds; undefined if it never was. */
export async function lastBackupMs(read: Queries): Promise<number | undefined> {
  const stored = await storedUnder(read, BACKED_UP_AT);
  return stored === undefined ? undefined : Number(stored);
}

/** The value that `storeUnder` has stored last. */
async function storedUnder(db: Queries, name: string): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function storeUnder(tx: Queries, name: string, value: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The object that `mergeUnder` has stored under `name`; empty if there is none. */
export async function objectUnder<Value extends object>(db: Queries, name: string): Promise<Partial<Value>> {
  return JSON.parse((await storedUnder(db, name)) ?? '{}') as Partial<Value>;
}

/** Changes members of an object that is stored as JSON. A member that is undefined is removed. */
export async function mergeUnder(tx: Queries, name: string, change: object): Promise<void> {
  await storeUnder(tx, name, JSON.stringify({ ...(await objectUnder(tx, name)), ...change }));
}
