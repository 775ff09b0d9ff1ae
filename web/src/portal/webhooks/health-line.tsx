import { useLayoutEffect, useRef } from 'preact/hooks';
import type { WebhookHealth } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { useQuery, useReloads } from '../../data/calls.ts';
import { Badge, type Tone } from '../../design/data/badge.tsx';

const readMs = 5_000;

/** How the account's webhooks do, read again while the page is visible. Undefined until it is known. */
export function useHealth(): WebhookHealth | undefined {
  const query = useQuery((signal) => ownWebhooks.health({ signal }), []);
  useReloads(readMs, query);
  // The same answer is the same object: a table that depends on it is not drawn again.
  const last = useRef(query.data);
  const isSame = JSON.stringify(last.current) === JSON.stringify(query.data);
  useLayoutEffect(() => {
    last.current = isSame ? last.current : query.data;
  });
  return isSame ? last.current : query.data;
}

const LINES: Readonly<Record<WebhookHealth['state'], readonly [tone: Tone, title: string, text: string]>> = {
  healthy: ['positive', 'Healthy', 'All webhooks receive their events.'],
  retrying: ['caution', 'Retrying', 'Deliveries that failed wait to be sent again.'],
  failing: ['danger', 'Failing', 'Deliveries fail.'],
  disabled: ['danger', 'Disabled', 'The service has disabled a webhook.'],
};

/** One line about all webhooks of the account. */
export function HealthLine({ health }: { readonly health: WebhookHealth | undefined }) {
  if (health === undefined || health.webhooks.length === 0) return null;
  const [tone, title, text] = LINES[health.state];
  const count = health.webhooks.filter(({ state }) => state === 'failing').length;
  return (
    <p class="row webhook-health" role="status">
      <Badge tone={tone}>{title}</Badge>
      <span>{health.state === 'failing' ? `${count} of ${health.webhooks.length} webhooks fail.` : text}</span>
    </p>
  );
}
