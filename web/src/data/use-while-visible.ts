import { useEffect, useRef } from 'preact/hooks';
import type { Query } from './calls.ts';

/** Calls `act` at this interval while the window is visible, and when it becomes visible again. */
export function useWhileVisible(everyMs: number, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const actIfVisible = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(actIfVisible, everyMs);
    document.addEventListener('visibilitychange', actIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', actIfVisible);
    };
  }, [everyMs]);
}

/** Asks again at this interval while the window is visible, but not while an answer is awaited: on a slow line none would ever arrive. */
export const useReloads = (
  everyMs: number,
  { isLoading, reload }: Pick<Query<unknown>, 'isLoading' | 'reload'>,
): void =>
  useWhileVisible(everyMs, () => {
    if (!isLoading) reload();
  });
