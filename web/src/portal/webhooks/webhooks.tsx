import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useParams } from 'wouter-preact';
import type { PageQuery, Webhook, WebhookHealth, WebhookWithSecret } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { useIdempotencyKey, useQuery } from '../../data/calls.ts';
import { openList } from '../../data/list.ts';
import { pathId } from '../../data/path-id.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { type Column, ListCard } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { SecretDialog } from '../../design/feedback/secret.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { Deliveries } from './deliveries.tsx';
import { HealthLine, useHealth } from './health-line.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhookState } from './webhook-state.tsx';

export function Webhooks() {
  const { id } = useParams();
  if (id === 'deliveries') return <AllDeliveries />;
  return id === undefined ? <WebhookList /> : <WebhookPage key={id} id={pathId(id)} />;
}

function WebhookList() {
  const [, navigate] = useLocation();
  const keyed = useIdempotencyKey();
  const list = useMemo(() => openList((query: PageQuery) => ownWebhooks.list(query), { limit: 50 }), []);
  const health = useHealth();
  const disabledIds = health?.webhooks.flatMap(({ state, webhookId }) => (state === 'disabled' ? webhookId : []));
  // The service disables a webhook that fails.
  useEffect(() => void list.reload(), [list, disabledIds?.join() ?? '']);
  const columns = useMemo(() => columnsWith(health), [health]);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<WebhookWithSecret>();
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Add a webhook
    </Button>
  );
  const isEmpty = list.items.value.length === 0 && !list.hasMore.value;
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="The service sends signed events to your program, and retries until they are received."
        actions={
          !isEmpty && (
            <>
              <LinkButton href="/portal/webhooks/deliveries" icon="inbox">
                All deliveries
              </LinkButton>
              {add}
            </>
          )
        }
      />
      {!isEmpty && <HealthLine health={health} />}
      <ListCard
        caption="Webhooks"
        columns={columns}
        list={list}
        empty={
          <EmptyState icon="webhook" title="No webhooks" action={add}>
            Enter a URL and choose events. Each event is sent as one POST request.
          </EmptyState>
        }
      />
      {isAdding && (
        <WebhookForm
          title="Add a webhook"
          verb="Add webhook"
          onClose={() => setAdding(false)}
          save={async (settings) => {
            setAdded(await keyed(settings, (options) => ownWebhooks.create(settings, options)));
            setAdding(false);
          }}
        />
      )}
      {added !== undefined && (
        <SecretDialog
          title="Your webhook secret"
          secrets={[{ secret: added.secret, label: 'the secret' }]}
          onClose={() => navigate(`/portal/webhooks/${added.id}`)}
        >
          <p class="quiet small">
            Your program verifies the signature of each request with it (Standard Webhooks 1.0.0).
          </p>
        </SecretDialog>
      )}
    </>
  );
}

const columnsWith = (health: WebhookHealth | undefined): Column<Webhook>[] => [
  {
    header: 'URL',
    cell: ({ id, url, description }) => (
      <div>
        <UserLink href={`/portal/webhooks/${id}`} class="portal-name">
          {url}
        </UserLink>
        {description !== undefined && (
          <div class="quiet">
            <UserText>{description}</UserText>
          </div>
        )}
      </div>
    ),
  },
  { header: 'State', cell: (webhook) => <WebhookState webhook={webhook} health={health} /> },
  { header: 'Events', cell: ({ events }) => (events.length === 1 ? events[0] : `${events.length} events`) },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const NONE: readonly Webhook[] = [];

/** The deliveries to all webhooks of the account. */
function AllDeliveries() {
  const health = useHealth();
  const { data: webhooks } = useQuery(async () => (await ownWebhooks.list({ limit: 50 }).page()).items, []);
  return (
    <>
      <PageHeader
        title="Deliveries"
        about="What was sent to your webhooks in 30 days, and what they answered."
        back={['/portal/webhooks', 'All webhooks']}
      />
      <HealthLine health={health} />
      <Deliveries webhooks={webhooks ?? NONE} />
    </>
  );
}
