import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { steadyClock } from '../../src/time/clock.ts';
import { addPet } from '../support/answers.ts';
import { startOnSqlite, testClock, type TestService } from '../support/service.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const day = 24 * hour;

/** The wall clock and the monotonic one; only the former jumps. It never shows today: what other tests upload meanwhile would be old. */
function clocks() {
  const wall = testClock(Date.UTC(2020, 10, 21, 9));
  const monotonic = testClock(0);
  const pass = (ms: number) => {
    wall.advance(ms);
    monotonic.advance(ms);
  };
  return { wall, monotonic, pass };
}

describe('the clock of limits and deletions', () => {
  const { wall, monotonic, pass } = clocks();
  let clock: ReturnType<typeof steadyClock>;
  beforeEach(() => (clock = steadyClock(wall.now, monotonic.now)));

  test.each([
    ['corrections up to a second, at once', second],
    ['corrections back, at once', -second],
  ])('follows %s', (_, ms) => {
    wall.advance(ms);
    expect(clock.now()).toBe(wall.now());
  });

  test.each([40 * day, -2 * hour, 2 * second])('ignores a jump by %d ms that is corrected within minutes', (ms) => {
    const before = clock.now();
    wall.advance(ms);
    expect(clock.now()).toBe(before);
    for (let i = 0; i < 4; i += 1) {
      pass(minute);
      expect(clock.now()).toBe(before + (i + 1) * minute);
    }
    wall.advance(-ms);
    pass(10 * minute);
    expect(clock.now()).toBe(wall.now());
  });

  test('follows a jump forward after five minutes', () => {
    wall.advance(40 * day);
    clock.now();
    pass(5 * minute - 1);
    expect(clock.now()).toBe(wall.now() - 40 * day);
    pass(1);
    expect(clock.now()).toBe(wall.now());
  });

  test('never goes back: after five minutes it runs slower until the wall clock has caught up', () => {
    wall.advance(-2 * hour);
    let before = clock.now();
    for (let minutes = 0; clock.now() !== wall.now(); minutes += 1) {
      expect(minutes).toBeLessThan(5 + 10 * 120);
      pass(minute);
      expect(clock.now() - before).toBeGreaterThanOrEqual(0.9 * minute - second);
      before = clock.now();
    }
  });

  test('nothing is deleted by a time that either clock has not reached, or in the first five minutes', () => {
    expect(clock.deletingMs()).toBeUndefined();
    pass(5 * minute);
    expect(clock.deletingMs()).toBe(wall.now());
    wall.advance(-40 * day);
    expect(clock.deletingMs()).toBe(wall.now());
    wall.advance(80 * day);
    expect(clock.deletingMs()).toBe(wall.now() - 40 * day);
  });

  test('counts the five minutes of each jump from its own beginning', () => {
    wall.advance(day);
    clock.now();
    pass(4 * minute);
    wall.advance(day);
    clock.now();
    pass(4 * minute);
    expect(clock.now()).toBe(wall.now() - 2 * day);
  });
});

describe('a service whose clock jumps', () => {
  const { wall, monotonic, pass } = clocks();
  let service: TestService;
  beforeEach(async () => {
    vi.spyOn(Date, 'now').mockImplementation(wall.now);
    vi.spyOn(performance, 'now').mockImplementation(monotonic.now);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    service = await startOnSqlite();
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await service.close();
  });

  test('back by two hours: a limited account waits for the rest of its minute', async () => {
    const { key } = await service.newAccount({ limits: { perMinute: 1, perDay: 100 } });
    const read = () => service.call('GET', '/v1/pets', { key });
    expect((await read()).status).toBe(200);
    wall.advance(-2 * hour);
    pass(20 * second);
    const refused = await read();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    pass(40 * second);
    expect((await read()).status).toBe(200);
  });

  test('by 40 days for a minute: nothing is swept, and after five minutes all that is old', async () => {
    const events = async () => (await service.call('GET', '/v1/events')).body.length as number;
    const sweep = async () => {
      await vi.advanceTimersByTimeAsync(minute);
      // The commits of the sweeps reach the disk in real time.
      await addPet(service, {});
      await events();
    };
    await addPet(service, {});
    pass(10 * minute);
    await sweep();
    const kept = await events();
    wall.advance(40 * day);
    pass(minute);
    await sweep();
    expect(await events()).toBeGreaterThan(kept);
    pass(5 * minute);
    await expect.poll(() => sweep().then(events), { interval: 0 }).toBeLessThan(kept);
  });

  test('by 40 days before its start: nothing is swept in the first five minutes', async () => {
    await addPet(service, {});
    const key = { key: service.operatorKey };
    const events = async (of: TestService) => (await of.call('GET', '/v1/events', key)).body.length as number;
    const kept = await events(service);
    wall.advance(40 * day);
    const late = await startOnSqlite({ dataDir: service.dataDir, serves: false });
    await vi.advanceTimersByTimeAsync(minute);
    expect((await late.call('POST', '/v1/pets', { ...key, body: { name: 'Rex', categoryId: 1 } })).status).toBe(201);
    expect(await events(late)).toBe(kept + 1);
    vi.useRealTimers();
    await late.stop();
  });
});

test('a clock that was set back between two processes prolongs no window and no ban beyond its length', async () => {
  const clock = testClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  const first = await startOnSqlite({ now: clock.now, dataDir });
  const limited = await first.newAccount({ limits: { perMinute: 5, perDay: 1 } });
  const banned = await first.newAccount({ limits: { perMinute: 1, perDay: 100 } });
  await first.call('GET', '/v1/pets', limited);
  for (let i = 0; i < 5; i += 1) {
    await first.call('GET', '/v1/pets', banned);
    clock.advance(2 * second);
  }
  await first.stop();
  clock.advance(-3 * hour);
  const later = await startOnSqlite({ now: clock.now, dataDir });
  const waits = async (key: string) => {
    const { status, headers } = await later.call('GET', '/v1/pets', { key });
    return [status, Number(headers.get('retry-after'))];
  };
  expect(await waits(limited.key)).toEqual([429, day / second]);
  expect(await waits(banned.key)).toEqual([429, minute / second]);
});
