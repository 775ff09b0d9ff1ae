import { setImmediate } from 'node:timers/promises';

/** Waits, once enough was done since it last waited, so that other requests come between. Receives what the last step did, counted in bytes. */
export type Pace = (work: number) => Promise<unknown> | undefined;

/** A step takes some milliseconds. */
const mostWork = 65_536;

/** What a row costs besides its bytes. */
export const ROW_WORK = 512;

/** @param giveWay resolves in a later turn of the event loop */
export function openPace(giveWay: () => Promise<unknown> = setImmediate): Pace {
  let done = 0;
  return (work) => {
    done += work;
    if (done < mostWork) return undefined;
    done = 0;
    return giveWay();
  };
}
