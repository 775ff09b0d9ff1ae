import type { Database, Queries } from '../../database/database.ts';
import type { EventStore } from '../../events/store.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { actorOf, type Principal, principalOf } from '../../http/principal.ts';
import type { Effects } from '../../idempotency/effects.ts';
import type { RealNow } from '../../time/clock.ts';
import { durationMs, durationOf } from '../../vocabulary/duration.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { openAdvancing } from './advancing.ts';
import { Advance, TestClock } from './schema.ts';
import type { StoredClock, TestClockStore } from './store.ts';

interface TestClockRouteParts {
  readonly database: Database;
  readonly clocks: TestClockStore;
  readonly events: Pick<EventStore, 'last'>;
  readonly advancing: Pick<ReturnType<typeof openAdvancing>, 'arrived' | 'nextDue'>;
  readonly effects: Effects;
  /** The real time in Unix milliseconds. */
  readonly realNow: RealNow;
  /** Waits for real milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

const dayMs = 86_400_000;
/** A typing error of one account must not make the clock useless for all others. */
const most = { atOnceMs: 366 * dayMs, aheadMs: 3_660 * dayMs };
/** Anybody can sign up, and have something that is due: what strangers do to the clock stays within what others' tests bear. */
const mostOfStranger = { afterDueMs: 7_200_000, aheadMs: 30 * dayMs };
/** Dates of responses have years of four digits, and some lie ahead of the clock. */
const latestMs = Date.UTC(9000, 0, 1);
/** Clients and proxies wait for an answer for half a minute or longer. */
const answerMs = 20_000;

/** Nothing is charged: an account whose limits are used up advances the clock to where they are open again. */
const ofClock = { whose: 'anyAccount', secretKeysOnly: true, stagingOnly: true, cost: 0 } as const;

/** Another request was first; this one waits until its advance has ended. */
class AlreadyAdvancing extends Error {}

/** The clock of staging. Production has no such routes. */
export function testClockRoutes(v1: App, parts: TestClockRouteParts): void {
  const { database, clocks, events, advancing, effects, realNow, wait } = parts;

  /** @param afterSequence the sequence of the last event */
  async function begin(tx: Queries, byMs: number, principal: Principal, afterSequence: number): Promise<TestClock> {
    const { aheadMs: fromMs, targetMs } = await clocks.find(tx);
    if (targetMs !== undefined) throw new AlreadyAdvancing();
    const aheadMs = fromMs + byMs;
    if (!principal.operator && aheadMs > most.aheadMs)
      throw invalidBy('must not take the clock further than 3,660 days ahead of the real time: only an operator may');
    const wallMs = realNow();
    const nowMs = wallMs + aheadMs;
    if (nowMs >= latestMs) throw invalidBy('must not take the clock past the year 8999');
    if (principal.stranger && !principal.operator) {
      const dueMs = await clocks.nextOf(tx, principal.accountId, wallMs + fromMs);
      const isOwn = dueMs !== undefined && nowMs <= dueMs + mostOfStranger.afterDueMs;
      if (!isOwn || aheadMs > mostOfStranger.aheadMs) throw notByStranger(dueMs);
    }
    const begun = { atMs: wallMs + fromMs, afterSequence };
    const clock: StoredClock = { aheadMs: fromMs, fromMs, targetMs: aheadMs, by: actorOf(principal), begun };
    await clocks.begin(tx, clock);
    return { now: timestamp(nowMs), advancedBy: durationOf(aheadMs), ...latestAdvanceOf(clock) };
  }

  async function current(): Promise<TestClock> {
    const clock = await clocks.find();
    const { aheadMs, targetMs } = clock;
    const wallMs = realNow();
    const dueMs = await advancing.nextDue(wallMs + aheadMs);
    return {
      now: timestamp(wallMs + aheadMs),
      advancedBy: durationOf(aheadMs),
      ...(targetMs === undefined ? {} : { advancingTo: timestamp(wallMs + targetMs) }),
      ...(dueMs === Infinity ? {} : { nextDueAt: timestamp(dueMs) }),
      ...latestAdvanceOf(clock),
    };
  }

  v1.get('/test/clock', {
    schema: {
      operationId: 'getClock',
      summary: "Get staging's clock",
      description:
        'Returns the time of the environment. The request does not count against the limits. Production has no such path.',
      response: { 200: TestClock },
    },
    config: ofClock,
    handler: current,
  });

  v1.post('/test/clock/advance', {
    schema: {
      operationId: 'advanceClock',
      summary: "Advance staging's clock",
      description:
        'Moves the time of the whole environment forward, for every account. The response comes after everything that was due on the way has happened, in order and each at its time: holds of orders end, and webhooks are sent and sent again. If receivers of webhooks are slow, the response comes after 20 seconds: then it is 202, says where the clock is going in `advancingTo`, and the clock goes on by itself until `GET /test/clock` has no `advancingTo` any more. A request during an advance waits for its end, for up to 20 seconds; after them it gets 503 and can be sent again. The clock never goes back. An account that signed up by itself advances it at most to two hours after the next thing of its own that is due, unless an operator has approved it or it has joined an organization. The request does not count against the limits, and can be sent when they are used up. Production has no such path.',
      body: Advance,
      response: { 200: TestClock, 202: TestClock },
    },
    config: { ...ofClock, errors: ['forbidden'] },
    handler: async (request, reply) => {
      const byMs = durationMs(request.body.by) ?? 0;
      const principal = principalOf(request);
      if (!principal.operator && byMs > most.atOnceMs)
        throw invalidBy('must be at most 366 days, `P366D`: only an operator may advance the clock further at once');
      const late = wait(answerMs).then(() => false);
      const arrivedInTime = () => Promise.race([advancing.arrived().then(() => true), late]);
      for (;;) {
        if (!(await arrivedInTime())) throw stillAdvancing();
        try {
          // The request has waited: its first deadline may be over.
          const clock = await database.withDeadline(async () => {
            const afterSequence = await events.last();
            return effects.run(request, reply, (tx) => begin(tx, byMs, principal, afterSequence));
          });
          // The response to an `Idempotency-Key` that was used before is sent.
          if (clock === undefined || (await arrivedInTime())) return clock;
          reply.code(202);
          return await database.withDeadline(current);
        } catch (error) {
          if (!(error instanceof AlreadyAdvancing)) throw error;
        }
      }
    },
  });
}

function latestAdvanceOf({
  aheadMs,
  fromMs,
  targetMs = aheadMs,
  begun,
}: StoredClock): Pick<TestClock, 'latestAdvance'> {
  if (begun === undefined) return {};
  const { atMs, afterSequence } = begun;
  return { latestAdvance: { from: timestamp(atMs), by: durationOf(targetMs - fromMs), eventsAfter: afterSequence } };
}

const invalidBy = (rule: string) => new ApiError('invalid_body', `The field \`by\` ${rule}.`);

const notByStranger = (dueMs: number | undefined) =>
  new ApiError(
    'forbidden',
    `The clock is everybody's. An account that nobody has approved, and that belongs to no organization, advances it at most to two hours after the next thing of its own that is due (the end of a hold or of a key, or a delivery), and no further than 30 days ahead of the real time. ${dueMs === undefined ? 'Nothing of this account is due.' : `The next is due at ${timestamp(dueMs)}.`}`,
  );

const stillAdvancing = () =>
  new ApiError(
    'service_unavailable',
    'The clock is still being advanced by a request before this one: send it again.',
    {
      headers: { 'retry-after': '5' },
      cause: "Staging's clock is being advanced.",
    },
  );
