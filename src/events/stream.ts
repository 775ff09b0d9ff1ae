import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Principal, Principals } from '../http/principal.ts';
import { openSequence } from '../kit/sequence.ts';
import { openTally } from '../kit/tally.ts';
import type { Log } from '../telemetry/log.ts';
import { openRecentEvents, openPublicEvents, type RecentEvents } from './recent.ts';
import { type Audience, type EventStore, isFor, type StoredEvent } from './store.ts';

/** Live streams as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export type Streams = ReturnType<typeof openStreams>;

export interface Follower {
  readonly audience: Audience;
  readonly credential: string;
  readonly after: number;
  /** The stream's names in the counts. */
  readonly holders: readonly string[];
}

export const FEED_INTERVAL_MS = 100;
export const CHECK_INTERVAL_MS = 900;

export interface StreamTimes {
  /** The interval of comments that keep a stream without events alive. */
  readonly heartbeatMs: number;
  /** A client that reads nothing for this time is disconnected, which frees its memory and descriptor. It can resume. */
  readonly patienceMs: number;
}

interface Stream extends Follower {
  readonly recent: RecentEvents;
  readonly response: ServerResponse;
  /** Every event up to this sequence has been sent. */
  position: number;
  lastWriteMs: number;
  /** When the client stopped reading. */
  stalledSinceMs: number | undefined;
  isReading: boolean;
  /** How many events one query reads while the stream catches up: about as many as its client takes. */
  stepEvents: number;
}

/** Longer work yields to other requests. */
const turnMs = 1;
/** How many credentials are checked before yielding. */
const credentialsAtOnce = 50;
const stepEvents = 200;
/** Writes are no longer than this, so that back-pressure shows between them. */
const writeCharacters = 32_768;

/**
 * One query of the outbox feeds all streams of accounts, and one each all streams of visitors and of partners: many events become one write, and a thousand
 * streams cost three queries at most. For a slow client only the position is kept; it receives more when it has read what was sent. A
 * stream that is behind the events in memory reads from the database until it has caught up.
 */
