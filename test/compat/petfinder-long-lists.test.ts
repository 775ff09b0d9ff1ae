import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { get, newPair, petfinderClient } from './petfinder-scene.ts';

const listed = 12_000;

/** Lists that are too long to be kept: their pages are counted from the nearer end. */
describe.each(BACKENDS)("long lists for Petfinder's clients, on %s", (_, start) => {
  let client: TestService;
  /** All that visitors see, newest first. */
  let newest: number[];

  const clock = testClock();
  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    client = await petfinderClient(service, await newPair(service));
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
    await service.call('POST', '/v1/organizations', { body: { name: 'Hidden' } });
    const { database } = await service.beside();
    await database.transaction(async (tx) => {
      // Every third animal is another organization's, which is not listed, or is sold; and many ids have none.
      const before = 4_500;
      const insert = (from: number, to: number) =>
        sql`insert into pets (account_id, organization_id, name, name_folded, category_id, status, version, created_at, updated_at)
          with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${sql.lit(to)})
          select 1, case when i % 6 = 0 then 2 else 1 end, 'Rex', 'REX', 1,
            case when i % 6 = 3 then 'sold' else 'available' end, 1, i, i from n`.execute(tx);
      await insert(1, before);
      await insert(1, before);
      await sql`delete from pets where id > ${before}`.execute(tx);
      await insert(before + 1, (listed * 3) / 2);
      const rows = await sql<{ id: number }>`select id from pets where status = 'available' and organization_id = 1
        order by id desc`.execute(tx);
      newest = rows.rows.map(({ id }) => id);
    });
    await database.close();
  });

  const pageOf = async (page: number, limit: number, more = '') => {
    const { animals, pagination } = await get(client, `/v2/animals?limit=${limit}&page=${page}${more}`);
    expect(pagination).toMatchObject({ total_count: listed, total_pages: Math.ceil(listed / limit) });
    return animals.map(({ id }: { id: number }) => id);
  };
  const slice = (page: number, limit: number) => newest.slice((page - 1) * limit, page * limit);

  test('any page is found by its rank, from whichever end', async () => {
    for (const [page, limit] of [
      [1, 20],
      [2, 20],
      [57, 100],
      [60, 100],
      [61, 100],
      [300, 20],
      [601, 10],
      [119, 100],
      [120, 100],
      [121, 100],
      [1_715, 7],
    ] as const)
      expect([page, limit, await pageOf(page, limit)]).toEqual([page, limit, slice(page, limit)]);
    expect(await pageOf(1, 3, '&sort=-recent')).toEqual(newest.slice(-3).toReversed());
  });

  test('pages in a row follow each other, although animals come and go', async () => {
    // Another client's limit: it has a walk of its own.
    const met: number[] = [];
    for (let page = 1; page <= 4; page += 1) {
      met.push(...(await pageOf(page, 30)));
      const { body } = await service.call('POST', '/v1/pets', { body: { name: 'New', categoryId: 1 } });
      if (page === 2) await service.call('PATCH', `/v1/pets/${newest[3]}`, { body: { status: 'sold' } });
      await service.call('DELETE', `/v1/pets/${body.id}`);
      if (page === 3) await service.call('POST', '/v1/pets', { body: { name: 'New', categoryId: 1 } });
    }
    expect(met).toEqual(newest.slice(0, 120));
  });

  test('a random order has each animal once', async () => {
    // A list this long is up to a minute old: with animals that the test before sold or deleted.
    clock.advance(60_000);
    const orders = [];
    for (const page of [1, 2, 120])
      orders.push(...(await get(client, `/v2/animals?sort=random&limit=100&page=${page}`)).animals);
    const ids = orders.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(300);
    expect(ids).not.toEqual(ids.toSorted((a, b) => b - a));
  });
});
