import type { ReadonlySignal } from '@preact/signals';
import { Link } from 'wouter-preact';
import type { Delivery, Webhook } from '../../../../client/src/petstore.ts';
import { Button } from '../../design/controls/button.tsx';
import { SelectAll, SelectOne, type Selection } from '../../design/controls/selection.tsx';
import type { Column } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { DeliveryState } from './delivery-state.tsx';

interface DeliveryColumns {
  readonly selectable: ReadonlySignal<readonly Delivery[]>;
  readonly selection: Selection;
  readonly inspect: (delivery: Delivery) => void;
  /** The webhooks whose deliveries are shown, if several. */
  readonly webhooks: readonly Webhook[] | undefined;
}

export const deliveryColumns = ({ selectable, selection, inspect, webhooks }: DeliveryColumns): Column<Delivery>[] => [
  {
    header: 'Select',
    isHeaderHidden: true,
    head: <SelectAll selectable={selectable} selection={selection} />,
    cell: ({ id, type }) => <SelectOne id={id} name={`the delivery ${id} of ${type}`} selection={selection} />,
  },
  {
    header: 'Event',
    cell: ({ type, webhookId }) => (
      <div class="two-lines">
        <code>{type}</code>
        {webhooks !== undefined && (
          <Link class="webhook-url small" href={`/portal/webhooks/${webhookId}`}>
            {webhooks.find(({ id }) => id === webhookId)?.url.replace(/^https?:\/\//, '') ?? `Webhook ${webhookId}`}
          </Link>
        )}
      </div>
    ),
  },
  {
    header: 'State',
    cell: (delivery) => (
      <div class="two-lines">
        <DeliveryState delivery={delivery} />
        {delivery.nextAttemptAt !== undefined && (
          <span class="quiet small">
            next <Time at={delivery.nextAttemptAt} hasClock />
          </span>
        )}
      </div>
    ),
  },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    header: 'Last response',
    cell: ({ lastAttempt }) => lastAttempt?.responseStatus ?? lastAttempt?.error ?? <span class="quiet">None yet</span>,
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} hasClock /> },
  {
    header: 'Details',
    isHeaderHidden: true,
    align: 'end',
    cell: (delivery) => (
      <Button size="s" kind="quiet" onClick={() => inspect(delivery)}>
        Inspect
        <span class="visually-hidden">
          {' '}
          the delivery {delivery.id} of {delivery.type}
        </span>
      </Button>
    ),
  },
];
