import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Principals } from '../http/principal.ts';
import type { Log } from '../telemetry/log.ts';
import { type Audience, type EventStore, isFor, type StoredEvent } from './store.ts';
import { openTail } from './tail.ts';

/** Live streams in the form of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface Streams {
  /**
   * Tells `response`, whose headers have gone out, every event of the audience behind the number `after`, until it is closed, does not
   * read, or the credential is no longer good.
   */
  open(response: ServerResponse, follower: Follower): void;
  /** The number of the newest event: whoever follows from there on is told all that happens after this call. */
  newest(): Promise<number>;
  /** How many are open now of one holder. */
  countOf(holder: string): number;
  /** Tells all streams what is new since the last time. */
  feed(): Promise<void>;
  /** Ends the streams whose key or session is no longer good. */
  dismiss(): Promise<void>;
  /** Ends all streams, and each that still begins; clients come back by themselves, where they were. */
  close(): void;
}

export interface Follower {
  readonly audience: Audience;
  readonly credential: string;
  readonly after: number;
  /** Whose streams it is counted among. */
  readonly holders: readonly string[];
}

/** In milliseconds. */
export interface StreamTimes {
  /** A stream without events says so often that it is still there. */
  readonly heartbeatMs: number;
  /** A client that takes nothing for so long is cut off: it can resume, while memory and descriptors are not kept for it. */
  readonly patienceMs: number;
}

interface Stream extends Follower {
  readonly response: ServerResponse;
  /** It has been told everything up to this number. */
  position: number;
  lastWriteMs: number;
  /** Since when the client takes nothing. */
  stalledSinceMs: number | undefined;
  isReading: boolean;
  /** How many events it reads at once while it is behind: about as many as its client takes. */
  stepEvents: number;
}

/** After so long other requests have their turn. */
const turnMs = 1;
/** Credentials whose principals are looked up in one go. */
const credentialsAtOnce = 50;
const stepEvents = 200;
/** More text is not handed over at once, so that the client's pace shows in between. */
const writeCharacters = 32_768;

/**
 * All streams are fed from one reading of the outbox: many events become one write, and a thousand streams cost one query. Nothing is
 * kept for a client that reads slowly but its position: it is told more when it has taken what it was told. One that is behind
 * what is remembered reads for itself until it has caught up.
 */
