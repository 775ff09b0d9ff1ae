import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link, useLocation, useParams } from 'wouter-preact';
import type { PageQuery, Webhook, WebhookWithSecret } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { SecretDialog } from '../keys/secret-dialog.tsx';
import { Time } from '../times.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhookState } from './webhook-state.tsx';

export function Webhooks(): JSX.Element {
  const { id } = useParams();
  return id === undefined ? <WebhookList /> : <WebhookPage key={id} id={Number(id)} />;
}

function WebhookList(): JSX.Element {
  const [, navigate] = useLocation();
  const list = useMemo(() => openList((query: PageQuery) => petstore.webhooks.list(query), { limit: 50 }), []);
  useEffect(() => void list.reload(), [list]);
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
        about="The service tells your program when something happens, signed and again until it is heard."
        actions={!isEmpty && add}
      />
      <Card isFlush>
        <Table
          caption="Webhooks"
          columns={COLUMNS}
          rows={list.items.value}
          keyOf={({ id }) => id}
          isLoading={list.isLoading.value && list.items.value.length === 0}
          empty={
            isEmpty && (
              <EmptyState icon="webhook" title="No webhooks" action={add}>
                Name an address of yours and what it wants to know. Each event comes as one POST request.
              </EmptyState>
            )
          }
        />
        {(list.hasMore.value || list.error.value !== undefined) && <ListEnd list={list} />}
      </Card>
      {isAdding && (
        <WebhookForm
          title="Add a webhook"
          verb="Add it"
          onClose={() => setAdding(false)}
          save={async (settings) => {
            setAdded(await petstore.webhooks.create(settings));
            setAdding(false);
          }}
        />
      )}
      {added !== undefined && (
        <SecretDialog
          title="The secret of the webhook"
          secret={added.secret}
          label="the secret"
          onClose={() => navigate(`/portal/webhooks/${added.id}`)}
        >
          <p class="quiet small">It shows your program that a request is from here: Standard Webhooks 1.0.0.</p>
        </SecretDialog>
      )}
    </>
  );
}

const COLUMNS: Column<Webhook>[] = [
  {
    header: 'Address',
    cell: ({ id, url, description }) => (
      <div>
        <Link href={`/portal/webhooks/${id}`} class="portal-name">
          <UserText>{url}</UserText>
        </Link>
        {description !== undefined && (
          <div class="quiet">
            <UserText>{description}</UserText>
          </div>
        )}
      </div>
    ),
  },
  { header: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
  { header: 'Events', cell: ({ events }) => (events.length === 1 ? events[0] : `${events.length} kinds`) },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
];
