import './deliveries.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Delivery, PageQuery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { Time } from '../times.tsx';
import { useVisibleSeconds } from '../usage/use-visible-seconds.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryState } from './delivery-state.tsx';

/** While something is on its way, the log is read anew so often. Each time is one request of the account's. */
const everySeconds = 2;
/** What comes so long after the attempt before it is not waited for: it is read anew by hand. */
const soonMs = 15_000;

const pageSize = 20;

interface DeliveriesProps {
  readonly webhookId: number;
  /** Grows when something was sent from outside the log. */
  readonly sent: number;
}

/** The log of what was sent to a webhook. */
export function Deliveries({ webhookId, sent }: DeliveriesProps): JSX.Element {
  const list = useMemo(
    () => openList((query: PageQuery) => petstore.webhooks.deliveries(webhookId, query), { limit: pageSize }),
    [webhookId],
  );
  const [shown, setShown] = useState<number>();
  const second = useVisibleSeconds();
  const items = list.items.value;
  const isAwaited = items.some(isDueSoon);
  useEffect(() => void list.reload(), [list, sent]);
  useEffect(() => {
    // Who has gone on to older ones is not thrown back.
    if (isAwaited && items.length <= pageSize && second % everySeconds === 0) void list.reload();
  }, [second]);
  const inspected = items.find(({ id }) => id === shown);
  return (
    <Card
      title="Deliveries"
      about="Each event on its way to this webhook, the newest first. Kept for 30 days."
      isFlush
      actions={
        <Button size="s" icon="refresh" onClick={() => void list.reload()}>
          Refresh
        </Button>
      }
    >
      <Table
        caption="Deliveries"
        columns={columns((delivery) => setShown(delivery.id))}
        rows={items}
        keyOf={({ id }) => id}
        isLoading={list.isLoading.value && items.length === 0}
        empty={
          !list.hasMore.value && (
            <EmptyState icon="inbox" title="Nothing was sent yet">
              Send a test to see whether your program hears it.
            </EmptyState>
          )
        }
      />
      {(list.hasMore.value || list.error.value !== undefined) && <ListEnd list={list} />}
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

/** By the service's clock alone: the reader's may be wrong. */
const isDueSoon = ({ status, nextAttemptAt, lastAttempt, createdAt }: Delivery): boolean =>
  status === 'pending' &&
  (nextAttemptAt === undefined || Date.parse(nextAttemptAt) - Date.parse(lastAttempt?.at ?? createdAt) < soonMs);

const columns = (inspect: (delivery: Delivery) => void): Column<Delivery>[] => [
  { header: 'Event', cell: ({ type }) => <code>{type}</code> },
  { header: 'State', cell: ({ status }) => <DeliveryState status={status} /> },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    header: 'Last answer',
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
