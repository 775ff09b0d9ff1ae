import type { JSX } from 'preact';
import type { Delivery, DeliveryStatus } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';

interface DeliveryDialogProps {
  readonly webhookId: number;
  readonly delivery: Delivery;
  readonly onClose: () => void;
  /** Called with the new delivery of the same event. */
  readonly onRepeated: (delivery: Delivery) => void;
}

/** The details of a delivery, with a way to send its event again. */
export function DeliveryDialog({ webhookId, delivery, onClose, onRepeated }: DeliveryDialogProps): JSX.Element {
  const { id, eventId, type, status, attempts, nextAttemptAt, lastAttempt, createdAt } = delivery;
  const repeat = useAction(async () => {
    onRepeated(await petstore.webhooks.redeliver(webhookId, id));
    tell('The event is being sent again.');
  });
  return (
    <Dialog
      title={`Delivery ${id}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" icon="refresh" busy={repeat.isBusy} onClick={() => void repeat.run()}>
            Send again
          </Button>
        </>
      }
    >
      <div class="stack">
        <Facts
          facts={[
            ['Event', <code>{type}</code>],
            ['Webhook-Id', <code>{eventId}</code>],
            [
              'State',
              <span aria-live="polite">
                <DeliveryState status={status} />
              </span>,
            ],
            ['Attempts', attempts],
            ['Next attempt', nextAttemptAt && <Time at={nextAttemptAt} hasClock />],
            ['Created', <Time at={createdAt} hasClock />],
          ]}
        />
        {lastAttempt !== undefined && <LastAttempt attempt={lastAttempt} />}
        <ErrorNotice error={repeat.error} />
      </div>
    </Dialog>
  );
}

const LastAttempt = ({ attempt }: { readonly attempt: NonNullable<Delivery['lastAttempt']> }): JSX.Element => (
  <section class="stack">
    <h3>Last attempt</h3>
    <Facts
      facts={[
        ['Started', <Time at={attempt.at} hasClock />],
        ['Took', `${attempt.durationMs.toLocaleString()} ms`],
        ['Response', attempt.responseStatus],
        ['Error', attempt.error],
      ]}
    />
    {attempt.responseBody !== undefined && attempt.responseBody !== '' && (
      <CodeBlock code={attempt.responseBody} language="text" head="Response body" copyLabel="Copy the response body" />
    )}
  </section>
);

const STATES: Readonly<Record<DeliveryStatus, readonly [Tone, string]>> = {
  pending: ['caution', 'Pending'],
  succeeded: ['positive', 'Succeeded'],
  failed: ['danger', 'Failed'],
};

export function DeliveryState({ status }: Pick<Delivery, 'status'>): JSX.Element {
  const [tone, title] = STATES[status];
  return <Badge tone={tone}>{title}</Badge>;
}
