import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Audience, EventStore, StoredEvent } from '../../events/store.ts';
import type { Webhook } from '../schema.ts';
import type { Subscriber, WebhookStore } from '../store.ts';
import type { DeliveryStore, NewDelivery } from './store.ts';

const stepEvents = 500;
/** Without an enabled webhook the position moves only after so many events, since each move is a commit. */
const skippedEvents = 10_000;
/** About so many deliveries are made in one transaction, so that other writes come between. */
const stepDeliveries = 1_000;

export interface FanOutParts {
  readonly database: Database;
  readonly events: EventStore;
  /** Whether an audience receives an event. */
  readonly isFor: (audience: Audience, event: StoredEvent) => boolean;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  /** Called after each commit that made deliveries. */
  readonly onAdded: () => void;
}

/**
 * Returns the job that makes a delivery of every new event for each webhook that subscribes to it. The position in the outbox moves in
 * the same transaction, and only if it is still where it was read: several processes on one database make each delivery once.
 */
export function openFanOut(parts: FanOutParts): (stop: AbortSignal) => Promise<void> {
  const { database, events, webhooks, deliveries, isFor, onAdded } = parts;

  return async (stop) => {
    while (!stop.aborted) {
      const from = await deliveries.position();
      const last = await events.last();
      if (last <= from) return;
      const hasWebhooks = await webhooks.hasEnabled();
      if (!hasWebhooks && last - from < skippedEvents) return;
      const added = await database.transaction(async (tx) => {
        const subscribers = await webhooks.subscribers(tx);
        // Read in the transaction: an erasure may change events until then, and searches the deliveries that are made by then.
        const found = subscribers.length > 0 ? await events.afterIn(tx, from, stepEvents) : [];
        // A webhook receives only events after its creation, so without subscribers all events can be skipped.
        const step = subscribers.length === 0 ? { made: [], upTo: last } : stepOf(found, subscribers, isFor, from);
        if (!(await deliveries.movePosition(tx, from, step.upTo))) return 0;
        await deliveries.addAll(tx, step.made);
        return step.made.length;
      });
      if (added > 0) onAdded();
      await setImmediate();
    }
  };
}

/** The deliveries of as many events as fit into a step, and the sequence of the last of these events. */
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
      if (event.sequence <= subscriber.afterSequence || !isFor(subscriber, event) || isOwnCreation(subscriber, event))
        continue;
      made.push({ webhookId: subscriber.webhookId, eventId: event.id, kind: event.kind, body: event.body });
    }
    upTo = event.sequence;
    if (made.length >= stepDeliveries) break;
  }
  return { made, upTo };
}

/** Whether the event says that the subscriber itself was added: its receiver cannot know the secret yet. */
const isOwnCreation = ({ webhookId }: Subscriber, { kind, body }: StoredEvent): boolean =>
  kind === 'webhook.created' && (JSON.parse(body) as { readonly data: Webhook }).data.id === webhookId;
