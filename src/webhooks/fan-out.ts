import { setImmediate } from 'node:timers/promises';
import type { Database, Queries } from '../database/database.ts';
import type { Audience, EventStore, StoredEvent } from '../events/store.ts';
import type { DeliveryStore, NewDelivery } from './deliveries/store.ts';
import type { Subscriber, WebhookStore } from './store.ts';

const reader = 'webhooks';
const stepEvents = 500;
/** While there is no webhook, the place is moved on once for so many events: each move is a commit. */
const unheardEvents = 10_000;
/** About so many deliveries are made in one transaction, so that others can write between. */
const stepDeliveries = 1_000;

export interface FanOutParts {
  readonly database: Database;
  readonly events: EventStore;
  /** Whether an audience is told of an event. */
  readonly isFor: (audience: Audience, event: StoredEvent) => boolean;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  /** Is told after each commit that made deliveries. */
  readonly onAdded: () => void;
}

/**
 * Gives the work that makes a delivery of every new event for each webhook that wants it. The place in the outbox moves in the same
 * transaction, and only from where it was read: any number of processes on one database make each delivery once.
 */
export function openFanOut(parts: FanOutParts): (stop: AbortSignal) => Promise<void> {
  const { database, events, webhooks, deliveries, isFor, onAdded } = parts;

  return async (stop) => {
    while (!stop.aborted) {
      const from = await positionOf(database.read);
      const last = await events.last();
      if (last <= from) return;
      const isHeard = await webhooks.hasEnabled();
      if (!isHeard && last - from < unheardEvents) return;
      const found = isHeard ? await events.after(from, stepEvents) : [];
      const added = await database.transaction(async (tx) => {
        const subscribers = await webhooks.subscribers(tx);
        // A webhook is told of what comes after it was made: what nobody hears is done with at once.
        const step = subscribers.length === 0 ? { made: [], upTo: last } : stepOf(found, subscribers, isFor, from);
        if (!(await move(tx, from, step.upTo))) return 0;
        await deliveries.addAll(tx, step.made);
        return step.made.length;
      });
      if (added > 0) onAdded();
      await setImmediate();
    }
  };
}

/** The deliveries of the first events, as many as fit into a step, and how far that is. */
function stepOf(
  events: readonly StoredEvent[],
  subscribers: readonly Subscriber[],
  isFor: FanOutParts['isFor'],
  from: number,
): { made: NewDelivery[]; upTo: number } {
  const made: NewDelivery[] = [];
  let upTo = from;
  for (const event of events) {
    for (const subscriber of subscribers) {
      if (event.sequence <= subscriber.afterSequence || !isFor(subscriber, event)) continue;
      made.push({ webhookId: subscriber.webhookId, eventId: event.id, kind: event.kind, body: event.body });
    }
    upTo = event.sequence;
    if (made.length >= stepDeliveries) break;
  }
  return { made, upTo };
}

async function positionOf(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('outbox_readers')
    .select('sequence')
    .where('name', '=', reader)
    .executeTakeFirstOrThrow();
  return row.sequence;
}

/** False when another process has moved it meanwhile. */
async function move(tx: Queries, from: number, to: number): Promise<boolean> {
  const result = await tx
    .updateTable('outbox_readers')
    .set({ sequence: to })
    .where('name', '=', reader)
    .where('sequence', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
