import { setTimeout } from 'node:timers/promises';

/** A difference up to this is a correction, and is followed at once. */
const correctionMs = 1_000;
/** A jump is believed after it has lasted this long. A synchronization that goes wrong is corrected within minutes. */
const holdMs = 300_000;
/** The share of its speed that the clock loses until a clock that was set back has caught up. */
const slowing = 0.1;

// Numbers that know their clock: the compiler refuses a part that is given the wrong one.
declare const real: unique symbol;
declare const environment: unique symbol;

/** Unix milliseconds of the real time: for what people wait for, and what processes and other machines promise one another. */
export type RealMoment = number & { readonly [real]: true };
export type RealNow = () => RealMoment;

/** Unix milliseconds of an environment, for all else that it keeps and shows. In staging they can be ahead of the real time. */
export type EnvironmentMoment = number & { readonly [environment]: true };
export type Now = () => EnvironmentMoment;

/** How far the time of an environment is ahead of the real time, in milliseconds. */
interface Lead {
  readonly ms: () => number;
}

export const nowAhead =
  (now: RealNow, lead: Lead): Now =>
  () =>
    (now() + lead.ms()) as EnvironmentMoment;

/** A clock without jumps. */
export interface Clock<At extends number> {
  readonly now: () => At;
  /**
   * The time by which old data may be deleted for good: never later than either clock says, and undefined until the process has run long
   * enough to trust its start time.
   */
  readonly deletingMs: () => At | undefined;
}

/** The clock of an environment. */
export const clockAhead = ({ now, deletingMs }: Clock<RealMoment>, lead: Lead): Clock<EnvironmentMoment> => ({
  now: nowAhead(now, lead),
  deletingMs(): EnvironmentMoment | undefined {
    const ms = deletingMs();
    return ms === undefined ? undefined : ((ms + lead.ms()) as EnvironmentMoment);
  },
});

/**
 * The wall clock without its jumps: limits and deletions use it. A jump forward is followed after it has lasted five minutes; after a
 * jump back this clock runs slower until both agree, because what it has begun must not last longer. A computer that slept has jumped.
 *
 * @param wall Unix milliseconds
 * @param monotonic milliseconds since any moment
 */
export function steadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): Clock<RealMoment> {
  const startMs = monotonic();
  let offsetMs = wall() - startMs;
  let lastMs = startMs;
  /** How far the wall clock is ahead, and since when. */
  let jump: { byMs: number; readonly sinceMs: number } | undefined;

  function now(): RealMoment {
    const elapsedMs = monotonic();
    const passedMs = elapsedMs - lastMs;
    lastMs = elapsedMs;
    const aheadMs = wall() - (elapsedMs + offsetMs);
    if (Math.abs(aheadMs) <= correctionMs) {
      jump = undefined;
      offsetMs += aheadMs;
    } else {
      if (jump === undefined || Math.abs(aheadMs - jump.byMs) > correctionMs)
        jump = { byMs: aheadMs, sinceMs: elapsedMs };
      const followedMs = elapsedMs - jump.sinceMs < holdMs ? 0 : Math.max(aheadMs, -passedMs * slowing);
      offsetMs += followedMs;
      jump.byMs = aheadMs - followedMs;
    }
    return Math.round(elapsedMs + offsetMs) as RealMoment;
  }

  return {
    now,
    deletingMs: () => (monotonic() - startMs < holdMs ? undefined : (Math.min(now(), wall()) as RealMoment)),
  };
}

/** Keeps no process alive. */
export const waitInRealTime = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false });
