import { type KyselyPlugin, type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccountChanges } from '../../src/composition/account-changes.ts';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import { buildPeople } from '../../src/composition/people.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { mentioning, MENTIONING, rowsOf } from '../../src/people/rows.ts';
import { textTables } from '../../src/people/text-tables.ts';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import { getOrder, placeOrder } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, sharedService } from '../support/service.ts';
import { columnsWith } from './places.ts';

async function planOf({ read, like }: Database, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await read.connection().execute(async (connection) => {
    if (like === 'like') return sql`explain query plan ${query}`.execute(connection);
    await sql`set enable_seqscan = off`.execute(connection);
    const plan = await sql`explain ${query}`.execute(connection);
    await sql`reset enable_seqscan`.execute(connection);
    return plan;
  });
  return JSON.stringify(rows);
}

describe.each(BACKENDS)('the search for a person, on %s', (_, start) => {
  let opened: Awaited<ReturnType<typeof buildEnvironment>>;
  let petId: number;

  const service = sharedService(start);
  beforeAll(async () => {
    opened = await service.beside();
    petId = await addPet(service, {});
  });
  afterAll(async () => {
    await opened.database.close();
  });

  const notices = async (): Promise<number> => {
    await opened.database.events.assignNumbers();
    const query = opened.database.read.selectFrom('events').select('sequence').where('kind', '=', 'person.erased');
    return (await query.execute()).length;
  };
  const message = (text: string) => service.call('POST', '/v1/messages', { body: { message: text } });
  /** The people, on a database that differs from the real one in these members. */
  const peopleWith = (changed: Partial<Database>) => {
    const { database } = opened;
    const differing = { ...database, transaction: database.transaction.bind(database), ...changed };
    return buildPeople({ ...opened, database: differing }, buildAccountChanges(opened));
  };

  test('reads a bounded number of rows at a time, between which other work runs', async () => {
    for (let i = 0; i < 12; i++) await addPet(service, { name: 'Ben, ask ben@x.example' });
    const sizes: number[] = [];
    let turns = 0;
    const counted: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        sizes.push(result.rows.length);
        return result;
      },
    };
    const counting = setInterval(() => (turns += 1), 0);
    // Asking for the tables takes a query too.
    const { introspection } = opened.database.read;
    const read: Queries = opened.database.read.withPlugin(counted);
    Object.defineProperty(read, 'introspection', { value: introspection });
    const { counts } = await peopleWith({ read, scanRows: 100 }).find('ben@x.example');
    clearInterval(counting);
    expect(counts).toMatchObject({ others: 12, events: 12 });
    expect(Math.max(...sizes)).toBe(5);
    expect(turns).toBeGreaterThan(0);
  });

  test('reads only rows of animals, orders and events in which an address may stand', async () => {
    const { database } = opened;
    for (let i = 0; i < 30; i++) await addPet(service, { name: 'Uma', profile: { description: 'Calm.' } });
    for (let i = 0; i < 3; i++) await addPet(service, { name: 'Vic, ask vic@x.example' });
    const rows = rowsOf(database);
    for (const place of await textTables(database.read)) {
      const columns = MENTIONING[place.table];
      if (columns === undefined) continue;
      const names: string[] = [];
      const last = await rows.last(database.read, place);
      const read = database.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          names.push(...result.rows.map(() => place.table));
          return result;
        },
      });
      const scan = { patterns: ['%vic@x.example%'], lowerCase: 'vic@x.example', count: 250, last };
      const found = (await Array.fromAsync(rows.scan(read, place, scan))).flat();
      if (place.table === 'pets') expect([names.length < 30, found.length]).toEqual([true, 3]);
      // Nothing in the others mentions anybody.
      if (place.table === 'orders' || place.table === 'applications') expect(names.length).toBe(0);
      // The condition is that of the index, word for word, so the engine reads the index alone.
      const condition = sql.raw(mentioning(columns, database.position));
      const plan = await planOf(database, sql`select count(*) from ${sql.table(place.table)} where ${condition}`);
      expect(plan).toContain(`${place.table}_mentioning`);
    }
  });

  test('covers what is added between the search and the transaction, in the same transaction', async () => {
    const before = await notices();
    await message('Cleo: cleo@x.example');
    let orderId = 0;
    const people = peopleWith({
      async transaction(work) {
        if (orderId === 0) {
          orderId = await placeOrder(service, petId, { adopter: { name: 'Cleo', email: 'cleo@x.example' } });
          await message('Again, cleo@x.example');
        }
        return opened.database.transaction(work);
      },
    });
    expect(await people.erase('cleo@x.example', COMMAND_LINE)).toMatchObject({ orders: 1, messages: 2 });
    expect(await columnsWith(service, 'cleo@x.example')).toEqual([]);
    expect(await notices()).toBe(before + 1);
    expect((await getOrder(service, orderId)).body).toMatchObject({ status: 'cancelled' });
  });

  test('searches again for what changes in rows that it has passed', async () => {
    const before = await notices();
    await message('Dan: dan@x.example');
    let isRenamed = false;
    const people = peopleWith({
      async transaction(work) {
        if (!isRenamed) {
          isRenamed = true;
          await service.call('PATCH', `/v1/pets/${petId}`, { body: { name: 'Rex of dan@x.example' } });
        }
        return opened.database.transaction(work);
      },
    });
    await people.erase('dan@x.example', COMMAND_LINE);
    expect(await columnsWith(service, 'dan@x.example')).toEqual([]);
    expect(await notices()).toBe(before + 2);
  });

  test('changes a bounded number of rows in a transaction, and answers with the sum', async () => {
    const before = await notices();
    const rows = Array.from({ length: 3_100 }, (_value, i) => ({
      id: `evt_${i}`,
      kind: 'order.placed',
      at: Date.now(),
      data: '{"id":1,"adopter":{"name":"Fay","email":"fay@x.example"},"note":"Saturday"}',
    }));
    for (let i = 0; i < rows.length; i += 500)
      await opened.database.transaction((tx) =>
        tx
          .insertInto('events')
          .values(rows.slice(i, i + 500))
          .execute(),
      );
    expect(await buildPeople(opened, buildAccountChanges(opened)).erase('fay@x.example', COMMAND_LINE)).toMatchObject({
      events: 3_100,
    });
    expect(await notices()).toBe(before + 2);
    expect(await columnsWith(service, 'fay@x.example')).toEqual([]);
  });

  test('a refusal changes nothing', async () => {
    await message('operator@localhost is not me');
    await expect(
      buildPeople(opened, buildAccountChanges(opened)).erase('operator@localhost', COMMAND_LINE),
    ).rejects.toThrow('last operator');
    expect(await columnsWith(service, 'operator@localhost')).toContain('messages.message');
  });
});
