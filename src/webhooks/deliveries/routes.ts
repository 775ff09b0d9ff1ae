import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Queries } from '../../database/database.ts';
import type { Outbox } from '../../database/outbox.ts';
import type { EventStore } from '../../events/store.ts';
import type { App } from '../../http/app.ts';
import { ApiError, existing } from '../../http/errors.ts';
import type { Lists } from '../../http/paging.ts';
import { actorOf, type Principal, principalOf } from '../../http/principal.ts';
import type { Scans } from '../../http/scans.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { KINDS } from '../../vocabulary/event-kinds.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { requireScopes, requireScopesOf, requireWebhook } from '../access.ts';
import { WebhookParams, type WebhookTest } from '../schema.ts';
import type { WebhookStore } from '../store.ts';
import {
  type AttemptDetails,
  Deliveries,
  Delivery,
  DeliveryDetails,
  DeliveryParams,
  DeliveryQuery,
  Redelivered,
  RedeliverSeveral,
} from './schema.ts';
import type { DeliveryStore } from './store.ts';

const LOCATION = 'The path of the new delivery.';

export interface DeliveryRouteParts {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly events: EventStore;
  readonly outbox: Outbox;
  readonly lists: Lists;
  readonly scans: Scans;
  readonly effects: Effects;
  /** Called after a delivery to the webhook was added. */
  readonly onAdded: (webhookId: number) => void;
}

/** The log of a webhook's deliveries, redelivery and tests. */
export function deliveryRoutes(v1: App, parts: DeliveryRouteParts): void {
  const { webhooks, deliveries, events, outbox, lists, scans, effects, onAdded } = parts;

  /** One page of the deliveries to these webhooks. */
  function page(
    request: FastifyRequest & { readonly query: Static<typeof DeliveryQuery> },
    reply: FastifyReply,
    webhookIds: readonly number[],
  ): Promise<Delivery[]> {
    const principal = principalOf(request);
    const bound = { account: principal.accountId };
    return lists.page(request, reply, bound, (filters, count, before) =>
      scans.run(request, reply, async (pace) => {
        const found = await deliveries.list(webhookIds, filters, { count, before, pace });
        return found.map((delivery) => shownTo(principal, delivery));
      }),
    );
  }

  v1.get('/webhooks/deliveries', {
    schema: {
      operationId: 'listAllDeliveries',
      summary: 'List the deliveries of all webhooks',
      description:
        'Sent and waiting deliveries of all webhooks of the account, newest first. They are kept as long as events.',
      querystring: DeliveryQuery,
      response: { 200: Deliveries },
    },
    config: { access: 'webhooks', whose: 'account', polled: true },
    handler: async (request, reply) => page(request, reply, await webhooks.ids(principalOf(request).accountId)),
  });

  v1.get('/webhooks/:webhookId/deliveries', {
    schema: {
      operationId: 'listDeliveries',
      summary: 'List deliveries',
      description: 'Sent and waiting deliveries of the webhook, newest first. They are kept as long as events.',
      params: WebhookParams,
      querystring: DeliveryQuery,
      response: { 200: Deliveries },
    },
    config: { access: 'webhooks', whose: 'own', polled: true, errors: ['webhook_not_found'] },
    handler: async (request, reply) => {
      const { webhook } = await requireWebhook(webhooks, request);
      return page(request, reply, [webhook.id]);
    },
  });

  v1.get('/webhooks/:webhookId/deliveries/:deliveryId', {
    schema: {
      operationId: 'getDelivery',
      summary: 'Get a delivery',
      description: 'The delivery with all its attempts: exactly what was sent, and what was answered.',
      params: DeliveryParams,
      response: { 200: DeliveryDetails },
    },
    config: { access: 'webhooks', whose: 'own', polled: true, errors: ['webhook_not_found', 'delivery_not_found'] },
    handler: async (request) => {
      const principal = principalOf(request);
      const { webhook } = await requireWebhook(webhooks, request);
      const delivery = ofPath(await deliveries.find([webhook.id], request.params.deliveryId));
      const { body, attemptLog } = await deliveries.details(delivery);
      if (mayRead(principal, delivery)) return { ...delivery, body, attemptLog };
      return { ...shownTo(principal, delivery), attemptLog: attemptLog.map(withoutEcho) };
    },
  });

  v1.post('/webhooks/:webhookId/deliveries/:deliveryId/redeliver', {
    schema: {
      operationId: 'redeliver',
      summary: 'Send an event again',
      description:
        'Starts a new delivery of the same event, with the same `webhook-id` and body and its own retry schedule. The state of this delivery does not matter. The key must have the scope of its type, and of all types of events of the webhook.',
      params: DeliveryParams,
      response: { 202: Delivery },
    },
    config: {
      access: 'webhooks',
      whose: 'own',
      errors: ['webhook_not_found', 'delivery_not_found'],
      headers: { Location: LOCATION },
    },
    handler: async (request, reply) => {
      const delivery = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const { webhook } = await requireWebhook(webhooks, request, tx);
        const found = ofPath(await deliveries.find([webhook.id], request.params.deliveryId, tx));
        requireScopes(principal, [found.type]);
        await requireScopesOf(tx, webhooks, principal, webhook);
        const repeated = await deliveries.repeat(tx, found);
        reply.header('location', pathOf(webhook.id, repeated));
        return repeated;
      });
      if (delivery !== undefined) onAdded(delivery.webhookId);
      return delivery;
    },
  });

  v1.post('/webhooks/:webhookId/test', {
    schema: {
      operationId: 'testWebhook',
      summary: 'Test a webhook',
      description:
        'Sends an event of the type `webhook.test` to this webhook only, regardless of the types it subscribes to. The key must have the scopes of these.',
      params: WebhookParams,
      response: { 202: Delivery },
    },
    config: { access: 'webhooks', whose: 'own', errors: ['webhook_not_found'], headers: { Location: LOCATION } },
    handler: async (request, reply) => {
      const delivery = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const { webhook } = await requireWebhook(webhooks, request, tx);
        await requireScopesOf(tx, webhooks, principal, webhook);
        const data: WebhookTest = { webhookId: webhook.id };
        const parties = { by: actorOf(principal), accountId: principal.accountId };
        const event = await events.written(tx, await outbox.appendNumbered(tx, 'webhook.test', data, parties));
        const added = await deliveries.add(tx, webhook.id, event);
        reply.header('location', pathOf(webhook.id, added));
        return added;
      });
      if (delivery !== undefined) onAdded(delivery.webhookId);
      return delivery;
    },
  });

  severalRoutes(v1, parts);
}

