import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openOutbox, type Outbox } from '../../src/database/outbox.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { type EventStore, eventStore } from '../../src/events/store.ts';
import { sortableIds } from '../../src/sortable-id.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import { dropTestDatabase, testDatabase } from '../support/postgres.ts';
import { testNow } from '../support/service.ts';

const now = testNow(Date.now);

/** The parts of one process that uses the database. */
interface Process {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly events: EventStore;
}

const name = `events-${randomBytes(6).toString('hex')}`;

/** Events appear in commit order: docs/decisions/0009. */
describe('events on PostgreSQL, where transactions overlap', () => {
  let one: Process;
  let other: Process;

  beforeAll(async () => {
    const url = await testDatabase(name);
    const open = async (): Promise<Process> => {
      const database = await openPostgres({ url, environment: 'production', deadlineMs: 15_000 });
      const outbox = openOutbox({ database, now, newId: sortableIds(now, randomBytes) });
      return { database, outbox, events: eventStore(database) };
    };
    [one, other] = [await open(), await open()];
  });
  afterAll(async () => {
    await Promise.all([one.database.close(), other.database.close()]);
    await dropTestDatabase(name);
  });

  /** Appends an event in a transaction that commits when `commit` is called. */
  async function begin({ database, outbox }: Process, label: string) {
    const appended = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const committed = database.transaction(async (tx) => {
      // Another statement than an addition: the work has a transaction of its own from here on.
      await sql`select 1`.execute(tx);
      await outbox.append(tx, 'pet.created', { label }, { by: SERVICE });
      appended.resolve();
      await mayCommit.promise;
    });
    await appended.promise;
    return {
      commit: () => {
        mayCommit.resolve();
        return committed;
      },
    };
  }
  const labelsBehind = async ({ events }: Process, after: number): Promise<string[]> =>
    (await events.after(after, 1_000)).map(({ body }) => JSON.parse(body).data.label);

  test('an event of a transaction that commits late follows the events that were read before', async () => {
    const before = await one.events.last();
    const late = await begin(one, 'late');
    await (await begin(other, 'early')).commit();
    expect(await labelsBehind(one, before)).toEqual(['early']);
    const after = await other.events.last();
    await late.commit();
    expect(await labelsBehind(other, after)).toEqual(['late']);
    expect(await labelsBehind(one, before)).toEqual(['early', 'late']);
  });

  test('an event with an immediate number does not wait for other transactions, and no later event precedes it', async () => {
    const before = await one.events.last();
    const late = await begin(other, 'late');
    const written = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const numbered = one.database.transaction(async (tx) => {
      await one.outbox.appendNumbered(tx, 'webhook.test', { label: 'numbered' }, { by: SERVICE });
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    await late.commit();
    // A reader now waits for the number that has been taken.
    const read = labelsBehind(other, before);
    mayCommit.resolve();
    await numbered;
    expect(await read).toEqual(['numbered', 'late']);
  });

  test('a change that is rolled back produces no event', async () => {
    const before = await one.events.last();
    const failing = one.database.transaction(async (tx) => {
      await one.outbox.append(tx, 'pet.created', { label: 'never' }, { by: SERVICE });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await labelsBehind(other, before)).toEqual([]);
  });

  test('two readers see the events of many writers in the same order, each event once', async () => {
    const before = await one.events.last();
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; i < 60; i += 1) {
          const { database, outbox } = writer % 2 === 0 ? one : other;
          await database.transaction(async (tx) => {
            await outbox.append(tx, 'pet.created', { label: `${writer}, ${i}` }, { by: SERVICE });
            // The transactions take different times.
            if (i % 3 === 0) await tx.selectFrom('accounts').select('id').execute();
          });
        }
      }),
    ).then(() => (isWriting = false));
    const follow = async ({ events }: Process) => {
      const seen: { sequence: number; label: string }[] = [];
      for (;;) {
        const wasWriting = isWriting;
        const found = await events.after(seen.at(-1)?.sequence ?? before, 7);
        seen.push(...found.map(({ sequence, body }) => ({ sequence, label: JSON.parse(body).data.label })));
        if (!wasWriting && found.length === 0) return seen;
      }
    };
    const [seen, seenByOther] = await Promise.all([follow(one), follow(other), writing]);
    expect(seen).toEqual(seenByOther);
    expect(new Set(seen.map(({ label }) => label)).size).toBe(480);
    expect(seen).toHaveLength(480);
    // The events of each writer are in the order of its transactions.
    for (let writer = 0; writer < 8; writer += 1) {
      const own = seen.map(({ label }) => label).filter((label) => label.startsWith(`${writer},`));
      expect(own).toEqual(Array.from({ length: 60 }, (_, i) => `${writer}, ${i}`));
    }
  });
});
