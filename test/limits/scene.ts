import { onTestFinished } from 'vitest';
import type { Caller, Decision, Limiter } from '../../src/limits/limiter.ts';
import type { TestNow } from '../support/service.ts';
import { second, testClock } from './model.ts';

/** Opens a limiter without any state, on the given clock. */
export type Open = (now: TestNow) => Promise<Limiter>;

export const account: Caller = { bucket: 'account:1', keyId: 1, limits: { perMinute: 3, perDay: 10 } };
export const secondKey: Caller = { ...account, keyId: 2 };
export const otherAccount: Caller = { ...account, bucket: 'account:2', keyId: 3 };
export const address: Caller = { bucket: 'address:203.0.113.9', limits: { perMinute: 3 } };

export function limited(perMinute: number, perDay: number): Caller {
  return { ...account, limits: { perMinute, perDay } };
}

/** Opens a new limiter on its own clock. It closes when the test ends. */
export async function start(open: Open) {
  const clock = testClock();
  const limiter = await open(clock.now);
  onTestFinished(() => limiter.close());
  /** Sends requests one after another, and returns the last decision. */
  async function take(caller: Caller, times = 1, cost = 1): Promise<Decision> {
    let decision = await limiter.take(caller, cost);
    for (let taken = 1; taken < times; taken += 1) decision = await limiter.take(caller, cost);
    return decision;
  }
  /** Uses up the minute, and a second later sends strikes until the key is banned. */
  async function getBanned(caller: Caller): Promise<Decision> {
    await take(caller, caller.limits.perMinute + 1);
    clock.advance(second);
    return take(caller, caller.limits.perMinute + 1);
  }
  return { clock, limiter, take, getBanned };
}
