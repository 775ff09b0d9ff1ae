import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Outbox } from '../../database/outbox.ts';
import type { Background, DueWork } from '../../jobs/background.ts';
import type { Log } from '../../telemetry/log.ts';
import type { RealNow } from '../../time/clock.ts';
import type { Ahead } from './ahead.ts';
import type { StoredClock, TestClockStore } from './store.ts';

export interface AdvancingParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly clocks: TestClockStore;
  readonly ahead: Ahead;
  /** The real time in Unix milliseconds. */
  readonly realNow: RealNow;
  readonly background: Background;
  readonly log: Log;
  /** What happens at set times. Effects come after their causes. */
  readonly work: readonly DueWork[];
  /** The mails about it: the clock stops for each, and does not say when the next one is due. */
  readonly mailing: readonly DueWork[];
  /** Deletes by age. */
  readonly sweep: (stop: AbortSignal) => Promise<void>;
  /** Other processes may use the database, and read the clock from it. */
  readonly isShared: boolean;
}

/** How often each process reads the clock: while nobody advances it, and while another process is about to. */
const readMs = { idle: 500, begun: 50 };
/**
 * How long processes that share the database get to read that an advance has begun, a step of it, and its last one, after which nobody may
 * see the old time. They all read it at once from the beginning on.
 */
const noticeMs = { begin: 650, step: 75, arrival: 250 };
/** Enough for the ten attempts of a webhook that never answers, 15 seconds each. */
const patience = { atMomentMs: 40_000, inAllMs: 180_000, afterThatMs: 500 };
const pauseMs = 5;
/** After this many steps, each covers at least a hundredth of the way: thousands of things may be due at different times. */
const exactSteps = 200;

/**
 * How long the clock waits at a moment for what is due there. An account with many webhooks that never answer must not keep the clock from others for
 * hours.
 *
 * @param spentMs how long this advance has waited already
 */
export const patienceMs = (spentMs: number): number =>
  Math.max(patience.afterThatMs, Math.min(patience.atMomentMs, patience.inAllMs - spentMs));

/**
 * Advances the clock of staging in steps: to the next moment when something is due, once everything before has happened. What happens
 * there is the work of the usual background jobs; this one wakes them, and watches the database until nothing is due. So it does not
 * matter which process does what, and an advance whose process dies goes on in another one or after a restart.
 */
export function openAdvancing(parts: AdvancingParts) {
  const { database, outbox, clocks, ahead, realNow, log, work, isShared } = parts;
  const all = () => [...work, ...parts.mailing];
  let waiters: (() => void)[] = [];

  const nextOf = async (some: readonly DueWork[], afterMs: number): Promise<number> =>
    Math.min(...(await Promise.all(some.map(({ next }) => next(afterMs)))));

  async function isBusy(): Promise<boolean> {
    for (const one of all()) if (await one.isBusy()) return true;
    return false;
  }

  /** Waits until everything that is due has happened. Returns how long this advance has waited now. */
  async function settle(spentMs: number, stop: AbortSignal): Promise<number> {
    const startMs = performance.now();
    const untilMs = startMs + patienceMs(spentMs);
    while (!stop.aborted && (await isBusy())) {
      if (performance.now() > untilMs) {
        log.warn('the clock goes on, although not everything that is due has happened: a receiver may be too slow');
        break;
      }
      for (const { wake } of all()) wake();
      await setTimeout(pauseMs);
    }
    return spentMs + performance.now() - startMs;
  }

  /** Lets the other processes notice that the clock is about to go, unless one of them moves it. */
  async function waitForOthers(clock: StoredClock, stop: AbortSignal): Promise<void> {
    const untilMs = performance.now() + noticeMs.begin;
    while (!stop.aborted && performance.now() < untilMs) {
      await setTimeout(readMs.begun);
      if ((await clocks.find()).aheadMs !== clock.aheadMs) return;
    }
  }

  /** Moves the clock to the next moment when something is due, or to its target. */
  async function move(clock: StoredClock, targetMs: number, step: number): Promise<void> {
    const wallMs = realNow();
    const leastMs = step < exactSteps ? 0 : (targetMs - clock.fromMs) / 100;
    const nextMs = (await nextOf(all(), wallMs + clock.aheadMs)) - wallMs;
    const toMs = Math.min(targetMs, Math.max(nextMs, Math.ceil(clock.aheadMs + leastMs)));
    if (!(await database.transaction((tx) => clocks.move(tx, clock, toMs)))) return;
    ahead.follow(toMs);
    if (isShared) await setTimeout(toMs < targetMs ? noticeMs.step : noticeMs.arrival);
  }

  async function drive(stop: AbortSignal): Promise<void> {
    let noticed: number | undefined;
    let spentMs = 0;
    for (let step = 0; !stop.aborted; step += 1) {
      // A wait that begins after this reading waits for the next one.
      const waiting = waiters;
      const clock = await clocks.find();
      ahead.follow(clock.aheadMs);
      if (clock.targetMs === undefined) {
        waiters = waiters.filter((one) => !waiting.includes(one));
        for (const resolve of waiting) resolve();
        return;
      }
      if (isShared && clock.aheadMs === clock.fromMs && clock.targetMs !== noticed) {
        noticed = clock.targetMs;
        await waitForOthers(clock, stop);
        continue;
      }
      spentMs = await settle(spentMs, stop);
      if (stop.aborted) return;
      if (clock.aheadMs < clock.targetMs) await move(clock, clock.targetMs, step);
      else if (clock.by !== undefined)
        await database.transaction((tx) => clocks.announce(tx, outbox, clock, realNow()));
      else {
        await parts.sweep(stop);
        spentMs = await settle(spentMs, stop);
        await database.transaction((tx) => clocks.finish(tx, clock));
      }
    }
  }

  const wake = parts.background.every(readMs.idle, 'the clock of staging', drive);
  wake();
  return {
    /** When the next thing is due, in Unix milliseconds; Infinity if nothing is. */
    nextDue: (afterMs: number): Promise<number> => nextOf(work, afterMs),
    /** Resolves when the clock is not being advanced. */
    arrived(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiters = [...waiters, resolve];
      wake();
      return promise;
    },
  };
}
