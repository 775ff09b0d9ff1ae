import { useEffect, useRef } from 'preact/hooks';

/** Calls the latest `act` once for all calls within this time: events of many resources arrive together, as during an import. */
export function useGathered(withinMs: number, act: () => void): () => void {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, withinMs);
  };
}
