import type { Database, Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { actorOf, principalOf } from '../http/principal.ts';
import type { Effects } from '../idempotency/effects.ts';
import { durationMs, durationOf } from '../vocabulary/duration.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { openAdvancing } from './advancing.ts';
import { Advance, TestClock } from './schema.ts';
import type { TestClockStore } from './store.ts';

interface TestClockRouteParts {
  readonly database: Database;
  readonly clocks: TestClockStore;
  readonly advancing: Pick<ReturnType<typeof openAdvancing>, 'arrived' | 'nextDue'>;
  readonly effects: Effects;
  /** The real time in Unix milliseconds. */
  readonly wallNow: () => number;
}

/** Dates of responses have years of four digits, and some lie ahead of the clock. */
const latestMs = Date.UTC(9000, 0, 1);

/** Another request was first; this one waits until its advance has ended. */
class AlreadyAdvancing extends Error {}

/** The clock of staging. Production has no such routes. */
export function testClockRoutes(v1: App, parts: TestClockRouteParts): void {
  const { database, clocks, advancing, effects, wallNow } = parts;

  /** Runs work of a request that has waited, with a deadline of its own. */
  const afresh = <Result>(work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => database.withDeadline(() => void work().then(resolve, reject)));

  async function begin(tx: Queries, byMs: number, by: ReturnType<typeof actorOf>): Promise<TestClock> {
    const clock = await clocks.find(tx);
    if (clock.targetMs !== undefined) throw new AlreadyAdvancing();
    const aheadMs = clock.aheadMs + byMs;
    const nowMs = wallNow() + aheadMs;
    if (nowMs >= latestMs)
      throw new ApiError('invalid_body', 'The field `by` must not take the clock past the year 8999.');
    await clocks.begin(tx, clock, byMs, by);
    return { now: timestamp(nowMs), advancedBy: durationOf(aheadMs) };
  }

  v1.route({
    method: 'GET',
    url: '/test/clock',
    schema: {
      operationId: 'getClock',
      tags: ['Testing'],
      summary: "Get staging's clock",
      description: 'Returns the time of the environment. In production nothing has this path.',
      response: { 200: TestClock },
    },
    config: { whose: 'anyAccount', secretKeysOnly: true, stagingOnly: true },
    handler: async () => {
      const { aheadMs, targetMs } = await clocks.find();
      const wallMs = wallNow();
      const dueMs = await advancing.nextDue(wallMs + aheadMs);
      return {
        now: timestamp(wallMs + aheadMs),
        advancedBy: durationOf(aheadMs),
        ...(targetMs === undefined ? {} : { advancingTo: timestamp(wallMs + targetMs) }),
        ...(dueMs === Infinity ? {} : { nextDueAt: timestamp(dueMs) }),
      };
    },
  });

  v1.route({
    method: 'POST',
    url: '/test/clock/advance',
    schema: {
      operationId: 'advanceClock',
      tags: ['Testing'],
      summary: "Advance staging's clock",
      description:
        'Moves the time of the whole environment forward, for every account. The response comes after everything that was due on the way has happened, in order and each at its time: holds of orders end, and webhooks are sent and sent again. So it may take as long as the receivers of webhooks do. A request during an advance waits for its end. The clock never goes back. In production nothing has this path.',
      body: Advance,
      response: { 200: TestClock },
    },
    config: { whose: 'anyAccount', secretKeysOnly: true, stagingOnly: true },
    handler: async (request, reply) => {
      const byMs = durationMs(request.body.by) ?? 0;
      for (;;) {
        await advancing.arrived();
        try {
          const by = actorOf(principalOf(request));
          const clock = await afresh(() => effects.run(request, reply, (tx) => begin(tx, byMs, by)));
          await advancing.arrived();
          return clock;
        } catch (error) {
          if (!(error instanceof AlreadyAdvancing)) throw error;
        }
      }
    },
  });
}
