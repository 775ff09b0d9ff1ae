import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { sqlOn, valueOf } from '../support/postgres.ts';
import { endAll, newFolder, petstore } from '../support/process.ts';
import { startOnPostgres } from '../support/service.ts';

afterAll(endAll);

describe('petstore transfer out of PostgreSQL', () => {
  test('refuses a source with an event that has no number yet', async () => {
    const service = await startOnPostgres();
    const url = service.settings.databaseUrl;
    const to = `sqlite:${await newFolder()}/production.sqlite`;
    await service.stop();
    await sqlOn(url, async (client) => {
      await client.query('begin; update categories set name = name');
      const moving = petstore(['transfer', '--from', url, '--to', to]);
      // It waits for this table after it has numbered events. Other tests wait for locks in other databases of the same server.
      const waitingLocks = `select count(*) from pg_locks join pg_database on pg_locks.database = pg_database.oid
        where not granted and datname = current_database() and relation = 'categories'::regclass`;
      await eventually(async () => (await valueOf(client, waitingLocks)) === '1');
      await client.query(
        `insert into pending_events (id, kind, at, data) values ('evt_1', 'category.updated', 0, '{}'); commit`,
      );
      const { code, stderr } = await moving;
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          'is in use. Stop the service first: the database must not change during the transfer.',
        ),
      });
      await client.query('delete from pending_events');
    });
    expect(await petstore(['transfer', '--from', url, '--to', to])).toMatchObject({ code: 0 });
  });
});
