import { beforeAll, describe, expect, test } from 'vitest';
import { addPet, idsOf, pagesOf } from '../support/answers.ts';
import { BACKENDS, linksOf, sharedService, testClock } from '../support/service.ts';

const minInt64 = '-9223372036854775808';
const maxInt64 = '9223372036854775807';

/** The filters and pages of `GET /v1/pets`. */
describe.each(BACKENDS)('the list of pets, on %s', (_, start) => {
  const clock = testClock();
  const list = (query: string) => service.call('GET', `/v1/pets?${query}`);
  const namesOf = async (query: string): Promise<string[]> => {
    const answer = await list(`${query}&limit=100`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.map(({ name }: { name: string }) => name);
  };

  const service = sharedService(start, { now: clock.now });

  describe('filters', () => {
    const added: Record<string, number> = {};

    beforeAll(async () => {
      const pets: [string, string, string][] = [
        ['Ada', '1', 'available'],
        ['Bob', '1', 'pending'],
        ['Cleo', '2', 'available'],
        ['Dora', minInt64, 'sold'],
        ['Enzo', maxInt64, 'sold'],
        ['Fee', '9007199254740993', 'available'],
        ['Gus', '9007199254740992', 'available'],
      ];
      for (const [name, categoryId, status] of pets) {
        const answer = await service.call('POST', '/v1/pets', {
          body: `{"name":"${name}","categoryId":${categoryId},"status":"${status}"}`,
        });
        added[name] = answer.body.id;
        clock.advance(1_000);
      }
    });

    test('none: all, newest first', async () => {
      expect(await namesOf('')).toEqual(['Gus', 'Fee', 'Enzo', 'Dora', 'Cleo', 'Bob', 'Ada']);
    });

    test.each([
      ['available', ['Gus', 'Fee', 'Cleo', 'Ada']],
      ['pending', ['Bob']],
      ['sold', ['Enzo', 'Dora']],
    ])('status=%s', async (status, names) => {
      expect(await namesOf(`status=${status}`)).toEqual(names);
    });

    test.each([
      ['1', ['Bob', 'Ada']],
      ['3', []],
      [minInt64, ['Dora']],
      [maxInt64, ['Enzo']],
      ['9007199254740992', ['Gus']],
      ['9007199254740993', ['Fee']],
    ])('categoryId=%s', async (categoryId, names) => {
      expect(await namesOf(`categoryId=${categoryId}`)).toEqual(names);
    });

    test('a categoryId that no double holds is given back exactly', async () => {
      expect((await list(`categoryId=${minInt64}`)).text).toContain(`"categoryId":${minInt64},`);
      expect((await list('categoryId=9007199254740993')).text).toContain('"categoryId":9007199254740993,');
    });

    test('ids: those that are there, newest first, each once', async () => {
      const { Ada, Bob, Enzo } = added;
      expect(await namesOf(`ids=${Ada}`)).toEqual(['Ada']);
      expect(await namesOf(`ids=${Ada},${Enzo},${Bob},${Ada}`)).toEqual(['Enzo', 'Bob', 'Ada']);
      expect((await pagesOf(service, `/v1/pets?ids=${Ada},${Enzo}&limit=1`)).flatMap(idsOf)).toEqual([Enzo, Ada]);
      expect(await namesOf(`ids=${Bob},0,-1,${maxInt64},${minInt64}`)).toEqual(['Bob']);
      expect(await namesOf('ids=0')).toEqual([]);
    });

    test('a page has as many as the query asks for, however long their names are', async () => {
      const ids = [];
      for (let i = 0; i < 100; i += 1) ids.push(await addPet(service, { name: '😀'.repeat(255), status: 'sold' }));
      const long = await service.call('GET', `/v1/pets?limit=100&ids=${ids.join(',')}`);
      expect(idsOf(long)).toEqual(ids.toReversed());
      expect(long.text.length).toBeGreaterThan(50_000);
      for (const id of ids) await service.call('DELETE', `/v1/pets/${id}`);
    });

    test('ids: a hundred of them', async () => {
      const ids = Array.from({ length: 100 }, (_, index) => index + 1).join(',');
      expect(await namesOf(`ids=${ids}`)).toEqual(['Gus', 'Fee', 'Enzo', 'Dora', 'Cleo', 'Bob', 'Ada']);
    });

    test('updatedSince: added at that time or later, in any offset', async () => {
      const base = clock.now() - 7_000;
      const at = (ms: number) => encodeURIComponent(new Date(base + ms).toISOString());
      expect(await namesOf(`updatedSince=${at(5_000)}`)).toEqual(['Gus', 'Fee']);
      expect(await namesOf(`updatedSince=${at(5_001)}`)).toEqual(['Gus']);
      expect(await namesOf(`updatedSince=${at(6_001)}`)).toEqual([]);
      const abroad = new Date(base + 5_000 + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
      expect(await namesOf(`updatedSince=${encodeURIComponent(abroad)}`)).toEqual(['Gus', 'Fee']);
      expect(await namesOf(`updatedSince=${at(5_000).toLowerCase()}`)).toEqual(['Gus', 'Fee']);
    });

    test('updatedSince: changed since, and not what was only touched', async () => {
      clock.advance(60_000);
      const since = encodeURIComponent(new Date(clock.now()).toISOString());
      await service.call('PATCH', `/v1/pets/${added['Cleo']}`, { body: { name: 'Cleo' } });
      expect(await namesOf(`updatedSince=${since}`)).toEqual([]);
      await service.call('PATCH', `/v1/pets/${added['Bob']}`, { body: { status: 'available' } });
      await service.call('PATCH', `/v1/pets/${added['Bob']}`, { body: { status: 'pending' } });
      expect(await namesOf(`updatedSince=${since}`)).toEqual(['Bob']);
    });

    test.each([
      ['status=available&categoryId=1', ['Ada']],
      ['status=sold&categoryId=1', []],
      [`status=sold&categoryId=${maxInt64}`, ['Enzo']],
      ['status=available&q=E', ['Fee', 'Cleo']],
      ['categoryId=1&q=b', ['Bob']],
      ['status=pending&categoryId=1&q=O&updatedSince=2026-01-01T00:00:00Z', ['Bob']],
    ])('all of them together: %s', async (query, names) => {
      expect(await namesOf(query)).toEqual(names);
    });

    test('ids with other filters', async () => {
      const ids = Object.values(added).join(',');
      expect(await namesOf(`ids=${ids}&status=sold`)).toEqual(['Enzo', 'Dora']);
      expect(await namesOf(`ids=${ids}&categoryId=1&q=ad`)).toEqual(['Ada']);
      expect(await namesOf(`ids=${added['Ada']}&q=bob`)).toEqual([]);
    });
  });

  describe('q', () => {
    beforeAll(async () => {
      const names = [
        '100% wool',
        '100 percent',
        'snake_case',
        'snakeXcase',
        String.raw`back\slash`,
        String.raw`two\\slashes`,
        'MÜLLER',
        'Mu\u0308sli',
        'Ｆｕｌｌ',
        'ΟΔΥΣΣΕΥΣ',
        'Straße',
        'İpek',
        'Жук',
        "O'Hara",
        '[a-z]*?',
      ];
      for (const name of names) await addPet(service, { name, categoryId: 5 });
    });

    test.each([
      ['wool', ['100% wool']],
      ['WOOL', ['100% wool']],
      ['100', ['100 percent', '100% wool']],
      ['100%', ['100% wool']],
      ['%', ['100% wool']],
      ['%wool', []],
      ['_', ['snake_case']],
      ['snake_', ['snake_case']],
      ['snake', ['snakeXcase', 'snake_case']],
      ['\\', [String.raw`two\\slashes`, String.raw`back\slash`]],
      [String.raw`\\`, [String.raw`two\\slashes`]],
      [String.raw`k\s`, [String.raw`back\slash`]],
      [String.raw`\%`, []],
      ['müller', ['MÜLLER']],
      ['MU\u0308', ['Mu\u0308sli', 'MÜLLER']],
      ['muller', ['MÜLLER']],
      ['full', ['Ｆｕｌｌ']],
      ['ｓｎａｋｅ＿', ['snake_case']],
      ['οδυσ', ['ΟΔΥΣΣΕΥΣ']],
      ['ΟΔΥΣ', ['ΟΔΥΣΣΕΥΣ']],
      ['οδυσσευς', ['ΟΔΥΣΣΕΥΣ']],
      ['STRASSE', ['Straße']],
      ['strasse', ['Straße']],
      ['ipek', ['İpek']],
      ['İPEK', ['İpek']],
      ['жУК', ['Жук']],
      ["o'h", ["O'Hara"]],
      ['ohara', ["O'Hara"]],
      ['[a-z]', ['[a-z]*?']],
      ['*?', ['[a-z]*?']],
      [' wool ', ['100% wool']],
      ['100% w', ['100% wool']],
    ])('%s', async (q, names) => {
      expect(await namesOf(`categoryId=5&q=${encodeURIComponent(q)}`)).toEqual(names);
    });

    test('white space in it may be written + or %20', async () => {
      expect(await namesOf('q=100+percent')).toEqual(['100 percent']);
      expect(await namesOf('q=100%20percent')).toEqual(['100 percent']);
    });

    test('follows a change of the name', async () => {
      const id = await addPet(service, { name: 'Before', categoryId: 6 });
      await service.call('PATCH', `/v1/pets/${id}`, { body: { name: 'Afterwards' } });
      expect(await namesOf('categoryId=6&q=before')).toEqual([]);
      expect(await namesOf('categoryId=6&q=AFTER')).toEqual(['Afterwards']);
    });
  });

  describe('pages', () => {
    let newestFirst: number[];

    beforeAll(async () => {
      newestFirst = [];
      for (let count = 0; count < 10; count += 1)
        newestFirst.unshift(
          await addPet(service, {
            name: `Page ${count}`,
            categoryId: 10,
            status: count % 2 === 0 ? 'available' : 'sold',
          }),
        );
    });

    test.each([
      [1, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
      [3, [3, 3, 3, 1]],
      [5, [5, 5]],
      [9, [9, 1]],
      [10, [10]],
      [11, [10]],
    ])('of %i: each has a next but the last, and together they are the list', async (limit, lengths) => {
      const pages = await pagesOf(service, `/v1/pets?categoryId=10&limit=${limit}`);
      expect(pages.map(({ body }) => body.length)).toEqual(lengths);
      expect(pages.flatMap(idsOf)).toEqual(newestFirst);
      expect(pages.map((page) => 'next' in linksOf(page))).toEqual([...Array(lengths.length - 1).fill(true), false]);
    });

    test('all link to the first, which starts the list anew', async () => {
      const pages = await pagesOf(service, '/v1/pets?categoryId=10&limit=4');
      for (const page of pages) expect((await service.call('GET', linksOf(page)['first']!)).text).toBe(pages[0]!.text);
    });

    test('links keep the limit and every filter', async () => {
      const since = '2026-01-01T00:00:00Z';
      const query = new URLSearchParams({
        categoryId: '10',
        status: 'sold',
        q: 'page',
        updatedSince: since,
        ids: newestFirst.join(','),
        limit: '2',
      });
      const first = await list(query.toString());
      for (const rel of ['first', 'next']) {
        const target = new URL(linksOf(first)[rel]!, service.origin);
        expect(target.pathname).toBe('/v1/pets');
        const { cursor = '', ...kept } = Object.fromEntries(target.searchParams);
        expect(kept).toEqual(Object.fromEntries(query));
        expect(cursor).toMatch(rel === 'next' ? /^[\w-]+$/ : /^$/);
      }
      const pages = await pagesOf(service, `/v1/pets?${query.toString()}`);
      expect(pages.flatMap(idsOf)).toEqual(newestFirst.filter((_, index) => index % 2 === 0));
    });

    test('links keep a q of any characters', async () => {
      await addPet(service, { name: 'a&b=c#d, "e" <f>; 1', categoryId: 11 });
      await addPet(service, { name: 'a&b=c#d, "e" <f>; 2', categoryId: 11 });
      const pages = await pagesOf(service, `/v1/pets?limit=1&q=${encodeURIComponent('a&b=c#d, "e" <f>;')}`);
      expect(pages.map(({ body }) => body[0].name)).toEqual(['a&b=c#d, "e" <f>; 2', 'a&b=c#d, "e" <f>; 1']);
    });

    test('of filters that no index knows', async () => {
      const pages = await pagesOf(service, '/v1/pets?q=page&status=sold&limit=2');
      expect(pages.map(({ body }) => body.length)).toEqual([2, 2, 1]);
      expect(pages.flatMap(idsOf)).toEqual(newestFirst.filter((_, index) => index % 2 === 0));
    });

    test('an empty list has one empty page', async () => {
      const answer = await list('categoryId=404');
      expect(answer.text).toBe('[]');
      expect(Object.keys(linksOf(answer))).toEqual(['first']);
    });

    test('a page shows a change at once', async () => {
      const before = await list('categoryId=10&limit=1');
      const id = await addPet(service, { categoryId: 10 });
      expect(idsOf(await list('categoryId=10&limit=1'))).toEqual([id]);
      await service.call('DELETE', `/v1/pets/${id}`);
      expect((await list('categoryId=10&limit=1')).text).toBe(before.text);
    });
  });
});
