import { randomBytes } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { type EventStore, isFor } from '../events/store.ts';
import type { App } from '../http/app.ts';
import type { DueWork } from '../jobs/background.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { trimLongAnswers } from '../webhooks/deliveries/attempts.ts';
import { beginning } from '../webhooks/deliveries/beginning.ts';
import { dueDeliveries } from '../webhooks/deliveries/due.ts';
import { openFollowing } from '../webhooks/deliveries/following.ts';
import { deliveryRoutes } from '../webhooks/deliveries/routes.ts';
import { deliveryStore } from '../webhooks/deliveries/store.ts';
import { webhookMails } from '../webhooks/health/mails.ts';
import { endpointNotices } from '../webhooks/health/notices.ts';
import { webhookHealthRoutes } from '../webhooks/health/routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { attemptOver } from '../webhooks/sending/attempt.ts';
import { endpointStore } from '../webhooks/sending/endpoint-store.ts';
import { startSender } from '../webhooks/sending/sender.ts';
import { webhookStore } from '../webhooks/store.ts';
import type { Core } from './core.ts';

const pollMs = 100;
/** Deliveries among which the most overdue one is looked for. */
const overdueWebhooks = 1_000;

/** Webhooks: subscriptions, what finds the events for them, deliveries, and the sender. */
export function buildWebhooks(
  core: Core,
  { events, attemptMs = 15_000 }: { readonly events: EventStore; readonly attemptMs?: number | undefined },
) {
  const { database, outbox, now, realNow, mails, secrets, background, lists, scans, effects, origin, log } = core;
  const network = core.webhookNetwork;
  const webhooks = webhookStore(database, outbox, { now, random: randomBytes, seal: secrets.seal });
  const deliveries = deliveryStore(database, { events, now, realNow });
  const following = openFollowing({ database, events, isFor, webhooks, onFound: () => sender.look() });
  const sender = startSender({
    database,
    deliveries,
    following,
    begin: beginning({ scanRows: database.scanRows, events, webhooks, deliveries }),
    endpoints: endpointStore(outbox, mails, now),
    attempt: attemptOver(network, attemptMs),
    background,
    log,
    now,
    realNow,
    random: Math.random,
    secrets,
  });
  const followSoon = background.every(pollMs, 'the following of events', (stop) => following.follow(stop));
  function onChanged(webhookId: number): void {
    following.refresh();
    followSoon();
    sender.lookAt(webhookId);
  }
  const notices = endpointNotices({ database, outbox, mails, now });
  const tellSoon = background.every(1_000, 'the notices of failing webhooks', (stop) => notices.tell(stop));
  const sending = dueDeliveries({ database, events, following, deliveries, now });
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
    composers: webhookMails(database.read, origin),
    addRoutes(v1: App): void {
      webhookHealthRoutes(v1, database);
      webhookRoutes(v1, { database, webhooks, lists, effects, faultOf: (url) => network.faultOf(url), onChanged });
      deliveryRoutes(v1, { webhooks, deliveries, events, outbox, lists, scans, effects, onAdded: sender.lookAt });
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
