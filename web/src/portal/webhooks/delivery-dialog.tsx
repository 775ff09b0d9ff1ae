import { useState } from 'preact/hooks';
import type { AttemptDetails, Delivery } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { useAction, useQuery, useWhileVisible } from '../../data/calls.ts';
import { ButtonGroup } from '../../design/controls/button-group.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { DeliveryState } from './delivery-state.tsx';

/** The delivery is read at this interval while there are attempts to come. */
const readMs = 3_000;

interface DeliveryDialogProps {
  /** As the list showed it. */
  readonly delivery: Delivery;
  readonly onClose: () => void;
  /** Called with the new delivery of the same event. */
  readonly onRepeated: (delivery: Delivery) => void;
}

/** What was sent and answered in each attempt of a delivery, with a way to send its event again. */
export function DeliveryDialog({ delivery, onClose, onRepeated }: DeliveryDialogProps) {
  const { id, webhookId, eventId, type, createdAt } = delivery;
  const details = useQuery((signal) => ownWebhooks.delivery(webhookId, id, { signal }), [webhookId, id]);
  const { attemptLog: log, body, ...latest } = details.data ?? { ...delivery, attemptLog: undefined, body: undefined };
  useWhileVisible(readMs, () => {
    if (latest.status === 'pending' && !details.isLoading) details.reload();
  });
  const [chosen, choose] = useState<number>();
  const repeat = useAction(async () => {
    onRepeated(await ownWebhooks.redeliver(webhookId, id));
    tell('The event is being sent again.');
  });
  const attempt = log?.find(({ number }) => number === chosen) ?? log?.at(-1);
  return (
    <Dialog
      title={`Delivery ${id}`}
      width="l"
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
                <DeliveryState delivery={latest} />
              </span>,
            ],
            ['Next attempt', latest.nextAttemptAt && <Time at={latest.nextAttemptAt} hasClock />],
            ['Created', <Time at={createdAt} hasClock />],
          ]}
        />
        <ErrorNotice error={details.error ?? repeat.error} onRetry={details.reload} />
        {log === undefined && details.isLoading && <Skeleton height="12rem" />}
        {log !== undefined && log.length > 1 && (
          <ButtonGroup
            label="Attempts"
            value={attempt?.number}
            onValue={choose}
            options={log.map(({ number }) => [number, `Attempt ${number}`])}
          />
        )}
        {attempt !== undefined && <AttemptView attempt={attempt} body={body} />}
      </div>
    </Dialog>
  );
}

interface AttemptViewProps {
  readonly attempt: AttemptDetails;
  /** What was sent, for those who may read the event. */
  readonly body: string | undefined;
}

/** What was sent in an attempt beside what was answered. */
function AttemptView({ attempt, body }: AttemptViewProps) {
  const { at, durationMs, address, url, error, responseStatus, responseBody, responseTruncated } = attempt;
  return (
    <div class="stack">
      <Facts
        facts={[
          ['Started', <Time at={at} hasClock />],
          ['Took', `${numberText(durationMs)} ms`],
          ['Address', address && <code>{address}</code>],
          ['Error', error],
        ]}
      />
      <div class="delivery-sides stack">
        <section aria-label="Request">
          <CodeBlock
            code={message(url === undefined ? 'POST' : `POST ${url}`, attempt.requestHeaders, body)}
            language="http"
            head="Request"
            copyLabel="Copy the request"
          />
        </section>
        <section aria-label="Response">
          {responseStatus === undefined ? (
            <p class="quiet">There was no response.</p>
          ) : (
            <CodeBlock
              code={message(`HTTP ${responseStatus}`, attempt.responseHeaders, responseBody)}
              language="http"
              head="Response"
              copyLabel="Copy the response"
            />
          )}
          {responseTruncated === true && <p class="quiet small">The rest of the response is not kept.</p>}
        </section>
      </div>
    </div>
  );
}

const message = (line: string, headers: AttemptDetails['requestHeaders'] = [], body = ''): string =>
  [line, ...headers.map(({ name, value }) => `${name}: ${value}`), ...(body === '' ? [] : ['', body])].join('\n');
