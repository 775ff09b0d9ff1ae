import { describe, expect, test } from 'vitest';
import { day, minute, second } from './model.ts';
import { account, address, limited, type Open, otherAccount, secondKey, start } from './scene.ts';

/** The limiter's rules for windows and usage. */
export function describeWindows(open: Open): void {
  describe('the windows', () => {
    test('the first admitted request opens the windows, which end 60 s and 24 h later', async () => {
      const { clock, take } = await start(open);
      const openedMs = clock.now();
      await take(account);
      clock.advance(10 * second);
      const { minute: minuteWindow, day: dayWindow } = await take(account);
      expect(minuteWindow).toEqual({ limit: 3, remaining: 1, resetMs: openedMs + minute });
      expect(dayWindow).toEqual({ limit: 10, remaining: 8, resetMs: openedMs + day });
    });

    test('a new window opens with the first request after the end of the old one, not at its end', async () => {
      const { clock, take } = await start(open);
      await take(account, 3);
      clock.advance(minute - 1);
      expect(await take(account)).toMatchObject({ refusedBy: 'minute' });
      clock.advance(1 + 30 * second);
      expect(await take(account)).toMatchObject({
        refusedBy: undefined,
        minute: { remaining: 2, resetMs: clock.now() + minute },
        day: { remaining: 6 },
      });
    });

    test('a refused request uses nothing of either window', async () => {
      const { clock, take } = await start(open);
      await take(account, 3);
      expect(await take(account, 20)).toMatchObject({ refusedBy: 'minute', day: { remaining: 7 } });
      clock.advance(minute);
      expect(await take(account)).toMatchObject({ refusedBy: undefined, day: { remaining: 6 } });
    });

    test('the day window refuses in every minute until its own reset', async () => {
      const { clock, take } = await start(open);
      for (const _ of [1, 2, 3]) {
        await take(account, 3);
        clock.advance(minute);
      }
      expect(await take(account)).toMatchObject({ refusedBy: undefined, day: { remaining: 0 } });
      expect(await take(account)).toMatchObject({ refusedBy: 'day', minute: { remaining: 2 } });
      clock.advance(day - 3 * minute - 1);
      expect(await take(account)).toMatchObject({ refusedBy: 'day' });
      clock.advance(1);
      expect(await take(account)).toMatchObject({ refusedBy: undefined, day: { remaining: 9 } });
    });

    test('a cost is admitted in full, or not at all if one window has less remaining', async () => {
      const { take } = await start(open);
      expect(await take(limited(3, 10), 1, 2)).toMatchObject({ refusedBy: undefined, minute: { remaining: 1 } });
      expect(await take(limited(3, 10), 1, 2)).toMatchObject({ refusedBy: 'minute', minute: { remaining: 1 } });
      expect(await take(limited(10, 3), 1, 2)).toMatchObject({ refusedBy: 'day', day: { remaining: 1 } });
      expect(await take(limited(3, 3))).toMatchObject({ refusedBy: undefined, minute: { remaining: 0 } });
    });

    test('a cost above the whole limit is refused and opens nothing', async () => {
      const { clock, take } = await start(open);
      await take(account, 1, 4);
      clock.advance(second);
      const decision = await take(account, 1, 4);
      expect(decision).toMatchObject({ refusedBy: 'minute', strike: false });
      expect(decision.minute).toEqual({ limit: 3, remaining: 3, resetMs: clock.now() + minute });
    });

    test('a changed limit applies at once to the open window', async () => {
      const { take } = await start(open);
      await take(limited(3, 10), 3);
      expect(await take(limited(2, 10))).toMatchObject({ refusedBy: 'minute', minute: { limit: 2, remaining: 0 } });
      expect(await take(limited(5, 10))).toMatchObject({ refusedBy: undefined, minute: { limit: 5, remaining: 1 } });
    });

    test('the keys of an account share its windows; other buckets have their own', async () => {
      const { take } = await start(open);
      await take(account, 2);
      expect(await take(secondKey)).toMatchObject({ minute: { remaining: 0 } });
      expect(await take(account)).toMatchObject({ refusedBy: 'minute' });
      expect(await take(otherAccount)).toMatchObject({ minute: { remaining: 2 } });
      expect(await take(address)).toMatchObject({ minute: { remaining: 2 } });
    });

    test('an address has no day window', async () => {
      const { clock, take } = await start(open);
      await take(address, 3);
      const decision = await take(address);
      expect(decision).toMatchObject({ refusedBy: 'minute', day: undefined });
      expect(decision.shown).toEqual({ limit: 3, remaining: 0, resetMs: clock.now() + minute });
    });
  });

  describe('the window that is shown', () => {
    test('is the one with fewer requests remaining', async () => {
      const { take } = await start(open);
      expect((await take(limited(3, 10))).shown).toMatchObject({ limit: 3, remaining: 2 });
      expect((await take(limited(9, 5))).shown).toMatchObject({ limit: 5, remaining: 3 });
    });

    test('is the one with the later reset if both have the same number remaining', async () => {
      const { clock, take } = await start(open);
      expect((await take(limited(3, 3))).shown).toEqual({ limit: 3, remaining: 2, resetMs: clock.now() + day });
    });

    test('is the one that refused, even if the other has fewer remaining', async () => {
      const { take } = await start(open);
      const limits = limited(5, 6);
      await take(limits, 1, 3);
      expect(await take(limited(5, 100), 1, 4)).toMatchObject({ refusedBy: 'minute', shown: { remaining: 2 } });
      expect(await take(limited(100, 6), 1, 4)).toMatchObject({ refusedBy: 'day', shown: { remaining: 3 } });
    });

    test('is the minute if both have the same number remaining and the same reset', async () => {
      const { clock, take } = await start(open);
      await take(limited(3, 9));
      clock.advance(day - minute);
      await take(limited(3, 9), 3);
      expect(await take(limited(3, 4))).toMatchObject({ refusedBy: 'minute', shown: { limit: 3, remaining: 0 } });
      expect(await take(limited(4, 6))).toMatchObject({ refusedBy: undefined, shown: { limit: 4, remaining: 0 } });
    });

    test('is the one with the later reset if both refused', async () => {
      const { clock, take } = await start(open);
      await take(limited(3, 3), 3);
      expect(await take(limited(3, 3))).toMatchObject({ refusedBy: 'day', shown: { resetMs: clock.now() + day } });
      clock.advance(day - second);
      await take(limited(3, 9), 3);
      const both = await take(limited(3, 3));
      expect(both).toMatchObject({ refusedBy: 'minute', shown: { resetMs: clock.now() + minute } });
    });
  });

  describe('peek', () => {
    test('shows everything remaining before the first request', async () => {
      const { clock, limiter } = await start(open);
      const minuteWindow = { limit: 3, remaining: 3, resetMs: clock.now() + minute };
      expect(await limiter.peek(account)).toEqual({
        refusedBy: undefined,
        shown: minuteWindow,
        minute: minuteWindow,
        day: { limit: 10, remaining: 10, resetMs: clock.now() + day },
        strike: false,
        banned: false,
        nowMs: clock.now(),
      });
    });

    test('takes nothing, counts no strike, and is refused only by a ban', async () => {
      const { clock, limiter, take, getBanned } = await start(open);
      await take(account, 4);
      clock.advance(second);
      for (let looks = 0; looks < 10; looks += 1) {
        expect(await limiter.peek(account)).toMatchObject({
          refusedBy: undefined,
          strike: false,
          shown: { remaining: 0 },
          day: { remaining: 7 },
        });
      }
      const { shown } = await getBanned(account);
      expect(await limiter.peek(account)).toMatchObject({ refusedBy: 'ban', banned: false, shown });
    });
  });

  describe('usage', () => {
    test('counts admitted and refused requests and strikes by UTC day, up to the latest request', async () => {
      const { clock, limiter, take, getBanned } = await start(open);
      const today = Math.floor(clock.now() / day);
      await take(account, 1, 2);
      await take(secondKey, 2);
      await limiter.peek(account);
      expect(await limiter.usage(1, today)).toEqual([{ day: today, admitted: 3, refused: 1, strikes: 0 }]);
      clock.advance(2 * day);
      await getBanned(account);
      await take(account);
      const later = { day: today + 2, admitted: 3, refused: 6, strikes: 4 };
      expect(await limiter.usage(1, today)).toEqual([{ day: today, admitted: 3, refused: 1, strikes: 0 }, later]);
      expect(await limiter.usage(1, today + 1)).toEqual([later]);
      expect(await limiter.usage(2, today)).toEqual([]);
    });
  });
}
