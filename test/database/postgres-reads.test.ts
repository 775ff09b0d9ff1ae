import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { prepared } from '../../src/database/prepared.ts';
import { administrate, dropTestDatabase, testDatabase } from '../support/postgres.ts';

const name = `reads-${randomBytes(6).toString('hex')}`;
let database: Database;

beforeAll(async () => {
  // The machine may be busy.
  database = await openPostgres({ url: await testDatabase(name), environment: 'production', deadlineMs: 15_000 });
});
afterAll(async () => {
  await database.close();
  await dropTestDatabase(name);
});

/** Prepared reads that differ in their values only share a connection: docs/decisions/0043. */
test('prepared reads of one turn use one connection, each gets its own rows, and one that fails fails alone', async () => {
  const same = prepared(database.read, (db, { value }: { value: number }) =>
    db.selectNoFrom((eb) => eb.cast<number>(eb.val(value), 'integer').as('value')),
  );
  const values = [...Array.from({ length: 40 }, (_, i) => i), 2 ** 31];
  const results = await Promise.allSettled(values.map((value) => same(database.read, { value })));
  expect(results.pop()).toMatchObject({ status: 'rejected', reason: { code: '22003' } });
  expect(results).toEqual(Array.from({ length: 40 }, (_, value) => ({ status: 'fulfilled', value: [{ value }] })));
  const connections = `select count(*)::int as count from pg_stat_activity where datname = '${name}'`;
  expect(await administrate(connections)).toEqual([{ count: 1 }]);
});
