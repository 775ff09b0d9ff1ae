import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Decision } from '../../src/limits/limiter.ts';
import { eventually } from '../support/eventually.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { forgetLimits, openAccountsDatabase } from './database.ts';
import { day, second, testClock } from './model.ts';
import { admittedOf, openProcess } from './redis-scene.ts';
import { account, limited, otherAccount } from './scene.ts';

let database: Database;
let removeDatabase: () => Promise<void>;
let redis: TestRedis;

beforeAll(async () => {
  ({ database, remove: removeDatabase } = await openAccountsDatabase());
});
afterAll(() => removeDatabase());
beforeEach(async () => {
  await forgetLimits(database);
  redis = await startRedis();
});
afterEach(() => redis.close());

/** The clock stands still unless a test advances it: no window ends while a test waits for Redis, and no refusal is a strike. */
const open = (options = {}) => openProcess(database, { url: redis.url, now: testClock().now, ...options });
type Process = Awaited<ReturnType<typeof open>>;

const goneAlone = ({ reported }: Process) => eventually(() => reported.fallback.at(-1) === true);
const backInRedis = ({ reported }: Process) => eventually(() => reported.fallback.at(-1) === false);

async function within<Value>(ms: number, work: () => Value | Promise<Value>): Promise<Value> {
  const since = performance.now();
  const value = await work();
  expect(performance.now() - since).toBeLessThan(ms);
  return value;
}

