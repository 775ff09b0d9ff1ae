import { pageSettings } from '../settings.ts';

/** What the page has read since it was loaded. */
let readAheadMs: number | undefined;

/** The time of the environment in Unix milliseconds, by the browser's clock: staging's may be ahead of it. */
export const environmentNow = (): number => Date.now() + (readAheadMs ?? pageSettings().clockAheadMs ?? 0);

/** After staging's clock was advanced. */
export function setClockAhead(aheadMs: number): void {
  readAheadMs = aheadMs;
}
