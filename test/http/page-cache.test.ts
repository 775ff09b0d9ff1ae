import { beforeEach, describe, expect, test } from 'vitest';
import { type PageCache, pageCache } from '../../src/http/page-cache.ts';
import { testNow } from '../support/service.ts';

/** A cache of pages that number their reads. */
describe.each([
  ['at once', (version: number) => version],
  ['later', async (version: number) => String(version)],
] as const)('the cache of pages, with an engine that tells its version %s', (_, told) => {
  let version: number;
  let nowMs: number;
  let holdEnds: number[];
  let reads: number;
  let cache: PageCache<number>;

  beforeEach(() => {
    [version, nowMs, holdEnds, reads] = [1, 0, [], 0];
    cache = pageCache<number>({
      version: () => told(version),
      now: testNow(() => nowMs),
      nextChange: async (afterMs) => Math.min(...holdEnds.filter((endMs) => endMs > afterMs)),
      maxEntries: 3,
    });
  });

  const page = (key = 'a') => cache.page(key, async () => (reads += 1));

  test('keeps a page until the next commit', async () => {
    expect([await page(), await page()]).toEqual([1, 1]);
    // An engine that tells at once keeps the page without a promise.
    expect(page() instanceof Promise).toBe(told(1) instanceof Promise);
    version = 2;
    expect([await page(), await page()]).toEqual([2, 2]);
  });

  test('keeps a page until the next hold ends', async () => {
    holdEnds = [10, 20];
    await page();
    nowMs = 9;
    expect(await page()).toBe(1);
    nowMs = 10;
    expect([await page(), await page()]).toEqual([2, 2]);
    nowMs = 20;
    expect(await page()).toBe(3);
  });

  test('shares a read between concurrent calls, unless a hold ends or a commit comes between them', async () => {
    holdEnds = [10];
    const before = [page(), page()];
    nowMs = 10;
    const after = page();
    expect(await Promise.all([...before, after])).toEqual([1, 1, 2]);
    const uncommitted = page('b');
    version = 2;
    expect(await Promise.all([uncommitted, page('b')])).toEqual([3, 4]);
  });

  test('keeps no failure', async () => {
    await expect(cache.page('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await page()).toBe(1);
  });

  test('keeps a bounded number of pages: the newest', async () => {
    for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) await page(key);
    expect(reads).toBe(3);
    for (const key of ['d', 'b', 'c', 'd']) await page(key);
    expect(reads).toBe(4);
    await page('a');
    expect(reads).toBe(5);
  });
});

test('an older version that is told late makes no page stale', async () => {
  const told: ((version: string) => void)[] = [];
  const cache = pageCache<number>({
    version: () => new Promise((resolve) => told.push(resolve)),
    now: testNow(() => 0),
    nextChange: async () => Infinity,
    maxEntries: 3,
  });
  let committed = 1;
  const page = () => cache.page('a', async () => committed);
  const pages = [page(), page()];
  committed = 2;
  told[1]!('second');
  expect(await pages[1]).toBe(2);
  told[0]!('first');
  expect(await pages[0]).toBe(2);
  committed = 3;
  const next = page();
  told[2]!('third');
  expect(await next).toBe(3);
});