describe('while Redis is unavailable', () => {
  /** Each kind of outage, with its beginning and its end. */
  let killScript: () => Promise<void>;
  const OUTAGES: [name: string, begin: () => unknown, end: () => unknown][] = [
    ['killed', () => redis.kill(), () => redis.start()],
    ['frozen', () => redis.freeze(), () => redis.thaw()],
    ['a read-only replica', () => redis.client.replicaof('127.0.0.1', 1), () => redis.client.replicaof('NO', 'ONE')],
    [
      'out of memory',
      () => redis.client.config('SET', 'maxmemory', 1),
      () => redis.client.config('SET', 'maxmemory', 0),
    ],
    [
      'busy with an endless script',
      async () => {
        await redis.client.config('SET', 'busy-reply-threshold', 50);
        const other = redis.client.duplicate();
        await other.connect();
        killScript = async () => {
          await other.script('KILL');
          other.disconnect();
        };
        redis.client.eval('while true do end', 0).catch(() => {});
      },
      () => killScript(),
    ],
    [
      'set to another password',
      async () => {
        await redis.client.config('SET', 'requirepass', 'another');
        await redis.client.call('CLIENT', 'KILL', 'TYPE', 'NORMAL', 'SKIPME', 'YES');
      },
      () => redis.client.config('SET', 'requirepass', ''),
    ],
  ];

  test.each(OUTAGES)(
    '(%s) the process decides within 2 s and logs once; it uses Redis again within 5 s of its recovery',
    async (_, begin, end) => {
      const process = await open();
      await process.take(account, 1);
      await begin();
      const decided: Decision[] = [];
      for (let i = 0; i < 40; i += 1) {
        const { shown } = await within(10_000, async () => {
          const decision = await process.limiter.take(limited(100, 1_000), 1);
          decided.push(decision);
          return decision;
        });
        expect(shown.limit).toBe(100);
        await delay(20);
      }
      expect(admittedOf(decided)).toBe(40);
      expect(process.reported.fallback[0]).toBe(true);
      await end();
      await backInRedis(process);
      const [{ minute }] = await process.take(limited(100, 1_000));
      expect(minute.remaining).toBe(58);
      expect(process.reported).toEqual({
        fallback: [true, false],
        log: [
          expect.stringMatching(
            /^warn \{"reason":".+"\} Redis is unavailable: this process applies the limits alone until Redis recovers$/,
          ),
          'info Redis is available again and applies the limits',
        ],
      });
    },
  );

  test('requests that already wait for Redis are all decided within 2 s', async () => {
    const process = await open();
    redis.freeze();
    const decisions = await within(10_000, () => process.takeAtOnce(limited(1_000, 10_000), 5_000));
    expect(admittedOf(decisions)).toBe(1_000);
    // Once Redis is known to be unavailable, the limiter answers synchronously.
    expect(process.limiter.take(account, 1)).toMatchObject({ refusedBy: 'day' });
    expect(process.limiter.peek(account)).toMatchObject({ refusedBy: undefined, minute: { remaining: 0 } });
    redis.thaw();
    await backInRedis(process);
  });

  test('the service starts without delay', async () => {
    await redis.kill();
    const process = await within(10_000, () => open());
    expect(process.reported.fallback).toEqual([true]);
    expect(admittedOf(await process.take(account, 5))).toBe(3);
    await redis.start();
    await backInRedis(process);
    expect(await process.limiter.peek(account)).toMatchObject({ minute: { remaining: 0 } });
  });

  test('the service starts without delay if Redis accepts connections but never answers', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    onTestFinished(() => void mute.close());
    const { port } = mute.address() as { port: number };
    const process = await within(10_000, () => open({ url: `redis://127.0.0.1:${port}` }));
    expect(process.reported.fallback).toEqual([true]);
    await within(10_000, () => process.limiter.close());
  });

  test('a wrong password is logged without the password', async () => {
    await redis.client.config('SET', 'requirepass', 'another');
    const port = new URL(redis.url).port;
    for (const credentials of ['', ':s3cret@', 'ann:s3cret@']) {
      const { reported } = await open({ url: `redis://${credentials}127.0.0.1:${port}` });
      expect(reported.log).toEqual([expect.stringMatching(/NOAUTH|WRONGPASS/)]);
      expect(reported.log[0]).not.toContain('s3cret');
    }
    const { reported } = await open({ url: `redis://:another@127.0.0.1:${port}` });
    expect(reported.log).toEqual([]);
  });

  test('a Redis without the script receives it again, without an outage', async () => {
    const process = await open();
    await process.take(account, 1);
    await redis.client.script('FLUSH');
    const decisions = await process.takeAtOnce(limited(20, 99), 50);
    expect(admittedOf(decisions)).toBe(19);
    expect(process.reported).toEqual({ fallback: [], log: [] });
  });

  test('a connection that breaks is restored', async () => {
    const process = await open();
    await redis.client.call('CLIENT', 'KILL', 'TYPE', 'NORMAL', 'SKIPME', 'YES');
    await goneAlone(process);
    await backInRedis(process);
    expect(admittedOf(await process.take(account, 4))).toBe(3);
  });
});

