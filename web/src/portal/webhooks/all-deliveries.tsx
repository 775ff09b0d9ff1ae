import type { Webhook } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Deliveries } from './deliveries.tsx';
import { HealthLine, useHealth } from './health-line.tsx';

const NONE: readonly Webhook[] = [];

/** The deliveries to all webhooks of the account. */
export function AllDeliveries() {
  const health = useHealth();
  const { data: webhooks } = useQuery(async () => (await ownWebhooks.list({ limit: 50 }).page()).items, []);
  return (
    <>
      <PageHeader
        title="Deliveries"
        about="What was sent to your webhooks in 30 days, and what they answered."
        before={<BackLink href="/portal/webhooks">All webhooks</BackLink>}
      />
      <HealthLine health={health} />
      <Deliveries webhooks={webhooks ?? NONE} />
    </>
  );
}