export function openStreams(options: {
  readonly events: Pick<EventStore, 'list' | 'after' | 'last'>;
  readonly principals: Principals;
  readonly log: Log;
  readonly gauge: { set(value: number): void };
  readonly times?: Partial<StreamTimes>;
}) {
  const { events, principals, log, gauge } = options;
  const { heartbeatMs = 15_000, patienceMs = 30_000 } = options.times ?? {};
  const streams = new Set<Stream>();
  const counts = openTally();
  const forAccounts = openRecentEvents(events);
  const forVisitors = openPublicEvents(events, true);
  const forPartners = openPublicEvents(events, 'own');
  const recentFor = ({ publicOnly = false }: Audience): RecentEvents =>
    publicOnly === false ? forAccounts : publicOnly === 'own' ? forPartners : forVisitors;
  /** Runs one step at a time, over all streams. */
  const inTurn = openSequence();
  let isClosed = false;

  function serve(stream: Stream): void {
    const nowMs = performance.now();
    if (stream.response.writableNeedDrain) {
      stream.stalledSinceMs ??= nowMs;
      if (nowMs - stream.stalledSinceMs >= patienceMs) {
        log.info({ account: stream.audience.accountId }, 'a stream was closed: its client does not read');
        end(stream);
      }
      return;
    }
    stream.stalledSinceMs = undefined;
    const { recent } = stream;
    if (stream.position < recent.after) {
      void catchUp(stream);
      return;
    }
    const wanted = recent.since(stream.position).filter((event) => isFor(stream.audience, event));
    send(stream, wanted, Math.max(stream.position, recent.upTo));
    if (nowMs - stream.lastWriteMs >= heartbeatMs) write(stream, ': heartbeat\n\n');
  }

  async function catchUp(stream: Stream): Promise<void> {
    if (stream.isReading) return;
    stream.isReading = true;
    try {
      while (await inTurn(() => readStep(stream)));
    } catch (err) {
      log.error({ err }, 'a stream could not read its events; trying again');
    } finally {
      stream.isReading = false;
    }
  }

  /** One query and write of a stream that catches up. Returns whether another step may follow at once. */
  async function readStep(stream: Stream): Promise<boolean> {
    // Other requests come between.
    await setImmediate();
    const goal = stream.recent.after;
    if (!streams.has(stream) || stream.position >= goal || stream.response.writableNeedDrain) return false;
    const step = stream.stepEvents;
    const { found, upTo } = await events.list(stream.audience, stream.position, step);
    if (!streams.has(stream)) return false;
    // Events up to the goal may have been swept; then there is nothing left to read.
    const sent = send(stream, found, found.length < step && goal !== Infinity ? Math.max(upTo, goal) : upTo);
    stream.stepEvents = Math.min(stepEvents, 2 * sent + 1);
    return goal !== Infinity;
  }

  /** Sends as many of the events as the client takes, and returns how many. After all of them the position is `upTo`. */
  function send(stream: Stream, wanted: readonly StoredEvent[], upTo: number): number {
    let text = '';
    for (const [i, event] of wanted.entries()) {
      text += `id: ${event.sequence}\nevent: ${event.kind}\ndata: ${event.body}\n\n`;
      stream.position = event.sequence;
      if (text.length < writeCharacters) continue;
      write(stream, text);
      text = '';
      if (stream.response.writableNeedDrain) return i + 1;
    }
    if (text !== '') write(stream, text);
    stream.position = upTo;
    return wanted.length;
  }

  function write(stream: Stream, text: string): void {
    stream.lastWriteMs = performance.now();
    stream.response.write(text);
  }

  /** @param by 1 or -1 */
  function count({ holders }: Stream, by: number): void {
    for (const holder of holders) counts.add(holder, by);
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    gauge.set(streams.size);
  }

  /** Ends a stream; destroys it if the client does not read, since the end would not reach it. */
  function end(stream: Stream): void {
    remove(stream);
    if (stream.response.writableNeedDrain) stream.response.destroy();
    else stream.response.end();
  }

  /** Whether the credential still gives the audience of the stream's start. */
  const isCurrent = ({ audience }: Stream, principal: Principal | undefined): boolean =>
    principal !== undefined &&
    !principal.suspended &&
    principal.awaiting === undefined &&
    principal.organization?.id === audience.organizationId;

  return {
    /**
     * Sends `response`, whose headers have been sent, every event of the audience after the sequence `after`. Ends when the client closes
     * the stream or stops reading, or the credential becomes invalid.
     */
    open(response: ServerResponse, follower: Follower): void {
      // A client that has already disconnected would never emit 'close'.
      if (response.destroyed) return;
      const stream: Stream = {
        ...follower,
        recent: recentFor(follower.audience),
        response,
        position: follower.after,
        lastWriteMs: performance.now(),
        stalledSinceMs: undefined,
        isReading: false,
        stepEvents,
      };
      count(stream, 1);
      response.once('close', () => {
        count(stream, -1);
        remove(stream);
      });
      response.on('drain', () => {
        if (streams.has(stream)) serve(stream);
      });
      // Tells the client at once that it is connected, and where to resume if it loses the connection before the first event.
      write(stream, `retry: 1000\n\nid: ${stream.position}\n\n`);
      streams.add(stream);
      gauge.set(streams.size);
      if (isClosed) end(stream);
    },

    // The sweep may have deleted the newest events that are in memory.
    /** The sequence of the newest event. A stream opened after it sends every event that occurs after this call. */
    newest: async (): Promise<number> => Math.max(await events.last(), forAccounts.upTo),

    /** How many streams of the holder are open. */
    countOf: counts.of,

    /** Sends new events to all streams. To be called every FEED_INTERVAL_MS. */
    async feed() {
      const isUsed = (one: RecentEvents) => streams.values().some(({ recent }) => recent === one);
      const publicOnes = [forVisitors, forPartners];
      const used = publicOnes.filter(isUsed);
      for (const one of publicOnes) if (!used.includes(one)) one.clear();
      if (streams.size === 0) return forAccounts.clear();
      await forAccounts.read();
      for (const one of used) await one.read(forAccounts.upTo);
      let turnEndMs = performance.now() + turnMs;
      for (const stream of streams) {
        serve(stream);
        if (performance.now() < turnEndMs) continue;
        await setImmediate();
        turnEndMs = performance.now() + turnMs;
      }
    },

    /**
     * Ends the streams whose key or session is no longer valid, or whose account has joined or left an organization: its client connects
     * again, with the new audience. To be called every CHECK_INTERVAL_MS.
     */
    async endUnauthorized() {
      const found = new Map<string, Principal | undefined>();
      for (const stream of streams) {
        const { credential } = stream;
        if (!found.has(credential)) {
          found.set(credential, await principals.find(credential));
          if (found.size % credentialsAtOnce === 0) await setImmediate();
        }
        if (!isCurrent(stream, found.get(credential))) end(stream);
      }
    },

    /** Ends all streams, and those that are still being opened. Clients reconnect and resume by themselves. */
    close(): void {
      isClosed = true;
      for (const stream of streams) end(stream);
    },
  };
}
