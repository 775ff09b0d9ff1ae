import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Delivery, PageQuery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { useWhileVisible } from '../../data/use-while-visible.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListTable } from '../../design/data/list-table.tsx';
import type { Column } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { DeliveryDialog, DeliveryState } from './delivery-dialog.tsx';

/** The log is read at this interval while a delivery is due. Each time costs the account one request. */
const readMs = 2_000;
/** The log does not wait for attempts that are further apart. */
const soonMs = 15_000;

const pageSize = 20;

interface DeliveriesProps {
  readonly webhookId: number;
  /** The number of tests sent; the log is read again when it changes. */
  readonly sent: number;
}

/** The deliveries to a webhook. */
export function Deliveries({ webhookId, sent }: DeliveriesProps): JSX.Element {
  const list = useMemo(
    () => openList((query: PageQuery) => petstore.webhooks.deliveries(webhookId, query), { limit: pageSize }),
    [webhookId],
  );
  const [shown, setShown] = useState<number>();
  const items = list.items.value;
  useEffect(() => void list.reload(), [list, sent]);
  useWhileVisible(readMs, () => {
    // Reading again would drop the further pages of somebody who scrolled down.
    if (items.some(isDueSoon) && items.length <= pageSize) void list.reload();
  });
  const inspected = items.find(({ id }) => id === shown);
  return (
    <Card
      title="Deliveries"
      about="The events sent to this webhook, newest first. Kept for 30 days."
      isFlush
      actions={
        <Button size="s" icon="refresh" onClick={() => void list.reload()}>
          Refresh
        </Button>
      }
    >
      <ListTable
        caption="Deliveries"
        columns={columns((delivery) => setShown(delivery.id))}
        list={list}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="inbox" title="No deliveries yet">
            Send a test to check that your program receives events.
          </EmptyState>
        }
      />
      {inspected !== undefined && (
        <DeliveryDialog
          webhookId={webhookId}
          delivery={inspected}
          onClose={() => setShown(undefined)}
          onRepeated={(repeated) => {
            list.change((deliveries) => [repeated, ...deliveries]);
            setShown(repeated.id);
          }}
        />
      )}
    </Card>
  );
}

/** Compares times of the service only: the clock of the reader may be wrong. */
const isDueSoon = ({ status, nextAttemptAt, lastAttempt, createdAt }: Delivery): boolean =>
  status === 'pending' &&
  (nextAttemptAt === undefined || Date.parse(nextAttemptAt) - Date.parse(lastAttempt?.at ?? createdAt) < soonMs);

const columns = (inspect: (delivery: Delivery) => void): Column<Delivery>[] => [
  { header: 'Event', cell: ({ type }) => <code>{type}</code> },
  { header: 'State', cell: ({ status }) => <DeliveryState status={status} /> },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    header: 'Last response',
    cell: ({ lastAttempt }) => lastAttempt?.responseStatus ?? lastAttempt?.error ?? <span class="quiet">None yet</span>,
  },
  {
    header: 'Next attempt',
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt === undefined ? <span class="quiet">None</span> : <Time at={nextAttemptAt} hasClock />,
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
