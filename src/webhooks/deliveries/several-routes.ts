import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError, existing } from '../../http/errors.ts';
import { type Principal, principalOf } from '../../http/principal.ts';
import type { Effects } from '../../idempotency/effects.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { requireScopes, requireScopesOf } from '../access.ts';
import type { WebhookStore } from '../store.ts';
import { type Delivery, Redelivered, RedeliverSeveral } from './schema.ts';
import type { DeliveryStore } from './store.ts';

interface SeveralRouteParts {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly effects: Effects;
  readonly wake: () => void;
}

/** Sends several events again with one request: a Free plan has 60 a minute. */
export function severalRoutes(v1: App, { webhooks, deliveries, effects, wake }: SeveralRouteParts): void {
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

  v1.route({
    method: 'POST',
    url: '/webhooks/deliveries/redeliver-several',
    schema: {
      operationId: 'redeliverSeveral',
      tags: ['Webhooks'],
      summary: 'Send several events again',
      description:
        'Starts a new delivery for each of up to 50 deliveries to any webhooks of the account, or refuses it for the reason for which a request about this delivery alone would be: the response says which.',
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
        reply.code(202);
        return redelivered;
      });
      wake();
      return result;
    },
  });
}
