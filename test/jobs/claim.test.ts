import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { alone, type Hold, openClaim } from '../../src/jobs/claim.ts';
import { BACKENDS, sharedService } from '../support/service.ts';

const claimMs = 20_000;
const never = new AbortController().signal;

describe.each(BACKENDS)('a claim, on %s', (_, start) => {
  const service = sharedService(start);
  const nowMs = Date.UTC(2026, 10, 27, 12);
  /** The claims of two processes, the first of which has a clock that is ahead. */
  async function claims(aheadMs: number) {
    const { database } = await service.beside();
    const clock = { ms: nowMs };
    const one = openClaim(database, `work ${aheadMs}`, () => clock.ms + aheadMs);
    const other = openClaim(database, `work ${aheadMs}`, () => clock.ms);
    return { clock, database, one, other };
  }

  test.each([0, 500, 6_000, 30_000])('belongs to one process, whose clock may be %d ms ahead', async (aheadMs) => {
    const { clock, database, one, other } = await claims(aheadMs);
    expect(await one.take()).toBe(true);
    for (let looked = 0; looked < 10; looked += 1) {
      clock.ms += 4_000;
      expect(await other.take()).toBe(false);
      expect(await database.transaction((tx) => one.renew(tx))).toBe(true);
    }
    clock.ms += claimMs + aheadMs;
    expect(await other.take()).toBe(true);
    expect(await database.transaction((tx) => one.renew(tx))).toBe(false);
  });

  test('ends at once if the clock was set back since', async () => {
    const { one, other } = await claims(3_600_000);
    expect(await one.take()).toBe(true);
    expect(await other.take()).toBe(true);
  });
});

describe.each(BACKENDS)('work that one process does alone, on %s', (_, start) => {
  const service = sharedService(start);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Does the work with a database that is away while `isAway`. */
  async function during(
    work: (hold: Hold, database: { isAway: boolean }, renewal: () => Promise<void>) => Promise<void>,
  ) {
    const { database } = await service.beside();
    const state = { isAway: false };
    let last: Promise<unknown> = Promise.resolve();
    const transaction: typeof database.transaction = (...given) => {
      const done = state.isAway ? Promise.reject(new Error('The database is away.')) : database.transaction(...given);
      last = done.catch(() => undefined);
      return done;
    };
    const renewal = async () => {
      vi.advanceTimersByTime(claimMs / 4);
      await last;
      await new Promise(setImmediate);
    };
    const options = { database: { ...database, transaction }, name: 'work', now: Date.now, stop: never };
    expect(await alone(options, (hold) => work(hold, state, renewal))).toBeDefined();
  }

  test('goes on while the database is away for less than the claim lasts', async () => {
    await during(async ({ stop }, state, renewal) => {
      await renewal();
      state.isAway = true;
      await renewal();
      await renewal();
      expect(stop.aborted).toBe(false);
      state.isAway = false;
      for (let renewed = 0; renewed < 4; renewed += 1) await renewal();
      expect(stop.aborted).toBe(false);
    });
  });

  test('is aborted before the claim ends that cannot be renewed', async () => {
    await during(async ({ stop }, state, renewal) => {
      await renewal();
      state.isAway = true;
      for (let missed = 0; missed < 3; missed += 1) await renewal();
      expect(stop.aborted).toBe(true);
      expect(stop.reason).toMatchObject({ message: 'The database is away.' });
      state.isAway = false;
    });
  });

  test('is aborted at once when another process has taken over', async () => {
    await during(async ({ stop }, _state, renewal) => {
      const { database } = await service.beside();
      expect(await openClaim(database, 'work', () => Date.now() + 2 * claimMs).take()).toBe(true);
      await renewal();
      expect(stop.aborted).toBe(true);
      expect(stop.reason).toMatchObject({ message: 'Another process has taken over.' });
    });
  });
});
