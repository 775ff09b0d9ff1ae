import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { openMemoryLimiter } from '../../src/limits/memory.ts';
import { type LimitStore, limitStore } from '../../src/limits/store.ts';
import { forgetLimits, openAccountsDatabase } from './database.ts';
import { day, hour, minute, ModelLimiter, second, type TestClock, testClock } from './model.ts';
import { account, address, limited, start } from './scene.ts';
import { runStep, stepsWithRestarts } from './steps.ts';

let database: Database;
let removeDatabase: () => Promise<void>;
let store: LimitStore;

beforeAll(async () => {
  ({ database, remove: removeDatabase } = await openAccountsDatabase());
  store = limitStore(database);
});

beforeEach(() => forgetLimits(database));

afterAll(() => removeDatabase());

function rethrow(error: unknown): void {
  throw error;
}

/** Opens a limiter on the state that earlier limiters saved. */
function reopen(clock: TestClock): Promise<Limiter> {
  return openMemoryLimiter({ store, now: clock.now, onError: rethrow });
}

describe('a restart', () => {
  function startHere() {
    return start((now) => openMemoryLimiter({ store, now, onError: rethrow }));
  }

  test('keeps the day windows of accounts; minute windows and addresses start anew', async () => {
    const { clock, limiter, take } = await startHere();
    const { day: dayWindow } = await take(account, 3);
    await take(address, 3);
    await limiter.close();
    clock.advance(second);
    const again = await reopen(clock);
    expect(await again.peek(account)).toMatchObject({ day: dayWindow, minute: { remaining: 3 } });
    expect(await again.peek(address)).toMatchObject({ minute: { remaining: 3 }, day: undefined });
    await again.close();
  });

  test('after a crash loses only the requests since the last flush', async () => {
    const { clock, limiter, take } = await startHere();
    await take(account, 2);
    await limiter.usage(1, 0);
    await take(account);
    const again = await reopen(clock);
    expect(await again.peek(account)).toMatchObject({ day: { remaining: 8 } });
    await again.close();
  });

  test('drops a day window that has ended meanwhile', async () => {
    const { clock, limiter, take } = await startHere();
    await take(account, 3);
    await limiter.close();
    clock.advance(day);
    const again = await reopen(clock);
    expect(await again.peek(account)).toMatchObject({ day: { remaining: 10, resetMs: clock.now() + day } });
    await again.close();
  });

  test('keeps bans and their levels', async () => {
    const { clock, limiter, getBanned } = await startHere();
    const { shown } = await getBanned(account);
    await limiter.close();
    clock.advance(minute - 1);
    const again = await start(() => reopen(clock));
    expect(await again.limiter.peek(account)).toMatchObject({ refusedBy: 'ban', shown });
    clock.advance(1);
    await again.take(account, 4);
    clock.advance(second);
    const next = await again.take(account, 4);
    expect(next).toMatchObject({ banned: true, shown: { resetMs: clock.now() + 5 * minute } });
  });

  test('keeps the level of a ban that has ended until it has stepped down to zero', async () => {
    const { clock, limiter, getBanned } = await startHere();
    for (const lastsMs of [minute, 5 * minute, 30 * minute, 2 * hour, day]) {
      await getBanned(limited(3, 1_000));
      clock.advance(lastsMs);
    }
    await limiter.close();
    clock.advance(4 * day);
    const again = await start(() => reopen(clock));
    await again.take(account, 4);
    clock.advance(second);
    const next = await again.take(account, 4);
    expect(next).toMatchObject({ banned: true, shown: { resetMs: clock.now() + 5 * minute } });
  });

  test('does not restore a lifted ban', async () => {
    const { clock, limiter, getBanned } = await startHere();
    await getBanned(account);
    await limiter.usage(1, 0);
    await limiter.liftBans(1, [1]);
    await limiter.close();
    const again = await reopen(clock);
    expect(await again.peek(account)).toMatchObject({ refusedBy: undefined });
    await again.close();
  });

  test('keeps usage, which is the sum over all processes', async () => {
    const { clock, limiter, take } = await startHere();
    const other = await reopen(clock);
    await take(account, 3);
    await other.take(account, 2);
    await Promise.all([limiter.close(), other.close()]);
    const again = await reopen(clock);
    await again.take(account, 1);
    const today = Math.floor(clock.now() / day);
    expect(await again.usage(1, today)).toEqual([{ day: today, admitted: 6, refused: 0, strikes: 0 }]);
    await again.close();
  });

  test('agrees with the model after any steps', async () => {
    await fc.assert(
      fc.asyncProperty(stepsWithRestarts, async (steps) => {
        await forgetLimits(database);
        const clock = testClock();
        const model = new ModelLimiter(clock.now);
        const world = { clock, model, limiter: await reopen(clock), reopen: () => reopen(clock) };
        try {
          for (const step of steps) {
            const answers = await runStep(step, world);
            expect(answers.limiter).toEqual(answers.model);
          }
          for (const accountId of [1, 2]) {
            expect(await world.limiter.usage(accountId, 0)).toEqual(model.usage(accountId, 0));
          }
        } finally {
          await world.limiter.close();
        }
      }),
      { numRuns: 200 },
    );
  });
});