export function openStreams(options: {
  readonly events: Pick<EventStore, 'list' | 'after' | 'last'>;
  readonly principals: Principals;
  readonly log: Log;
  readonly gauge: { set(value: number): void };
  readonly times?: Partial<StreamTimes>;
}): Streams {
  const { events, principals, log, gauge } = options;
  const { heartbeatMs = 15_000, patienceMs = 30_000 } = options.times ?? {};
  const streams = new Set<Stream>();
  const held = new Map<string, number>();
  const tail = openTail(events);
  let lastTurn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function serve(stream: Stream): void {
    const nowMs = performance.now();
    if (stream.response.writableNeedDrain) {
      stream.stalledSinceMs ??= nowMs;
      if (nowMs - stream.stalledSinceMs >= patienceMs) {
        log.info({ account: stream.audience.accountId }, 'a stream was closed: its client does not read');
        leave(stream);
      }
      return;
    }
    stream.stalledSinceMs = undefined;
    if (stream.position < tail.from) {
      void catchUp(stream);
      return;
    }
    const told = tail.behind(stream.position).filter((event) => isFor(stream.audience, event));
    tell(stream, told, Math.max(stream.position, tail.upTo));
    if (nowMs - stream.lastWriteMs >= heartbeatMs) write(stream, ': heartbeat\n\n');
  }

  async function catchUp(stream: Stream): Promise<void> {
    if (stream.isReading) return;
    stream.isReading = true;
    try {
      while (await inTurn(() => readOn(stream)));
    } catch (err) {
      log.error({ err }, 'a stream could not be fed; trying again');
    } finally {
      stream.isReading = false;
    }
  }

  /** One step of a stream that is behind. Says whether another may follow at once. */
  async function readOn(stream: Stream): Promise<boolean> {
    const goal = tail.from;
    if (!streams.has(stream) || stream.position >= goal || stream.response.writableNeedDrain) return false;
    const step = stream.stepEvents;
    const { found, upTo } = await events.list(stream.audience, stream.position, step);
    if (!streams.has(stream)) return false;
    // Where everything up to the goal has been swept away, there is nothing to be read there.
    const told = tell(stream, found, found.length < step && goal !== Infinity ? Math.max(upTo, goal) : upTo);
    stream.stepEvents = Math.min(stepEvents, 2 * told + 1);
    return goal !== Infinity;
  }

  /** One step at a time, of all that are behind: as many as they are and as fast as they read, other requests come between. */
  function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(() => setImmediate()).then(step);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  /** Tells as many of the events as the client takes, and says how many; having told all, it stands at the number `upTo`. */
  function tell(stream: Stream, told: readonly StoredEvent[], upTo: number): number {
    let text = '';
    for (const [i, event] of told.entries()) {
      text += `id: ${event.sequence}\nevent: ${event.kind}\ndata: ${event.body}\n\n`;
      stream.position = event.sequence;
      if (text.length < writeCharacters) continue;
      write(stream, text);
      text = '';
      if (stream.response.writableNeedDrain) return i + 1;
    }
    if (text !== '') write(stream, text);
    stream.position = upTo;
    return told.length;
  }

  function write(stream: Stream, text: string): void {
    stream.lastWriteMs = performance.now();
    stream.response.write(text);
  }

  /** @param by 1 or -1 */
  function hold({ holders }: Stream, by: number): void {
    for (const holder of holders) {
      const count = (held.get(holder) ?? 0) + by;
      if (count === 0) held.delete(holder);
      else held.set(holder, count);
    }
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    gauge.set(streams.size);
  }

  /** Takes a stream out, and ends it: at once where the end would not go through. */
  function leave(stream: Stream): void {
    remove(stream);
    if (stream.response.writableNeedDrain) stream.response.destroy();
    else stream.response.end();
  }

  async function isWelcome(credential: string): Promise<boolean> {
    const principal = await principals.find(credential);
    return principal !== undefined && !principal.suspended;
  }

  return {
    open(response, follower) {
      // Whoever has gone already would never be heard to go.
      if (response.destroyed) return;
      const stream: Stream = {
        ...follower,
        response,
        position: follower.after,
        lastWriteMs: performance.now(),
        stalledSinceMs: undefined,
        isReading: false,
        stepEvents,
      };
      hold(stream, 1);
      response.once('close', () => {
        hold(stream, -1);
        remove(stream);
      });
      response.on('drain', () => {
        if (streams.has(stream)) serve(stream);
      });
      // The client learns at once that it is connected, and where to resume if it loses the connection before the first event.
      write(stream, `retry: 1000\n\nid: ${stream.position}\n\n`);
      streams.add(stream);
      gauge.set(streams.size);
      if (isClosed) leave(stream);
    },

    // What is remembered may be newer than what the sweep has left.
    newest: async () => Math.max(await events.last(), tail.upTo),

    countOf: (holder) => held.get(holder) ?? 0,

    async feed() {
      if (streams.size === 0) return tail.forget();
      await tail.advance();
      let turnEndMs = performance.now() + turnMs;
      for (const stream of streams) {
        serve(stream);
        if (performance.now() < turnEndMs) continue;
        await setImmediate();
        turnEndMs = performance.now() + turnMs;
      }
    },

    async dismiss() {
      const welcome = new Map<string, boolean>();
      for (const stream of streams) {
        if (!welcome.has(stream.credential)) {
          welcome.set(stream.credential, await isWelcome(stream.credential));
          if (welcome.size % credentialsAtOnce === 0) await setImmediate();
        }
        if (welcome.get(stream.credential) === false) leave(stream);
      }
    },

    close() {
      isClosed = true;
      for (const stream of streams) leave(stream);
    },
  };
}
