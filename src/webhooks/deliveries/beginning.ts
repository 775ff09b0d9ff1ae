import type { Queries } from '../../database/database.ts';
import type { EventStore, StoredEvent } from '../../events/store.ts';
import { rangeAfter } from '../gaps.ts';
import type { Webhook } from '../schema.ts';
import type { WebhookStore } from '../store.ts';
import type { Claim, DeliveryStore } from './store.ts';

export interface Begun {
  readonly claims: readonly Claim[];
  /** The webhook has got all events up to here. */
  readonly reached: number;
  /** Whether the next event for it is known to follow. */
  readonly hasMore: boolean;
}

export type Begin = ReturnType<typeof beginning>;

/**
 * Returns what makes the deliveries of the next events of a webhook, claimed, and moves its position in the same transaction: several
 * processes make each delivery once, and none is made before it is sent.
 */
export function beginning(parts: {
  readonly scanRows: number;
  readonly events: EventStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
}) {
  const { scanRows, events, webhooks, deliveries } = parts;
  /** @param where the bounds of the search */
  return async (
    tx: Queries,
    webhookId: number,
    where: { readonly after: number; readonly upTo: number },
    count: number,
  ): Promise<Begun> => {
    const subscriber = await webhooks.subscriber(tx, webhookId);
    const range = rangeAfter(subscriber.gaps, Math.max(where.after, subscriber.afterSequence));
    const top = Math.min(range.upTo, where.upTo, range.after + scanRows);
    const found = await events.within(tx, subscriber, range.after, top, count + 1);
    const [last, next] = found.slice(count - 1);
    const hasMore = last !== undefined && next !== undefined;
    const reached = hasMore ? last.sequence : Math.max(top, range.after);
    const sent = found.slice(0, count).filter((event) => !isCreationOf(webhookId, event));
    if (sent.length === 0) return { claims: [], reached, hasMore };
    const claims = await deliveries.addClaimed(tx, webhookId, sent);
    await webhooks.advance(tx, subscriber, reached);
    return { claims, reached, hasMore };
  };
}

/** Whether the event says that the webhook was added: its receiver cannot know the secret yet. */
const isCreationOf = (webhookId: number, { kind, body }: StoredEvent): boolean =>
  kind === 'webhook.created' && (JSON.parse(body) as { readonly data: Webhook }).data.id === webhookId;
