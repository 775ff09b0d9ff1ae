import type { Database } from './database.ts';

/** Returns the database's secret called `name`. The first call creates it with `make()`; all processes then use the same value. */
export async function keptSecret(database: Database, name: string, make: () => Buffer): Promise<Buffer> {
  const find = () => database.read.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  const stored =
    (await find()) ??
    (await database
      .transaction((tx) =>
        tx
          .insertInto('meta')
          .values({ name, value: make().toString('base64') })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
      .then(find));
  if (stored === undefined) throw new Error(`The database did not store its ${name}.`);
  return Buffer.from(stored.value, 'base64');
}