describe('the counts of an outage', () => {
  test('continue from the last answer of Redis, and Redis continues from them', async () => {
    const { now } = testClock();
    const process = await open({ now });
    const caller = limited(10, 100);
    const [first] = await process.take(caller, 4);
    await redis.kill();
    await goneAlone(process);
    const alone = await process.take(caller, 3);
    expect(alone.at(-1)).toMatchObject({
      minute: { remaining: 3, resetMs: first.minute.resetMs },
      day: { remaining: 93 },
    });
    await redis.start();
    await backInRedis(process);
    expect(admittedOf(await process.take(caller, 9))).toBe(3);
    const today = Math.floor(now() / day);
    expect(await process.limiter.usage(1, 0)).toEqual([{ day: today, admitted: 10, refused: 6, strikes: 0 }]);
  });

  test('are added to the counts in Redis', async () => {
    const [one, other] = [await open(), await open()];
    const caller = limited(10, 100);
    await one.take(caller, 2);
    await other.take(caller, 2);
    redis.freeze();
    // The first request waits for Redis, which has received it already.
    expect(admittedOf(await one.take(caller, 3))).toBe(3);
    expect(admittedOf(await other.take(caller, 2))).toBe(2);
    redis.thaw();
    await Promise.all([backInRedis(one), backInRedis(other)]);
    const left = [...(await one.take(caller)), ...(await other.take(caller, 9))];
    expect(admittedOf(left)).toBe(1);
  });

  test('a window that Redis has lost is restored by the next process that knows it', async () => {
    const [one, other] = [await open(), await open()];
    const caller = limited(10, 100);
    await one.take(caller, 4);
    await other.take(caller, 4);
    await redis.client.flushall();
    await other.take(caller);
    expect(await one.limiter.peek(caller)).toMatchObject({ minute: { remaining: 1 }, day: { remaining: 91 } });
  });

  test('the latest requests of a window that Redis has lost are restored too', async () => {
    const process = await open();
    const caller = limited(10, 100);
    await process.take(caller, 8);
    await redis.client.hset('petstore:production:{account:1}', { minuteUsed: 3, dayUsed: 3 });
    expect((await process.take(caller))[0]).toMatchObject({ minute: { remaining: 1 }, day: { remaining: 91 } });
    expect(await redis.client.hget('petstore:production:{account:1}', 'dayUsed')).toBe('9');
  });

  test('exceed the limit by at most one limit per process, even if Redis has lost all data', async () => {
    const processes = await Promise.all([open(), open(), open()]);
    const caller = limited(20, 1_000);
    const takeEverywhere = async () => {
      const decisions = await Promise.all(processes.map(({ take }) => take(caller, 30)));
      return admittedOf(decisions.flat());
    };
    expect(await takeEverywhere()).toBe(20);
    await redis.kill();
    await Promise.all(processes.map(goneAlone));
    // All processes have seen that the first account's limit is used up. Each admits a new account's limit once.
    expect(await takeEverywhere()).toBe(0);
    const alone = await Promise.all(processes.map(({ take }) => take({ ...otherAccount, limits: caller.limits }, 30)));
    expect(alone.map(admittedOf)).toEqual([20, 20, 20]);
    await redis.start();
    await Promise.all(processes.map(backInRedis));
    expect(await takeEverywhere()).toBe(0);
    const later = await Promise.all(processes.map(({ take }) => take({ ...otherAccount, limits: caller.limits }, 30)));
    expect(admittedOf(later.flat())).toBe(0);
  });

  test('a ban that a process knows continues there; a ban that it imposes applies everywhere afterwards', async () => {
    const clock = testClock();
    const [one, other] = [await open({ now: clock.now }), await open({ now: clock.now })];
    const earnBan = async ({ take }: Process, caller: typeof account) => {
      await take(caller, 4);
      clock.advance(second);
      expect((await take(caller, 4)).at(-1)).toMatchObject({ banned: true });
    };
    await earnBan(one, account);
    await redis.kill();
    await Promise.all([goneAlone(one), goneAlone(other)]);
    expect((await one.take(account))[0]).toMatchObject({ refusedBy: 'ban' });
    await earnBan(one, otherAccount);
    await redis.start();
    await Promise.all([backInRedis(one), backInRedis(other)]);
    expect((await other.take(otherAccount))[0]).not.toMatchObject({ refusedBy: 'ban' });
    expect((await one.take(otherAccount))[0]).toMatchObject({ refusedBy: 'ban', banned: false });
    expect((await other.take(otherAccount))[0]).toMatchObject({ refusedBy: 'ban' });
  });

  test('a ban that an operator lifts ends in Redis as soon as it answers', async () => {
    const clock = testClock();
    const [one, other] = [await open({ now: clock.now }), await open({ now: clock.now })];
    await one.take(account, 4);
    clock.advance(second);
    await one.take(account, 4);
    expect((await other.take(account))[0]).toMatchObject({ refusedBy: 'ban' });
    redis.freeze();
    await within(10_000, () => other.limiter.liftBans(1, [1, 2]));
    expect(await other.limiter.peek(account)).toMatchObject({ refusedBy: undefined });
    redis.thaw();
    await backInRedis(other);
    expect(await one.limiter.peek(account)).toMatchObject({ refusedBy: undefined });
  });
});
