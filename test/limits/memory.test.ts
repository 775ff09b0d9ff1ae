import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type LimitLedger, limitLedger } from '../../src/limits/ledger.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { openMemoryLimiter } from '../../src/limits/memory.ts';
import { sweeper } from '../../src/limits/sweep.ts';
import { forgetLimits, openAccountsDatabase } from './database.ts';
import { day, ModelLimiter, second, type TestClock, testClock } from './model.ts';
import { happen, steps } from './steps.ts';

let database: Database;
let removeDatabase: () => Promise<void>;
let ledger: LimitLedger;

beforeAll(async () => {
  ({ database, remove: removeDatabase } = await openAccountsDatabase());
  ledger = limitLedger(database);
});

afterAll(() => removeDatabase());

function rethrow(error: unknown): void {
  throw error;
}

async function open(clock: TestClock): Promise<Limiter> {
  await forgetLimits(database);
  return openMemoryLimiter({ ledger, now: clock.now, onError: rethrow });
}

test('a clock that is set back makes no answer impossible', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.integer({ min: 0, max: day })), async (steps, backMs) => {
      const clock = testClock();
      const world = { clock, limiter: await open(clock), model: new ModelLimiter(clock.now) };
      try {
        for (const [index, step] of steps.entries()) {
          clock.advance(-(backMs[index] ?? 0));
          const answers = await happen(step, world);
          expect(answers.limiter).toEqual(answers.model);
          for (const { minute, day, shown } of answers.limiter) {
            expect(Math.min(minute.remaining, day?.remaining ?? 0, shown.remaining)).toBeGreaterThanOrEqual(0);
            expect(shown.resetMs).toBeGreaterThan(clock.now() - second);
          }
        }
      } finally {
        await world.limiter.close();
      }
    }),
  );
});

describe('the sweep', () => {
  test('forgets what is over within one pass and a call, and nothing else', () => {
    const endsMs = new Map(Array.from({ length: 1_000 }, (_, key) => [key, key]));
    const sweep = sweeper(endsMs, (end, nowMs) => nowMs > end, 10);
    for (let call = 0; call < 30; call += 1) sweep(500);
    expect([...endsMs.keys()]).toEqual(Array.from({ length: 500 }, (_, index) => index + 500));
  });

  test('comes again to what was not over in the last pass', () => {
    const endsMs = new Map(Array.from({ length: 1_000 }, (_, key) => [key, key]));
    const sweep = sweeper(endsMs, (end, nowMs) => nowMs > end, 10);
    for (let call = 0; call < 100; call += 1) sweep(call * 20);
    expect(endsMs.size).toBe(0);
  });

  test('looks at a share of the entries with each call', () => {
    const isOver = vi.fn<() => boolean>(() => false);
    const sweep = sweeper(new Map(Array.from({ length: 1_000 }, (_, key) => [key, key])), isOver, 10);
    sweep(0);
    expect(isOver).toHaveBeenCalledTimes(100);
  });

  test('changes no answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const clock = testClock();
        const world = { clock, limiter: await open(clock), model: new ModelLimiter(clock.now) };
        try {
          for (const step of steps) {
            for (let ticks = 0; ticks < 5; ticks += 1) {
              vi.advanceTimersByTime(500);
              // Waits for the flush, during which nothing is swept.
              await world.limiter.usage(1, 0);
            }
            const answers = await happen(step, world);
            expect(answers.limiter).toEqual(answers.model);
          }
        } finally {
          await world.limiter.close();
        }
      }),
    );
  });
});
