import type { EventStore, StoredEvent } from './store.ts';

const stepEvents = 500;
const maxEvents = 1_000;

/** The newest events in memory, in order and without a gap: one query serves all streams. */
export function openRecentEvents(store: Pick<EventStore, 'after' | 'last'>) {
  let events: StoredEvent[] = [];
  let start: number | undefined;
  const upTo = () => events.at(-1)?.sequence ?? start ?? 0;

  return {
    /** All events after this sequence are in memory. Infinity before the first `read`. */
    get after() {
      return start ?? Infinity;
    },
    /** The sequence of the newest event in memory. */
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
        const dropped = events.splice(0, Math.max(0, events.length - maxEvents)).at(-1);
        start = dropped?.sequence ?? start;
      } while (step.length === stepEvents);
    },
    /** The events in memory with a higher sequence. */
    since(sequence: number): readonly StoredEvent[] {
      // Most streams are at or near the end.
      const last = events.findLastIndex((event) => event.sequence <= sequence);
      return events.slice(last + 1);
    },
    /** Forgets all events, while there is no stream to read them for. */
    clear(): void {
      events = [];
      start = undefined;
    },
  };
}
