import type { Database } from './database.ts';

/** The store's own value for `name`, made from `make()` the first time it is asked for and the same ever after, in every process. */
export async function keptSecret(database: Database, name: string, make: () => Buffer): Promise<Buffer> {
  const find = () => database.read.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  const kept =
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
  if (kept === undefined) throw new Error(`The store did not keep its ${name}.`);
  return Buffer.from(kept.value, 'base64');
}
