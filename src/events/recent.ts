import type { PublicOnly } from '../database/listed.ts';
import { EVENT_KINDS } from '../vocabulary/event-kinds.ts';
import type { Audience, EventStore, StoredEvent } from './store.ts';

/** An id that no account has. */
const NOBODY = 0;
const stepEvents = 500;
const maxEvents = 1_000;

/** Events in memory, in order and without a gap: one query serves many streams. */
export interface RecentEvents {
  /** All events after this sequence are in memory. Infinity before the first `read`. */
  readonly after: number;
  /** The sequence of the newest event that was read. */
  readonly upTo: number;
  /** The events in memory with a higher sequence. */
  since(sequence: number): readonly StoredEvent[];
  /** Forgets all events, while there is no stream to read them for. */
  clear(): void;
}

/** The newest events, for all receivers. */
export function openRecentEvents(store: Pick<EventStore, 'after' | 'last'>) {
  let events: StoredEvent[] = [];
  let start: number | undefined;
  const upTo = () => events.at(-1)?.sequence ?? start ?? 0;

  return {
    get after() {
      return start ?? Infinity;
    },
    get upTo() {
      return upTo();
    },
    /** Reads new events. The first call starts at the end of the outbox. */
    async read() {
      start ??= await store.last();
      let step: StoredEvent[];
      do {
        step = await store.after(upTo(), stepEvents);
        events.push(...step);
        // Earlier events have changed: streams read those from the database.
        const changed = events.findLastIndex(({ kind }) => kind === 'account.joined' || kind.startsWith('person.'));
        const dropped = events.splice(0, Math.max(0, changed, events.length - maxEvents)).at(-1);
        start = dropped?.sequence ?? start;
      } while (step.length === stepEvents);
    },
    since: (sequence) => after(events, sequence),
    clear() {
      events = [];
      start = undefined;
    },
  } satisfies RecentEvents & { read(): Promise<void> };
}

/**
 * The events for visitors, or for partners, of the last read only: what was public then may not be a second later. A stream whose client has not taken them
 * by the next read continues from the database.
 */
export function openPublicEvents({ list }: Pick<EventStore, 'list'>, publicOnly: PublicOnly) {
  const audience: Audience = { accountId: NOBODY, kinds: new Set(EVENT_KINDS), publicOnly };
  let events: StoredEvent[] = [];
  let [start, end] = [Infinity, 0];

  return {
    get after() {
      return start;
    },
    get upTo() {
      return end;
    },
    /** Reads new events if there are any. The first call starts at the end of the outbox. @param last the sequence of the newest event */
    async read(last: number) {
      const from = start === Infinity ? last : end;
      const { found, upTo } = last > from ? await list(audience, from, stepEvents) : { found: [], upTo: from };
      [events, start, end] = [found, from, upTo];
    },
    since: (sequence) => after(events, sequence),
    clear() {
      events = [];
      start = Infinity;
    },
  } satisfies RecentEvents & { read(last: number): Promise<void> };
}

/** Most streams are at or near the end. */
const after = (events: readonly StoredEvent[], sequence: number): readonly StoredEvent[] =>
  events.slice(events.findLastIndex((event) => event.sequence <= sequence) + 1);
