import type { Background } from '../background.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { EventStore } from '../events/store.ts';
import type { App } from '../http/app.ts';
import type { Lists } from '../http/paging.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Log } from '../telemetry/log.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { deliveryStore } from './deliveries/store.ts';
import { type FanOutParts, openFanOut } from './fan-out.ts';
import { webhookRoutes } from './routes.ts';
import { openAttempter } from './sending/attempt.ts';
import { openEndpoints } from './sending/endpoints.ts';
import { openNetwork, type Resolve } from './sending/network.ts';
import { startSender } from './sending/sender.ts';
import { webhookStore } from './store.ts';

export interface WebhookParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly events: EventStore;
  readonly isFor: FanOutParts['isFor'];
  readonly lists: Lists;
  readonly effects: Effects;
  readonly background: Background;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Whether requests may go to `http:` and to private addresses. */
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
}

export interface Webhooks {
  addRoutes(v1: App): void;
  /** How many deliveries have an attempt ahead, up to `most`. */
  backlog(most: number): Promise<number>;
  /** Forgets what is past its time, a bounded number of rows at once. Says whether there may be more. */
  sweep(tx: Queries): Promise<boolean>;
  /** After the background's own end. */
  close(): Promise<void>;
}

const timeoutMs = 15_000;
const pollMs = 100;

/** All that webhooks are made of: who wants to be told, what is to be sent, and who sends it. */
export function openWebhooks(parts: WebhookParts): Webhooks {
  const { database, background, now } = parts;
  const webhooks = webhookStore(database, { now, random: parts.randomBytes });
  const deliveries = deliveryStore(database, now);
  const network = openNetwork(parts);
  const endpoints = openEndpoints(now);
  const sender = startSender({ ...parts, deliveries, endpoints, attempt: openAttempter(network, timeoutMs) });
  const fanOut = openFanOut({ ...parts, webhooks, deliveries, onAdded: sender.wake });
  background.every(pollMs, 'the fan-out of events', fanOut);
  return {
    addRoutes(v1) {
      webhookRoutes(v1, { ...parts, webhooks, faultOf: (url) => network.faultOf(url), wake: sender.wake });
      deliveryRoutes(v1, { ...parts, webhooks, deliveries, wake: sender.wake });
    },
    backlog: (most) => deliveries.backlog(most),
    sweep: async (tx) => (await deliveries.sweep(tx)) || webhooks.sweep(tx),
    close: () => sender.close(),
  };
}
