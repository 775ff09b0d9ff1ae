import * as fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, type Queries, UniqueViolation } from '../../src/database/database.ts';
import { type PetStore, petStore } from '../../src/pets/store.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import { type PreviousVersion, storeOfPreviousVersion } from '../organizations/previous-version.ts';
import { BACKENDS, testClock, sharedService } from '../support/service.ts';

const clock = testClock();
const statuses = ['available', 'pending', 'sold'] as const;

interface Process {
  readonly database: Database;
  readonly pets: PetStore;
}

const change = fc.record({
  process: fc.nat({ max: 1 }),
  what: fc.constantFrom(
    'add',
    'add',
    'insert',
    'change',
    'move',
    'remove',
    'empty',
    'hold',
    'hold',
    'expire',
    'list',
    'hide',
    'hide',
  ),
  which: fc.nat({ max: 6 }),
  status: fc.constantFrom(...statuses),
  accountId: fc.constantFrom(1, 2, 3),
  organizationId: fc.constantFrom(null, 1, 2),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function apply(
  { database, pets }: Process,
  { what, which, status, accountId, organizationId }: Change,
): Promise<void> {
  const at = clock.now();
  const someOf = (tx: Queries) => tx.selectFrom('pets').select('id').orderBy('id', 'desc').limit(which);
  await database.transaction(async (tx) => {
    if (what === 'add') {
      const owner = { accountId, organizationId: organizationId ?? undefined };
      for (let i = 0; i <= which; i += 1)
        await pets.add(tx, owner, { name: 'Rex', categoryId: 1, status: statuses[i % 3]! }, SERVICE);
    } else if (what === 'insert') {
      const row = { account_id: accountId, organization_id: organizationId, name: 'Rex', name_folded: 'REX' };
      const rest = { category_id: 1, status, version: 1, created_at: at, updated_at: at };
      await tx
        .insertInto('pets')
        .values(Array.from({ length: which + 1 }, () => ({ ...row, ...rest })))
        .execute();
    } else if (what === 'change') {
      await tx
        .updateTable('pets')
        .set({ status, name: `Rex ${which}` })
        .where('id', 'in', someOf(tx))
        .execute();
    } else if (what === 'move') {
      await tx
        .updateTable('pets')
        .set({ account_id: accountId, organization_id: organizationId })
        .where('id', 'in', someOf(tx))
        .execute();
    } else if (what === 'remove') {
      await tx.deleteFrom('pets').where('id', 'in', someOf(tx)).execute();
    } else if (what === 'empty') {
      if (which > 4) await tx.deleteFrom('pets').execute();
    } else if (what === 'hold') {
      const open = tx.selectFrom('orders').select('pet_id').where('status', '=', 'placed');
      const free = await someOf(tx).where('id', 'not in', open).execute();
      const parties = { pet_account_id: 1, account_id: 1, adopter_name: null, adopter_email: null, note: null };
      const times = { expires_at: at + which * 1_000, created_at: at, updated_at: at };
      for (const { id } of free) {
        await tx
          .insertInto('orders')
          .values({ pet_id: id, ...parties, ...times, status: 'placed', version: 1 })
          .execute();
        await tx.updateTable('pets').set({ status: 'pending' }).where('id', '=', id).execute();
      }
    } else if (what === 'hide') {
      // Written or not; from, or until, a moment before or after now.
      const moment = at + (which - 3) * 1_000;
      const is_hidden = which % 2;
      const hiding = {
        available: { is_hidden, hidden_from: null, hidden_until: null },
        pending: { is_hidden: 0, hidden_from: moment, hidden_until: null },
        sold: { is_hidden, hidden_from: which > 4 ? at + 1_500 : null, hidden_until: moment },
      };
      await tx.updateTable('pets').set(hiding[status]).where('id', 'in', someOf(tx)).execute();
    } else if (what === 'expire') {
      const due = await tx
        .updateTable('orders')
        .set({ status: 'expired' })
        .where('status', '=', 'placed')
        .where('expires_at', '<=', at)
        .returning('pet_id')
        .execute();
      if (due.length > 0) await pets.freeAll(tx, [...new Set(due.map(({ pet_id }) => pet_id))], SERVICE);
    } else {
      const [listed_at, suspended_at] = [which % 2 === 0 ? at : null, which > 4 ? at : null];
      await tx
        .updateTable('organizations')
        .set({ listed_at, suspended_at })
        .where('id', '=', organizationId ?? 1)
        .execute();
      await tx
        .updateTable('accounts')
        .set({ suspended_at: which % 3 === 0 ? at : null })
        .where('id', '=', accountId)
        .execute();
    }
  });
}

/** Another has held the same animal at the same time. */
function unlessHeldMeanwhile(error: unknown): void {
  if (!(error instanceof UniqueViolation)) throw error;
}

/** What `countByStatus` counts, one animal after another. */
async function plainCount(read: Queries, publicOnly: boolean) {
  const isOpen = ({ listed_at = null, suspended_at }: { listed_at?: number | null; suspended_at: number | null }) =>
    listed_at !== null && suspended_at === null;
  const organizations = await read.selectFrom('organizations').selectAll().execute();
  const open = new Set(organizations.filter(isOpen).map(({ id }) => id));
  const accounts = await read.selectFrom('accounts').select('id').where('suspended_at', 'is not', null).execute();
  const suspended = new Set(accounts.map(({ id }) => id));
  const due = await read
    .selectFrom('orders')
    .select('pet_id')
    .where('status', '=', 'placed')
    .where('expires_at', '<=', clock.now())
    .execute();
  const ended = new Set(due.map(({ pet_id }) => pet_id));
  const counts = { available: 0, pending: 0, sold: 0 };
  for (const pet of await read.selectFrom('pets').selectAll().execute()) {
    if (publicOnly && !(open.has(pet.organization_id ?? 0) && !suspended.has(pet.account_id))) continue;
    const isHeld = pet.hidden_until === null ? pet.is_hidden === 1 : pet.hidden_until > clock.now();
    if (publicOnly && (isHeld || (pet.hidden_from ?? Infinity) <= clock.now())) continue;
    const isFree = pet.status === 'pending' && ended.has(pet.id);
    counts[isFree ? 'available' : (pet.status as keyof typeof counts)] += 1;
  }
  return counts;
}

describe.each(BACKENDS)('the counters of animals on %s', (engine, start) => {
  let processes: [Process, Process];

  const open = async (): Promise<Process> => {
    const { database, outbox } = await service.beside();
    return { database, pets: petStore(database, outbox, clock.now) };
  };
  // Its background work would write the expiries itself.
  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    await service.newAccount();
    await service.newAccount();
    await service.stop();
    processes = [await open(), await open()];
    const [{ database }] = processes;
    const organization = { name: 'A', name_folded: 'A', listed_at: 1, version: 1, created_at: 0, updated_at: 0 };
    await database.transaction(async (tx) => tx.insertInto('organizations').values(organization).execute());
  });
  afterAll(async () => {
    for (const { database } of processes) await database.close();
  });

  test('equal a plain count after racing changes of two processes', async () => {
    const [{ database, pets }] = processes;
    const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        for (const batch of all) {
          clock.advance(1_000);
          await Promise.all(batch.map((one) => apply(processes[one.process]!, one).catch(unlessHeldMeanwhile)));
          for (const publicOnly of [false, true])
            expect(await pets.countByStatus({ publicOnly })).toEqual(await plainCount(database.read, publicOnly));
        }
      }),
      { numRuns: engine === 'SQLite' ? 40 : 15 },
    );
  });

  test('count 3,000 animals in one query that reads a few rows', async () => {
    const [{ database }] = processes;
    const row = { account_id: 1, organization_id: 1, name: 'Rex', name_folded: 'REX', category_id: 1 };
    const rows = statuses.map((status) => ({ ...row, status, version: 1, created_at: 0, updated_at: 0 }));
    await database.transaction(async (tx) => {
      for (let i = 0; i < 10; i += 1)
        await tx
          .insertInto('pets')
          .values(Array.from({ length: 100 }, () => rows).flat())
          .execute();
    });
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ((queries += 1), result),
    };
    const counted = petStore(
      { ...database, read: database.read.withPlugin(counting), scanRows: 10 },
      undefined!,
      clock.now,
    );
    expect(await counted.countByStatus()).toEqual(await plainCount(database.read, false));
    expect(await counted.countByStatus({ publicOnly: true })).toEqual(await plainCount(database.read, true));
    expect(queries).toBe(2);
  });

  test('are folded while others write, by several processes at once, and count the same', async () => {
    const [{ database, pets }] = processes;
    const rowsOf = async () => (await database.read.selectFrom('pet_counts').select('count').execute()).length;
    const { signal } = new AbortController();
    const owner = { accountId: 1, organizationId: undefined };
    const addOne = (_: unknown, i: number) =>
      processes[i % 2]!.database.transaction(async (tx) => {
        await pets.add(tx, owner, { name: 'Rex', categoryId: 1 }, SERVICE);
      });
    if (engine === 'PostgreSQL') {
      // In several transactions, of which each has a deadline.
      for (let added = 0; added < 1_000; added += 50)
        await database.transaction(async (tx) => {
          // Work that reads has a transaction of its own, in which each addition is a statement.
          await pets.find(1, { db: tx });
          for (let i = 0; i < 50; i += 1) await pets.add(tx, owner, { name: 'Rex', categoryId: 1 }, SERVICE);
        });
      expect(await rowsOf()).toBeGreaterThanOrEqual(1_000);
    }
    await Promise.all([
      ...Array.from({ length: 50 }, addOne),
      ...processes.map((process) => process.database.foldCounts(signal)),
    ]);
    expect(await rowsOf()).toBeLessThan(200);
    expect(await pets.countByStatus()).toEqual(await plainCount(database.read, false));
  });

  test('begin with what an earlier version has stored', async () => {
    const { dataDir, keys }: PreviousVersion = await storeOfPreviousVersion(engine);
    const upgraded = await start({ dataDir });
    const inventory = async () =>
      (await upgraded.call('GET', '/v1/store/inventory', { key: keys.operator })).body as unknown;
    expect(await inventory()).toEqual({ available: 1, pending: 3, sold: 0 });
    await upgraded.call('DELETE', '/v1/pets/4', { key: keys.operator });
    expect(await inventory()).toEqual({ available: 0, pending: 3, sold: 0 });
    await upgraded.close();
  });
});
