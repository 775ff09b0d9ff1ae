import type { JSX } from 'preact';
import type { Webhook } from '../../../../client/src/petstore.ts';
import { Badge } from '../../design/data/badge.tsx';

const REASONS: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  gone: 'Off: it answered 410',
  failing: 'Off: failed for five days',
};

/** Whether it is told, and if the service has switched it off, why. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): JSX.Element {
  if (!webhook.disabled) return <Badge tone="positive">On</Badge>;
  if (webhook.disabledReason === undefined) return <Badge tone="neutral">Off</Badge>;
  return <Badge tone="danger">{REASONS[webhook.disabledReason]}</Badge>;
}
