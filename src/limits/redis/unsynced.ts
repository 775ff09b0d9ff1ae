import type { Window } from '../windows.ts';

/** Decisions that this process made without Redis, and that Redis has not received yet. */
export interface Unsynced {
  /** Adds admitted requests. The window has counted them already. */
  admit(window: Window, cost: number): void;
  /** The number of requests admitted since this window opened. */
  admitted(window: Window): number;
  /**
   * Call this when a call to Redis carries the number, before the answer: nobody can tell whether a failed call took effect, and no request
   * may count twice.
   */
  forget(window: Window): void;
  /** The keys that were banned. */
  readonly bans: Set<number>;
  /** The names in Redis of the keys whose bans were lifted. */
  readonly lifts: Set<string>;
}

export function openUnsynced(): Unsynced {
  const counts = new WeakMap<Window, { readonly resetMs: number; admitted: number }>();
  /** A count of a window's earlier period is void. */
  const countOf = (window: Window) => {
    const count = counts.get(window);
    return count?.resetMs === window.resetMs ? count : undefined;
  };
  return {
    admit(window, cost) {
      const count = countOf(window) ?? { resetMs: window.resetMs, admitted: 0 };
      count.admitted += cost;
      counts.set(window, count);
    },
    admitted: (window) => countOf(window)?.admitted ?? 0,
    forget: (window) => void counts.delete(window),
    bans: new Set(),
    lifts: new Set(),
  };
}
