import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Limiter } from '../../src/limits/limiter.ts';
import { openMemoryLimiter } from '../../src/limits/memory.ts';
import type { LimitChanges, LimitStore } from '../../src/limits/store.ts';
import { day, minute, second, testClock } from './model.ts';
import { account, address, limited } from './scene.ts';

describe('the flush', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Opens a limiter on a store that fails while `state.away` is true, and that answers after `state.gate`. */
  async function startOnTestStore() {
    const clock = testClock();
    const state = { away: false, gate: Promise.resolve(), saving: 0, mostSaving: 0, failed: 0 };
    const saves: LimitChanges[] = [];
    const onError = vi.fn<(error: unknown) => void>();
    const store: LimitStore = {
      load: async () => ({ dayWindows: [], bans: [] }),
      async save(changes) {
        state.saving += 1;
        state.mostSaving = Math.max(state.mostSaving, state.saving);
        await state.gate;
        state.saving -= 1;
        if (state.away) {
          state.failed += 1;
          throw new Error('away');
        }
        saves.push(changes);
      },
      usageOfDays: async () => [],
    };
    const limiter: Limiter = await openMemoryLimiter({ store, now: clock.now, onError });
    onTestFinished(() => limiter.close());
    return { clock, limiter, state, saves, onError };
  }

  test('writes each change within a second, so that a crash loses no more than that', async () => {
    const { limiter, saves } = await startOnTestStore();
    const { day: dayWindow } = await limiter.take(account, 3);
    vi.advanceTimersByTime(second);
    await vi.waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.dayWindows).toEqual([{ accountId: 1, used: 3, resetMs: dayWindow?.resetMs }]);
  });

  test('writes nothing when nothing has changed', async () => {
    const { limiter, saves } = await startOnTestStore();
    await limiter.take(account, 1);
    await limiter.usage(1, 0);
    await limiter.take(address, 1);
    await limiter.peek(account);
    await limiter.usage(1, 0);
    expect(saves).toHaveLength(1);
  });

  test('that fails neither loses nor repeats a change: the next flush includes the same changes and the new ones', async () => {
    const { clock, limiter, state, saves, onError } = await startOnTestStore();
    const today = Math.floor(clock.now() / day);
    state.away = true;
    await limiter.take(limited(9, 9), 2);
    for (const failures of [1, 2, 3]) {
      vi.advanceTimersByTime(500);
      await vi.waitFor(() => expect(state.failed).toBe(failures));
      await limiter.take(limited(9, 9), 1);
    }
    expect(onError).toHaveBeenCalledWith(new Error('away'));
    state.away = false;
    vi.advanceTimersByTime(500);
    await vi.waitFor(() => expect(saves).toHaveLength(1));
    expect(saves).toEqual([
      {
        dayWindows: [{ accountId: 1, used: 5, resetMs: clock.now() + day }],
        bans: [],
        liftedKeyIds: [],
        usage: [{ accountId: 1, day: today, admitted: 5, refused: 0, strikes: 0 }],
      },
    ]);
  });

  test('keeps the days apart when the database is unavailable over midnight', async () => {
    const { clock, limiter, state, saves } = await startOnTestStore();
    const today = Math.floor(clock.now() / day);
    state.away = true;
    for (const _ of [0, 1]) {
      await limiter.take(account, 1);
      await expect(limiter.usage(1, 0)).rejects.toThrow('away');
      await limiter.take(account, 1);
      clock.advance(day);
    }
    state.away = false;
    await limiter.usage(1, 0);
    const full = { accountId: 1, admitted: 2, refused: 0, strikes: 0 };
    expect(saves.flatMap(({ usage }) => usage)).toEqual([
      { ...full, day: today },
      { ...full, day: today + 1 },
    ]);
  });

  test('keeps a ban until it is written', async () => {
    const { clock, limiter, state, saves } = await startOnTestStore();
    state.away = true;
    await limiter.take(limited(1, 9), 1);
    await limiter.take(limited(1, 9), 1);
    clock.advance(second);
    for (const _ of [1, 2]) await limiter.take(limited(1, 9), 1);
    await expect(limiter.close()).rejects.toThrow('away');
    state.away = false;
    await limiter.close();
    expect(saves.flatMap(({ bans }) => bans)).toEqual([{ keyId: 1, level: 1, endsMs: clock.now() + minute }]);
  });

  test('of thousands of accounts takes several commits, with each account in exactly one', async () => {
    const { limiter, saves } = await startOnTestStore();
    for (let id = 1; id <= 5_000; id += 1) await limiter.take({ ...account, bucket: `account:${id}` }, 1);
    await limiter.usage(1, 0);
    expect(saves.length).toBeGreaterThan(1);
    const saved = saves.flatMap(({ dayWindows }) => dayWindows.map(({ accountId }) => accountId));
    expect(saved).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
  });

  test('that fails is reported once, until a flush succeeds', async () => {
    const { limiter, state, saves, onError } = await startOnTestStore();
    for (const outage of [1, 2]) {
      state.away = true;
      await limiter.take(account, 1);
      for (const failures of [1, 2, 3]) {
        vi.advanceTimersByTime(500);
        await vi.waitFor(() => expect(state.failed).toBe(3 * (outage - 1) + failures));
      }
      state.away = false;
      await vi.waitFor(() => {
        vi.advanceTimersByTime(500);
        expect(saves).toHaveLength(outage);
      });
      expect(onError).toHaveBeenCalledTimes(outage);
    }
  });

  test('that fails late loses no change from before or during the flush', async () => {
    const { clock, limiter, state, saves, onError } = await startOnTestStore();
    const caller = limited(5, 99);
    const gate = Promise.withResolvers<void>();
    Object.assign(state, { away: true, gate: gate.promise });
    for (let sent = 0; sent < 6; sent += 1) await limiter.take(caller, 1);
    clock.advance(second);
    await limiter.take(caller, 1);
    vi.advanceTimersByTime(500);
    await vi.waitFor(() => expect(state.saving).toBe(1));
    for (let sent = 0; sent < 3; sent += 1) await limiter.take(caller, 1);
    gate.resolve();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    state.away = false;
    await limiter.usage(1, 0);
    const today = Math.floor(clock.now() / day);
    expect(saves).toMatchObject([
      { dayWindows: [{ used: 5 }], usage: [{ accountId: 1, day: today, admitted: 5, refused: 5, strikes: 4 }] },
    ]);
  });

  test('that fails late finds its accounts again: none is evicted during a flush', async () => {
    const { clock, limiter, state, saves, onError } = await startOnTestStore();
    await limiter.take(account, 1);
    await limiter.usage(1, 0);
    clock.advance(day - minute);
    const gate = Promise.withResolvers<void>();
    Object.assign(state, { away: true, gate: gate.promise });
    await limiter.take(account, 1);
    vi.advanceTimersByTime(500);
    await vi.waitFor(() => expect(state.saving).toBe(1));
    clock.advance(2 * minute);
    vi.advanceTimersByTime(5 * minute);
    gate.resolve();
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
    state.away = false;
    await limiter.take(account, 1);
    await limiter.usage(1, 0);
    expect(saves.at(-1)?.usage).toMatchObject([{ accountId: 1, admitted: 2 }]);
  });

  test('never runs while another is running', async () => {
    const { limiter, state, saves } = await startOnTestStore();
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    const reads = [];
    for (let sent = 0; sent < 3; sent += 1) {
      await limiter.take(account, 1);
      reads.push(limiter.usage(1, 0));
      await vi.waitFor(() => expect(state.saving).toBe(1));
    }
    gate.resolve();
    await Promise.all(reads);
    expect(state.mostSaving).toBe(1);
    expect(saves.at(-1)?.dayWindows).toMatchObject([{ used: 3 }]);
  });

  test('leaves out a day window that no request has opened', async () => {
    const { limiter, saves } = await startOnTestStore();
    await limiter.take(account, 11);
    await limiter.close();
    expect(saves).toMatchObject([{ dayWindows: [], usage: [{ admitted: 0, refused: 11 }] }]);
  });

  test('deletes a lifted ban even if the key sends a strike before the flush', async () => {
    const { clock, limiter, saves } = await startOnTestStore();
    await limiter.take(limited(1, 9), 1);
    await limiter.take(limited(1, 9), 1);
    clock.advance(second);
    for (const _ of [1, 2]) await limiter.take(limited(1, 9), 1);
    await limiter.liftBans(1, [1]);
    expect(await limiter.take(limited(1, 9), 1)).toMatchObject({ strike: true, banned: false });
    await limiter.close();
    expect(saves).toMatchObject([{ bans: [], liftedKeyIds: [1] }]);
  });

  test('stops when the limiter closes', async () => {
    const { limiter } = await startOnTestStore();
    await limiter.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
