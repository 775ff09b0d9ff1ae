import { beforeEach, describe, expect, test } from 'vitest';
import { type PageCache, pageCache } from '../../src/pets/page-cache.ts';

/** A cache of pages that number their reads. */
describe('the cache of pages', () => {
  let version: number | undefined;
  let nowMs: number;
  let holdEnds: number[];
  let reads: number;
  let cache: PageCache<number>;

  beforeEach(() => {
    [version, nowMs, holdEnds, reads] = [1, 0, [], 0];
    cache = pageCache<number>({
      version: () => version,
      now: () => nowMs,
      nextChange: async (afterMs) => Math.min(...holdEnds.filter((endMs) => endMs > afterMs)),
      maxEntries: 3,
    });
  });

  const read = async () => (reads += 1);
  const fill = (key = 'a') => cache.fill(key, read);

  test('keeps a page until the next commit', async () => {
    expect([await fill(), cache.get('a'), await fill()]).toEqual([1, 1, 1]);
    version = 2;
    expect([cache.get('a'), await fill()]).toEqual([undefined, 2]);
  });

  test('keeps a page until the next hold ends', async () => {
    holdEnds = [10, 20];
    await fill();
    nowMs = 9;
    expect([cache.get('a'), await fill()]).toEqual([1, 1]);
    nowMs = 10;
    expect([cache.get('a'), await fill(), cache.get('a')]).toEqual([undefined, 2, 2]);
    nowMs = 20;
    expect([cache.get('a'), await fill()]).toEqual([undefined, 3]);
  });

  test('shares a read between concurrent calls, unless a hold ends or a commit comes between them', async () => {
    holdEnds = [10];
    const before = [fill(), fill()];
    nowMs = 10;
    const after = fill();
    expect(await Promise.all([...before, after])).toEqual([1, 1, 2]);
    const uncommitted = fill('b');
    version = 2;
    expect(await Promise.all([uncommitted, fill('b')])).toEqual([3, 4]);
  });

  test('keeps nothing when the engine has no versions', async () => {
    version = undefined;
    expect([await fill(), cache.get('a'), await fill()]).toEqual([1, undefined, 2]);
  });

  test('keeps no failure', async () => {
    await expect(cache.fill('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect([cache.get('a'), await fill()]).toEqual([undefined, 1]);
  });

  test('keeps a bounded number of pages', async () => {
    for (const key of ['a', 'b', 'c']) await fill(key);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, undefined, undefined]);
  });
});
