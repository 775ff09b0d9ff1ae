import './orders.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Link, useLocation, useParams, useSearch } from 'wouter-preact';
import type { Order, OrderStatus } from '../../../../client/src/petstore.ts';
import { OPEN_STATUSES, ORDER_STATUSES } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { pathId } from '../../data/path-id.ts';
import { useQuery } from '../../data/use-query.ts';
import { useWhileVisible } from '../../data/use-while-visible.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/field.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { LazyPart, type Load } from '../../lazy-page.tsx';
import { ownAccount } from '../../session.ts';
import { useLive } from '../live.ts';
import { hasSeveral, organizationIn, OrganizationSelect } from '../organizations/organizations.tsx';
import { Board, COLUMNS } from './board.tsx';
import { chooseView, type Desk, view } from './desk.ts';
import type { ListViewProps } from './list-view.tsx';
import type { MoveDialogProps } from './move-dialog.tsx';
import { PAST } from './order-card.tsx';
import { animals, type MoveName, needAnimals, openOrders, putAnimal, putOrder } from './order-lists.ts';
import type { OrderPanelProps } from './order-panel.tsx';
import type { PlaceOrderProps } from './place-order.tsx';

const loadPanel: Load<OrderPanelProps> = () => import('./order-panel.tsx').then(({ OrderPanel }) => OrderPanel);
const loadListView: Load<ListViewProps> = () => import('./list-view.tsx').then(({ ListView }) => ListView);
const loadMoveDialog: Load<MoveDialogProps> = () => import('./move-dialog.tsx').then(({ MoveDialog }) => MoveDialog);
const loadPlaceOrder: Load<PlaceOrderProps> = () => import('./place-order.tsx').then(({ PlaceOrder }) => PlaceOrder);

/** An operator gets no event when an order of another organization is approved. */
const reloadMs = 30_000;
/** Events of many orders arrive together. */
const gatherMs = 500;

const SHOWN: Readonly<Record<string, { readonly label: string; readonly statuses: readonly OrderStatus[] }>> = {
  ...Object.fromEntries(ORDER_STATUSES.map((status) => [status, { label: PAST[status], statuses: [status] }])),
  open: { label: 'Open orders', statuses: OPEN_STATUSES },
  closed: { label: 'Closed orders', statuses: ['cancelled', 'expired', 'returned'] },
  all: { label: 'All orders', statuses: ORDER_STATUSES },
};

