import type { JSX } from 'preact';
import type { Delivery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { Time } from '../times.tsx';
import { DeliveryState } from './delivery-state.tsx';

interface DeliveryDialogProps {
  readonly webhookId: number;
  readonly delivery: Delivery;
  readonly onClose: () => void;
  /** The same event is on its way again, as a delivery of its own. */
  readonly onRepeated: (delivery: Delivery) => void;
}

/** What is known of a delivery, and a way to send its event again. */
export function DeliveryDialog({ webhookId, delivery, onClose, onRepeated }: DeliveryDialogProps): JSX.Element {
  const { id, eventId, type, status, attempts, nextAttemptAt, lastAttempt, createdAt } = delivery;
  const repeat = useAction(async () => {
    onRepeated(await petstore.webhooks.redeliver(webhookId, id));
    tell('It is on its way again.');
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
            Send it again
          </Button>
        </>
      }
    >
      <div class="stack">
        <dl class="portal-facts">
          <dt>Event</dt>
          <dd>
            <code>{type}</code>
          </dd>
          <dt>
            <code>webhook-id</code>
          </dt>
          <dd>
            <code>{eventId}</code>
          </dd>
          <dt>State</dt>
          <dd aria-live="polite">
            <DeliveryState status={status} />
          </dd>
          <dt>Attempts</dt>
          <dd class="numbers">{attempts}</dd>
          {nextAttemptAt !== undefined && (
            <>
              <dt>Next attempt</dt>
              <dd>
                <Time at={nextAttemptAt} hasClock />
              </dd>
            </>
          )}
          <dt>Created</dt>
          <dd>
            <Time at={createdAt} hasClock />
          </dd>
        </dl>
        {lastAttempt !== undefined && <LastAttempt attempt={lastAttempt} />}
        <ErrorNotice error={repeat.error} />
      </div>
    </Dialog>
  );
}

const LastAttempt = ({ attempt }: { readonly attempt: NonNullable<Delivery['lastAttempt']> }): JSX.Element => (
  <section class="portal-delivery-answer">
    <h3>The last attempt</h3>
    <dl class="portal-facts">
      <dt>Began</dt>
      <dd>
        <Time at={attempt.at} hasClock />
      </dd>
      <dt>Took</dt>
      <dd class="numbers">{attempt.durationMs.toLocaleString()} ms</dd>
      {attempt.responseStatus !== undefined && (
        <>
          <dt>Answer</dt>
          <dd class="numbers">{attempt.responseStatus}</dd>
        </>
      )}
      {attempt.error !== undefined && (
        <>
          <dt>What went wrong</dt>
          <dd>{attempt.error}</dd>
        </>
      )}
    </dl>
    {attempt.responseBody !== undefined && attempt.responseBody !== '' && (
      <pre class="portal-code" tabIndex={0} aria-label="What it answered">
        {attempt.responseBody}
      </pre>
    )}
  </section>
);
