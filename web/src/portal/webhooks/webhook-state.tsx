import type { Webhook, WebhookHealth } from '../../../../client/src/petstore.ts';
import { Badge } from '../../design/data/badge.tsx';
import { Time } from '../../design/data/time.tsx';

const REASONS: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  gone: 'Disabled: it answered 410',
  failing: 'Disabled: failing for five days',
  erased: 'Disabled: its URL held erased personal data',
};

interface WebhookStateProps {
  readonly webhook: Webhook;
  readonly health: WebhookHealth | undefined;
}

/** The state of a webhook and its health: an enabled one is unhealthy if its deliveries fail. */
export function WebhookState({ webhook, health }: WebhookStateProps) {
  const found = health?.webhooks.find(({ webhookId }) => webhookId === webhook.id);
  if (webhook.disabled) {
    if (webhook.disabledReason === undefined) return <Badge tone="neutral">Disabled</Badge>;
    return <Badge tone="danger">{REASONS[webhook.disabledReason]}</Badge>;
  }
  if (found?.state === 'failing')
    return (
      <div class="two-lines">
        <Badge tone="danger">Failing</Badge>
        {found.since !== undefined && (
          <span class="quiet small">
            since <Time at={found.since} hasClock />
          </span>
        )}
      </div>
    );
  if (found?.state === 'retrying') return <Badge tone="caution">Retrying</Badge>;
  return <Badge tone={found?.state === 'healthy' ? 'positive' : 'neutral'}>Enabled</Badge>;
}