/** Adoptions from the reservation to the delivery. */
export function Orders(): JSX.Element {
  const search = useSearch();
  const [, navigate] = useLocation();
  const { order: path } = useParams<{ order?: string }>();
  const shown = path === undefined ? undefined : pathId(path);
  const parameters = new URLSearchParams(search);
  const petId = pathId(parameters.get('pet') ?? undefined) || undefined;
  const isOperator = ownAccount.value?.role === 'operator';
  const organizationId = isOperator ? organizationIn(search) : undefined;
  const q = parameters.get('q') ?? '';
  const show = Object.keys(SHOWN).find((name) => name === parameters.get('show')) ?? 'placed';
  const isBoard = view.value === 'board';
  const lists = useMemo(() => {
    const filters = { petId, organizationId, q };
    return isBoard
      ? COLUMNS.map((status) => openOrders(filters, [status], false))
      : [openOrders(filters, SHOWN[show]?.statuses ?? ['placed'], true)];
  }, [petId, organizationId, q, isBoard, show]);
  const counts = useQuery(
    () =>
      petstore.orders.counts({
        ...(petId !== undefined && { petId }),
        ...(organizationId !== undefined && { organizationId }),
      }),
    [petId, organizationId],
  );
  const countSoon = useGathered(counts.reload);
  const [asking, setAsking] = useState<{ readonly order: Order; readonly move: MoveName }>();
  const [isPlacing, setPlacing] = useState(false);
  const [moved, setMoved] = useState<number>();

  const addressOf = (changes: Readonly<Record<string, string | undefined>>, order = shown): string => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    const rest = next.toString();
    return `/console/orders${order === undefined ? '' : `/${order}`}${rest === '' ? '' : `?${rest}`}`;
  };
  const put = (order: Order) => {
    const isFound = lists.some(({ list }) => list.items.value.some(({ id }) => id === order.id));
    // Only the service knows whether a search finds an order that is not shown.
    const isNew = isFound || (q === '' && (petId === undefined || order.petId === petId));
    for (const list of lists) putOrder(list, order, isNew);
    countSoon();
  };
  const desk: Desk = useMemo(
    () => ({
      addressOf: (order) =>
        `/console/orders${order === undefined ? '' : `/${order}`}${search === '' ? '' : `?${search}`}`,
      put,
      ask: (order, move) => setAsking({ order, move }),
    }),
    [lists, search],
  );
  const reload = () => {
    for (const { list } of lists) if (list.items.value.length <= 50) void list.reload();
    counts.reload();
  };
  /** Only the two sides of an order receive its events, but everybody sees the status of its animal change. */
  const readOrdersOf = async (id: number) => {
    try {
      const scope = organizationId === undefined ? {} : { organizationId };
      const { items } = await petstore.orders.list({ petId: id, limit: 5, ...scope }).page();
      for (const order of items) put(order);
    } catch (failure) {
      failureOf(failure);
    }
  };
  useLive({
    onEvent(event) {
      if (event.type === 'pet.status_changed' || event.type === 'pet.updated') {
        putAnimal(event.data);
        if (isOperator && event.type === 'pet.status_changed') void readOrdersOf(event.data.id);
      } else if (event.type.startsWith('order.')) {
        const order = event.data as Order;
        // The event does not say whose the animal is, and is the same for those who may read the adopter and those who may not.
        if (organizationId === undefined && order.adopterWithheld !== true) put(order);
        else void readOrdersOf(order.petId);
      }
    },
    onGap: reload,
  });
  useWhileVisible(reloadMs, () => {
    if (isOperator) reload();
  });
  // All columns, although a phone shows one at first.
  useEffect(() => {
    for (const { list } of lists) void list.more();
  }, [lists]);
  useEffect(() => {
    if (moved === undefined) return;
    // The focused button disappeared with the card's old position.
    if (shown === undefined) document.getElementById(`order-${moved}`)?.focus();
    setMoved(undefined);
  }, [moved]);
  const close = () => {
    const last = shown;
    navigate(desk.addressOf());
    if (last !== undefined) setTimeout(() => document.querySelector<HTMLElement>(`#order-${last} a`)?.focus());
  };
  const [first] = lists;
  const listed = lists.flatMap(({ list }) => list.items.value).find(({ id }) => id === shown);
  return (
    <div class="orders" data-open={shown === undefined ? undefined : ''}>
      <PageHeader
        title="Orders"
        about={
          petId === undefined ? (
            'Adoptions from reservation to delivery. New orders appear automatically.'
          ) : (
            <OfOne petId={petId} />
          )
        }
        actions={
          <Button icon="plus" onClick={() => setPlacing(true)}>
            Place an order
          </Button>
        }
      />
      <div class="orders-filters">
        <SearchBox
          label="Search by name, email or animal"
          value={q}
          onSearch={(text) => navigate(addressOf({ q: text.trim() }))}
        />
        {hasSeveral() && (
          <OrganizationSelect
            value={organizationId}
            onValue={(id) =>
              navigate(addressOf({ organization: id === undefined ? undefined : String(id) }, undefined))
            }
          />
        )}
        {!isBoard && (
          <Select
            label="Show"
            isLabelHidden
            value={show}
            onValue={(name) => navigate(addressOf({ show: name === 'placed' ? undefined : name }))}
            options={Object.entries(SHOWN).map(([value, { label }]) => ({ value, label }))}
          />
        )}
        <div class="orders-views" role="group" aria-label="View">
          {(['board', 'list'] as const).map((name) => (
            <button
              key={name}
              type="button"
              class="orders-view"
              aria-pressed={view.value === name}
              onClick={() => chooseView(name)}
            >
              {name === 'board' ? 'Board' : 'List'}
            </button>
          ))}
        </div>
      </div>
      <div class="orders-panes">
        <div class="orders-pane">
          {isBoard || first === undefined ? (
            <>
              <Board
                lists={lists}
                desk={desk}
                counts={q === '' ? counts.data : undefined}
                isSearch={q !== ''}
                shown={shown}
              />
              <p class="small">
                <Link href={addressOf({ show: 'closed' }, undefined)} onClick={() => chooseView('list')}>
                  Closed orders
                </Link>
              </p>
            </>
          ) : (
            <LazyPart
              load={loadListView}
              props={{ orders: first, desk, shown, onChanged: counts.reload }}
              fallback={<Skeleton height="20rem" />}
            />
          )}
        </div>
        {shown !== undefined && (
          <LazyPart
            load={loadPanel}
            props={{ id: shown, desk, listed, onClose: close, onAllCancelled: reload }}
            fallback={<Skeleton height="20rem" />}
          />
        )}
      </div>
      {asking !== undefined && (
        <LazyPart
          load={loadMoveDialog}
          props={{
            ...asking,
            onMoved: (order) => {
              setAsking(undefined);
              put(order);
              setMoved(order.id);
            },
            onClose: () => setAsking(undefined),
          }}
        />
      )}
      {isPlacing && (
        <LazyPart
          load={loadPlaceOrder}
          props={{
            organizationId: organizationId ?? ownAccount.value?.organization?.id,
            onPlaced: (order) => {
              setPlacing(false);
              put(order);
              navigate(addressOf({}, order.id));
            },
            onClose: () => setPlacing(false),
          }}
        />
      )}
    </div>
  );
}

/** Calls the latest `act` once for all calls within a short time. */
function useGathered(act: () => void): () => void {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), gatherMs);
  };
}

function OfOne({ petId }: { readonly petId: number }): JSX.Element {
  useQuery(() => needAnimals([petId]), [petId]);
  const pet = animals.value.get(petId);
  return (
    <>
      Only orders for {typeof pet === 'object' ? <bdi>{pet.name}</bdi> : `animal ${petId}`}.{' '}
      <Link href="/console/orders">Show all orders</Link>
    </>
  );
}
