import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { openMemoryLimiter } from '../../src/limits/memory.ts';
import { openRedisLimiter } from '../../src/limits/redis/redis.ts';
import { limitStore } from '../../src/limits/store.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import type { TestNow } from '../support/service.ts';
import { describeBans } from './bans.ts';
import { forgetLimits, openAccountsDatabase } from './database.ts';
import { ModelLimiter, testClock } from './model.ts';
import type { Open } from './scene.ts';
import { runStep, steps } from './steps.ts';
import { describeWindows } from './windows.ts';

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

function rethrow(error: unknown): void {
  throw error;
}

/** Fails the test if Redis becomes unavailable: the memory would then answer instead. */
const failOnFallback = { onFallback: rethrow, log: { warn: rethrow, info: rethrow } };

const openOnRedis = (now: TestNow) =>
  openRedisLimiter({
    url: redis.url,
    prefix: 'test:',
    store: limitStore(database),
    now,
    onError: rethrow,
    ...failOnFallback,
  });

/** Alternates between two limiters: each must know the requests that the other has counted. Concurrent calls go to one of them, so that they have an order. */
function inTurn(one: Limiter, other: Limiter): Limiter {
  let [next, last] = [one, other];
  let isTurned = false;
  const turn = () => {
    if (!isTurned) {
      [next, last] = [last, next];
      queueMicrotask(() => (isTurned = false));
    }
    isTurned = true;
    return last;
  };
  return {
    take: (caller, cost) => turn().take(caller, cost),
    peek: (caller) => turn().peek(caller),
    liftBans: (accountId, keyIds) => turn().liftBans(accountId, keyIds),
    async usage(accountId, sinceDay) {
      await one.usage(accountId, sinceDay);
      return other.usage(accountId, sinceDay);
    },
    async close() {
      await one.close();
      await other.close();
    },
  };
}

const implementations: [name: string, open: Open][] = [
  [
    'memory',
    async (now) => {
      await forgetLimits(database);
      return openMemoryLimiter({ store: limitStore(database), now, onError: rethrow });
    },
  ],
  [
    'Redis',
    async (now) => {
      await forgetLimits(database);
      await redis.client.flushall();
      return openOnRedis(now);
    },
  ],
  [
    'Redis, of two processes in turn',
    async (now) => {
      await forgetLimits(database);
      await redis.client.flushall();
      return inTurn(await openOnRedis(now), await openOnRedis(now));
    },
  ],
];

describe.each(implementations)('the limiter in %s', (implementation, open) => {
  describeWindows(open);
  describeBans(open);

  test('agrees with the model after every step', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const clock = testClock();
        const world = { clock, limiter: await open(clock.now), model: new ModelLimiter(clock.now) };
        try {
          for (const step of steps) {
            const answers = await runStep(step, world);
            expect(answers.limiter).toEqual(answers.model);
          }
          for (const accountId of [1, 2]) {
            expect(await world.limiter.usage(accountId, 0)).toEqual(world.model.usage(accountId, 0));
          }
        } finally {
          await world.limiter.close();
        }
      }),
      { numRuns: implementation === 'memory' ? 150 : 75 },
    );
  });
});
