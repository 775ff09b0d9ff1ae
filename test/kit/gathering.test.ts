import { expect, test } from 'vitest';
import { openGathering } from '../../src/kit/gathering.ts';

test('while 100,000 names wait, new ones are lost, which is told once after the next write', async () => {
  const lost: number[] = [];
  let written = 0;
  let fails = true;
  const counts = openGathering<{ readonly name: number; count: number }>({
    nameOf: ({ name }) => String(name),
    merge: (to, { count }) => {
      to.count += count;
    },
    write: async (items) => {
      if (fails) throw new Error('no space');
      written += items.reduce((sum, { count }) => sum + count, 0);
    },
    onLost: (count) => lost.push(count),
  });
  for (let name = 0; name < 100_003; name += 1) counts.add({ name, count: 1 });
  counts.add({ name: 7, count: 1 });
  await expect(counts.write()).rejects.toThrow('no space');
  expect(lost).toEqual([]);
  fails = false;
  await counts.write();
  expect(written).toBe(100_001);
  counts.add({ name: 100_002, count: 1 });
  await counts.write();
  expect(written).toBe(100_002);
  expect(lost).toEqual([3]);
});
