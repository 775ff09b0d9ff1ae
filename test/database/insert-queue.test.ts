import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openOutbox } from '../../src/database/outbox.ts';
import { type PetStore, petStore } from '../../src/pets/store.ts';
import { sortableIds } from '../../src/sortable-id.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import { openAccountsDatabase } from '../limits/database.ts';
import { testNow } from '../support/service.ts';

const now = testNow(Date.now);

let database: Database;
let remove: () => Promise<void>;
let pets: PetStore;

beforeAll(async () => {
  ({ database, remove } = await openAccountsDatabase());
  const outbox = openOutbox({ database, now, newId: sortableIds(now, randomBytes) });
  pets = petStore(database, outbox, now);
});
afterAll(() => remove());

const stored = () => database.read.selectFrom('pets').select(['id', 'name']).orderBy('id').execute();

const announced = async () => {
  const rows = await database.read.selectFrom('events').select(['kind', 'data']).orderBy('sequence').execute();
  return rows
    .filter(({ kind }) => kind === 'pet.created')
    .map(({ data }) => JSON.parse(data) as { id: number; name: string });
};

test('for any mix of statements and failures, each animal has the returned id and one event, and no id is reused', async () => {
  let round = 0;
  let largest = 0;
  const step = fc.constantFrom('add', 'add', 'add', 'read', 'remove');
  const piece = fc.record({
    steps: fc.array(step, { maxLength: 40 }),
    // Account 404 does not exist: the engine refuses its animals when it inserts them.
    owner: fc.constantFrom(1, 1, 1, 1, 404),
    fails: fc.constantFrom(false, false, false, true),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
      round += 1;
      const before = (await announced()).length;
      const results = await Promise.allSettled(
        pieces.map(({ steps, owner, fails }, i) =>
          database.transaction(async (tx) => {
            const added: { id: number; name: string }[] = [];
            const removed: number[] = [];
            for (const [k, statement] of steps.entries()) {
              const last = added.at(-1);
              if (statement === 'add') {
                const name = `r${round} p${i} s${k}`;
                added.push({
                  id: (
                    await pets.add(
                      tx,
                      { accountId: owner, organizationId: undefined },
                      { name, categoryId: 1 },
                      SERVICE,
                    )
                  ).pet.id,
                  name,
                });
              } else if (statement === 'read' && last !== undefined) {
                expect((await pets.find(last.id, { db: tx }))?.pet.name).toBe(last.name);
              } else if (statement === 'remove' && last !== undefined) {
                await tx.deleteFrom('pets').where('id', '=', last.id).execute();
                removed.push(last.id);
                added.pop();
              }
            }
            if (fails) throw new Error('no');
            return { added, removed };
          }),
        ),
      );
      const expected = pieces.map(({ steps, owner, fails }) =>
        fails || (owner === 404 && steps.includes('add')) ? 'rejected' : 'fulfilled',
      );
      expect(results.map(({ status }) => status)).toEqual(expected);

      const values = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const added = values.flatMap((value) => value.added);
      const used = [...added.map(({ id }) => id), ...values.flatMap((value) => value.removed)];
      expect(new Set(used).size).toBe(used.length);
      for (const id of used) expect(id).toBeGreaterThan(largest);
      largest = Math.max(largest, ...used);

      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
      expect((await stored()).filter(({ name }) => name.startsWith(`r${round} `))).toEqual(added.toSorted(byId));
      const created = (await announced()).slice(before);
      expect(created.map(({ id }) => id)).toEqual(used.toSorted((a, b) => a - b));
      for (const { id, name } of added) expect(created.find((event) => event.id === id)?.name).toBe(name);
    }),
    { numRuns: 150 },
  );
});
