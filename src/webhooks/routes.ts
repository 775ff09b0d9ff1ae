import type { Database } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { etagOf, isUnchanged, requirePreconditions } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { actorOf, principalOf } from '../http/principal.ts';
import { NoContent, NotModified, PageQuery } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import { PLAN_NAMES, WEBHOOKS } from '../vocabulary/plans.ts';
import { redirects, requireScopes, requireScopesOf, requireWebhook } from './access.ts';
import { NewWebhook, Webhook, WebhookParams, WebhookPatch, Webhooks, WebhookWithSecret } from './schema.ts';
import type { WebhookStore } from './store.ts';

const ETAG = 'The version of the webhook, for `If-Match` and `If-None-Match`.';

const mostByPlan = PLAN_NAMES.map((plan) => `${WEBHOOKS[plan]} with \`${plan}\``).join(', ');

export interface WebhookRouteParts {
  readonly database: Database;
  readonly webhooks: WebhookStore;
  readonly lists: Lists;
  readonly effects: Effects;
  /** What is wrong with a URL, as the end of "The field `url` …"; undefined if webhooks may use it. */
  readonly faultOf: (url: string) => string | undefined;
  /** Called after the webhook was changed. */
  readonly onChanged: (webhookId: number) => void;
}

/** The webhooks of an account. */
export function webhookRoutes(
  v1: App,
  { database, webhooks, lists, effects, faultOf, onChanged }: WebhookRouteParts,
): void {
  v1.get('/webhooks', {
    schema: {
      operationId: 'listWebhooks',
      summary: 'List your webhooks',
      description: 'The webhooks of the account, newest first.',
      querystring: PageQuery,
      response: { 200: Webhooks },
    },
    config: { access: 'webhooks', whose: 'account' },
    handler: (request, reply) => {
      const { accountId: account } = principalOf(request);
      return lists.page(request, reply, { account }, (_, count, before) => webhooks.list(account, count, before));
    },
  });

  v1.post('/webhooks', {
    schema: {
      operationId: 'createWebhook',
      summary: 'Add a webhook',
      description: `Sends each future event of the given types to the URL, signed with the secret, which is shown only in this response. The key must have the scopes of these types. An account has at most as many webhooks as its plan allows: ${mostByPlan}. If nobody has approved it and it belongs to no organization, it receives only the events that concern it.`,
      body: NewWebhook,
      response: { 201: WebhookWithSecret },
    },
    config: {
      access: 'webhooks',
      whose: 'account',
      showsSecret: true,
      headers: { Location: 'The path of the new webhook.', ETag: ETAG },
    },
    handler: async (request, reply) => {
      requireUrl(request.body.url);
      // The webhook receives only events with a higher number than all earlier ones, so these must be numbered first.
      await database.events.assignNumbers();
      return effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        requireScopes(principal, request.body.events);
        const { accountId, webhooks: most } = principal;
        if ((await webhooks.ids(accountId, tx)).length >= most)
          throw new ApiError(
            'forbidden',
            `The plan allows ${most} webhooks, and the account has them; delete one first.`,
          );
        const { webhook, version, secret } = await webhooks.add(tx, accountId, request.body, actorOf(principal));
        const location = `/v1/webhooks/${webhook.id}`;
        reply.headers({ location, etag: etagOf(version), 'cache-control': 'no-store' });
        return { ...webhook, secret };
      });
    },
  });

  v1.get('/webhooks/:webhookId', {
    schema: {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      description: 'The webhook without its secret, which cannot be shown again.',
      params: WebhookParams,
      response: { 200: Webhook, 304: NotModified },
    },
    config: {
      access: 'webhooks',
      whose: 'own',
      errors: ['webhook_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const { webhook, version } = await requireWebhook(webhooks, request);
      if (isUnchanged(request, reply, etagOf(version))) return reply.code(304).send();
      return webhook;
    },
  });

  v1.patch('/webhooks/:webhookId', {
    schema: {
      operationId: 'updateWebhook',
      summary: 'Change a webhook',
      description:
        'A JSON merge patch (RFC 7396). `disabled` switches the webhook off and on: afterwards waiting deliveries continue, but events that occurred in between are not sent. Unless the patch only describes or disables the webhook, the key must have the scopes of all its types of events.',
      params: WebhookParams,
      body: WebhookPatch,
      response: { 200: Webhook },
    },
    config: {
      access: 'webhooks',
      whose: 'own',
      errors: ['webhook_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      if (request.body.url !== undefined) requireUrl(request.body.url);
      await database.events.assignNumbers();
      const saved = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const found = await requireWebhook(webhooks, request, tx);
        requirePreconditions(request, etagOf(found.version));
        if (redirects(found.webhook, request.body)) {
          await requireScopesOf(tx, webhooks, principal, found.webhook);
          requireScopes(principal, request.body.events ?? []);
        }
        const { webhook, version } = await webhooks.save(tx, found, request.body, actorOf(principal));
        reply.header('etag', etagOf(version));
        return webhook;
      });
      if (saved !== undefined) onChanged(saved.id);
      return saved;
    },
  });

  v1.delete('/webhooks/:webhookId', {
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Deletes the webhook and its deliveries. Waiting deliveries are not sent.',
      params: WebhookParams,
      response: { 204: NoContent('The webhook is deleted.') },
    },
    config: { access: 'webhooks', whose: 'own', errors: ['webhook_not_found', 'precondition_failed'] },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const found = await requireWebhook(webhooks, request, tx);
        requirePreconditions(request, etagOf(found.version));
        await webhooks.remove(tx, found, actorOf(principalOf(request)));
      }),
  });

  v1.post('/webhooks/:webhookId/roll-secret', {
    schema: {
      operationId: 'rollWebhookSecret',
      summary: 'Roll the secret of a webhook',
      description:
        'Makes a new secret, which is shown only in this response. For 24 hours the previous secret signs too, so that a receiver can switch without refusing a request. The key must have the scopes of all types of events of the webhook.',
      params: WebhookParams,
      response: { 200: WebhookWithSecret },
    },
    config: {
      access: 'webhooks',
      whose: 'own',
      showsSecret: true,
      errors: ['webhook_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const found = await requireWebhook(webhooks, request, tx);
        requirePreconditions(request, etagOf(found.version));
        await requireScopesOf(tx, webhooks, principal, found.webhook);
        const { webhook, version, secret } = await webhooks.rollSecret(tx, found, actorOf(principal));
        reply.headers({ etag: etagOf(version), 'cache-control': 'no-store' });
        return { ...webhook, secret };
      }),
  });

  function requireUrl(url: string): void {
    const fault = faultOf(url);
    if (fault !== undefined) throw new ApiError('invalid_body', `The field \`url\` ${fault}.`);
  }
}
