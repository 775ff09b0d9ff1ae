import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Webhook, WebhookWithSecret } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { SecretDialog } from '../../design/feedback/secret.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { usePageTitle } from '../../design/layout/page-title.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { Deliveries } from './deliveries.tsx';
import { useHealth } from './health-line.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

/** A webhook and its deliveries. */
export function WebhookPage({ id }: { readonly id: number }) {
  usePageTitle('Webhook');
  const webhook = useQuery((signal) => ownWebhooks.get(id, { signal }), [id]);
  if (webhook.error?.code === 'webhook_not_found') {
    return (
      <EmptyState
        isPage
        icon="webhook"
        title="Webhook not found"
        action={<LinkButton href="/portal/webhooks">All webhooks</LinkButton>}
      >
        It may have been removed, or the address may be wrong.
      </EmptyState>
    );
  }
  return (
    <div class="stack">
      <Loaded query={webhook} height="16rem">
        {(found) => <About webhook={found} onChanged={webhook.set} onOutdated={webhook.reload} />}
      </Loaded>
    </div>
  );
}

type Opened = 'edit' | 'roll' | 'remove';

interface AboutProps {
  readonly webhook: Webhook;
  readonly onChanged: (webhook: Webhook) => void;
  readonly onOutdated: () => void;
}

function About({ webhook, onChanged, onOutdated }: AboutProps) {
  const { id, url, description, disabled } = webhook;
  const [, navigate] = useLocation();
  const [opened, open] = useState<Opened>();
  const [rolled, setRolled] = useState<WebhookWithSecret>();
  const [sent, setSent] = useState(0);
  const health = useHealth();
  const state = health?.webhooks.find(({ webhookId }) => webhookId === id)?.state;
  // The service disables a webhook that fails.
  useEffect(() => {
    if (state !== undefined && (state === 'disabled') !== disabled) onOutdated();
  }, [state]);
  const close = () => open(undefined);

  const turn = useAction(async () => onChanged(await ownWebhooks.update(id, { disabled: !disabled })));
  const test = useAction(async () => {
    await ownWebhooks.test(id);
    setSent((last) => last + 1);
  });
  return (
    <>
      <PageHeader
        title={url}
        about={description === undefined ? undefined : <UserText>{description}</UserText>}
        back={['/portal/webhooks', 'All webhooks']}
        actions={
          <>
            <Button icon={disabled ? 'play' : 'pause'} busy={turn.isBusy} onClick={() => void turn.run()}>
              {disabled ? 'Enable' : 'Disable'}
            </Button>
            <Button kind="primary" icon="send" busy={test.isBusy} disabled={disabled} onClick={() => void test.run()}>
              Send test
            </Button>
            <Menu
              label="More actions for this webhook"
              items={[
                { label: 'Edit', icon: 'edit', onSelect: () => open('edit') },
                { label: 'Roll the secret', icon: 'refresh', onSelect: () => open('roll') },
                { label: 'Remove', icon: 'trash', tone: 'danger', onSelect: () => open('remove') },
              ]}
            />
          </>
        }
      />
      <ErrorNotice error={turn.error ?? test.error} />
      <Card>
        <Facts
          facts={[
            ['State', <WebhookState webhook={webhook} health={health} />],
            ['Events', webhook.events.join(', ')],
            ['Created', <Time at={webhook.createdAt} hasClock />],
          ]}
        />
      </Card>
      <Deliveries webhookId={id} sent={sent} />
      {opened === 'edit' && (
        <WebhookForm
          title="Edit the webhook"
          verb="Save"
          webhook={webhook}
          onClose={close}
          save={async (settings) => {
            onChanged(await ownWebhooks.update(id, { description: null, ...settings }));
            close();
          }}
        />
      )}
      {opened === 'roll' && (
        <ConfirmAct
          title="Roll the secret"
          verb="Roll secret"
          onClose={close}
          act={async (options) => setRolled(await ownWebhooks.rollSecret(id, options))}
        >
          <p>
            You get a new secret. For 24 hours each request is signed with both secrets, so your program can switch
            without losing events.
          </p>
        </ConfirmAct>
      )}
      {opened === 'remove' && (
        <ConfirmAct
          title="Remove this webhook"
          verb="Remove webhook"
          isDangerous
          onClose={close}
          act={async () => {
            await ownWebhooks.delete(id);
            tell('The webhook was removed.');
            navigate('/portal/webhooks', { replace: true });
          }}
        >
          <p>This also removes its deliveries. Pending ones are not sent. You cannot undo this.</p>
        </ConfirmAct>
      )}
      {rolled !== undefined && (
        <SecretDialog
          title="Your new secret"
          secrets={[{ secret: rolled.secret, label: 'the secret' }]}
          onClose={() => setRolled(undefined)}
        />
      )}
    </>
  );
}
