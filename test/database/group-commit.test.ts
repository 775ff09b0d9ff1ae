import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Queries } from '../../src/database/database.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';

let folder: string;
let database: Database;
const commits: number[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  commits.length = 0;
  database = await openSqlite({ file: join(folder, 'store.sqlite'), onCommit: (size) => commits.push(size) });
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const write = (tx: Queries, name: string) => tx.insertInto('meta').values({ name, value: 'x' }).execute();

const written = async () =>
  (await database.read.selectFrom('meta').select('name').orderBy('name').execute()).map(({ name }) => name);

const reasons = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : 'done'));

describe('concurrent work', () => {
  test('becomes one commit', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => database.transaction((tx) => write(tx, `n${i}`))));
    expect(commits).toEqual([50]);
    expect(await written()).toHaveLength(50);
  });

  test('sees the writes of earlier work', async () => {
    const count = async (tx: Queries) => (await tx.selectFrom('meta').select('name').execute()).length;
    const both = [database.transaction((tx) => write(tx, 'a')), database.transaction(count)];
    expect((await Promise.all(both))[1]).toBe(1);
  });

  test('is invisible to readers before its commit', async () => {
    let seenInside: string[] = ['not read'];
    await database.transaction(async (tx) => {
      await write(tx, 'a');
      seenInside = await written();
    });
    expect(seenInside).toEqual([]);
    expect(await written()).toEqual(['a']);
  });
});

describe('work that fails', () => {
  test('because the engine has rolled it back leaves nothing of its other statements', async () => {
    await database.transaction((tx) =>
      sql`create trigger disk_is_full before insert on meta when new.name = 'too much'
        begin select raise(rollback, 'full'); end`.execute(tx),
    );
    const both = database.transaction((tx) => Promise.all([write(tx, 'too much'), write(tx, 'beside')]));
    await expect(both).rejects.toThrow('full');
    expect(await written()).toEqual([]);
    const slowly = async (tx: Queries) => {
      for (let i = 0; i < 3; i += 1) await tx.selectFrom('meta').select('name').execute();
      await write(tx, 'slowly');
    };
    let next: Promise<unknown> | undefined;
    const failing = database.transaction((tx) => {
      next = database.transaction(async (own) => {
        for (let i = 0; i < 9; i += 1) await own.selectFrom('meta').select('name').execute();
        await write(own, 'later');
      });
      return Promise.all([write(tx, 'too much'), slowly(tx)]);
    });
    await expect(failing).rejects.toThrow('full');
    await next;
    expect(await written()).toEqual(['later']);
  });

  test('before it has written fails alone, and the rest is still one commit', async () => {
    const results = await Promise.allSettled([
      database.transaction((tx) => write(tx, 'a')),
      database.transaction(() => Promise.reject(new Error('no'))),
      database.transaction((tx) => write(tx, 'b')),
    ]);
    expect(reasons(results)).toEqual(['done', 'no', 'done']);
    expect(await written()).toEqual(['a', 'b']);
    expect(commits).toEqual([3]);
  });

  test('after it has written leaves nothing, and the rest takes effect once', async () => {
    const results = await Promise.allSettled([
      database.transaction((tx) => write(tx, 'a')),
      database.transaction(async (tx) => {
        await write(tx, 'never');
        throw new Error('no');
      }),
      database.transaction((tx) => write(tx, 'b')),
    ]);
    expect(reasons(results)).toEqual(['done', 'no', 'done']);
    expect(await written()).toEqual(['a', 'b']);
  });

  test('alone, after it has written, leaves nothing', async () => {
    const failing = database.transaction(async (tx) => {
      await write(tx, 'never');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await written()).toEqual([]);
  });

  test('at a statement that the engine refuses does not affect the rest', async () => {
    await database.transaction((tx) => write(tx, 'a'));
    const results = await Promise.allSettled([
      database.transaction((tx) => write(tx, 'b')),
      database.transaction((tx) => write(tx, 'a')),
      database.transaction(async (tx) => {
        await write(tx, 'c');
        await write(tx, 'a');
      }),
    ]);
    expect(reasons(results)).toEqual(['done', 'A unique constraint is violated.', 'A unique constraint is violated.']);
    expect(await written()).toEqual(['a', 'b']);
  });
});

test('for any failures, exactly the acknowledged work is stored, completely', async () => {
  let round = 0;
  const piece = fc.record({
    writes: fc.integer({ min: 0, max: 3 }),
    failsAt: fc.option(fc.integer({ min: 0, max: 3 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
      round += 1;
      const namesOf = (i: number) => Array.from({ length: pieces[i]!.writes }, (_, k) => `r${round} p${i} w${k}`);
      const results = await Promise.allSettled(
        pieces.map(({ failsAt }, i) =>
          database.transaction(async (tx) => {
            for (const [k, name] of namesOf(i).entries()) {
              if (failsAt === k) throw new Error('no');
              await write(tx, name);
            }
            if (failsAt !== null && failsAt >= namesOf(i).length) throw new Error('no');
          }),
        ),
      );
      const acknowledged = results.flatMap(({ status }, i) => (status === 'fulfilled' ? namesOf(i) : []));
      const stored = (await written()).filter((name) => name.startsWith(`r${round} `));
      expect(stored).toEqual(acknowledged.toSorted());
      expect(results.map(({ status }) => status)).toEqual(
        pieces.map(({ failsAt }) => (failsAt === null ? 'fulfilled' : 'rejected')),
      );
    }),
    { numRuns: 60 },
  );
});
