import './deliveries.css';
import { computed } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type {
  Delivery,
  EventType,
  ListAllDeliveriesQuery,
  RefusedDelivery,
  Webhook,
} from '../../../../client/src/petstore.ts';
import { WANTED_KINDS } from '../../../../src/vocabulary/event-kinds.ts';
import { ownWebhooks } from '../../api.ts';
import { useAction, useWhileVisible } from '../../data/calls.ts';
import { openList } from '../../data/list.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { ButtonGroup } from '../../design/controls/button-group.tsx';
import { Button } from '../../design/controls/button.tsx';
import { openSelection } from '../../design/controls/selection.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListTable } from '../../design/data/table.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { Refusals } from '../../design/feedback/refusals.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';

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

type Shown = 'all' | 'failed' | 'waiting' | 'succeeded';

/** Which deliveries are shown. */
interface DeliveryFilter {
  readonly shown: Shown;
  readonly type: EventType | '';
}

const QUERIES: Readonly<Record<Shown, ListAllDeliveriesQuery>> = {
  all: {},
  failed: { hasFailed: true },
  waiting: { status: 'pending' },
  succeeded: { status: 'succeeded' },
};

const queryOf = ({ shown, type }: DeliveryFilter): ListAllDeliveriesQuery => ({
  ...QUERIES[shown],
  ...(type !== '' && { types: [type] }),
});

const TITLES: readonly (readonly [Shown, string])[] = [
  ['all', 'All'],
  ['failed', 'Failed'],
  ['waiting', 'Waiting'],
  ['succeeded', 'Succeeded'],
];
const TYPES: readonly EventType[] = [...WANTED_KINDS, 'webhook.test'];

interface DeliveryFiltersProps {
  readonly filter: DeliveryFilter;
  readonly onFilter: (filter: DeliveryFilter) => void;
}

const DeliveryFilters = ({ filter, onFilter }: DeliveryFiltersProps) => (
  <div class="row spread delivery-filters">
    <ButtonGroup
      label="State"
      value={filter.shown}
      onValue={(shown) => onFilter({ ...filter, shown })}
      options={TITLES}
    />
    <BareSelect
      label="Event"
      value={filter.type}
      onValue={(type) => onFilter({ ...filter, type: type as DeliveryFilter['type'] })}
      none="Every event"
      options={TYPES.map((type) => [type, type])}
    />
  </div>
);

/** The most deliveries that the service accepts in one request. */
const mostAtOnce = 50;

interface RedeliverBarProps {
  /** The selected ones, newest first. */
  readonly deliveries: readonly Delivery[];
  /** How many can be selected. */
  readonly selectable: number;
  /** Called with the deliveries whose events are not sent again. */
  readonly onDone: (refused: readonly RefusedDelivery[]) => void;
  readonly onAll: (isSelected: boolean) => void;
}

/** Sends the events of the selected deliveries again. */
function RedeliverBar({ deliveries, selectable, onDone, onAll }: RedeliverBarProps) {
  const redeliver = useAction(async () => {
    // The oldest first, as the events happened.
    const deliveryIds = deliveries.map(({ id }) => id).toReversed();
    const answer = await ownWebhooks.redeliverSeveral({ deliveryIds });
    const count = answer.deliveries.length;
    if (count > 0) tell(count === 1 ? 'The event is being sent again.' : `${count} events are being sent again.`);
    onDone(answer.refused);
  });
  const isTooMany = deliveries.length > mostAtOnce;
  return (
    <div class="row delivery-selected" role="group" aria-label="Selected deliveries">
      <span class="numbers" role="status">
        {deliveries.length} selected{isTooMany && `, at most ${mostAtOnce} at a time`}
      </span>
      <Button size="s" icon="refresh" busy={redeliver.isBusy} disabled={isTooMany} onClick={() => void redeliver.run()}>
        Send again
      </Button>
      {deliveries.length < selectable && (
        <Button size="s" kind="quiet" icon="check" onClick={() => onAll(true)}>
          {selectable === mostAtOnce ? `The newest ${mostAtOnce}` : `All ${selectable} shown`}
        </Button>
      )}
      <Button size="s" kind="quiet" icon="close" onClick={() => onAll(false)}>
        Clear
      </Button>
      <ErrorNotice error={redeliver.error} />
    </div>
  );
}
