import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { principalOf } from '../../http/principal.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import { lastFailed } from '../deliveries/reading.ts';
import { FAILING_LIMIT_MS } from '../sending/schedule.ts';
import { type HealthState, WebhookHealth } from './schema.ts';

/** From the worst to the best. */
const WORST: readonly HealthState[] = ['failing', 'disabled', 'retrying'];

/** How the webhooks of an account do. */
export function webhookHealthRoutes(v1: App, database: Database): void {
  v1.get('/webhooks/health', {
    schema: {
      operationId: 'getWebhookHealth',
      summary: 'Get the health of your webhooks',
      description: 'Whether deliveries fail, for all webhooks of the account at once.',
      response: { 200: WebhookHealth },
    },
    config: { access: 'webhooks', whose: 'account', polled: true },
    handler: (request) => healthOf(database, principalOf(request).accountId),
  });
}

/** How the webhooks of the account do. */
async function healthOf({ read }: Database, accountId: number): Promise<WebhookHealth> {
  const rows = await read
    .selectFrom('webhooks')
    .select(['id', 'disabled_at', 'disabled_reason', 'failing_since'])
    // One look into the index of failed deliveries.
    .select(
      sql<number>`case when exists (
        select 1 from deliveries where webhook_id = webhooks.id and status = 'pending' and ${lastFailed}
      ) then 1 else 0 end`.as('retries'),
    )
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const states = new Set<HealthState>();
  const webhooks = rows.map((row): WebhookHealth['webhooks'][number] => {
    const { id: webhookId, disabled_at: disabledMs, failing_since: failingMs } = row;
    if (disabledMs !== null) {
      if (row.disabled_reason !== null) states.add('disabled');
      return { webhookId, state: 'disabled', since: timestamp(disabledMs) };
    }
    if (failingMs !== null) {
      states.add('failing');
      return {
        webhookId,
        state: 'failing',
        since: timestamp(failingMs),
        disablesAt: timestamp(failingMs + FAILING_LIMIT_MS),
      };
    }
    const state = row.retries === 1 ? 'retrying' : 'healthy';
    states.add(state);
    return { webhookId, state };
  });
  return { state: WORST.find((state) => states.has(state)) ?? 'healthy', webhooks };
}
