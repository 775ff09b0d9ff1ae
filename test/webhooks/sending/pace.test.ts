import { expect, test } from 'vitest';
import { openPace, PACED_PER_SECOND } from '../../../src/webhooks/sending/pace.ts';

test('the pace lets as many begin in a second as at once, and saves no more than that', () => {
  let nowMs = 0;
  const pace = openPace(() => nowMs);
  const begin = () => {
    const count = pace.free();
    for (let i = 0; i < count; i += 1) pace.take();
    return count;
  };
  expect([begin(), begin()]).toEqual([PACED_PER_SECOND, 0]);
  let begun = 0;
  for (; nowMs < 1_000; nowMs += 10) begun += begin();
  expect(begun + begin()).toBe(PACED_PER_SECOND);
  nowMs += 3_600_000;
  expect(begin()).toBe(PACED_PER_SECOND);
});
