import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { changePet, holdMs, moveOrder, placeOrder } from '../support/adoption.ts';
import { addPet, expectError, idsOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { sqlOn } from '../support/postgres.ts';
import {
  type Answer,
  sharedService,
  startOnPostgres,
  startOnSqlite,
  testClock,
  type TestService,
} from '../support/service.ts';

type WhileLocked = (service: TestService, during: () => Promise<void>) => Promise<void>;

/** Another connection holds the database's one write lock. */
const whileSqliteLocked: WhileLocked = async ({ dataDir }, during) => {
  const other = new SqliteDatabase(join(dataDir, 'production.sqlite'));
  try {
    other.exec('begin immediate');
    await during();
  } finally {
    other.close();
  }
};

/** Another transaction blocks writes, but not reads, of the tables that an expiry changes. */
const whilePostgresLocked: WhileLocked = ({ settings }, during) =>
  sqlOn(settings.databaseUrl, async (client) => {
    await client.query('begin; lock table orders, pets in share row exclusive mode');
    await during();
  });

describe.each([
  ['SQLite', startOnSqlite, whileSqliteLocked],
  ['PostgreSQL', startOnPostgres, whilePostgresLocked],
] as const)('a hold that is due while nothing can be written, on %s', (_, start, whileLocked) => {
  const clock = testClock();
  let petId: number;
  let orderId: number;
  /** An animal that an approved order holds. */
  let promisedId: number;
  let promisedOrderId: number;
  /** When the hold ended. */
  let endedAt: string;

  const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', `/v1${path}`, { headers });
  const eventsAfter = async (sequence: number) => (await get(`/events?after=${sequence}&limit=100`)).body;
  const lastSequence = async (): Promise<number> => (await eventsAfter(0)).at(-1).sequence;
  const seen = ({ status, text, headers }: Answer) => [status, text, headers.get('etag')];

  const service = sharedService(start, { now: clock.now });

  /** Locks the database, lets the hold of a new order end, and runs `during` while a write waits for the lock. */
  async function whileDue(during: () => Promise<void>): Promise<void> {
    promisedId = await addPet(service, { name: 'Tom' });
    promisedOrderId = await placeOrder(service, promisedId);
    await moveOrder(service, promisedOrderId, 'approve');
    petId = await addPet(service, {});
    orderId = await placeOrder(service, petId);
    // The pages of the list are cached as they are before the hold ends.
    for (const query of ['', '?status=available', '?status=pending']) await get(`/pets${query}`);
    let isWritten = false;
    let write: Promise<unknown> | undefined;
    await whileLocked(service, async () => {
      clock.advance(holdMs);
      endedAt = new Date(clock.now()).toISOString();
      const body = { name: 'Later', categoryId: 1, status: 'sold' };
      // On a busy machine it may give up meanwhile.
      write = service.call('POST', '/v1/pets', { body }).then(({ status }) => (isWritten = status === 201));
      await during();
      // `during` has not waited for the lock.
      expect(isWritten).toBe(false);
    });
    await write;
  }

  test('every read answers 200 and shows the hold as ended', async () => {
    const after = await lastSequence();
    let shown: Record<string, Answer> = {};
    await whileDue(async () => {
      const paths = {
        pets: '/pets?limit=100',
        available: '/pets?status=available',
        pending: '/pets?status=pending',
        named: '/pets?q=rex&status=available',
        changed: `/pets?updatedSince=${endedAt}`,
        changedLater: `/pets?updatedSince=${new Date(clock.now() + 1).toISOString()}`,
        pet: `/pets/${petId}`,
        inventory: '/store/inventory',
        orders: '/store/orders',
        placed: '/store/orders?status=placed',
        expired: `/store/orders?status=expired&petId=${petId}`,
        approved: '/store/orders?status=approved',
        order: `/store/orders/${orderId}`,
        categories: '/categories',
        account: '/account',
        events: `/events?after=${after}`,
      };
      const answers = await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, await get(path)]));
      shown = Object.fromEntries(answers);
      expect(Object.entries(shown).filter(([, { status }]) => status !== 200)).toEqual([]);

      const pet = { id: petId, name: 'Rex', categoryId: 1, status: 'available' };
      const promised = { id: promisedId, name: 'Tom', categoryId: 1, status: 'pending' };
      expect(shown['pets']!.body).toEqual([pet, promised]);
      expect(shown['available']!.body).toEqual([pet]);
      expect(shown['pending']!.body).toEqual([promised]);
      expect(shown['named']!.body).toEqual([pet]);
      expect(shown['changed']!.body).toEqual([pet]);
      expect(shown['changedLater']!.body).toEqual([]);
      expect(shown['pet']!.body).toEqual(pet);
      expect(shown['inventory']!.body).toEqual({ available: 1, pending: 1, sold: 0 });
      expect(shown['order']!.body).toMatchObject({ id: orderId, petId, status: 'expired', updatedAt: endedAt });
      expect(shown['orders']!.body[0]).toEqual(shown['order']!.body);
      expect(idsOf(shown['orders']!)).toEqual([orderId, promisedOrderId]);
      expect(shown['placed']!.body).toEqual([]);
      expect(shown['expired']!.body).toEqual([shown['order']!.body]);
      expect(idsOf(shown['approved']!)).toEqual([promisedOrderId]);
      expect(shown['events']!.body.at(-1)).toMatchObject({ type: 'order.placed', data: { id: orderId } });
    });

    await eventually(async () =>
      (await eventsAfter(after)).some(({ type }: { type: string }) => type === 'order.expired'),
    );
    // What the reads showed is what the expiry then wrote.
    for (const [name, path] of [
      ['pet', `/pets/${petId}`],
      ['order', `/store/orders/${orderId}`],
    ] as const) {
      expect(seen(await get(path))).toEqual(seen(shown[name]!));
    }
  });

  test('the expiry is written once, with its events, after the lock is released', async () => {
    const after = await lastSequence();
    await whileDue(async () => {});
    const written = await eventually(async () => {
      const events: { type: string; data: { id: number; status: string } }[] = await eventsAfter(after);
      return events.some(({ type }) => type === 'order.expired') && events;
    });
    // The next sweep finds nothing to write.
    const last = await addPet(service, {});
    await eventually(async () =>
      (await eventsAfter(after)).some(({ data }: { data: { id: number } }) => data.id === last),
    );
    const ofExpiry = written
      .filter(({ type, data }) => type === 'order.expired' || (type === 'pet.status_changed' && data.id === petId))
      .map(({ type, data }) => [type, data.id, data.status]);
    expect(ofExpiry).toEqual([
      ['pet.status_changed', petId, 'pending'],
      ['order.expired', orderId, 'expired'],
      ['pet.status_changed', petId, 'available'],
    ]);
  });

  test('the ETags of both change with the time, and If-Match accepts them', async () => {
    let [pet, order] = [{} as Answer, {} as Answer];
    await whileDue(async () => {
      pet = await get(`/pets/${petId}`, { 'if-none-match': '"2"' });
      order = await get(`/store/orders/${orderId}`, { 'if-none-match': '"1"' });
      expect([pet, order].map(seen)).toEqual([
        [200, expect.stringContaining('"available"'), '"3"'],
        [200, expect.stringContaining('"expired"'), '"2"'],
      ]);
      for (const [path, etag] of [
        [`/pets/${petId}`, '"3"'],
        [`/store/orders/${orderId}`, '"2"'],
      ] as const) {
        expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
      }
    });
    const approval = (etag: string) => moveOrder(service, orderId, 'approve', { headers: { 'if-match': etag } });
    expectError(await approval('"1"'), 412, 'precondition_failed');
    expectError(await approval('"2"'), 409, 'order_closed', '`expired`');
    const change = (etag: string) =>
      service.call('PATCH', `/v1/pets/${petId}`, { headers: { 'if-match': etag }, body: { status: 'sold' } });
    expectError(await change('"2"'), 412, 'precondition_failed');
    expect(seen(await change('"3"'))).toEqual([200, expect.stringContaining('"sold"'), '"4"']);
  });

  test.each<[string, number, (id: number) => Promise<Answer>]>([
    ['an order for the animal', 201, (id) => service.call('POST', '/v1/store/orders', { body: { petId: id } })],
    ['a change of its status', 200, (id) => changePet(service, id, { status: 'sold' })],
    ['a change of its name', 200, (id) => changePet(service, id, { name: 'Max' })],
    ['its removal', 204, (id) => service.call('DELETE', `/v1/pets/${id}`)],
  ])(
    '%s that waited for the lock takes effect after the expiry, and its events follow those of the expiry',
    async (_, status, write) => {
      const after = await lastSequence();
      let waiting: Promise<Answer> | undefined;
      await whileDue(async () => {
        waiting = write(petId);
      });
      expect((await waiting)?.status).toBe(status);
      const events: { type: string; data: { id: number; petId?: number; status: string } }[] = await eventually(
        async () => {
          const found = await eventsAfter(after);
          return found.some(({ type }: { type: string }) => type === 'order.expired') && found;
        },
      );
      const types = events.filter(({ data }) => data.id === petId || data.petId === petId).map(({ type }) => type);
      const followed = types.slice(types.indexOf('order.expired'));
      expect(types.filter((type) => type === 'order.expired')).toHaveLength(1);
      expect(followed.slice(0, 2)).toEqual(['order.expired', 'pet.status_changed']);
      expect(followed.length).toBeGreaterThan(2);
    },
  );
});
