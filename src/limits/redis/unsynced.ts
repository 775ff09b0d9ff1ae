import type { Window } from '../windows.ts';

/** Decisions that this process made without Redis, and that Redis has not received yet. */
export function openUnsynced() {
  const counts = new WeakMap<Window, { readonly resetMs: number; admitted: number }>();
  /** A count of a window's earlier period is void. */
  const countOf = (window: Window) => {
    const count = counts.get(window);
    return count?.resetMs === window.resetMs ? count : undefined;
  };
  return {
    /** Adds admitted requests. The window has counted them already. */
    admit(window: Window, cost: number): void {
      const count = countOf(window) ?? { resetMs: window.resetMs, admitted: 0 };
      count.admitted += cost;
      counts.set(window, count);
    },
    /** The number of requests admitted since this window opened. */
    admitted: (window: Window): number => countOf(window)?.admitted ?? 0,
    /**
     * Call this when a call to Redis carries the number, before the answer: a failed call may have taken effect, and no request may count
     * twice.
     */
    forget: (window: Window): void => void counts.delete(window),
    /** The keys that were banned. */
    bans: new Set<number>(),
    /** The names in Redis of the keys whose bans were lifted. */
    lifts: new Set<string>(),
  };
}
