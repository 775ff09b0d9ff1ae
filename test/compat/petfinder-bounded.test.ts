import { expect, test } from 'vitest';
import { bounded } from '../../src/compat/petfinder/bounded.ts';

test('what is kept for lists weighs no more than it may, the names that callers choose included', () => {
  const kept = bounded<number>(1_000, () => 100);
  for (let i = 0; i < 5; i += 1) kept.set(`short ${i}`, i);
  expect(kept.get('short 0')).toBe(0);
  const long = (i: number) => `${i}`.padEnd(1_600, 'x');
  for (let i = 0; i < 3; i += 1) kept.set(long(i), i);
  expect([kept.get('short 4'), kept.get(long(0)), kept.get(long(1)), kept.get(long(2))]).toEqual([
    undefined,
    undefined,
    1,
    2,
  ]);
  kept.set('too long'.padEnd(4_000), 7);
  expect(kept.get('too long'.padEnd(4_000))).toBe(undefined);
  kept.set('short', 8);
  expect(kept.get('short')).toBe(8);
});
