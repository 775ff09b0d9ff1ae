import type { Database } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { principalOf } from '../../http/principal.ts';
import { healthOf } from './health.ts';
import { WebhookHealth } from './schema.ts';

/** How the webhooks of an account do. */
export function webhookHealthRoutes(v1: App, database: Database): void {
  v1.route({
    method: 'GET',
    url: '/webhooks/health',
    schema: {
      operationId: 'getWebhookHealth',
      tags: ['Webhooks'],
      summary: 'Get the health of your webhooks',
      description: 'Whether deliveries fail, for all webhooks of the account at once.',
      response: { 200: WebhookHealth },
    },
    config: { access: 'webhooks', whose: 'account' },
    handler: (request) => healthOf(database, principalOf(request).accountId),
  });
}
