import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openOutbox, type Outbox } from '../../src/database/outbox.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { type EventStore, eventStore } from '../../src/events/store.ts';
import { sortableIds } from '../../src/sortable-id.ts';
import { dropTestDatabase, testDatabase } from '../support/postgres.ts';

/** One process on the database. */
interface Process {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly events: EventStore;
}

const name = `events-${randomBytes(6).toString('hex')}`;

/** Events in the order of the commits: docs/decisions/0009. */
describe('on PostgreSQL, where transactions overlap', () => {
  let one: Process;
  let other: Process;

  beforeAll(async () => {
    const url = await testDatabase(name);
    const open = async (): Promise<Process> => {
      const database = await openPostgres({ url, environment: 'production', deadlineMs: 15_000 });
      const outbox = openOutbox({ database, now: Date.now, newId: sortableIds(Date.now, randomBytes) });
      return { database, outbox, events: eventStore(database) };
    };
    [one, other] = [await open(), await open()];
  });
  afterAll(async () => {
    await Promise.all([one.database.close(), other.database.close()]);
    await dropTestDatabase(name);
  });

  /** Appends an event, and commits when `commit` is called. */
  async function begin({ database, outbox }: Process, label: string) {
    const appended = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const committed = database.transaction(async (tx) => {
      await outbox.append(tx, 'pet.created', { label });
      appended.resolve();
      await told.promise;
    });
    await appended.promise;
    return {
      commit: () => {
        told.resolve();
        return committed;
      },
    };
  }
  const labelsBehind = async ({ events }: Process, after: number): Promise<string[]> =>
    (await events.after(after, 1_000)).map(({ body }) => JSON.parse(body).data.label);

  test('an event of a transaction that commits late comes behind those that were read before', async () => {
    const before = await one.events.last();
    const late = await begin(one, 'late');
    await (await begin(other, 'early')).commit();
    expect(await labelsBehind(one, before)).toEqual(['early']);
    const after = await other.events.last();
    await late.commit();
    expect(await labelsBehind(other, after)).toEqual(['late']);
    expect(await labelsBehind(one, before)).toEqual(['early', 'late']);
  });

  test('an event that has its number at once waits for nobody, and nobody passes it', async () => {
    const before = await one.events.last();
    const late = await begin(other, 'late');
    const written = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const numbered = one.database.transaction(async (tx) => {
      await one.outbox.appendNumbered(tx, 'webhook.test', { label: 'numbered' });
      written.resolve();
      await told.promise;
    });
    await written.promise;
    await late.commit();
    // Who reads now waits for the number that has been taken.
    const read = labelsBehind(other, before);
    told.resolve();
    await numbered;
    expect(await read).toEqual(['numbered', 'late']);
  });

  test('a change that is rolled back tells nothing', async () => {
    const before = await one.events.last();
    const failing = one.database.transaction(async (tx) => {
      await one.outbox.append(tx, 'pet.created', { label: 'never' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await labelsBehind(other, before)).toEqual([]);
  });

  test('two readers who follow what many write through two processes meet the same, each event once', async () => {
    const before = await one.events.last();
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; i < 60; i += 1) {
          const { database, outbox } = writer % 2 === 0 ? one : other;
          await database.transaction(async (tx) => {
            await outbox.append(tx, 'pet.created', { label: `${writer}, ${i}` });
            // The transactions last for different times.
            if (i % 3 === 0) await tx.selectFrom('accounts').select('id').execute();
          });
        }
      }),
    ).then(() => (isWriting = false));
    const follow = async ({ events }: Process) => {
      const met: { sequence: number; label: string }[] = [];
      for (;;) {
        const wasWriting = isWriting;
        const found = await events.after(met.at(-1)?.sequence ?? before, 7);
        met.push(...found.map(({ sequence, body }) => ({ sequence, label: JSON.parse(body).data.label })));
        if (!wasWriting && found.length === 0) return met;
      }
    };
    const [met, metElsewhere] = await Promise.all([follow(one), follow(other), writing]);
    expect(met).toEqual(metElsewhere);
    expect(new Set(met.map(({ label }) => label)).size).toBe(480);
    expect(met).toHaveLength(480);
    // What one writer does after the other stands behind it.
    for (let writer = 0; writer < 8; writer += 1) {
      const own = met.map(({ label }) => label).filter((label) => label.startsWith(`${writer},`));
      expect(own).toEqual(Array.from({ length: 60 }, (_, i) => `${writer}, ${i}`));
    }
  });
});
