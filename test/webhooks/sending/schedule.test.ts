import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryDelayMs, SCHEDULE_MS } from '../../../src/webhooks/sending/schedule.ts';

describe('the schedule', () => {
  test('is the one of the design, with an end', () => {
    const [s, min, h] = [1_000, 60_000, 3_600_000];
    expect(SCHEDULE_MS).toEqual([0, 5 * s, 5 * min, 30 * min, 2 * h, 5 * h, 10 * h, 14 * h, 20 * h, 24 * h]);
    expect(retryDelayMs(SCHEDULE_MS.length, () => 0.5)).toBeUndefined();
  });

  test('varies randomly by up to a tenth either way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const wantedMs = SCHEDULE_MS[attempts]!;
        const delayMs = retryDelayMs(attempts, () => chance)!;
        expect(Math.abs(delayMs - wantedMs)).toBeLessThanOrEqual(wantedMs / 10);
      }),
    );
    expect([retryDelayMs(1, () => 0), retryDelayMs(1, () => 0.5), retryDelayMs(1, () => 1)]).toEqual([
      4_500, 5_000, 5_500,
    ]);
  });
});
