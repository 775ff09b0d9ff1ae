import type { ServerResponse } from 'node:http';
import type { Log } from '../http/log.ts';
import { type Audience, type EventStore, isFor, type StoredEvent } from './store.ts';

/** Live streams in the form of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface Streams {
  /**
   * Tells `response`, whose headers have gone out, every event of its audience behind the number `after` (undefined: from now on),
   * until it is closed, reads too slowly, or `isWelcome` says no.
   */
  open(response: ServerResponse, audience: Audience, after: number | undefined, isWelcome: () => Promise<boolean>): void;
  /** Ends all streams; clients come back by themselves, where they were. */
  close(): Promise<void>;
}

interface Stream {
  readonly response: ServerResponse;
  readonly audience: Audience;
  readonly isWelcome: () => Promise<boolean>;
  /** The number of the last event that it has been told or that was not for it. */
  position: number;
  lastWriteMs: number;
  isReading: boolean;
}

const tickMs = 100;
const heartbeatMs = 15_000;
const welcomeMs = 1_000;
const stepEvents = 500;
const remembered = 5_000;
/** A client this far behind is cut off: it can resume, while memory cannot grow for it. */
const maxBufferedBytes = 1_048_576;

/**
 * All streams are fed from one reading of the outbox, ten times a second: many events become one write, and a thousand streams cost one
 * query. One that resumes further back reads for itself until it has caught up.
 */
export function openStreams(options: { readonly events: EventStore; readonly log: Log; readonly gauge: { set(value: number): void } }): Streams {
  const { events, log, gauge } = options;
  const streams = new Set<Stream>();
  /** The newest events, in order and without a gap; `recentFrom` is the number before the first of them. */
  let recent: StoredEvent[] = [];
  let recentFrom = 0;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;

  const newest = () => recent.at(-1)?.sequence ?? recentFrom;

  async function tick(): Promise<void> {
    const added = await events.after(newest(), stepEvents);
    recent.push(...added);
    if (recent.length > remembered) {
      recent = recent.slice(-remembered / 2);
      recentFrom = (recent[0]?.sequence ?? 1) - 1;
    }
    const nowMs = performance.now();
    for (const stream of streams) feed(stream, nowMs);
  }

  function feed(stream: Stream, nowMs: number): void {
    if (stream.isReading) return;
    if (stream.position < recentFrom) {
      stream.isReading = true;
      void catchUp(stream).finally(() => (stream.isReading = false));
      return;
    }
    tell(stream, eventsBehind(recent, stream.position), nowMs);
    if (nowMs - stream.lastWriteMs >= heartbeatMs) write(stream, ': heartbeat\n\n', nowMs);
  }

  async function catchUp(stream: Stream): Promise<void> {
    while (streams.has(stream) && stream.position < recentFrom) {
      const step = await events.after(stream.position, stepEvents);
      if (step.length === 0) {
        stream.position = recentFrom;
        return;
      }
      tell(stream, step, performance.now());
      // Room for other requests, and for the client to read.
      await new Promise((resolve) => setTimeout(resolve, stream.response.writableNeedDrain ? tickMs : 0));
    }
  }

  function tell(stream: Stream, told: readonly StoredEvent[], nowMs: number): void {
    const last = told.at(-1);
    if (last === undefined) return;
    stream.position = last.sequence;
    let text = '';
    for (const event of told) {
      if (isFor(stream.audience, event)) text += `id: ${event.sequence}\nevent: ${event.kind}\ndata: ${event.body}\n\n`;
    }
    if (text !== '') write(stream, text, nowMs);
  }

  function write(stream: Stream, text: string, nowMs: number): void {
    stream.lastWriteMs = nowMs;
    stream.response.write(text);
    if (stream.response.writableLength > maxBufferedBytes) {
      log.info({ account: stream.audience.accountId }, 'a stream was closed: it reads too slowly');
      stream.response.destroy();
    }
  }

  async function dismissUnwelcome(): Promise<void> {
    for (const stream of streams) {
      if (!(await stream.isWelcome())) stream.response.end();
    }
  }

  function start(): void {
    let sinceWelcomeMs = 0;
    timer = setInterval(() => {
      sinceWelcomeMs += tickMs;
      const isWelcomeDue = sinceWelcomeMs >= welcomeMs;
      if (isWelcomeDue) sinceWelcomeMs = 0;
      ticking ??= tick()
        .then(() => (isWelcomeDue ? dismissUnwelcome() : undefined))
        .catch((err: unknown) => log.error({ err }, 'the streams could not be fed; trying again'))
        .finally(() => (ticking = undefined));
    }, tickMs).unref();
  }

  /** Without streams nothing is read; the first one begins at the end. */
  async function join(stream: Stream, after: number | undefined): Promise<void> {
    if (timer === undefined) {
      recent = [];
      recentFrom = await events.last();
    }
    stream.position = after ?? newest();
    if (stream.response.destroyed) return;
    streams.add(stream);
    gauge.set(streams.size);
    if (timer === undefined) start();
  }

  return {
    open(response, audience, after, isWelcome) {
      const stream: Stream = { response, audience, isWelcome, position: 0, lastWriteMs: performance.now(), isReading: false };
      response.once('close', () => {
        streams.delete(stream);
        gauge.set(streams.size);
        if (streams.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      // The client learns at once that it is connected.
      response.write('retry: 1000\n\n');
      join(stream, after).catch((err: unknown) => {
        log.error({ err }, 'a stream could not begin');
        response.destroy();
      });
    },
    async close() {
      clearInterval(timer);
      for (const { response } of streams) response.end();
      await ticking;
    },
  };
}

/** The events with a higher number; they stand in order. */
function eventsBehind(events: readonly StoredEvent[], sequence: number): readonly StoredEvent[] {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.sequence ?? Infinity) > sequence) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? events : events.slice(low);
}
