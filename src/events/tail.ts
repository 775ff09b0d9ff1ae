import type { EventStore, StoredEvent } from './store.ts';

const stepEvents = 500;
const rememberedEvents = 1_000;

/** The newest events, in order and without a gap: read once for all who follow. */
export interface Tail {
  /** The number before the first event that it remembers. */
  readonly from: number;
  /** The number of the last one. */
  readonly upTo: number;
  /** Reads what is new. The first time there is nothing to remember: it begins at the end. */
  advance(): Promise<void>;
  /** The remembered events with a higher number. */
  behind(sequence: number): readonly StoredEvent[];
  /** Begins anew: for when nobody follows, so that nothing needs to be read. */
  forget(): void;
}

export function openTail(events: Pick<EventStore, 'after' | 'last'>): Tail {
  let remembered: StoredEvent[] = [];
  let from: number | undefined;
  const upTo = () => remembered.at(-1)?.sequence ?? from ?? 0;

  return {
    get from() {
      return from ?? Infinity;
    },
    get upTo() {
      return upTo();
    },
    async advance() {
      from ??= await events.last();
      let step: StoredEvent[];
      do {
        step = await events.after(upTo(), stepEvents);
        remembered.push(...step);
        const forgotten = remembered.splice(0, Math.max(0, remembered.length - rememberedEvents)).at(-1);
        from = forgotten?.sequence ?? from;
      } while (step.length === stepEvents);
    },
    behind(sequence) {
      let low = 0;
      let high = remembered.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((remembered[middle]?.sequence ?? Infinity) > sequence) high = middle;
        else low = middle + 1;
      }
      return remembered.slice(low);
    },
    forget() {
      remembered = [];
      from = undefined;
    },
  };
}
