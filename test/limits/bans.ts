import { describe, expect, test } from 'vitest';
import { day, hour, minute, second } from './model.ts';
import { account, address, limited, type Open, secondKey, start } from './scene.ts';

/** The limiter's rules for strikes and bans. */
export function describeBans(open: Open): void {
  describe('strikes', () => {
    test('a refused request is a strike if sent 1 s or more after the first refusal of its window', async () => {
      const { clock, take } = await start(open);
      await take(account, 3);
      clock.advance(5 * second);
      expect(await take(account)).toMatchObject({ refusedBy: 'minute', strike: false });
      clock.advance(second - 1);
      expect(await take(account)).toMatchObject({ refusedBy: 'minute', strike: false });
      clock.advance(1);
      expect(await take(account)).toMatchObject({ refusedBy: 'minute', strike: true, banned: false });
    });

    test('each window has its own first refusal', async () => {
      const { clock, take } = await start(open);
      await take(limited(3, 4), 4);
      clock.advance(minute);
      await take(limited(3, 4));
      expect(await take(limited(3, 4))).toMatchObject({ refusedBy: 'day', strike: false });
      clock.advance(second);
      expect(await take(limited(3, 4))).toMatchObject({ refusedBy: 'day', strike: true });
      clock.advance(day);
      await take(limited(3, 4), 3);
      expect(await take(limited(3, 4))).toMatchObject({ refusedBy: 'minute', strike: false });
    });

    test('addresses receive none', async () => {
      const { clock, take } = await start(open);
      await take(address, 4);
      clock.advance(second);
      expect(await take(address, 50)).toMatchObject({ refusedBy: 'minute', strike: false, banned: false });
    });

    test('as many as the minute limit do not ban the key; one more does, and the ban refuses it', async () => {
      const { clock, take } = await start(open);
      await take(account, 4);
      clock.advance(second);
      expect(await take(account, 3)).toMatchObject({ refusedBy: 'minute', strike: true, banned: false });
      expect(await take(account)).toMatchObject({
        refusedBy: 'ban',
        strike: true,
        banned: true,
        shown: { limit: 3, remaining: 0, resetMs: clock.now() + minute },
      });
    });

    test('count together within 60 s of the first one', async () => {
      const { clock, take } = await start(open);
      const tight = limited(3, 3);
      await take(tight, 4);
      clock.advance(second);
      await take(tight, 3);
      clock.advance(minute);
      expect(await take(tight, 3)).toMatchObject({ strike: true, banned: false });
      clock.advance(minute - 1);
      expect(await take(tight)).toMatchObject({ strike: true, banned: true });
    });

    test('each key of an account has its own', async () => {
      const { clock, take } = await start(open);
      await take(account, 4);
      clock.advance(second);
      await take(account, 3);
      expect(await take(secondKey, 3)).toMatchObject({ strike: true, banned: false });
      expect(await take(account)).toMatchObject({ banned: true });
      expect(await take(secondKey)).toMatchObject({ banned: true });
    });
  });

  describe('bans', () => {
    test('refuse every request and show the end of the ban, whatever remains in the windows', async () => {
      const { clock, take, getBanned } = await start(open);
      const {
        shown: { resetMs },
      } = await getBanned(account);
      clock.advance(minute - 1);
      const refused = await take(account);
      expect(refused).toMatchObject({ refusedBy: 'ban', strike: false, banned: false });
      expect(refused.shown).toEqual({ limit: 3, remaining: 0, resetMs });
      expect(refused.minute).toMatchObject({ remaining: 3 });
    });

    test('are not prolonged by requests, which use nothing of the windows', async () => {
      const { clock, take, getBanned } = await start(open);
      await getBanned(account);
      for (let sent = 0; sent < 59; sent += 1) {
        clock.advance(second);
        expect(await take(account)).toMatchObject({ refusedBy: 'ban', day: { remaining: 7 } });
      }
      clock.advance(second);
      expect(await take(account)).toMatchObject({ refusedBy: undefined, day: { remaining: 6 } });
    });

    test('apply to the key, not to the account', async () => {
      const { clock, take, getBanned } = await start(open);
      await getBanned(account);
      clock.advance(minute - second);
      expect(await take(account)).toMatchObject({ refusedBy: 'ban' });
      expect(await take(secondKey)).toMatchObject({ refusedBy: undefined });
    });

    test('last 1 min, 5 min, 30 min, 2 h, then 24 h each time', async () => {
      const { clock, getBanned } = await start(open);
      const caller = limited(3, 1_000);
      for (const lastsMs of [minute, 5 * minute, 30 * minute, 2 * hour, day, day, day]) {
        const ban = await getBanned(caller);
        expect(ban).toMatchObject({ banned: true, shown: { resetMs: clock.now() + lastsMs } });
        clock.advance(lastsMs);
      }
    });

    test.each([
      ['not before a whole day', day - 2 * second, 30 * minute],
      ['one level after a day', day, 5 * minute],
      ['two levels after two days', 2 * day, minute],
      ['never below the first level', 9 * day, minute],
    ])('step down for each day since the end of the last ban: %s', async (_, cleanMs, nextMs) => {
      const { clock, getBanned } = await start(open);
      const caller = limited(3, 1_000);
      for (const lastsMs of [minute, 5 * minute]) {
        await getBanned(caller);
        clock.advance(lastsMs);
      }
      clock.advance(cleanMs);
      const ban = await getBanned(caller);
      expect(ban).toMatchObject({ banned: true, shown: { resetMs: clock.now() + nextMs } });
    });

    test('step down from the fifth level after any number of further bans', async () => {
      const { clock, getBanned } = await start(open);
      const caller = limited(3, 1_000);
      for (const lastsMs of [minute, 5 * minute, 30 * minute, 2 * hour, day, day, day]) {
        await getBanned(caller);
        clock.advance(lastsMs);
      }
      clock.advance(4 * day);
      expect(await getBanned(caller)).toMatchObject({ banned: true, shown: { resetMs: clock.now() + 5 * minute } });
    });

    test('clear the strikes', async () => {
      const { clock, take, getBanned } = await start(open);
      const tight = limited(3, 3);
      await getBanned(tight);
      clock.advance(minute);
      expect(await take(tight, 3)).toMatchObject({ refusedBy: 'day', strike: true, banned: false });
    });

    test('end at once when lifted, which also clears levels and strikes', async () => {
      const { clock, limiter, take, getBanned } = await start(open);
      await getBanned(account);
      clock.advance(minute);
      await getBanned(account);
      await limiter.liftBans(1, [1, 2]);
      expect(await take(account, 3)).toMatchObject({ refusedBy: 'minute', strike: true, banned: false });
      await limiter.liftBans(1, [1]);
      expect(await take(account, 3)).toMatchObject({ strike: true, banned: false });
      expect(await take(account)).toMatchObject({ banned: true, shown: { resetMs: clock.now() + minute } });
    });
  });
}
