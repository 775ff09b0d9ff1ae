import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { evictor, openMemoryLimiter } from '../../src/limits/memory.ts';
import { type LimitStore, limitStore } from '../../src/limits/store.ts';
import { forgetLimits, openAccountsDatabase } from './database.ts';
import { day, ModelLimiter, second, type TestClock, testClock } from './model.ts';
import { runStep, steps } from './steps.ts';

let database: Database;
let removeDatabase: () => Promise<void>;
let store: LimitStore;

beforeAll(async () => {
  ({ database, remove: removeDatabase } = await openAccountsDatabase());
  store = limitStore(database);
});

afterAll(() => removeDatabase());

function rethrow(error: unknown): void {
  throw error;
}

async function open(clock: TestClock): Promise<Limiter> {
  await forgetLimits(database);
  return openMemoryLimiter({ store, now: clock.now, onError: rethrow });
}

test('decisions stay valid when the clock is set back', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.integer({ min: 0, max: day })), async (steps, backMs) => {
      const clock = testClock();
      const world = { clock, limiter: await open(clock), model: new ModelLimiter(clock.now) };
      try {
        for (const [index, step] of steps.entries()) {
          clock.advance(-(backMs[index] ?? 0));
          const answers = await runStep(step, world);
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

describe('eviction', () => {
  test('evicts every expired entry within one pass and one call, and no other', () => {
    const endsMs = new Map(Array.from({ length: 1_000 }, (_, key) => [key, key]));
    const evict = evictor(endsMs, (end, nowMs) => nowMs > end, 10);
    for (let call = 0; call < 30; call += 1) evict(500);
    expect([...endsMs.keys()]).toEqual(Array.from({ length: 500 }, (_, index) => index + 500));
  });

  test('examines entries again that had not expired in the last pass', () => {
    const endsMs = new Map(Array.from({ length: 1_000 }, (_, key) => [key, key]));
    const evict = evictor(endsMs, (end, nowMs) => nowMs > end, 10);
    for (let call = 0; call < 100; call += 1) evict(call * 20);
    expect(endsMs.size).toBe(0);
  });

  test('examines a share of the entries in each call', () => {
    const isOver = vi.fn<() => boolean>(() => false);
    const evict = evictor(new Map(Array.from({ length: 1_000 }, (_, key) => [key, key])), isOver, 10);
    evict(0);
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
              // Waits for the flush, during which nothing is evicted.
              await world.limiter.usage(1, 0);
            }
            const answers = await runStep(step, world);
            expect(answers.limiter).toEqual(answers.model);
          }
        } finally {
          await world.limiter.close();
        }
      }),
    );
  });
});
