import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagesOf } from '../support/answers.ts';
import { seeded } from '../support/seeded.ts';
import { BACKENDS, type TestService, runningClock } from '../support/service.ts';
import { type CuttingProxy, MOMENTS, openCuttingProxy } from './cutting-proxy.ts';
import { type RetryingClient, retryingClient } from './retrying-client.ts';
import { etagOf, type Meant, shopkeeper } from './shopkeeper.ts';

const share = 1 / 3;
const [operations, clients] = [700, 7];
const limits = { perMinute: 1_000_000, perDay: 10_000_000 };
const seededCategories = ['Dogs', 'Cats', 'Birds', 'Rabbits', 'Fish', 'Reptiles', 'Small mammals'];

/** Safe retries: design, part 3.6. */
describe.each(BACKENDS)('retries over connections that are cut, on %s', (_, start) => {
  let service: TestService;
  let proxy: CuttingProxy;
  let client: RetryingClient;
  let meant: Meant[];
  const all = <Thing>(of: (one: Meant) => readonly Thing[]): Thing[] => meant.flatMap(of);
  const listed = async <Thing>(path: string): Promise<Thing[]> =>
    (await pagesOf(service, path)).flatMap(({ body }) => body);

  beforeAll(async () => {
    service = await start({ now: runningClock() });
    proxy = await openCuttingProxy(service.origin, share, seeded(1));
    client = retryingClient(proxy.origin, seeded(2));
    const shelter = await service.newAccount({ limits });
    const adopter = await service.newAccount({ limits });
    const keepers = Array.from({ length: clients }, (_, i) =>
      shopkeeper({
        name: `client ${i}`,
        client,
        random: seeded(100 + i),
        shelterKey: shelter.key,
        adopterKey: adopter.key,
      }),
    );
    meant = keepers.map((keeper) => keeper.meant);
    await Promise.all(keepers.map((keeper) => keeper.work(operations / clients)));
  }, 240_000);
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  test('a third of the connections were cut, at every moment', () => {
    const { connections, cut } = proxy.seen;
    const cuts = Object.values(cut).reduce((sum, count) => sum + count);
    expect(connections).toBeGreaterThan(operations / (1 - share) - operations / 4);
    expect(cuts / connections).toBeCloseTo(share, 1);
    for (const moment of MOMENTS) expect(cut[moment], moment).toBeGreaterThan(cuts / 5);
  });

  test('lost responses were repeated, and requests still in progress were retried later', () => {
    expect(client.seen.retries).toBeGreaterThan(operations / 4);
    expect(client.seen.replayed).toBeGreaterThan(operations / 10);
    expect(client.seen.inUse).toBeGreaterThan(0);
  });

  test('the clients called every kind of operation, as often as planned', () => {
    const done: Record<string, number> = {};
    for (const one of meant)
      for (const [what, count] of Object.entries(one.done)) done[what] = (done[what] ?? 0) + count;
    expect(Object.values(done).reduce((sum, count) => sum + count)).toBe(operations);
    for (const what of ['add', 'change', 'order', 'order a held one', 'approve', 'cancel', 'deliver', 'return']) {
      expect(done[what], what).toBeGreaterThan(operations / 50);
    }
    for (const what of ['add a category', 'change a category'])
      expect(done[what], what).toBeGreaterThan(operations / 100);
  });

  test('every planned animal exists once, with its values', async () => {
    const pets = all(({ pets }) => pets).map(withoutVersion);
    expect(await listed('/v1/pets?limit=100')).toEqual(newestFirst(pets));
    const count = (status: string) => pets.filter((pet) => pet.status === status).length;
    expect((await service.call('GET', '/v1/store/inventory')).body).toEqual({
      available: count('available'),
      pending: count('pending'),
      sold: count('sold'),
    });
  });

  test('every planned order exists once, with its values', async () => {
    const orders = await listed<{ id: number; petId: number; note: string; status: string }>(
      '/v1/store/orders?limit=100',
    );
    expect(orders.map(({ id, petId, note, status }) => ({ id, petId, note, status }))).toEqual(
      newestFirst(all(({ orders }) => orders).map(withoutVersion)),
    );
  });

  test('every planned category exists once, with its values', async () => {
    const before = seededCategories.map((name, i) => ({ id: i + 1, name }));
    const added = all(({ categories }) => categories).map(({ etag: _etag, ...category }) => category);
    expect(await listed('/v1/categories?limit=100')).toEqual(newestFirst([...before, ...added]));
  });

  test('each resource was changed as often as planned', async () => {
    const expected = [
      ...all(({ pets }) => pets).map((pet) => ({ path: `/v1/pets/${pet.id}`, etag: etagOf(pet) })),
      ...all(({ orders }) => orders).map((order) => ({ path: `/v1/store/orders/${order.id}`, etag: etagOf(order) })),
      ...all(({ categories }) => categories).map(({ id, etag }) => ({ path: `/v1/categories/${id}`, etag })),
    ];
    const found: typeof expected = [];
    for (const { path } of expected) {
      const { headers } = await service.call('HEAD', path);
      found.push({ path, etag: headers.get('etag') ?? '' });
    }
    expect(found).toEqual(expected);
  });
});

function withoutVersion<Thing extends { readonly version: number }>({
  version: _version,
  ...thing
}: Thing): Omit<Thing, 'version'> {
  return thing;
}

function newestFirst<Thing extends { readonly id: number }>(things: readonly Thing[]): Thing[] {
  return things.toSorted((a, b) => b.id - a.id);
}
