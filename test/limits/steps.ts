import * as fc from 'fast-check';
import type { Caller, Decision, Limiter } from '../../src/limits/limiter.ts';
import { day, hour, minute, type ModelLimiter, second, type TestClock } from './model.ts';

/** Small limits, so that a few requests reach them. They vary, as if an operator changed the plan. */
const perMinute = fc.integer({ min: 1, max: 4 });
const perDay = fc.integer({ min: 1, max: 30 });

function key(bucket: string, keyId: number): fc.Arbitrary<Caller> {
  return fc.record({
    bucket: fc.constant(bucket),
    keyId: fc.constant(keyId),
    limits: fc.record({ perMinute, perDay }),
  });
}

const caller: fc.Arbitrary<Caller> = fc.oneof(
  key('account:1', 1),
  key('account:1', 2),
  key('account:2', 3),
  fc.record({
    bucket: fc.constantFrom('address:203.0.113.9', 'address:2001:db8::1'),
    limits: fc.record({ perMinute }),
  }),
);

/** The same key in a web page, whose visitors have windows of their own. */
const ofVisitor: fc.Arbitrary<Caller> = fc
  .tuple(key('account:2', 3), fc.constantFrom('192.0.2.1', '192.0.2.2'), perMinute)
  .map(([account, address, limit]) => ({
    ...account,
    visitor: { bucket: `visitor:reads:3:address:${address}`, limits: { perMinute: limit } },
  }));

const cost = fc.constantFrom(1, 1, 1, 2, 5);

const waitMs = fc.oneof(
  fc.integer({ min: 0, max: 2 * second }),
  fc.constantFrom(second - 1, second, minute - 1, minute, hour, day - 1, day),
  fc.integer({ min: 0, max: 7 * day }),
);

/** One call of a limiter, or one event around it. */
export type Step =
  | { do: 'take'; caller: Caller; cost: number }
  | { do: 'takeAtOnce'; caller: Caller; cost: number; times: number }
  | { do: 'peek'; caller: Caller }
  | { do: 'hammer'; caller: Caller }
  | { do: 'lift'; accountId: number; keyIds: number[] }
  | { do: 'wait'; ms: number }
  | { do: 'waitForReset'; caller: Caller; offMs: number }
  | { do: 'restart' };

function does<Name extends Step['do']>(name: Name) {
  return fc.constant(name);
}

const weighted: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 6, arbitrary: fc.record({ do: does('take'), caller, cost }) },
  { weight: 2, arbitrary: fc.record({ do: does('take'), caller: ofVisitor, cost }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: does('takeAtOnce'),
      caller: fc.oneof(caller, ofVisitor),
      cost,
      times: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: does('peek'), caller }) },
  { weight: 5, arbitrary: fc.record({ do: does('hammer'), caller }) },
  { weight: 1, arbitrary: fc.record({ do: does('lift'), accountId: fc.constant(1), keyIds: fc.subarray([1, 2]) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'lift', accountId: 2, keyIds: [3] }) },
  { weight: 3, arbitrary: fc.record({ do: does('wait'), ms: waitMs }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: does('waitForReset'), caller, offMs: fc.integer({ min: -1, max: 1 }) }),
  },
];

export const steps = fc.array(fc.oneof(...weighted), { maxLength: 60, size: 'max' });

export const stepsWithRestarts = fc.array(
  fc.oneof(...weighted, { weight: 2, arbitrary: fc.record({ do: does('restart') }) }),
  { maxLength: 60, size: 'max' },
);

/** A limiter, the model to compare it with, and their common clock. */
export interface World {
  limiter: Limiter;
  readonly model: ModelLimiter;
  readonly clock: TestClock;
  /** Reopens the limiter; absent if the test does not restart it. */
  readonly reopen?: () => Promise<Limiter>;
}

/** Runs one step on the limiter and on the model. Returns the decisions of each, in order. */
export async function runStep(step: Step, world: World): Promise<{ limiter: Decision[]; model: Decision[] }> {
  const { limiter, model, clock } = world;
  const answers = { limiter: [] as Decision[], model: [] as Decision[] };
  const take = async (caller: Caller, cost: number) => {
    answers.limiter.push(await limiter.take(caller, cost));
    answers.model.push(model.take(caller, cost));
  };
  switch (step.do) {
    case 'take':
      await take(step.caller, step.cost);
      break;
    case 'takeAtOnce':
      // Copies: the requests of one caller are alike, not the same.
      answers.limiter.push(
        ...(await Promise.all(
          Array.from({ length: step.times }, async () => limiter.take({ ...step.caller }, step.cost)),
        )),
      );
      for (let taken = 0; taken < step.times; taken += 1) answers.model.push(model.take(step.caller, step.cost));
      break;
    case 'peek':
      answers.limiter.push(await limiter.peek(step.caller));
      answers.model.push(model.peek(step.caller));
      break;
    case 'hammer':
      // Uses up the minute, then a second later sends enough strikes for a ban, and more.
      for (let sent = 0; sent < 2 * step.caller.limits.perMinute + 4; sent += 1) {
        if (sent === step.caller.limits.perMinute + 1) clock.advance(second);
        await take(step.caller, 1);
      }
      break;
    case 'lift':
      await limiter.liftBans(step.accountId, step.keyIds);
      model.liftBans(step.keyIds);
      break;
    case 'wait':
      clock.advance(step.ms);
      break;
    case 'waitForReset':
      // Waits for the end of a window or ban, or for one millisecond before or after it.
      clock.advance(Math.max(0, model.peek(step.caller).shown.resetMs - clock.now() + step.offMs));
      break;
    case 'restart':
      if (world.reopen === undefined) throw new Error('This limiter cannot be reopened.');
      await limiter.close();
      model.restart();
      world.limiter = await world.reopen();
      break;
  }
  return answers;
}
