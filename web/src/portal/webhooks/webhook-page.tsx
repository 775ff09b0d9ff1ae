import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Webhook, WebhookWithSecret } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader, usePageTitle } from '../../design/layout/page-header.tsx';
import { Confirm } from '../confirm.tsx';
import { SecretDialog } from '../keys/secret-dialog.tsx';
import { Time } from '../times.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

/** One webhook: what it is told of, and what became of that. */
export function WebhookPage({ id }: { readonly id: number }): JSX.Element {
  usePageTitle('Webhook');
  const webhook = useQuery((signal) => petstore.webhooks.get(id, { signal }), [id]);
  const isMissing = webhook.error?.code === 'webhook_not_found' || webhook.error?.code === 'invalid_number';
  if (isMissing) {
    return (
      <EmptyState
        icon="webhook"
        title="This webhook is not here"
        action={<LinkButton href="/portal/webhooks">All webhooks</LinkButton>}
      >
        It may have been removed, or the address is mistyped.
      </EmptyState>
    );
  }
  return (
    <div class="stack">
      <ErrorNotice error={webhook.error} onRetry={webhook.reload} />
      {webhook.data === undefined ? (
        webhook.isLoading && <Skeleton height="16rem" />
      ) : (
        <About webhook={webhook.data} onChanged={webhook.set} />
      )}
    </div>
  );
}

type Doing = 'edit' | 'roll' | 'remove';

function About({
  webhook,
  onChanged,
}: {
  readonly webhook: Webhook;
  readonly onChanged: (webhook: Webhook) => void;
}): JSX.Element {
  const { id, url, description, disabled } = webhook;
  const [, navigate] = useLocation();
  const [doing, setDoing] = useState<Doing>();
  const [rolled, setRolled] = useState<WebhookWithSecret>();
  const [sent, setSent] = useState(0);
  const close = () => setDoing(undefined);

  const turn = useAction(async () => onChanged(await petstore.webhooks.update(id, { disabled: !disabled })));
  const test = useAction(async () => {
    await petstore.webhooks.test(id);
    setSent((last) => last + 1);
  });
  const roll = useAction(async () => {
    setRolled(await petstore.webhooks.rollSecret(id));
    close();
  });
  const remove = useAction(async () => {
    await petstore.webhooks.delete(id);
    tell('The webhook is removed.');
    navigate('/portal/webhooks', { replace: true });
  });

  return (
    <>
      <PageHeader
        title={url}
        about={description === undefined ? undefined : <UserText>{description}</UserText>}
        before={<BackLink href="/portal/webhooks">All webhooks</BackLink>}
        actions={
          <>
            <Button icon={disabled ? 'play' : 'pause'} busy={turn.isBusy} onClick={() => void turn.run()}>
              {disabled ? 'Switch on' : 'Switch off'}
            </Button>
            <Button kind="primary" icon="send" busy={test.isBusy} disabled={disabled} onClick={() => void test.run()}>
              Send a test
            </Button>
            <Menu
              label="More to do with this webhook"
              items={[
                { label: 'Change', icon: 'edit', onSelect: () => setDoing('edit') },
                { label: 'Roll the secret', icon: 'refresh', onSelect: () => setDoing('roll') },
                { label: 'Remove', icon: 'trash', tone: 'danger', onSelect: () => setDoing('remove') },
              ]}
            />
          </>
        }
      />
      <ErrorNotice error={turn.error ?? test.error} />
      <Card>
        <dl class="portal-facts">
          <dt>State</dt>
          <dd>
            <WebhookState webhook={webhook} />
          </dd>
          <dt>Events</dt>
          <dd>{webhook.events.join(', ')}</dd>
          <dt>Created</dt>
          <dd>
            <Time at={webhook.createdAt} hasClock />
          </dd>
        </dl>
      </Card>
      <Deliveries webhookId={id} sent={sent} />
      {doing === 'edit' && (
        <WebhookForm
          title="Change the webhook"
          verb="Save"
          webhook={webhook}
          onClose={close}
          save={async (settings) => {
            onChanged(await petstore.webhooks.update(id, { description: null, ...settings }));
            close();
          }}
        />
      )}
      {doing === 'roll' && (
        <Confirm
          title="Roll the secret"
          verb="Roll it"
          isBusy={roll.isBusy}
          error={roll.error}
          onConfirm={() => void roll.run()}
          onClose={close}
        >
          <p>
            You get a new secret. For 24 hours the old one signs beside it, so that your program can change over without
            losing a request.
          </p>
        </Confirm>
      )}
      {doing === 'remove' && (
        <Confirm
          title="Remove this webhook"
          verb="Remove it"
          isDangerous
          isBusy={remove.isBusy}
          error={remove.error}
          onConfirm={() => void remove.run()}
          onClose={close}
        >
          <p>It goes with the log of its deliveries, and what still waits is not sent. This cannot be taken back.</p>
        </Confirm>
      )}
      {rolled !== undefined && (
        <SecretDialog
          title="The new secret"
          secret={rolled.secret}
          label="the secret"
          onClose={() => setRolled(undefined)}
        />
      )}
    </>
  );
}
