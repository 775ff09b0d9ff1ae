import type { Position } from '../vocabulary/int64.ts';

/**
 * Waits before a step of a long reading, so that other requests come between; it may also end the reading, by throwing. Receives the rows
 * that the last step has read: none before the first one.
 */
export type Pace = (rows: number) => Promise<void>;

/** Which part of a list is read. */
export interface Part {
  readonly count: number;
  /** The position of the last item before them. */
  readonly after?: Position | undefined;
  readonly pace?: Pace | undefined;
}
