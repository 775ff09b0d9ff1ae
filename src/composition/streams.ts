import type { CachedPrincipals } from '../accounts/keys/principals.ts';
import type { EventStore } from '../events/store.ts';
import { CHECK_INTERVAL_MS, FEED_INTERVAL_MS, openStreams, type StreamTimes } from '../events/stream.ts';
import { eitherOf, type Principals } from '../http/principal.ts';
import type { Core } from './core.ts';

interface StreamParts {
  readonly events: EventStore;
  readonly principals: CachedPrincipals;
  readonly findSession: Principals['find'];
  readonly times: Partial<StreamTimes>;
}

/** The live streams of events. */
export function buildStreams({ background, log, metrics }: Core, parts: StreamParts) {
  const { events, principals, findSession, times } = parts;
  const streams = openStreams({
    events,
    // Past the cache of principals, which is up to a second old: with the interval between two checks that would be two seconds.
    principals: eitherOf({ find: principals.findUncached }, { find: findSession }),
    log,
    gauge: metrics.streams,
    times,
  });
  background.every(FEED_INTERVAL_MS, 'the feeding of streams', () => streams.feed());
  background.every(CHECK_INTERVAL_MS, 'the check of the credentials of streams', () => streams.endUnauthorized());
  return streams;
}
