import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Audience, EventStore, StoredEvent } from '../../events/store.ts';
import { rangeAfter } from '../gaps.ts';
import type { Subscriber, WebhookStore } from '../store.ts';
import type { Begun } from './beginning.ts';

const stepEvents = 500;
/** Comparisons of an event with a webhook before other requests run. */
const stepComparisons = 50_000;
/** Events between two notes of the positions of webhooks that are not behind: each position is a row to write. */
const notedEvents = 10_000;
/** Suspended accounts and the webhooks of other processes are noticed by then, even without an event. */
const refreshMs = 1_000;
const seeksAtOnce = 50;

export interface FollowingParts {
  readonly database: Database;
  readonly events: EventStore;
  /** Whether an audience receives an event. */
  readonly isFor: (audience: Audience, event: StoredEvent) => boolean;
  readonly webhooks: WebhookStore;
  /** Called when webhooks have events to send. */
  readonly onFound: () => void;
}

/** A webhook that has events to get. */
interface Behind {
  /** It has got all events up to here. */
  readonly after: number;
  /** Whether its next event is the next one, or must be searched. */
  readonly isFound: boolean;
}

export type Following = ReturnType<typeof openFollowing>;

/**
 * Follows the events for all webhooks at once, in memory: it writes nothing for an event. One reading of each new event serves all webhooks
 * that have got the earlier ones. For the others only the position is known; they read for themselves what they can send. Each process
 * follows for itself; the positions in the database decide. docs/decisions/0064-positions-of-webhooks.md.
 */
