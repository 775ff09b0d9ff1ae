import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { WebhookHealth } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { useReloads } from '../../data/use-while-visible.ts';
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

const LINES: Readonly<Record<WebhookHealth['state'], readonly [Tone, string]>> = {
  healthy: ['positive', 'All webhooks receive their events.'],
  retrying: ['caution', 'Deliveries that failed wait to be sent again.'],
  failing: ['danger', 'Deliveries fail.'],
  disabled: ['danger', 'The service has disabled a webhook.'],
};

const TITLES: Readonly<Record<WebhookHealth['state'], string>> = {
  healthy: 'Healthy',
  retrying: 'Retrying',
  failing: 'Failing',
  disabled: 'Disabled',
};

/** One line about all webhooks of the account. */
export function HealthLine({ health }: { readonly health: WebhookHealth | undefined }): JSX.Element | null {
  if (health === undefined || health.webhooks.length === 0) return null;
  const [tone, text] = LINES[health.state];
  const count = health.webhooks.filter(({ state }) => state === 'failing').length;
  return (
    <p class="row webhook-health" role="status">
      <Badge tone={tone}>{TITLES[health.state]}</Badge>
      <span>{health.state === 'failing' ? `${count} of ${health.webhooks.length} webhooks fail.` : text}</span>
    </p>
  );
}
