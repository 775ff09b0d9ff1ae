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
  const stored = await read.selectFrom('meta').select('value').where('name', '=', BACKED_UP_AT).executeTakeFirst();
  return stored && Number(stored.value);
}
