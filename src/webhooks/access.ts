import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import { existing } from '../http/errors.ts';
import { type Principal, principalOf, requireScope } from '../http/principal.ts';
import { EVENT_KINDS, type EventKind, KINDS } from '../vocabulary/event-kinds.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Webhook, WebhookPatch } from './schema.ts';
import type { WebhookStore } from './store.ts';
import type { StoredWebhook } from './webhook-row.ts';

/**
 * The webhook of the path, which must belong to the account of the request. Reads in the transaction, or committed data without one.
 *
 * @throws ApiError `webhook_not_found`
 */
export async function requireWebhook(
  webhooks: WebhookStore,
  request: Pick<FastifyRequest, 'principal'> & { readonly params: { readonly webhookId: Int64 } },
  tx?: Queries,
): Promise<StoredWebhook> {
  const found = await webhooks.find(principalOf(request).accountId, request.params.webhookId, tx);
  return existing(found, 'webhook_not_found', 'webhookId');
}

/**
 * The key must be able to read the events itself.
 *
 * @throws ApiError `insufficient_scope`
 */
export function requireScopes(principal: Principal, kinds: readonly EventKind[]): void {
  for (const kind of kinds) requireScope(principal, KINDS[kind].scope, ` that \`${kind}\` needs`);
}

/**
 * The key must be able to read all that the webhook sends: the events that it subscribes to, and those that still wait to be sent although
 * it no longer does.
 *
 * @throws ApiError `insufficient_scope`
 */
export async function requireScopesOf(
  tx: Queries,
  webhooks: WebhookStore,
  principal: Principal,
  { id, events }: Webhook,
): Promise<void> {
  requireScopes(principal, events);
  const others = EVENT_KINDS.filter((kind) => !principal.scopes.has(KINDS[kind].scope));
  requireScopes(principal, await webhooks.waitingKinds(tx, id, others));
}

/** Whether the patch decides what the webhook sends or where to, rather than describing or disabling it. */
export function redirects(webhook: Webhook, { url, events, disabled }: WebhookPatch): boolean {
  if (url !== undefined && url !== webhook.url) return true;
  if (events !== undefined && new Set(events).symmetricDifference(new Set(webhook.events)).size > 0) return true;
  return webhook.disabled && disabled === false;
}
