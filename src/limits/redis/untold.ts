import type { Window } from '../windows.ts';

/** What this process has decided by itself, and Redis does not know of yet. */
export interface Untold {
  /** Notes requests that were let through. The window has counted them already. */
  admit(window: Window, cost: number): void;
  /** How many were let through while this window was open. */
  admitted(window: Window): number;
  /**
   * To be called when Redis is being told, before it answers: whether a call that fails had its effect cannot be known, and
   * nothing may count twice.
   */
  forget(window: Window): void;
  /** The keys that were banned. */
  readonly bans: Set<number>;
  /** The names in Redis of the keys whose bans were lifted. */
  readonly lifts: Set<string>;
}

export function nothingUntold(): Untold {
  const shares = new WeakMap<Window, { readonly resetMs: number; admitted: number }>();
  /** What was let through before the window opened anew counts no longer. */
  const shareOf = (window: Window) => {
    const share = shares.get(window);
    return share?.resetMs === window.resetMs ? share : undefined;
  };
  return {
    admit(window, cost) {
      const share = shareOf(window) ?? { resetMs: window.resetMs, admitted: 0 };
      share.admitted += cost;
      shares.set(window, share);
    },
    admitted: (window) => shareOf(window)?.admitted ?? 0,
    forget: (window) => void shares.delete(window),
    bans: new Set(),
    lifts: new Set(),
  };
}
