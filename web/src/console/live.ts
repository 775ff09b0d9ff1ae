import { useEffect, useRef } from 'preact/hooks';
import type { PetstoreEvent } from '../../../client/src/petstore.ts';
import { kindsAbout } from '../../../src/vocabulary/event-kinds.ts';
import { openPetstore } from '../api.ts';
import { follow } from '../board/live.ts';

const KINDS = kindsAbout('pet', 'category', 'order', 'message');

export type ConsoleEvent = PetstoreEvent<(typeof KINDS)[number]>;

interface Listener {
  readonly onEvent: (event: ConsoleEvent) => void;
  /** Something may have been missed: what is shown must be read anew. */
  readonly onGap: () => void;
}

const listeners = new Set<Listener>();

/** Follows all that the console shows, over one connection. Returns what ends it. */
export const followAll = (): (() => void) =>
  follow(openPetstore(), {
    types: KINDS,
    onEvent(event) {
      for (const { onEvent } of listeners) onEvent(event);
    },
    onGap() {
      for (const { onGap } of listeners) onGap();
    },
  });

/** Tells the component what happens for as long as it is shown. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const own: Listener = {
      onEvent: (event) => latest.current.onEvent(event),
      onGap: () => latest.current.onGap(),
    };
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
}

/** Calls back when the window comes back to sight, and every so often while it is in sight: for what no event tells. */
export function useLook(everyMs: number, look: () => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(lookIfSeen, everyMs);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [everyMs]);
}
