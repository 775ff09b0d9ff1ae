import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { limitLedger } from '../src/limits/ledger.ts';
import { openMemoryLimiter } from '../src/limits/memory.ts';
import { describeBans } from './limiter-bans.ts';
import { forgetLimits, openAccountsDatabase } from './limiter-database.ts';
import { ModelLimiter, testClock } from './limiter-model.ts';
import type { Open } from './limiter-scene.ts';
import { happen, steps } from './limiter-steps.ts';
import { describeWindows } from './limiter-windows.ts';

let database: Database;
let removeDatabase: () => Promise<void>;

beforeAll(async () => {
  ({ database, remove: removeDatabase } = await openAccountsDatabase());
});

afterAll(() => removeDatabase());

const implementations: [name: string, open: Open][] = [
  [
    'memory',
    async (now) => {
      await forgetLimits(database);
      const onError = (error: unknown) => {
        throw error;
      };
      return openMemoryLimiter({ ledger: limitLedger(database), now, onError });
    },
  ],
];

describe.each(implementations)('the limiter in %s', (_, open) => {
  describeWindows(open);
  describeBans(open);

  test('agrees with the plain model after every step', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const clock = testClock();
        const world = { clock, limiter: await open(clock.now), model: new ModelLimiter(clock.now) };
        try {
          for (const step of steps) {
            const answers = await happen(step, world);
            expect(answers.limiter).toEqual(answers.model);
          }
          for (const accountId of [1, 2]) {
            expect(await world.limiter.usage(accountId, 0)).toEqual(world.model.usage(accountId, 0));
          }
        } finally {
          await world.limiter.close();
        }
      }),
      { numRuns: 300 },
    );
  });
});
