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