export function openFollowing({ database, events, webhooks, isFor, onFound }: FollowingParts) {
  /** All events up to here were compared with every webhook that is not behind. Undefined before the first time. */
  let upTo: number | undefined;
  let noted = 0;
  let isStale = true;
  let refreshedMs = 0;
  /** Those that are on. */
  let subscribers = new Map<number, Subscriber>();
  const behind = new Map<number, Behind>();
  let isNews = false;

  function noteFound(id: number, next: number): void {
    behind.set(id, { after: next - 1, isFound: true });
    isNews = true;
  }

  /** Reads the webhooks, and notes which were switched off or on since. @param position of the others */
  async function refresh(position: number, last: number): Promise<void> {
    isStale = false;
    refreshedMs = performance.now();
    let all = await webhooks.subscribers();
    const [paused, back] = [all.filter(isOff), all.filter(isBack)];
    // The new state applies only to events from now on.
    const moved = all.filter((one) => isChanged(subscribers.get(one.webhookId), one)).map(idOf);
    const current = moved.filter((id) => !behind.has(id));
    if (paused.length + back.length + current.length > 0) {
      await database.transaction(async (tx) => {
        await webhooks.move(tx, current, position);
        // A process that has just begun has not seen what came before.
        if (paused.length > 0) await webhooks.pause(tx, paused.map(idOf), upTo === undefined ? last : position);
        for (const one of back) await webhooks.resume(tx, one, position);
      });
      all = await webhooks.subscribers();
    }
    const known = subscribers;
    subscribers = new Map(all.filter(({ isOn }) => isOn).map((one) => [one.webhookId, one]));
    for (const id of behind.keys()) if (!subscribers.has(id)) behind.delete(id);
    for (const [id, { afterSequence }] of subscribers)
      if (!known.has(id) && afterSequence < position) behind.set(id, { after: afterSequence, isFound: false });
  }

  /** Looks for the next event of webhooks that are behind, one bounded step of each, so that none delays the others. */
  async function seek(position: number, stop: AbortSignal): Promise<void> {
    const unknown = [...behind].filter(([, { isFound }]) => !isFound);
    for (const [id, one] of unknown.slice(0, seeksAtOnce)) {
      const subscriber = subscribers.get(id);
      if (subscriber === undefined || stop.aborted) return;
      const range = rangeAfter(subscriber.gaps, Math.max(one.after, subscriber.afterSequence));
      const top = Math.max(range.after, Math.min(range.upTo, position, range.after + database.scanRows));
      const [next] = await events.within(database.read, subscriber, range.after, top, 1);
      if (behind.get(id) !== one) continue;
      if (next !== undefined) noteFound(id, next.sequence);
      else if (top >= position) behind.delete(id);
      else behind.set(id, { after: top, isFound: false });
      await setImmediate();
    }
  }

  /** Compares the next events with the webhooks that are not behind. Returns the new position. */
  async function compare(from: number, last: number): Promise<number> {
    const count = Math.ceil(stepComparisons / Math.max(1, subscribers.size - behind.size));
    if (subscribers.size === behind.size) return last;
    const step = await events.after(from, Math.min(stepEvents, count));
    for (const [id, subscriber] of subscribers) {
      if (behind.has(id)) continue;
      const first = step.find((event) => event.sequence > subscriber.afterSequence && isFor(subscriber, event));
      if (first !== undefined) noteFound(id, first.sequence);
    }
    return step.at(-1)?.sequence ?? last;
  }

  async function note(position: number): Promise<void> {
    const current = [...subscribers.keys()].filter((id) => !behind.has(id));
    await database.transaction((tx) => webhooks.note(tx, current, position));
    noted = position;
  }

  const foundIds = (): number[] => [...behind].filter(([, { isFound }]) => isFound).map(([id]) => id);

  return {
    /** The job. */
    async follow(stop: AbortSignal): Promise<void> {
      if (upTo === undefined) noted = await webhooks.noted();
      while (!stop.aborted) {
        const last = await events.last();
        const from = upTo ?? noted;
        if (last > from || isStale || performance.now() - refreshedMs > refreshMs) await refresh(from, last);
        upTo = last > from ? await compare(from, last) : from;
        await seek(upTo, stop);
        if (isNews) onFound();
        isNews = false;
        if (upTo - noted >= notedEvents) await note(upTo);
        if (upTo >= last && foundIds().length === behind.size) return;
        await setImmediate();
      }
    },

    /** The webhooks that have an event to send. */
    found: foundIds,

    /** Where the next events for the webhook are; undefined if it has none. */
    rangeOf(webhookId: number): { readonly after: number; readonly upTo: number } | undefined {
      const one = behind.get(webhookId);
      return one === undefined || upTo === undefined ? undefined : { after: one.after, upTo };
    },

    /** Notes, after the commit, which deliveries were begun. */
    began(webhookId: number, { reached, hasMore }: Begun): void {
      if (!behind.has(webhookId)) return;
      if (!hasMore && reached >= (upTo ?? Infinity)) behind.delete(webhookId);
      else behind.set(webhookId, { after: reached, isFound: hasMore });
    },

    /** Reads the webhooks again the next time. */
    refresh(): void {
      isStale = true;
    },

    /** Whether the webhooks with an event to send are still unknown. */
    isLooking: async (): Promise<boolean> =>
      isStale || upTo === undefined || foundIds().length < behind.size || (await events.last()) > upTo,

    /** How many events are to be sent, counted up to `most`. */
    async backlog(most: number): Promise<number> {
      let count = 0;
      for (const [id, { after }] of behind) {
        const subscriber = subscribers.get(id);
        if (count >= most || subscriber === undefined || upTo === undefined) continue;
        count += await events.count(subscriber, after, Math.min(upTo, after + notedEvents), most - count);
      }
      return count;
    },
  };
}

const idOf = ({ webhookId }: Subscriber): number => webhookId;
const isOff = ({ isOn, pausedAfter }: Subscriber): boolean => !isOn && pausedAfter === null;
const isBack = ({ isOn, pausedAfter }: Subscriber): boolean => isOn && pausedAfter !== null;

/** Whether the webhook was on, and is off or receives other events now. */
function isChanged(before: Subscriber | undefined, now: Subscriber): boolean {
  if (before === undefined) return false;
  return (
    !now.isOn ||
    before.organizationId !== now.organizationId ||
    before.isConcernedOnly !== now.isConcernedOnly ||
    before.kinds.symmetricDifference(now.kinds).size > 0
  );
}
