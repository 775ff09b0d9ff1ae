import { useEffect, useRef } from 'preact/hooks';
import type { PetstoreEvent } from '../../../client/src/petstore.ts';
import { kindsAbout } from '../../../src/vocabulary/event-kinds.ts';
import { openPetstore } from '../api.ts';
import { type Query, useQuery } from '../data/calls.ts';
import { follow, noticingStreams } from '../data/follow.ts';
import { useGathered } from '../data/use-gathered.ts';

const KINDS = kindsAbout('pet', 'category', 'order', 'application', 'message', 'organization', 'account');

export type ConsoleEvent = PetstoreEvent<(typeof KINDS)[number]>;

interface Listener {
  readonly onEvent: (event: ConsoleEvent) => void;
  /** Events may have been missed: read again what is shown. */
  readonly onGap: () => void;
}

const listeners = new Set<Listener>();

/** Follows all events that the console needs, over one connection. Returns a function that stops it. */
export function followAll(): () => void {
  const noticeGap = () => {
    for (const { onGap } of listeners) onGap();
  };
  return follow(openPetstore(noticingStreams(noticeGap)), {
    types: KINDS,
    onEvent(event) {
      for (const { onEvent } of listeners) onEvent(event);
    },
  });
}

/**
 * Asks again when an event is about what was asked for: once for all that arrive within this time, as during an import.
 *
 * @param isAbout is given the latest answer
 */
export function useLiveQuery<Data>(
  ask: (signal: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[],
  isAbout: (event: ConsoleEvent, data: Data | undefined) => boolean,
  withinMs = 0,
): Query<Data> {
  const query = useQuery(ask, inputs);
  const reload = useGathered(withinMs, query.reload);
  useLive({
    onEvent: (event) => {
      if (isAbout(event, query.data)) reload();
    },
    onGap: query.reload,
  });
  return query;
}

/** Calls the listener for each event while the component is mounted. */
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
