import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { eventually } from '../support/eventually.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { forgetLimits, openAccountsDatabase } from './database.ts';
import { day, hour, minute, second, testClock } from './model.ts';
import { admittedOf, openProcess } from './redis-scene.ts';
import { account, address, limited, secondKey } from './scene.ts';

let database: Database;
let removeDatabase: () => Promise<void>;
let redis: TestRedis;

beforeAll(async () => {
  ({ database, remove: removeDatabase } = await openAccountsDatabase());
  redis = await startRedis();
});
afterAll(async () => {
  await redis.close();
  await removeDatabase();
});
beforeEach(async () => {
  await forgetLimits(database);
  await redis.client.flushall();
});

const open = (options = {}) => openProcess(database, { url: redis.url, ...options });

describe('in Redis', () => {
  test('all keys begin with their environment’s prefix, so that both environments can share a Redis', async () => {
    const production = await open();
    const staging = await open({ prefix: 'petstore:staging:' });
    await production.take(account, 3);
    await staging.take(account, 1);
    expect((await redis.client.keys('*')).toSorted()).toEqual([
      'petstore:production:{account:1}',
      'petstore:production:{greeting}',
      'petstore:staging:{account:1}',
      'petstore:staging:{greeting}',
    ]);
    expect(await staging.limiter.peek(account)).toMatchObject({ minute: { remaining: 2 } });
  });

  test('each key expires soon after its windows or its ban', async () => {
    const clock = testClock();
    const { take } = await open({ now: clock.now });
    await take(account, 4);
    await take(address, 4);
    clock.advance(second);
    await take(account, 4);
    const lives = async (name: string) => (await redis.client.pttl(`petstore:production:${name}`)) / minute;
    expect(await lives('{account:1}')).toBeCloseTo(24 * 60 + 1, 0);
    expect(await lives('{address:203.0.113.9}')).toBeCloseTo(2, 0);
    // A ban of a minute, and the day after which its level is zero.
    expect(await lives('{account:1}:key:1')).toBeCloseTo(1 + 24 * 60 + 1, 0);
  });

  test('the requests of one turn take one call for each caller, and the script is sent only once', async () => {
    const { take, takeAtOnce, limiter } = await open();
    await redis.client.config('RESETSTAT');
    await take(account, 10);
    await Promise.all([takeAtOnce(account, 50), takeAtOnce(secondKey, 50), takeAtOnce(address, 50)]);
    await takeAtOnce({ ...account, visitor: address }, 50);
    await limiter.peek(account);
    const calls = [...(await redis.client.info('commandstats')).matchAll(/^cmdstat_(eval|evalsha):calls=(\d+)/gm)];
    expect(Object.fromEntries(calls.map(([, name, count]) => [name, Number(count)]))).toEqual({ evalsha: 15 });
  });

  test('times follow the clock of Redis, also during an outage', async () => {
    const [seconds] = await redis.client.time();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * hour });
    onTestFinished(() => void vi.useRealTimers());
    const { limiter, take, reported } = await open();
    const [exact] = await take(account);
    expect(exact.nowMs / 1_000 - Number(seconds)).toBeLessThan(hour / 2_000);
    expect(exact.minute.resetMs).toBe(exact.nowMs + minute);
    await redis.kill();
    onTestFinished(() => redis.start());
    await eventually(() => reported.fallback.length > 0);
    const alone = await limiter.take(account, 1);
    expect(alone.nowMs - exact.nowMs).toBeLessThan(hour / 2);
    expect(alone.minute).toEqual({ limit: 3, remaining: 1, resetMs: exact.minute.resetMs });
  });

  test('numbers are exact beyond what a day can hold', async () => {
    const { limiter } = await open();
    const large = limited(1e12, 1e12);
    await limiter.take(large, 1e12 - 1);
    expect(await limiter.take(large, 1)).toMatchObject({ day: { limit: 1e12, remaining: 0 }, refusedBy: undefined });
    expect(await limiter.take(large, 1)).toMatchObject({ refusedBy: 'day' });
  });

  test('concurrent requests of several processes are admitted exactly up to the limit', async () => {
    const { now } = testClock();
    const processes = await Promise.all([open({ now }), open({ now }), open({ now })]);
    const decisions = await Promise.all(processes.map(({ takeAtOnce }) => takeAtOnce(limited(1_000, 250), 200)));
    expect(admittedOf(decisions.flat())).toBe(250);
    const usage = await Promise.all(processes.map(({ limiter }) => limiter.usage(1, 0)));
    const today = Math.floor(now() / day);
    expect(usage.at(-1)).toMatchObject([{ day: today, refused: expect.any(Number) }]);
    expect(await processes[0].limiter.usage(1, 0)).toEqual([{ day: today, admitted: 250, refused: 350, strikes: 0 }]);
  });

  test('a ban applies in every process at once, and so does lifting it', async () => {
    const clock = testClock();
    const [one, other] = [await open({ now: clock.now }), await open({ now: clock.now })];
    await one.take(account, 4);
    clock.advance(second);
    const [ban] = (await one.take(account, 4)).slice(-1);
    expect(ban).toMatchObject({ banned: true });
    expect((await other.take(account))[0]).toMatchObject({ refusedBy: 'ban', shown: ban!.shown });
    await other.limiter.liftBans(1, [1, 2]);
    expect(await one.limiter.peek(account)).toMatchObject({ refusedBy: undefined });
  });
});
