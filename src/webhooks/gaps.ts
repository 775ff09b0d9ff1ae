/** Events with a higher sequence than the first number, up to the second, happened while the webhook was off. */
export type Gap = readonly [after: number, upTo: number];

/** Where a webhook stands among the events. */
export interface Position {
  /** It has a delivery of every event up to here that is for it. */
  readonly afterSequence: number;
  /** The last event before it was disabled, or its account suspended; null while it is on. */
  readonly pausedAfter: number | null;
  /** Ahead of it, in order: there are any only if it was switched off and on again before it had caught up. */
  readonly gaps: readonly Gap[];
}

/** The first events after the sequence `after` that are in no gap: those after `after` and up to `upTo`. */
export function rangeAfter(gaps: readonly Gap[], after: number): { readonly after: number; readonly upTo: number } {
  let start = after;
  for (const [from, to] of gaps) {
    if (start < from) return { after: start, upTo: from };
    start = Math.max(start, to);
  }
  return { after: start, upTo: Infinity };
}

/** The position of a webhook that was off up to the sequence `at`: what it had still to get from before, it gets. */
export function resumed({ afterSequence, pausedAfter, gaps }: Position, at: number): Position {
  const hasCaughtUp = pausedAfter === null || afterSequence >= pausedAfter;
  if (hasCaughtUp) return { afterSequence: Math.max(afterSequence, at), pausedAfter: null, gaps: [] };
  return { afterSequence, pausedAfter: null, gaps: [...gaps, [pausedAfter, at]] };
}
