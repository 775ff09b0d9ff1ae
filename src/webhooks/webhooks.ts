import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { Network } from '../network/network.ts';
import type { Sealing } from '../secrets/sealing.ts';
import type { DueWork } from '../time/background.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { trimLongAnswers } from './deliveries/attempts.ts';
import { beginning } from './deliveries/beginning.ts';
import { dueDeliveries } from './deliveries/due.ts';
import { type FollowingParts, openFollowing } from './deliveries/following.ts';
import { type DeliveryRouteParts, deliveryRoutes } from './deliveries/routes.ts';
import { deliveryStore } from './deliveries/store.ts';
import { webhookMails } from './health/mails.ts';
import { endpointNotices, type MailQueue } from './health/notices.ts';
import { webhookHealthRoutes } from './health/routes.ts';
import { type WebhookRouteParts, webhookRoutes } from './routes.ts';
import { attemptOver } from './sending/attempt.ts';
import { endpointStore } from './sending/endpoint-store.ts';
import { type SenderParts, startSender } from './sending/sender.ts';
import { webhookStore } from './store.ts';

/** The parts of the routes, the following and the sender, except those that are built here. */
export interface WebhookParts
  extends
    Omit<WebhookRouteParts, 'webhooks' | 'faultOf' | 'wake'>,
    Omit<DeliveryRouteParts, 'webhooks' | 'deliveries' | 'wake'>,
    Omit<FollowingParts, 'webhooks' | 'onFound'>,
    Omit<SenderParts, 'deliveries' | 'begin' | 'following' | 'endpoints' | 'attempt'> {
  readonly mails: MailQueue;
  /** The origin of the site. */
  readonly origin: string;
  readonly secrets: Pick<Sealing, 'seal' | 'open'>;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly network: Network;
}

const timeoutMs = 15_000;
const pollMs = 100;
/** Deliveries among which the most overdue one is looked for. */
const overdueWebhooks = 1_000;

/** Builds everything that webhooks need: subscriptions, what finds the events for them, deliveries, and the sender. */
export function openWebhooks(parts: WebhookParts) {
  const { database, outbox, background, now, network } = parts;
  const webhooks = webhookStore(database, outbox, { now, random: parts.randomBytes, seal: parts.secrets.seal });
  const deliveries = deliveryStore(database, parts);
  const endpoints = endpointStore(outbox, parts.mails, now);
  const following = openFollowing({ ...parts, webhooks, onFound: () => sender.wake() });
  const sender = startSender({
    ...parts,
    deliveries,
    following,
    begin: beginning({ ...parts, scanRows: database.scanRows, webhooks, deliveries }),
    endpoints,
    attempt: attemptOver(network, timeoutMs),
  });
  const followSoon = background.every(pollMs, 'the following of events', (stop) => following.follow(stop));
  function wake(): void {
    following.refresh();
    followSoon();
    sender.wake();
  }
  const notices = endpointNotices(parts);
  const tellSoon = background.every(1_000, 'the notices of failing webhooks', (stop) => notices.tell(stop));
  const sending = dueDeliveries({ database, events: parts.events, following, deliveries, now });
  const due: DueWork = {
    isBusy: async () => (await sending.isBusy()) || notices.isBusy(),
    next: async (afterMs) => Math.min(await sending.next(afterMs), await notices.next(afterMs)),
    wake() {
      followSoon();
      sender.wake();
      tellSoon();
    },
  };
  return {
    due,
    /** How its mails are written. */
    composers: webhookMails(database.read, parts.origin),
    addRoutes(v1: App): void {
      webhookHealthRoutes(v1, database);
      webhookRoutes(v1, { ...parts, webhooks, faultOf: (url) => network.faultOf(url), wake });
      deliveryRoutes(v1, { ...parts, webhooks, deliveries, wake: sender.wake });
    },
    /** Removes all webhooks of the account. */
    removeAll: (tx: Queries, accountId: number, by: Actor): Promise<void> => webhooks.removeAll(tx, accountId, by),
    /** How many deliveries are pending, or still to be made, counted up to `most`. */
    async backlog(most: number): Promise<number> {
      const pending = await deliveries.backlog(most);
      return pending + (await following.backlog(most - pending));
    },
    overdueMs: (): Promise<number> => deliveries.overdueMs(overdueWebhooks),
    failing: (most: number): Promise<number> => notices.failing(most),
    /** Deletes a bounded number of deliveries up to the time `endMs`, and of rows of deleted webhooks, and shortens long responses. Returns whether there may be more. */
    sweep: async (tx: Queries, endMs: number): Promise<boolean> =>
      (await deliveries.sweep(tx, endMs)) || (await webhooks.sweep(tx)) || trimLongAnswers(tx),
    /** Must be called after the background jobs have ended. */
    close: () => sender.close(),
  };
}
