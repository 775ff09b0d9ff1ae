import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';
import { principalOf } from '../http/principal.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Delivery } from './deliveries/schema.ts';
import type { StoredWebhook, WebhookStore } from './store.ts';

type Request = Pick<FastifyRequest, 'principal'> & { readonly params: { readonly webhookId: Int64 } };

/**
 * The webhook of the path, which must be the caller's own. In the transaction, or in what is committed.
 *
 * @throws ApiError `webhook_not_found`
 */
export async function existingWebhook(webhooks: WebhookStore, request: Request, tx?: Queries): Promise<StoredWebhook> {
  const found = await webhooks.find(principalOf(request).accountId, request.params.webhookId, tx);
  if (found === undefined) throw new ApiError('webhook_not_found', 'The account has no webhook with this `webhookId`.');
  return found;
}

/** @throws ApiError `delivery_not_found` */
export function existingDelivery(found: Delivery | undefined): Delivery {
  if (found !== undefined) return found;
  throw new ApiError('delivery_not_found', 'The webhook has no delivery with this `deliveryId`.');
}
