import './deliveries.css';
import { computed } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Delivery, ListAllDeliveriesQuery, RefusedDelivery, Webhook } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { useAction } from '../../data/use-action.ts';
import { useWhileVisible } from '../../data/use-while-visible.ts';
import { openSelection } from '../../design/controls/selection.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListTable } from '../../design/data/list-table.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { Refusals } from '../../design/feedback/refusals.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { type DeliveryFilter, DeliveryFilters, queryOf } from './delivery-filters.tsx';
import { mostAtOnce, RedeliverBar } from './redeliver-bar.tsx';

/** The list is read at this interval. It costs requests of the allowance of the session for webhooks only. */
const readMs = 3_000;

const pageSize = 20;
/** The page of all deliveries has this in its own header. */
const HEAD = { title: 'Deliveries', about: 'Newest first. Kept for 30 days.' } as const;
const UNFILTERED: DeliveryFilter = { shown: 'all', type: '' };

interface DeliveriesProps {
  /** The webhook whose deliveries are meant; all webhooks without it. */
  readonly webhookId?: number;
  /** Shown by their URLs, beside the deliveries of all. */
  readonly webhooks?: readonly Webhook[];
  /** The number of tests sent; the list is read again when it changes. */
  readonly sent?: number;
}

/** Deliveries, newest first and live, with what was sent and answered, and a way to send their events again. */
export function Deliveries({ webhookId, webhooks, sent = 0 }: DeliveriesProps) {
  const [filter, setFilter] = useState(UNFILTERED);
  const [inspected, inspect] = useState<Delivery>();
  const [refused, setRefused] = useState<readonly RefusedDelivery[]>([]);
  const read = (query: ListAllDeliveriesQuery) =>
    webhookId === undefined ? ownWebhooks.allDeliveries(query) : ownWebhooks.deliveries(webhookId, query);
  const { list, selectable, selection } = useMemo(() => {
    const opened = openList(read, { ...queryOf(filter), limit: pageSize });
    const first = computed(() => opened.items.value.slice(0, mostAtOnce));
    return { list: opened, selectable: first, selection: openSelection(first) };
  }, [webhookId, filter]);
  const items = list.items.value;
  const columns = useMemo(
    () => deliveryColumns({ selectable, selection, inspect, webhooks }),
    [selectable, selection, webhooks],
  );
  useEffect(() => void list.reload(), [list, sent]);
  const follow = useAction(async () => {
    const before = list.items.value;
    const { items: newest, next } = await read({ ...queryOf(filter), limit: pageSize }).page();
    // It was read again meanwhile, or is being: this answer may be from before.
    if (list.items.value !== before || list.isLoading.value) return;
    const oldest = next === undefined ? 0 : (newest.at(-1)?.id ?? 0);
    // Further pages stay, for somebody who scrolled down, unless they do not follow this one.
    const follows = next === undefined ? !list.hasMore.value : list.items.value.some(({ id }) => id >= oldest);
    if (follows) list.change((known) => [...newest, ...known.filter(({ id }) => id < oldest)]);
    else await list.reload();
  });
  useWhileVisible(readMs, () => void (list.error.value === undefined ? follow.run() : list.more()));
  const selected = items.filter(({ id }) => selection.ids.value.has(id));
  const isFiltered = filter.shown !== 'all' || filter.type !== '';
  return (
    <Card {...(webhookId !== undefined && HEAD)} isFlush>
      <DeliveryFilters filter={filter} onFilter={setFilter} />
      {selected.length > 0 && (
        <RedeliverBar
          deliveries={selected}
          selectable={selectable.value.length}
          onDone={(notSent) => {
            selection.setAll(false);
            setRefused(notSent);
            void list.reload();
          }}
          onAll={selection.setAll}
        />
      )}
      {refused.length > 0 && (
        <Refusals onClose={() => setRefused([])}>
          {refused.map(({ deliveryId, message }) => (
            <li key={String(deliveryId)}>
              Delivery {String(deliveryId)} was not sent again: {message}
            </li>
          ))}
        </Refusals>
      )}
      <ErrorNotice error={follow.error} />
      <ListTable
        caption="Deliveries"
        columns={columns}
        list={list}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title="No such deliveries" />
          ) : (
            <EmptyState icon="inbox" title="No deliveries yet">
              Send a test to check that your program receives events.
            </EmptyState>
          )
        }
      />
      {inspected !== undefined && (
        <DeliveryDialog
          key={inspected.id}
          delivery={inspected}
          onClose={() => inspect(undefined)}
          onRepeated={(repeated) => {
            inspect(repeated);
            void list.reload();
          }}
        />
      )}
    </Card>
  );
}
