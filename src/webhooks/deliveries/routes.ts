import type { Outbox } from '../../database/outbox.ts';
import type { EventStore } from '../../events/store.ts';
import type { App } from '../../http/app.ts';
import type { Lists } from '../../http/paging.ts';
import { principalOf } from '../../http/principal.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { existingDelivery, existingWebhook } from '../existing.ts';
import { WebhookPageQuery, WebhookParams, type WebhookTest } from '../schema.ts';
import type { WebhookStore } from '../store.ts';
import { Deliveries, Delivery, DeliveryParams } from './schema.ts';
import type { DeliveryStore } from './store.ts';

const LOCATION = 'The path of the new delivery.';

export interface DeliveryRouteParts {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly events: EventStore;
  readonly outbox: Outbox;
  readonly lists: Lists;
  readonly effects: Effects;
  /** Something has become due just now. */
  readonly wake: () => void;
}

/** The log of what was sent to a webhook, and what can be sent by hand. */
export function deliveryRoutes(v1: App, parts: DeliveryRouteParts): void {
  const { webhooks, deliveries, events, outbox, lists, effects, wake } = parts;

  v1.route({
    method: 'GET',
    url: '/webhooks/:webhookId/deliveries',
    schema: {
      operationId: 'listDeliveries',
      tags: ['Webhooks'],
      summary: 'List deliveries',
      description: 'What was sent to the webhook and what waits to be, newest first. Kept for 30 days.',
      params: WebhookParams,
      querystring: WebhookPageQuery,
      response: { 200: Deliveries },
    },
    config: { access: 'webhooks', errors: ['webhook_not_found'] },
    handler: async (request, reply) => {
      const { accountId: account } = principalOf(request);
      const { webhook } = await existingWebhook(webhooks, request);
      return lists.page(request, reply, { account }, (_, count, before) => deliveries.list(webhook.id, count, before));
    },
  });

  v1.route({
    method: 'GET',
    url: '/webhooks/:webhookId/deliveries/:deliveryId',
    schema: {
      operationId: 'getDelivery',
      tags: ['Webhooks'],
      summary: 'Get a delivery',
      description: 'With what came of its last attempt.',
      params: DeliveryParams,
      response: { 200: Delivery },
    },
    config: { access: 'webhooks', errors: ['webhook_not_found', 'delivery_not_found'] },
    handler: async (request) => {
      const { webhook } = await existingWebhook(webhooks, request);
      return existingDelivery(await deliveries.find(webhook.id, request.params.deliveryId));
    },
  });

  v1.route({
    method: 'POST',
    url: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    schema: {
      operationId: 'redeliver',
      tags: ['Webhooks'],
      summary: 'Send an event again',
      description:
        'Whatever came of this delivery, a new one of the same event begins, with the same `webhook-id`, body and a schedule of its own.',
      params: DeliveryParams,
      response: { 202: Delivery },
    },
    config: {
      access: 'webhooks',
      errors: ['webhook_not_found', 'delivery_not_found'],
      headers: { Location: LOCATION },
    },
    handler: async (request, reply) => {
      const delivery = await effects.run(request, reply, async (tx) => {
        const { webhook } = await existingWebhook(webhooks, request, tx);
        const repeated = existingDelivery(await deliveries.repeat(tx, webhook.id, request.params.deliveryId));
        reply.code(202).header('location', pathOf(webhook.id, repeated));
        return repeated;
      });
      wake();
      return delivery;
    },
  });

  v1.route({
    method: 'POST',
    url: '/webhooks/:webhookId/test',
    schema: {
      operationId: 'testWebhook',
      tags: ['Webhooks'],
      summary: 'Test a webhook',
      description: 'Sends an event of the kind `webhook.test`, to this webhook alone, whichever kinds it wants.',
      params: WebhookParams,
      response: { 202: Delivery },
    },
    config: { access: 'webhooks', errors: ['webhook_not_found'], headers: { Location: LOCATION } },
    handler: async (request, reply) => {
      const delivery = await effects.run(request, reply, async (tx) => {
        const { accountId } = principalOf(request);
        const { webhook } = await existingWebhook(webhooks, request, tx);
        const data: WebhookTest = { webhookId: webhook.id };
        const event = await events.written(tx, await outbox.appendNumbered(tx, 'webhook.test', data, [accountId]));
        const added = await deliveries.add(tx, {
          webhookId: webhook.id,
          eventId: event.id,
          kind: event.kind,
          body: event.body,
        });
        reply.code(202).header('location', pathOf(webhook.id, added));
        return added;
      });
      wake();
      return delivery;
    },
  });
}

const pathOf = (webhookId: number, { id }: Delivery): string => `/v1/webhooks/${webhookId}/deliveries/${id}`;