/** Sends several events again with one request: a Free plan has 60 a minute. */
function severalRoutes(v1: App, { webhooks, deliveries, effects, onAdded }: DeliveryRouteParts): void {
  /** Nothing is written before a delivery is refused, so that the others may follow in the same transaction. */
  async function redeliver(
    tx: Queries,
    principal: Principal,
    webhookIds: readonly number[],
    id: Int64,
  ): Promise<Delivery> {
    const found = await deliveries.find(webhookIds, id, tx);
    if (found === undefined) throw new ApiError('delivery_not_found', 'The account has no delivery with this id.');
    requireScopes(principal, [found.type]);
    const stored = await webhooks.find(principal.accountId, found.webhookId, tx);
    await requireScopesOf(tx, webhooks, principal, existing(stored, 'webhook_not_found', 'webhookId').webhook);
    return deliveries.repeat(tx, found);
  }

  v1.post('/webhooks/deliveries/redeliver-several', {
    schema: {
      operationId: 'redeliverSeveral',
      summary: 'Send several events again',
      description:
        'Starts a new delivery for each of up to 50 deliveries to any webhooks of the account, or refuses it as on its own: the response says why.',
      body: RedeliverSeveral,
      response: { 202: Redelivered },
    },
    config: { access: 'webhooks', whose: 'account' },
    handler: async (request, reply) => {
      const result = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const webhookIds = await webhooks.ids(principal.accountId, tx);
        const redelivered: Redelivered = { deliveries: [], refused: [] };
        for (const deliveryId of new Set(request.body.deliveryIds)) {
          try {
            redelivered.deliveries.push(await redeliver(tx, principal, webhookIds, deliveryId));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            redelivered.refused.push({ deliveryId, code: error.code, message: error.message });
          }
        }
        return redelivered;
      });
      for (const { webhookId } of result?.deliveries ?? []) onAdded(webhookId);
      return result;
    },
  });
}

const mayRead = ({ scopes }: Principal, { type }: Delivery): boolean => scopes.has(KINDS[type].scope);

/** Receivers may answer with what they received: only who may read the event reads the response. */
function shownTo(principal: Principal, delivery: Delivery): Delivery {
  if (delivery.lastAttempt === undefined || mayRead(principal, delivery)) return delivery;
  return { ...delivery, lastAttempt: withoutEcho(delivery.lastAttempt) };
}

function withoutEcho<Shown extends Pick<AttemptDetails, 'responseBody' | 'responseHeaders'>>(attempt: Shown) {
  const { responseBody: _, responseHeaders: _headers, ...rest } = attempt;
  return rest;
}

const pathOf = (webhookId: number, { id }: Delivery): string => `/v1/webhooks/${webhookId}/deliveries/${id}`;

const ofPath = (delivery: Delivery | undefined): Delivery => existing(delivery, 'delivery_not_found', 'deliveryId');
